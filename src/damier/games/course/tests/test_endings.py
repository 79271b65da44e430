"""R14 over many games: all of them end, and none of them too early. Every card is counted after every event."""

import os
from collections import Counter
from itertools import chain

import numpy as np
import pytest

from damier.core.compiled import available
from damier.core.contract import Ints
from damier.core.rng import seeded
from damier.core.state import State
from damier.games.course import GAME
from damier.games.course.tests import random_games
from damier.games.course.tests.drawn import places
from damier.games.course.tests.naive import points
from damier.games.course.tests.random_games import DRAWN, LOST, MOST_TURNS, PILES, POINTS, SEAT

LONG = os.environ.get("DAMIER_LONG_TESTS") == "1"
GAMES = 20_000 if LONG else 1500 if available() else 3  # over two, three and four seats
PATIENCE = 50


def can_make(missing: int, values: list[int]) -> bool:
    """Whether some of the values add up to what is missing: a set of sums, nothing clever."""
    sums = {0}
    for value in values:
        sums |= {total + value for total in sums if total + value <= missing}
        if missing in sums:
            return True
    return False


def off_the_table(state: State) -> list[int]:
    """The values of all points cards in hands, stock and discard."""
    where = places(state)
    cards = chain(
        *(cards for place, cards in where.items() if place.split()[0] in ("hand", "stock", "discard", "taken"))
    )
    return [points(card) for card in cards if points(card)]


def check_ending(state: State, turns: Ints) -> str:
    """Check that a game ended as R14 says and return the clause."""
    assert state.outcome is not None
    reason = state.outcome.reason
    seats = state.seats
    totals = state.scores
    if reason == "exact":
        assert max(totals) == 400
        return reason
    assert max(totals) < 400
    values = off_the_table(state)
    if reason == "dead":
        assert not any(can_make(400 - total, values) for total in totals)
        return reason
    assert reason == "last-round"
    last, before = turns[-seats:], turns[:-seats]
    assert set(last[:, SEAT].tolist()) == set(range(1, seats + 1)), "every seat had its last turn"
    assert not last[:, DRAWN].any(), "nobody drew in it"
    long_without_points = len(before) >= PATIENCE * seats and not before[-PATIENCE * seats :, POINTS].any()
    latest = before[-seats:]
    round_without_piles = len(latest) == seats and not latest[:, POINTS].any() and not latest[:, PILES].any()
    assert long_without_points or round_without_piles
    return "fifty rounds" if long_without_points else "no piles"


@pytest.mark.parametrize("sensible", [False, True], ids=["random", "sensible"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_end_and_none_too_early(seats: int, sensible: bool) -> None:
    start = State.start(GAME, {}, seats)
    memory = start.engine.blank(2)
    memory[0] = start.data[0]
    play = start.engine.bind(random_games).play_game
    turns = np.zeros((MOST_TURNS, 4), np.int64)
    rng = seeded("endings", seats, sensible)
    clauses: Counter[str] = Counter()
    games = -(-GAMES // 3)
    for _ in range(games):
        n = play(memory, sensible, turns, rng)
        assert n != LOST, "a card is lost or found"
        ended = start._next(memory[1:].copy(), 0)
        clauses[check_ending(ended, turns[:n])] += 1
    print(seats, "sensible" if sensible else "random", dict(clauses))
    assert clauses["exact"] > games // 2 or not available()
