"""What `explore` says of moves, against the exact table: the best move of a position has the position's value."""

import os

from damier.games.quatre.rules import RED
from damier.players.explore import Source, explore
from damier.solver.report import DRAWN, Value
from solver.positions import kept

LONG = os.environ.get("DAMIER_LONG_TESTS", "") not in ("", "0")
NODES = 100_000


def test_what_is_called_exact_agrees_with_the_table() -> None:
    decided = 0
    for state, value in kept("played-10000.npz")[:: 20 if LONG else 400]:
        found = explore(state, NODES)
        assert sorted(prospect.action for prospect in found) == sorted(state.actions(RED))
        exact = [prospect for prospect in found if prospect.source is not Source.ESTIMATE]
        for prospect in exact:
            assert prospect.value <= value.value, "no move is better than the position"
            if prospect.plies is not None and prospect.value == value.value != DRAWN:
                assert (prospect.plies - value.distance) * value.value >= 0
        if len(exact) == len(found) or (found and found[0].value > 0 and found[0].source is not Source.ESTIMATE):
            best = found[0]
            assert best.value == value.value
            if best.plies is not None and value.distance <= 7:
                assert Value(best.value, 0 if best.value == DRAWN else best.plies) == value
            decided += 1
    assert decided > 5
