"""The board of Foumath: squares, the pawns on them, lines and their points.

A square is the number 10·row + column, 11 to 99, as two dice name it; 0 is the reserve. Numbers that end in 0 are not
squares, so a line cannot run over the edge of the board into the next row. Each seat's four pawns are kept in ascending
order, those in reserve first: of three in a line, the second is as far from the first as from the third.
"""

from damier.core.compiled import compiled
from damier.core.contract import Ints

SIZE = 9
PAWNS = 4  # of each seat
MOST_SEATS = 4
FROM = 100  # an action that goes from one square to another is FROM · origin + target


@compiled
def value(square: int, addition: int) -> int:
    """Return the number on a square (R1)."""
    row = square // 10
    column = square % 10
    return row + column if addition != 0 else row * column


@compiled
def pointed(first: int, second: int, way: int) -> int:
    """Return the square in the row of the first die and the column of the second; `way` 1 swaps them (R7)."""
    return 10 * first + second if way == 0 else 10 * second + first


@compiled
def is_free(pawns: Ints, square: int) -> bool:
    """Return whether no pawn stands on a square (R8)."""
    for seat in range(1, MOST_SEATS + 1):
        for i in range(PAWNS):
            if pawns[seat, i] == square:
                return False
    return True


@compiled
def places(pawns: Ints, seat: int, first: int, second: int, out: Ints) -> int:
    """Write the legal actions for these dice into `out` and return how many (R7, R8).

    A pawn in reserve is placed; once all four are on the board, any of them may be moved.
    """
    origins = 1 if pawns[seat, 0] == 0 else PAWNS
    n = 0
    for way in range(1 if first == second else 2):
        target = pointed(first, second, way)
        if is_free(pawns, target):
            for i in range(origins):
                out[n] = FROM * int(pawns[seat, i]) + target
                n += 1
    return n


@compiled
def put(pawns: Ints, origin: int, target: int) -> None:
    """Move one of a seat's pawns, or place one from the reserve, and keep them in order."""
    i = 0
    while pawns[i] != origin:
        i += 1
    while i + 1 < PAWNS and pawns[i + 1] < target:
        pawns[i] = pawns[i + 1]
        i += 1
    while i > 0 and pawns[i - 1] > target:
        pawns[i] = pawns[i - 1]
        i -= 1
    pawns[i] = target


@compiled
def touches(step: int) -> bool:
    """Return whether squares with this difference touch: the higher one is to the right, below, or diagonally below."""
    return step == 1 or 9 <= step <= 11


@compiled
def line(pawns: Ints, addition: int) -> int:
    """Return a seat's line as 100·(its first square) + the step from square to square, or 0 if there is none (R10).

    With four in a line it is the three with the largest sum (R12): along any line of either board the numbers rise,
    fall, or rise and then fall, so the three largest are side by side. (Four pawns form two lines in no other way.)
    """
    best = 0
    most = 0
    for left_out in range(PAWNS):
        low = int(pawns[1 if left_out == 0 else 0])
        middle = int(pawns[1 if left_out > 1 else 2])
        high = int(pawns[2 if left_out == 3 else 3])
        step = middle - low
        if low != 0 and high - middle == step and touches(step):
            found = 100 * low + step
            points = line_points(found, addition)
            if points > most:
                most = points
                best = found
    return best


@compiled
def line_points(found: int, addition: int) -> int:
    """Return the sum of the three numbers under a line (R11)."""
    first = found // 100
    step = found % 100
    return value(first, addition) + value(first + step, addition) + value(first + 2 * step, addition)


def line_squares(found: int) -> list[int]:
    """Return the three squares of a line, lowest first; none if there is no line."""
    first, step = divmod(found, 100)
    return [first, first + step, first + 2 * step] if found else []


@compiled
def highest(pawns: Ints, addition: int) -> int:
    """Return the highest number under any of a seat's pawns (R11); 0 if none is on the board."""
    most = 0
    for i in range(PAWNS):
        most = max(most, value(int(pawns[i]), addition))
    return most
