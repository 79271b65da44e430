"""Board, tokens and equations of Mathable (R1, R2, R4–R6, R8): what a token may do on a square.

The board is one array with a margin of empty squares, so that looking two squares away never leaves it. A square is
16·(row + 2) + column, rows and columns counted from 0. A token is a number: its place among the 46 kinds, counted
from 1, so that 0 is an empty square or an empty place in a rack. Directions are the bits of `<`, `>`, `^` and `v`:
where the pair of numbers lies, seen from the token.
"""

import numpy as np

from damier.core.compiled import compiled, count, lowest
from damier.core.contract import Ints, StateData

SIZE = 14
STRIDE = 16
MARGIN = 2
CELLS = STRIDE * (SIZE + 2 * MARGIN)
COLUMNS = (1 << SIZE) - 1

LAYOUT = (
    "3.....33.....3",
    ".2../..../..2.",
    "..2..-..-..2..",
    "...2..+*..2...",
    "./..2.*+.2../.",
    "..-........-..",
    "3..*+.12.*+..3",
    "3..+*.34.+*..3",
    "..-........-..",
    "./..2.+*.2../.",
    "...2..*+..2...",
    "..2..-..-..2..",
    ".2../..../..2.",
    "3.....33.....3",
)  # the middle four are printed numbers, every other digit an award
PRINTED = {(row, column): int(LAYOUT[row][column]) for row in (6, 7) for column in (6, 7)}

SIGNS = "+-*/"  # sign s has the number s + 1; 0 stands for all of them
DIRECTIONS = "<>^v"
STEPS = (-1, 1, -STRIDE, STRIDE)

VALUES = (
    *range(22), 24, 25, 27, 28, 30, 32, 35, 36, 40, 42, 45, 48, 49, 50, 54, 56, 60, 63, 64, 70, 72, 80, 81, 90,
)  # fmt: skip
COPIES = tuple(7 if 1 <= value <= 10 else 1 for value in VALUES)
TOKENS = sum(COPIES)
KINDS = len(VALUES)
VALUE = np.array((0, *VALUES), np.int64)  # by token
TOKEN = {value: kind + 1 for kind, value in enumerate(VALUES)}
RACK = 7


def square_at(row: int, column: int) -> int:
    """Return the number of a square."""
    return STRIDE * (row + MARGIN) + column


AWARD = np.ones(CELLS, np.int64)  # R8
SIGN = np.zeros(CELLS, np.int64)  # R6
for _row, _line in enumerate(LAYOUT):
    for _column, _mark in enumerate(_line):
        if _mark in SIGNS:
            SIGN[square_at(_row, _column)] = SIGNS.index(_mark) + 1
        elif _mark != "." and (_row, _column) not in PRINTED:
            AWARD[square_at(_row, _column)] = int(_mark)


def results(first: int, second: int, sign: str) -> set[int]:
    """Return what two numbers make with a sign (R4). Difference and quotient work in either order."""
    if sign == "+":
        return {first + second}
    if sign == "-":
        return {abs(first - second)}
    if sign == "*":
        return {first * second}
    pairs = ((first, second), (second, first))
    return {over // under for over, under in pairs if under != 0 and over % under == 0}


# MAKES[sign, a, b]: bit t is set when the tokens a and b make the token t with that sign; sign 0: with any.
MAKES = np.zeros((len(SIGNS) + 1, KINDS + 1, KINDS + 1), np.int64)
for _a, _first in enumerate(VALUES, 1):
    for _b, _second in enumerate(VALUES, 1):
        for _s, _sign in enumerate(SIGNS, 1):
            _bits = sum(1 << TOKEN[made] for made in results(_first, _second, _sign) if made in TOKEN)
            MAKES[_s, _a, _b] = _bits
            MAKES[0, _a, _b] |= _bits


@compiled
def put(board: StateData, rows: StateData, square: int, token: int) -> None:
    """Put a token on a square. `rows` has the taken columns of each row, as bits."""
    board[square] = token
    rows[square // STRIDE] |= 1 << (square % STRIDE)


@compiled
def lift(board: StateData, rows: StateData, square: int) -> None:
    """Take a token off the board."""
    board[square] = 0
    rows[square // STRIDE] ^= 1 << (square % STRIDE)


@compiled
def pairs(board: StateData, square: int) -> int:
    """Return the directions in which two numbers lie beside a square."""
    found = 0
    for d in range(4):
        step = STEPS[d]
        if board[square + step] != 0 and board[square + 2 * step] != 0:
            found |= 1 << d
    return found


@compiled
def equations(board: StateData, square: int, token: int) -> int:
    """Return the directions in which a token on the square completes an equation (R4–R6)."""
    makes = MAKES[SIGN[square]]
    found = 0
    for d in range(4):
        step = STEPS[d]
        if (makes[board[square + step], board[square + 2 * step]] >> token) & 1:
            found |= 1 << d
    return found


@compiled
def candidates(rows: StateData, row: int) -> int:
    """Return the empty squares of a row (as bits) that have two numbers beside them in some direction."""
    here = int(rows[row])
    two = here & (here >> 1)
    beside = (two << 2) | (two >> 1)
    beside |= (int(rows[row - 1]) & int(rows[row - 2])) | (int(rows[row + 1]) & int(rows[row + 2]))
    return beside & ~here & COLUMNS


@compiled
def made_at(board: StateData, square: int) -> int:
    """Return the tokens (as bits) that complete an equation on a square (R4–R6)."""
    makes = MAKES[SIGN[square]]
    bits = int(makes[board[square - 1], board[square - 2]]) | int(makes[board[square + 1], board[square + 2]])
    bits |= int(makes[board[square - STRIDE], board[square - 2 * STRIDE]])
    return bits | int(makes[board[square + STRIDE], board[square + 2 * STRIDE]])


@compiled
def kinds_of(rack: StateData) -> int:
    """Return the tokens of a rack, as bits."""
    bits = 0
    for i in range(RACK):
        bits |= 1 << int(rack[i])
    return bits & -2


@compiled
def placeable(board: StateData, rows: StateData, tokens: int) -> bool:
    """Return whether any of these tokens fits anywhere (R13)."""
    for row in range(MARGIN, MARGIN + SIZE):
        columns = candidates(rows, row)
        while columns != 0:
            if made_at(board, STRIDE * row + lowest(columns)) & tokens != 0:
                return True
            columns &= columns - 1
    return False


# A placement as a number: the square, the token, and the directions claimed (none where claims are automatic).
PLACE = 1 << 18


@compiled
def placement(square: int, token: int, claim: int) -> int:
    """Return the action number of a placement."""
    return PLACE | (square << 10) | (token << 4) | claim


@compiled
def square_of(action: int) -> int:
    """Return the square of a placement."""
    return (action >> 10) & 255


@compiled
def token_of(action: int) -> int:
    """Return the token of a placement."""
    return (action >> 4) & 63


@compiled
def claim_of(action: int) -> int:
    """Return the directions a placement claims (R14)."""
    return action & 15


@compiled
def placements(board: StateData, rows: StateData, rack: StateData, declared: int, contest: int, out: Ints) -> int:
    """Write all placements from a rack into `out` and return how many; with `contest`, the wrong ones too (R15)."""
    tokens = kinds_of(rack)
    n = 0
    for row in range(MARGIN, MARGIN + SIZE):
        columns = candidates(rows, row)
        while columns != 0:
            square = STRIDE * row + lowest(columns)
            columns &= columns - 1
            bits = tokens if contest != 0 else tokens & made_at(board, square)
            while bits != 0:
                token = lowest(bits)
                bits &= bits - 1
                if declared == 0:
                    out[n] = placement(square, token, 0)
                    n += 1
                    continue
                most = pairs(board, square) if contest != 0 else equations(board, square, token)
                claim = most
                while claim != 0:  # every subset of them
                    out[n] = placement(square, token, claim)
                    n += 1
                    claim = (claim - 1) & most
    return n


@compiled
def is_right(board: StateData, action: int) -> bool:
    """Return whether a placement is right, with all that it claims (R15)."""
    found = equations(board, square_of(action), token_of(action))
    claim = claim_of(action)
    return found != 0 if claim == 0 else claim & ~found == 0


@compiled
def points(board: StateData, action: int) -> int:
    """Return value × equations × award (R8). A wrong placement scores what it claims, at least one equation (R15)."""
    square = square_of(action)
    token = token_of(action)
    claim = claim_of(action)
    lines = count(claim) if claim != 0 else max(1, count(equations(board, square, token)))
    return int(VALUE[token]) * lines * int(AWARD[square])


@compiled
def price(board: StateData, actions: Ints, n: int, out: Ints) -> None:
    """Write the points of several placements into `out`."""
    for i in range(n):
        out[i] = points(board, int(actions[i]))


@compiled
def best_points(board: StateData, rows: StateData, tokens: int) -> int:
    """Return the most points one of these tokens can rightly score now; -1 where none fits."""
    best = -1
    for row in range(MARGIN, MARGIN + SIZE):
        columns = candidates(rows, row)
        while columns != 0:
            square = STRIDE * row + lowest(columns)
            columns &= columns - 1
            bits = tokens & made_at(board, square)
            while bits != 0:
                best = max(best, points(board, placement(square, lowest(bits), 0)))
                bits &= bits - 1
    return best
