"""The book of the plain game: best moves near both printed starts, from the exact analysis (docs/quatre-solved.md)."""

from functools import cache
from pathlib import Path

from damier.core.contract import SURE, StateData
from damier.core.thinking import Thought
from damier.games.quatre.rules import BLUE, RED, ROW, SIZE, STRIDE
from damier.solver.book import Book
from damier.solver.report import DRAWN

FILE = Path(__file__).with_name("starts.book")
WIN = 2 * SURE  # as searches count: WIN - n for a win in n plies


@cache
def book() -> Book:
    """Return the book, which is read when it is first asked for."""
    return Book.read(FILE)


def known(state: StateData, seat: int) -> Thought | None:
    """Return the book's move for the seat to move and what it leads to, or None where the book has no such position.

    The analysis knows neither R9 nor the move limit. Where a position has stood twice, or the limit would come first,
    wins and losses are not called exact. Nor is a draw, which by R9 may end otherwise.
    """
    if state.mix:
        return None
    entry = book().find(*(packed(int(state.pawns[side])) for side in (seat, RED + BLUE - seat)))
    if entry is None:
        return None
    action = spread(entry.origin) << 6 | spread(entry.target)
    value, plies = entry.value.value, entry.value.distance
    if value == DRAWN:
        return Thought(action, 0.0)
    if state.ply + plies > state.ply_limit:
        return None
    return Thought(action, float(value * (WIN - plies)), not state.repeated, plies)


def packed(pawns: int) -> int:
    """Return a set of pawns as the book numbers squares, without the rules' empty seventh column."""
    return sum((pawns >> STRIDE * row & ROW) << SIZE * row for row in range(SIZE))


def spread(square: int) -> int:
    """Return the rules' number of a square of the book."""
    row, column = divmod(square, SIZE)
    return STRIDE * row + column
