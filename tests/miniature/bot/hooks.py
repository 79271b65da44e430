"""Points are points."""

from damier.core.compiled import compiled
from damier.core.contract import StateData


@compiled
def evaluate(state: StateData, seat: int) -> int:
    value = 2 * int(state.totals[seat])
    for other in range(1, int(state.seats) + 1):
        value -= int(state.totals[other])
    return value
