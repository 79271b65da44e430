"""The chance of a line: which squares complete one for a seat, and how likely the dice are to point at one of them.

The functions take `pawns`, the squares of each seat's pawns in any order, and `board`, the seat that stands on each
square (0 if it is free). A search can move a pawn and take it back with a few assignments.
"""

import numpy as np
from numpy.typing import NDArray

from damier.core.compiled import compiled
from damier.core.contract import Ints
from damier.games.foumath.squares import MOST_SEATS, PAWNS, touches, value

Floats = NDArray[np.float64]

SQUARES = 100
RESERVE = 0
FACES = 10
SHAPE = (MOST_SEATS + 1, PAWNS)
EXTRA_THROWS = 3  # doubles in a row that are followed; four have a chance of one in ten thousand at most


def _thirds() -> NDArray[np.int64]:
    """Return, for every two squares, the one or two that form a line with them (R10); 0 for none."""
    found = np.zeros((SQUARES, SQUARES, 2), np.int64)
    squares = [10 * row + column for row in range(1, 10) for column in range(1, 10)]
    for low in squares:
        for high in squares:
            gap = high - low
            wanted = []
            if touches(gap):
                wanted = [low - gap, high + gap]
            elif gap % 2 == 0 and touches(gap // 2):
                wanted = [low + gap // 2]
            for way, square in enumerate(square for square in wanted if square in squares):
                found[low, high, way] = found[high, low, way] = square
    return found


THIRDS = _thirds()
NUMBERS = np.array([[value(square, addition) for square in range(SQUARES)] for addition in (0, 1)])  # R1


@compiled
def completing_squares(pawns: Ints, board: Ints, seat: int, out: Ints) -> int:
    """Write each free square where one more pawn of the seat completes a line into `out`; return how many."""
    n = 0
    for i in range(PAWNS):
        for j in range(i + 1, PAWNS):
            for way in range(2):
                square = THIRDS[pawns[seat, i], pawns[seat, j], way]
                if square != 0 and board[square] == 0:
                    listed = False
                    for k in range(n):
                        listed = listed or out[k] == square
                    if not listed:
                        out[n] = square
                        n += 1
    return n


@compiled
def points_made(pawns: Ints, seat: int, moved: int, target: int, addition: int) -> int:
    """Return the points of the line that the pawn with this index completes on the target (R11, R12), or 0."""
    most = 0
    for i in range(PAWNS):
        for j in range(i + 1, PAWNS):
            if i != moved and j != moved:
                one = pawns[seat, i]
                two = pawns[seat, j]
                if THIRDS[one, two, 0] == target or THIRDS[one, two, 1] == target:
                    most = max(most, NUMBERS[addition, one] + NUMBERS[addition, two] + NUMBERS[addition, target])
    return most


@compiled
def reserve_index(pawns: Ints, seat: int) -> int:
    """Return the index of a pawn in reserve, which must be placed first (R8); -1 if all are on the board."""
    for i in range(PAWNS):
        if pawns[seat, i] == RESERVE:
            return i
    return -1


@compiled
def throw_chance(squares: Ints, n: int, kept: int) -> float:
    """Return the chance that one throw points at one of these squares; `kept` is the number kept, -1 for none."""
    hits = 0
    for i in range(n):
        row = squares[i] // 10
        column = squares[i] % 10
        if kept < 0:
            for j in range(i):  # (r,c) and (c,r) are the same throw
                if squares[j] == 10 * column + row:
                    hits -= 2
            hits += 1 if row == column else 2
        elif row == kept or column == kept:
            hits += 10
            for j in range(i):
                if squares[j] == 10 * column + row:
                    hits -= 10
    return hits / 100


_TRIES = 9 * PAWNS * 2  # nine doubles, four pawns to move, and both dice or one kept for the next throw


@compiled
def turn_chance(pawns: Ints, board: Ints, seat: int, kept: int, again: int, extra: int) -> float:
    """Return the chance to complete a line with this throw or, after doubles, with up to `extra` more of the same turn.

    After each double the best pawn and the best next throw are chosen. The function keeps its own stack instead of
    calling itself: numba does not find recursive functions in its cache.
    """
    squares = np.empty(2 * PAWNS * PAWNS, np.int64)
    chance = np.zeros(extra + 1)
    best = np.zeros((extra + 1, FACES))
    kepts = np.zeros(extra + 1, np.int64)
    tries = np.zeros(extra + 1, np.int64)
    origins = np.zeros(extra + 1, np.int64)
    lines = np.zeros((extra + 1, FACES), np.int64)  # whether a double completes a line at once
    kepts[0] = kept
    level = 0
    thrown = False
    while True:
        if not thrown:
            thrown = True
            n = completing_squares(pawns, board, seat, squares)
            chance[level] = throw_chance(squares, n, int(kepts[level]))
            for number in range(FACES):
                best[level, number] = 0.0
                lines[level, number] = 0
            for i in range(n):
                if squares[i] % 11 == 0:
                    lines[level, squares[i] // 11] = 1
            over = level == extra or kepts[level] == 0 or (kepts[level] > 0 and again == 0)
            tries[level] = _TRIES if over else 0
        number = int(tries[level]) // (2 * PAWNS) + 1
        index = int(tries[level]) // 2 % PAWNS
        if tries[level] < _TRIES:
            only = reserve_index(pawns, seat)
            target = 11 * number
            fits = kepts[level] in (-1, number) and (only < 0 or only == index)
            if not fits or board[target] != 0 or lines[level, number] != 0:
                tries[level] += 1
                continue
            origins[level] = pawns[seat, index]
            board[pawns[seat, index]] = 0
            board[target] = seat
            pawns[seat, index] = target
            kepts[level + 1] = -1 if tries[level] % 2 == 0 else number
            level += 1
            thrown = False
            continue
        total = float(chance[level])
        for number in range(FACES):
            total += best[level, number] * (0.01 if kepts[level] < 0 else 0.1)
        if level == 0:
            return total
        level -= 1
        number = int(tries[level]) // (2 * PAWNS) + 1
        index = int(tries[level]) // 2 % PAWNS
        board[11 * number] = 0
        pawns[seat, index] = origins[level]
        board[origins[level]] = seat if origins[level] != RESERVE else 0
        best[level, number] = max(best[level, number], total)
        tries[level] += 1
