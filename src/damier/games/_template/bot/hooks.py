"""What a search must know of Template."""

from damier.core.compiled import compiled
from damier.core.contract import StateData
from damier.games._template.rules import MAX_TAKEN


@compiled
def evaluate(state: StateData, seat: int) -> int:
    """Between two, leaving the other a multiple of four wins."""
    lost = int(state.sticks) % (MAX_TAKEN + 1) == 0
    return 1 if lost == (state.turn != seat) else -1
