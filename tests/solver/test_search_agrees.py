"""The table against alpha-beta, which shares none of its code: it plays by the rules of the game."""

import os

from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget
from damier.players.player import find
from damier.solver.report import DRAWN, Value
from solver.positions import kept

RANDOM = "random-10000.npz"  # positions at random among all in which play goes on
DEPTH = 9
BUDGET = Budget(nodes=100_000, depth=DEPTH)
PART = 20  # by default one position of so many is looked at


def test_on_random_positions_search_finds_the_exact_value_wherever_it_decides() -> None:
    positions = kept(RANDOM)[:: 1 if os.environ.get("DAMIER_LONG_TESTS") else PART]
    decided = compare(positions)
    assert decided > len(positions) // 2


def compare(positions: list[tuple[State, Value]]) -> int:
    """Return how many positions the search decides, and check each."""
    search = find("alphabeta")
    decided = 0
    for state, value in positions:
        found = search.think(state.view(1), state.actions(1), BUDGET, seeded("agree"))
        complete = found.nodes < BUDGET.nodes
        if found.exact:
            assert found.value is not None
            assert found.plies is not None
            decided += 1
            assert value.value == (1 if found.value > 0 else -1)
            # It follows forced moves beyond its depth, so its proof may take more plies than necessary, never fewer.
            assert found.plies >= value.distance
        if complete and value.value != DRAWN and value.distance <= DEPTH:
            assert found.exact, "all lines of nine plies were looked at"
    return decided
