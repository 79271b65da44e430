"""What computer players know of Template. One function is enough; `core/search_defaults.py` has the others."""

from damier.core.compiled import compiled
from damier.core.contract import StateData
from damier.games._template.rules import MAX_TAKEN


@compiled
def evaluate(state: StateData, seat: int) -> int:
    """Return how good a position is for a seat: with two players, whoever faces a multiple of four sticks loses."""
    lost = int(state.sticks) % (MAX_TAKEN + 1) == 0
    return 1 if lost == (state.turn != seat) else -1
