"""What a beginner misses: two equations at once, divisions, large numbers, and what is far from the middle."""

from damier.core.compiled import compiled, count
from damier.core.contract import StateData
from damier.games.mathable.equations import (
    MAKES,
    MARGIN,
    PLACE,
    STEPS,
    STRIDE,
    VALUE,
    claim_of,
    equations,
    is_right,
    square_of,
    token_of,
)
from damier.games.mathable.rules import CONTEST, SWAP

USUAL = 30
SECOND = 35  # more for a second equation
SUBTLE = 15  # more for a difference
DIVISION = 30
LARGE = 15
FAR = 15
HARDLY = 95
_MINUS = 2
_TIMES = 3


@compiled
def miss_chance(state: StateData, seat: int, action: int) -> int:
    """Return the percentage of beginners who overlook this action."""
    if action >= PLACE:
        return _missed(state, action) if is_right(state.board, action) else 100
    if action >= SWAP:
        return HARDLY
    return USUAL if action >= CONTEST else 0


@compiled
def _missed(state: StateData, action: int) -> int:
    square = square_of(action)
    token = token_of(action)
    found = claim_of(action)
    if found == 0:
        found = equations(state.board, square, token)
    missed = USUAL + _hardness(state, square, token, found)
    if count(found) > 1:
        missed += SECOND
    if VALUE[token] > 20:
        missed += LARGE
    if _from_middle(square) > 3:
        missed += FAR
    return min(missed, HARDLY)


@compiled
def _hardness(state: StateData, square: int, token: int, found: int) -> int:
    """Return how hard its easiest equation is to see: sums and products are easy, then differences, then quotients."""
    easiest = DIVISION
    for d in range(4):
        if (found >> d) & 1:
            a = int(state.board[square + STEPS[d]])
            b = int(state.board[square + 2 * STEPS[d]])
            if ((int(MAKES[1, a, b]) | int(MAKES[_TIMES, a, b])) >> token) & 1:
                return 0
            if (int(MAKES[_MINUS, a, b]) >> token) & 1:
                easiest = SUBTLE
    return easiest


@compiled
def _from_middle(square: int) -> int:
    """Return how many rows or columns a square is away from the printed numbers."""
    row = square // STRIDE - MARGIN
    column = square % STRIDE
    return max(6 - row, row - 7, 6 - column, column - 7)
