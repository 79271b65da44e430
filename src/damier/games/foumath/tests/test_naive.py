"""The engine against the naive game: thousands of random games, followed event by event.

By default some games of each kind; `DAMIER_LONG_TESTS=1` follows 2,000 of each.
"""

import os
from collections import Counter
from itertools import product
from random import Random

import pytest

from damier.core.compiled import available
from damier.core.rng import seeded
from damier.core.state import State
from damier.games.foumath import GAME
from damier.games.foumath.tests.naive import CHANCE, Event, Naive
from damier.games.foumath.tests.tracing import ACTIONS, CHOICES, DONE, EVEN, MASK, SCORES, trace
from damier.testing.walks import pick

LEVELS = ("junior", "intermediate", "expert")
BOARDS = ("multiplication", "addition")
SEATS = (2, 3, 4)
LONG = os.environ.get("DAMIER_LONG_TESTS", "") not in ("", "0")
GAMES = 2000 if LONG else 15
# Four experts take each other's points: on the addition board they would need thousands of throws to come to 200.
TARGETS = {"multiplication": ("50", "100", "200"), "addition": ("10", "25", "40")}


def action_event(action: int) -> Event:
    """Return the event of an action: 0 to 9 keep a number, 10 throws both dice, 100 and 101 are lost turns."""
    if action < 10:
        return ("keep", action)
    if action == 10:
        return ("roll",)
    if action in (100, 101):
        return ("lost", "zero" if action == 100 else "taken")
    origin, target = divmod(action, 100)
    return ("move", divmod(origin, 10), divmod(target, 10)) if origin else ("place", divmod(target, 10))


EVENTS = {action: action_event(action) for action in (*range(102), *range(1111, 10000))}


def chance_event(naive: Naive, number: int) -> Event:
    """Return the event of an outcome: the number of one die, or both dice as two digits."""
    if naive.phase == "open":
        return ("open", next(seat for seat in naive.in_contest if seat not in naive.opened), number)
    if naive.kept is None:
        return ("dice", *divmod(number, 10))
    assert naive.dice is not None
    return ("dice", naive.kept, number) if naive.dice[0] == naive.kept else ("dice", number, naive.kept)


def written(actor: int, event: Event) -> str:
    """Return the notation of an event."""
    kind, *rest = event
    squares = ["{}x{}".format(*square) for square in rest if isinstance(square, tuple)]
    return "-".join(squares) if squares else " ".join(map(str, (kind, *rest)))


def random_options(random: Random, level: str, board: str) -> dict[str, str]:
    return {
        "level": level,
        "board": board,
        "target": random.choice(TARGETS[board]),
        "opening": random.choice(["roll", "seat-1"]),
        "next-round": random.choice(["left", "winner", "loser"]),
        "kept-double": random.choice(["again", "no"]),
    }


def follow(naive: Naive, state: State, seed: str, met: Counter[str]) -> None:
    """Follow a compiled game to its end: who acts, every set of legal moves, every score."""
    memory, rng = state.engine.blank(), seeded(seed)
    memory[0] = state.data[0]
    seats = len(naive.seats)
    while not naive.ending:
        for row in trace(memory, state, rng):
            assert row[SCORES + 1 : SCORES + 1 + seats] == naive.scores
            actor = naive.actor
            assert row[MASK] == (0 if actor is None else 1 << actor)
            if actor is None:
                break
            if actor == CHANCE:
                assert row[EVEN]
                assert row[CHOICES] == len(naive.outcomes())
                event = chance_event(naive, row[DONE])
            else:
                moves = [EVENTS[action] for action in row[ACTIONS : ACTIONS + row[CHOICES]]]
                assert len(moves) == len(set(moves))
                assert set(moves) == naive.moves()
                event = EVENTS[row[DONE]]
            met[str(event[-1] if event[0] == "lost" else event[0])] += 1
            naive.play(event)
    check_end(naive, state, memory[0])


def check_end(naive: Naive, state: State, record: object) -> None:
    last = state._next(state.engine.blank(), 0)
    last.data[0] = record
    outcome = last.outcome
    assert outcome is not None
    assert outcome.reason == naive.ending
    assert outcome.winners == (naive.winner,)
    if naive.rounds:
        assert list(last.scores) == [sum(gains[seat] for gains in naive.rounds) for seat in naive.seats]


@pytest.mark.skipif(not available(), reason="numba is not there")
@pytest.mark.parametrize(("level", "board", "seats"), list(product(LEVELS, BOARDS, SEATS)))
def test_compiled_games(level: str, board: str, seats: int) -> None:
    name = f"{level} {board} {seats}"
    random = Random(name)
    met: Counter[str] = Counter()
    for game in range(GAMES):
        options = random_options(random, level, board)
        follow(Naive(seats, options), State.start(GAME, options, seats, jit=True), f"{name} {game}", met)
    assert set(met) == {"open", "dice", "roll", "keep", "place", "move", "zero", "taken"}


@pytest.mark.parametrize(("level", "seats"), list(product(LEVELS, SEATS)))
def test_plain_games_in_notation(level: str, seats: int) -> None:
    """The rules as plain Python, through texts: what the record says, the board, the numbers on the table."""
    random = Random(f"plain {level} {seats}")
    board = random.choice(BOARDS)
    options = random_options(random, level, board)
    naive, state = Naive(seats, options), State.start(GAME, options, seats, jit=False)
    rng = seeded("plain", level, seats)
    for _ in range(700):
        check_state(naive, state)
        if naive.ending:
            return
        actor, action = pick(state, rng)
        event = chance_event(naive, action) if actor == CHANCE else action_event(action)
        naive.play(event)
        state = state.play(written(actor, event), actor)


def check_state(naive: Naive, state: State) -> None:
    assert state.actors == (() if naive.actor is None else (naive.actor,))
    assert list(state.scores) == naive.scores
    shown = state.view(0).show()
    assert shown["board"] == [
        "".join(next((str(seat) for seat in naive.seats if (row, column) in naive.pawns[seat]), ".") for column in NINE)
        for row in NINE
    ]
    assert shown["numbers"] == [[naive.number((row, column)) for column in NINE] for row in NINE]
    assert shown["reserve"] == [4 - len(naive.pawns[seat]) for seat in naive.seats]
    assert shown["ending"] == naive.ending
    if naive.phase != "open":
        assert shown["begin"] == naive.begin
    if naive.phase != "throw":
        assert tuple(shown["dice"]) == (naive.dice or ())
    if naive.actor == CHANCE:
        weights = {state.write(CHANCE, outcome): weight for outcome, weight in state.chances()}
        assert weights == {written(CHANCE, event): 1 for event in naive.outcomes()}
    elif naive.actor is not None:
        texts = state.moves()
        assert len(texts) == len(set(texts))
        assert set(texts) == {written(naive.actor, event) for event in naive.moves()}
        if naive.phase == "place":
            assert shown["pointed"]
            assert {square for text in texts for square in [text[-3:]]} <= set(shown["pointed"])


NINE = range(1, 10)
