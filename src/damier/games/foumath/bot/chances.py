"""The chance to line up: which squares make a seat's line, and how likely the dice are to point at one of them.

Those who search keep `pawns` as 64-bit numbers in any order and `board`, the number of the seat on each square: moving
a pawn and back again is then two assignments.
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
EXTRA_THROWS = 3  # after so many doubles in a row the rest is less than one in ten thousand


def _thirds() -> NDArray[np.int64]:
    """R10: for each two squares the one or two that make a line with them; 0 for none."""
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
def completing(pawns: Ints, board: Ints, seat: int, out: Ints) -> int:
    """Write each free square where a pawn of the seat would make a line; answer how many."""
    n = 0
    for i in range(PAWNS):
        for j in range(i + 1, PAWNS):
            for way in range(2):
                square = THIRDS[pawns[seat, i], pawns[seat, j], way]
                if square != 0 and board[square] == 0:
                    known = False
                    for k in range(n):
                        known = known or out[k] == square
                    if not known:
                        out[n] = square
                        n += 1
    return n


@compiled
def line_made(pawns: Ints, seat: int, moved: int, target: int, addition: int) -> int:
    """R11, R12: the points of the line that the pawn with this index makes on the target; 0 if there is none."""
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
def first_to_move(pawns: Ints, seat: int) -> int:
    """R8: the index of the pawn to place, if one is in reserve; -1 if any may be moved."""
    for i in range(PAWNS):
        if pawns[seat, i] == RESERVE:
            return i
    return -1


@compiled
def line_chance(squares: Ints, n: int, kept: int) -> float:
    """The chance that a throw points at one of these squares; `kept` is the number kept, -1 if both dice are thrown."""
    hits = 0
    for i in range(n):
        row = squares[i] // 10
        column = squares[i] % 10
        if kept < 0:
            twin = row == column
            for j in range(i):  # (r,c) and (c,r) are the same throw
                if squares[j] == 10 * column + row:
                    hits -= 2
            hits += 1 if twin else 2
        elif row == kept or column == kept:
            hits += 10
            for j in range(i):
                if squares[j] == 10 * column + row:
                    hits -= 10
    return hits / 100


_TRIES = 9 * PAWNS * 2  # of doubles, of pawns to go there, of throws after that


@compiled
def turn_chance(pawns: Ints, board: Ints, seat: int, kept: int, again: int, extra: int) -> float:
    """The chance to line up by this throw or, after doubles, by one of so many more, each chosen as well as can be.

    A stack of throws, not a function that calls itself: numba's cache does not find such a one again.
    """
    squares = np.empty(2 * PAWNS * PAWNS, np.int64)
    chance = np.zeros(extra + 1)
    best = np.zeros((extra + 1, FACES))
    kepts = np.zeros(extra + 1, np.int64)
    tries = np.zeros(extra + 1, np.int64)
    origins = np.zeros(extra + 1, np.int64)
    lines = np.zeros((extra + 1, FACES), np.int64)  # whether a double makes one at once
    kepts[0] = kept
    level = 0
    thrown = False
    while True:
        if not thrown:
            thrown = True
            n = completing(pawns, board, seat, squares)
            chance[level] = line_chance(squares, n, int(kepts[level]))
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
            only = first_to_move(pawns, seat)
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
