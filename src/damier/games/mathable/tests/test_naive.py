"""The engine against the naive game: thousands of decisions looked at from every side, event by event."""

import os
from collections import Counter
from random import Random

import pytest

from damier.core.compiled import available
from damier.core.contract import CHANCE
from damier.core.state import State
from damier.games.mathable import GAME
from damier.games.mathable.moves import values_of
from damier.games.mathable.tests.naive import Naive

LONG = os.environ.get("DAMIER_LONG_TESTS") == "1"
COMBINATIONS = [(claims, referee) for claims in ("automatic", "declared") for referee in ("strict", "contest")]
GAMES = 2000 // len(COMBINATIONS) if LONG else 24  # of each
PLAIN_GAMES = 1

all_combinations = pytest.mark.parametrize(("claims", "referee"), COMBINATIONS)


def choose(naive: Naive, seat: int, random: Random) -> str:
    """A move that keeps the game going: mostly placements, mostly right ones; all else now and then."""
    moves = sorted(naive.moves(seat))
    if naive.asked or naive.offered:
        return random.choice(moves)
    placements = naive.placements(seat)
    if placements and random.random() < 0.93:
        right = [text for text in placements if placements[text][1]]
        return random.choice(sorted(right if right and random.random() < 0.85 else placements))
    few = [move for move in moves if move not in placements and len(move) < 8]
    return random.choice(few if random.random() < 0.8 else moves)


def check(naive: Naive, state: State) -> None:
    """Everything that can be asked of a position."""
    assert set(state.actors) == naive.actors()
    assert state.scores == tuple(naive.totals.values())
    assert (state.outcome.reason if state.outcome else "") == naive.reason
    for seat, rack in naive.racks.items():
        assert values_of(state.fields.rack[seat]) == sorted(rack)
        assert state.fields.held[seat] == len(rack)
    assert state.fields.left == naive.bag.total()
    if CHANCE in state.actors:
        assert {state.write(CHANCE, outcome): weight for outcome, weight in state.chances()} == naive.chances()
        return
    for seat in naive.racks:
        moves = state.moves(seat)
        assert len(moves) == len(set(moves))
        assert set(moves) == naive.moves(seat)
    shown = state.view(naive.turn).show()
    board = {(row, column): value for row, line in enumerate(shown["board"], 1) for column, value in enumerate(line, 1)}
    assert {square: value for square, value in board.items() if value is not None} == naive.board
    placing = naive.actors() == {naive.turn} and not naive.offered
    priced = {text: points for text, (points, _) in naive.placements(naive.turn).items()} if placing else {}
    assert shown["points"] == priced
    assert [(placed["move"], placed["points"]) for placed in shown["placed"]] == [
        (step.text, step.points) for step in naive.steps
    ]


def follow(claims: str, referee: str, seats: int, seed: str, jit: bool) -> Naive:
    """One game in both implementations, to its end."""
    random = Random(seed)
    naive = Naive(seats, claims == "declared", referee == "contest")
    state = State.start(GAME, {"claims": claims, "referee": referee}, seats, jit=jit)
    while not naive.reason:
        check(naive, state)
        actor = random.choice(sorted(naive.actors()))
        if actor == CHANCE:
            chances = naive.chances()
            (text,) = random.choices(list(chances), list(chances.values()))
        else:
            text = choose(naive, actor, random)
        naive.apply_event(actor, text)
        state = state.play(text, actor)
    check(naive, state)
    return naive


@pytest.mark.skipif(not available(), reason="numba is not there")
@all_combinations
def test_compiled_games(claims: str, referee: str) -> None:
    endings = Counter(
        follow(claims, referee, 2 + n % 3, f"{claims} {referee} {n}", jit=True).reason for n in range(GAMES)
    )
    assert endings["out"] > 0
    if LONG:
        assert endings["stuck"] > 0


@all_combinations
def test_plain_games(claims: str, referee: str) -> None:
    for n in range(PLAIN_GAMES):
        follow(claims, referee, 2 + n % 3, f"plain {claims} {referee} {n}", jit=False)
