"""The eight symmetries of the board: turned or mirrored, a position plays the same."""

import numpy as np

from damier.core.compiled import compiled, lowest
from damier.core.contract import StateData
from damier.games.quatre.rules import BLUE, RED, SIZE, STRIDE, number_of

IMAGES = 8
NEAR = 128  # no search looks further ahead than this

_LAST = SIZE - 1
_SEEN = np.zeros((IMAGES, STRIDE * SIZE), np.int64)  # for each symmetry, the bit that a square is mapped to
for _image in range(IMAGES):
    for _row in range(SIZE):
        for _column in range(SIZE):
            _r, _c = (_column, _row) if _image & 4 else (_row, _column)
            _r, _c = (_LAST - _r if _image & 2 else _r), (_LAST - _c if _image & 1 else _c)
            _SEEN[_image, STRIDE * _row + _column] = 1 << (STRIDE * _r + _c)


@compiled
def seen(pawns: int, image: int) -> int:
    """Return a set of pawns turned or mirrored."""
    there = 0
    while pawns != 0:
        there |= int(_SEEN[image, lowest(pawns)])
        pawns &= pawns - 1
    return there


@compiled
def table_key(state: StateData) -> int:
    """Return one key for all eight images of a position.

    Once a position has occurred twice (R9), moves are illegal in one image and not in the others: then each image has
    its own key. Near the move limit the plies that are left are part of the key.
    """
    red = int(state.pawns[RED])
    blue = int(state.pawns[BLUE])
    marked = int(state.marked)
    if state.repeated == 0:
        red, blue, marked = _first(red, blue, marked)
    key = number_of(state, red, blue, marked) * NEAR
    left = int(state.ply_limit) - int(state.ply)
    return key + left if left < NEAR else key


@compiled
def _first(red: int, blue: int, marked: int) -> tuple[int, int, int]:
    reds, blues, marks = red, blue, marked
    for image in range(1, IMAGES):
        r = seen(red, image)
        if r > reds:
            continue
        b = seen(blue, image)
        m = seen(marked, image)
        if r < reds or b < blues or (b == blues and m < marks):
            reds, blues, marks = r, b, m
    return reds, blues, marks
