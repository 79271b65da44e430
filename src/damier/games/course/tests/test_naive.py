"""The engine against the naive game: random and sensible games, followed event by event.

By default some games are followed; with DAMIER_LONG_TESTS=1 it is 2,000 of each kind with each number of seats.
"""

import os
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from damier.core.compiled import available
from damier.core.contract import CHANCE
from damier.core.rng import seeded
from damier.core.state import State
from damier.games.course import GAME
from damier.games.course.bot import hooks
from damier.games.course.cards import ATTACKS, DEFENCE_CARDS, NAMES
from damier.games.course.tests.drawn import places
from damier.games.course.tests.naive import Naive

LONG = os.environ.get("DAMIER_LONG_TESTS") == "1"
COMPILED = available()
GAMES = 2000 if LONG else 12 if COMPILED else 2
CLOSELY_EVERY = 16  # events: the piles card by card, and what chance may bring as text

# Decks that lead where ordinary games seldom do: few cards, no cards, many attacks, two of every card, and so few
# points cards beside so many others that stock and discard run out.
_FEW = {"multiplications": 0, "products": 1, "poursuite": 0, "horloge": 1, "demi-tour": 0, "sumo": 0}
DECKS: dict[str, tuple[dict[str, int], bool]] = {
    "few": ({**_FEW, "cadeau": 6, "fromage": 6, "piege": 6}, True),
    "attacks": ({"multiplications": 0, "poursuite": 6, "horloge": 6, "demi-tour": 6, "sumo": 6}, True),
    "clocks": ({"multiplications": 0, "products": 1, "horloge": 6, "demi-tour": 6, "poursuite": 0, "sumo": 0}, True),
    "no-points": ({"multiplications": 0, "products": 0}, False),
    "corrections": ({"multiplications": 0, "products": 0, "cadeau": 6, "fromage": 6, "piege": 6}, True),
    "doubles": ({"multiplications": 2, "products": 2, "cadeau": 6}, True),
    "nothing": (dict.fromkeys(("multiplications", "products", "poursuite", "horloge", "demi-tour", "sumo"), 0), True),
}


def check(naive: Naive, state: State, closely: bool) -> None:
    """Where every card is, the totals, who is asked, what they may do, how it ended."""
    assert open_and_held(state) == naive_open_and_held(naive)
    assert state.scores == tuple(map(naive.total, naive.seats))
    outcome = state.outcome
    assert (outcome.reason if outcome else "") == naive.reason
    asked = naive.asked()
    assert state.actors == (() if asked is None else (asked,))
    for seat in naive.seats:
        moves = state.moves(seat)
        assert len(set(moves)) == len(moves)
        assert set(moves) == (naive.moves() if seat == asked else set())
    if asked == CHANCE:
        chances = state.chances()
        if closely or naive.stage not in ("deal", "draw") or not naive.stock:
            assert {state.write(CHANCE, outcome): weight for outcome, weight in chances} == naive.chances()
        else:
            assert {NAMES[outcome]: weight for outcome, weight in chances} == naive.stock
    if closely:
        piles = places(state)
        assert piles.get("stock", []) == sorted(naive.stock.elements())
        assert piles.get("discard", []) == sorted(naive.discard.elements())


def open_and_held(state: State) -> list[object]:
    """Return hands, points in order, attacks and defences by seat, the size of the piles, and the clock's card."""
    fields = state.fields
    held, laid_n, attacks = fields.held.tolist(), fields.laid_n.tolist(), fields.attacks.tolist()
    hands, laid, defences = fields.hands.tolist(), fields.laid.tolist(), fields.defences.tolist()
    seats = [
        (
            sorted([NAMES[card] for card in hands[seat][: held[seat]]]),
            [NAMES[card] for card in laid[seat][: laid_n[seat]]],
            {name for attack, name in enumerate(ATTACKS) if attacks[seat] >> attack & 1},
            sorted([NAMES[card] for card, n in zip(DEFENCE_CARDS, defences[seat], strict=True) for _ in range(n)]),
        )
        for seat in range(1, state.seats + 1)
    ]
    return [seats, int(fields.stock_n), int(fields.discard_n), NAMES[int(fields.taken)]]


def naive_open_and_held(naive: Naive) -> list[object]:
    """The same of the naive game."""
    seats = [
        (sorted(naive.hands[seat]), naive.points[seat], set(naive.attacks[seat]), sorted(naive.defences[seat]))
        for seat in naive.seats
    ]
    return [seats, naive.stock.total(), naive.discard.total(), "".join(naive.taken)]


Chooser = Callable[[State, int, list[str]], str]


def bold(random: Random, probability: float) -> Chooser:
    """Random play that with some probability prefers anything but a discard."""

    def choose(state: State, seat: int, moves: list[str]) -> str:
        others = [move for move in moves if not move.startswith("discard")]
        return random.choice(others if others and random.random() < probability else moves)

    return choose


def sensible(seed: object) -> Chooser:
    """What the bots' quick policy does, which knows all the rules of thumb."""
    rng = seeded("sensible", seed)

    def choose(state: State, seat: int, moves: list[str]) -> str:
        return state.write(seat, int(state.engine.bind(hooks).policy(state.data[0], seat, rng)))

    return choose


def follow(naive: Naive, state: State, random: Random, choose: Chooser) -> State:
    """Play both games to the end."""
    check(naive, state, closely=True)
    events = 0
    while (asked := naive.asked()) is not None:
        if asked == CHANCE:
            weighed = naive.chances()
            text = random.choices(list(weighed), list(weighed.values()))[0]
        else:
            text = choose(state, asked, sorted(naive.moves()))
        naive.apply_event(text)
        state = state.play(text, asked)
        events += 1
        check(naive, state, closely=events % CLOSELY_EVERY == 0)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games(seats: int) -> None:
    random = Random(f"course {seats}")
    reasons = Counter(played(seats, number, random, bold(random, (0, 0.5, 0.9)[number % 3])) for number in range(GAMES))
    assert reasons["exact"] > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sensible_games(seats: int) -> None:
    random = Random(f"sensible course {seats}")
    reasons = Counter(played(seats, number, random, sensible((seats, number))) for number in range(GAMES))
    assert reasons["exact"] > GAMES // 2


def played(seats: int, number: int, random: Random, choose: Chooser) -> str:
    """Follow one game and return how it ended."""
    lot = number % 2 == 1
    start = State.start(GAME, {"begins": "lot"} if lot else {}, seats)
    state = follow(Naive(seats, {}, lot=lot), start, random, choose)
    assert state.outcome is not None
    return state.outcome.reason


@pytest.mark.parametrize("name", DECKS)
def test_strange_decks(name: str) -> None:
    counts, corrections = DECKS[name]
    options = {f"deck-{kind}": str(count) for kind, count in counts.items()}
    options["corrections"] = "on" if corrections else "off"
    random = Random(name)
    for number in range(60 if LONG else 6 if COMPILED else 1):
        seats = 2 + number % 3
        naive = Naive(seats, counts, corrections=corrections)
        follow(naive, State.start(GAME, options, seats), random, bold(random, 0.7))
