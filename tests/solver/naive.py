"""A second solver, as plain as can be: all positions, no symmetry, no layers of slabs, one square at a time.

It shares nothing with the package, so that a mistake would have to be made twice to go unseen.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

SIZE = 4
UNDECIDED, NEVER = -1, -2
F = TypeVar("F", bound=Callable[..., Any])


def _compiled(function: F) -> F:
    return cast(F, njit(function))


def solve(pawns: int) -> tuple[NDArray[np.uint64], NDArray[np.int16]]:
    """Return all sets of pawns, and by pairs of them (side to move, other side) the plies to the end.

    Odd numbers are won, even ones lost, UNDECIDED is drawn; NEVER: the two overlap, or the side to move has a line.
    """
    sets = [sum(1 << square for square in chosen) for chosen in combinations(range(SIZE * SIZE), pawns)]
    masks = np.array(sorted(sets), np.int64)
    number = np.full(1 << SIZE * SIZE, -1, np.int64)
    number[masks] = np.arange(len(masks))
    lined = np.array([has_line(int(mask)) for mask in masks])
    plies = np.full((len(masks), len(masks)), UNDECIDED, np.int16)
    plies[(masks[:, None] & masks[None, :]) != 0] = NEVER
    plies[lined, :] = NEVER
    plies[np.ix_(~lined, lined)] = np.where(plies[np.ix_(~lined, lined)] == UNDECIDED, 0, NEVER)
    reach = _all_destinations(2 * pawns)
    distance = 0
    while True:
        found = _sweep(distance, masks, number, plies, reach)
        if distance > 0 and found == 0:
            return masks.astype(np.uint64), plies
        distance += 1


def has_line(mask: int) -> bool:
    """Return whether four pawns stand in line on this board of four."""
    stands = [[mask >> (SIZE * row + column) & 1 for column in range(SIZE)] for row in range(SIZE)]
    lines = [
        *stands,
        *zip(*stands, strict=True),
        [stands[i][i] for i in range(4)],
        [stands[i][3 - i] for i in range(4)],
    ]
    return any(all(line) for line in lines)


@_compiled
def _destinations(occupied: int, origin: int) -> int:
    """Return the squares that a pawn can move to, as bits. They do not depend on whose the other pawns are."""
    board = np.zeros((SIZE, SIZE), np.int8)
    for square in range(SIZE * SIZE):
        if occupied >> square & 1 and square != origin:
            board[square // SIZE, square % SIZE] = 1
    found = 0
    waiting = [origin]
    reached = np.zeros(SIZE * SIZE, np.bool_)
    reached[origin] = True
    while len(waiting) > 0:
        at = waiting.pop()
        row, column = at // SIZE, at % SIZE
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                if down == 0 and right == 0:
                    continue
                r, c = row + down, column + right
                if not (0 <= r < SIZE and 0 <= c < SIZE):
                    continue
                if board[r, c] == 0:
                    if at == origin:
                        found |= 1 << (SIZE * r + c)
                    continue
                r, c = r + down, c + right
                if 0 <= r < SIZE and 0 <= c < SIZE and board[r, c] == 0 and not reached[SIZE * r + c]:
                    reached[SIZE * r + c] = True
                    waiting.append(SIZE * r + c)
                    found |= 1 << (SIZE * r + c)
    return found


@_compiled
def _all_destinations(pawns: int) -> NDArray[np.int64]:
    """Return the destinations of each pawn among so many, by the squares that are occupied."""
    reach = np.zeros((1 << SIZE * SIZE, SIZE * SIZE), np.int64)
    for occupied in range(len(reach)):
        standing = 0
        for square in range(SIZE * SIZE):
            standing += occupied >> square & 1
        for origin in range(SIZE * SIZE):
            if standing == pawns and occupied >> origin & 1:
                reach[occupied, origin] = _destinations(occupied, origin)
    return reach


@_compiled
def _sweep(
    distance: int,
    masks: NDArray[np.int64],
    number: NDArray[np.int64],
    plies: NDArray[np.int16],
    reach: NDArray[np.int64],
) -> int:
    """Decide what ends in so many plies; every undecided position is looked at anew."""
    found = 0
    for i in range(len(masks)):
        for j in range(len(masks)):
            if plies[i, j] != UNDECIDED:
                continue
            wins, escapes, moves = 0, 0, 0
            for origin in range(SIZE * SIZE):
                if masks[i] >> origin & 1 == 0:
                    continue
                targets = reach[masks[i] | masks[j], origin]
                for target in range(SIZE * SIZE):
                    if targets >> target & 1 == 0:
                        continue
                    moves += 1
                    after = plies[j, number[masks[i] ^ (1 << origin) ^ (1 << target)]]
                    if 0 <= after < distance and after % 2 == 0:  # not what this very sweep decided
                        wins += 1
                    elif not (0 <= after < distance):
                        escapes += 1
            won = distance % 2 == 1 and wins > 0
            lost = distance % 2 == 0 and wins == 0 and escapes == 0 and (moves > 0 or distance == 0)
            if won or lost:
                plies[i, j] = distance
                found += 1
    return found
