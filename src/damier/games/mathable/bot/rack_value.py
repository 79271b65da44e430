"""What tokens on a rack are worth, in units of the evaluation, compared with a token still to be drawn."""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData
from damier.games.mathable.equations import KINDS, VALUE

POINT = 8  # a point of the game, in units of the evaluation

EXTRA_TOKEN = 8 * POINT  # what an extra token brings (R7), roughly
KEEP = np.zeros(KINDS + 1, np.int64)  # by token: how much better keeping it is than drawing another
for _token in range(1, KINDS + 1):  # three finer tables showed no gain in 100 games each
    KEEP[_token] = -12 if VALUE[_token] == 0 or VALUE[_token] > 10 else 0


@compiled
def fill_release_values(state: StateData, keep: Ints, out: Ints) -> None:
    """Write, by token, what getting rid of it brings besides its points; once the bag is empty, its value (R13)."""
    for token in range(1, KINDS + 1):
        out[token] = -int(keep[token]) if state.left > 0 else POINT * int(VALUE[token])


@compiled
def worth_of(state: StateData, seat: int, keep: Ints) -> int:
    """Return what a seat's rack is worth; once the bag is empty, what it will cost (R13)."""
    worth = 0
    for i in range(int(state.held[seat])):
        token = int(state.rack[seat, i])
        worth += int(keep[token]) if state.left > 0 else -POINT * int(VALUE[token])
    return worth
