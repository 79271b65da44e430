"""The board of Quatre at any size: squares, lines, symmetries. NumPy only, so that it runs on a bare machine.

A set of pawns is one number: bit `size * row + column`, rows from A (0), columns from 1 (0).
"""

from dataclasses import dataclass
from functools import cache, cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

Masks = NDArray[np.uint64]

LINE = 4
SMALLEST, LARGEST = 4, 6
MOST_PAWNS = 6
SYMMETRIES = 8
ROWS = "ABCDEF"
STARTS = ("rotated", "mirrored")
_DIRECTIONS = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0))


@dataclass(frozen=True)
class Board:
    """A board side and the number of pawns on each side."""

    size: int = 6
    pawns: int = 6

    def __post_init__(self) -> None:
        if not SMALLEST <= self.size <= LARGEST:
            raise ValueError(f"the board side is {SMALLEST} to {LARGEST}, not {self.size}")
        if not 1 <= self.pawns <= MOST_PAWNS:
            raise ValueError(f"each side has 1 to {MOST_PAWNS} pawns, not {self.pawns}")

    @property
    def squares(self) -> int:
        """Return the number of squares."""
        return self.size * self.size

    @property
    def free(self) -> int:
        """Return the number of squares that one side leaves to the other."""
        return self.squares - self.pawns

    @property
    def sets(self) -> int:
        """Return in how many ways one side can stand alone."""
        return comb(self.squares, self.pawns)

    @property
    def slab(self) -> int:
        """Return in how many ways the other side can stand when one side stands."""
        return comb(self.free, self.pawns)

    @property
    def positions(self) -> int:
        """Return the number of pairs (side to move, other side), those with a line included."""
        return self.sets * self.slab

    def _at(self, row: int, column: int) -> int | None:
        inside = 0 <= row < self.size and 0 <= column < self.size
        return self.size * row + column if inside else None

    @cached_property
    def neighbours(self) -> list[list[int | None]]:
        """Return for each square its neighbour in each of the eight directions."""
        return [self._around(square, 1) for square in range(self.squares)]

    @cached_property
    def landings(self) -> list[list[int | None]]:
        """Return for each square the one behind its neighbour, in the same order."""
        return [self._around(square, 2) for square in range(self.squares)]

    def _around(self, square: int, distance: int) -> list[int | None]:
        row, column = divmod(square, self.size)
        return [self._at(row + distance * down, column + distance * right) for down, right in _DIRECTIONS]

    @cached_property
    def lines(self) -> Masks:
        """Return every line of four."""
        found = []
        for square in range(self.squares):
            row, column = divmod(square, self.size)
            for down, right in ((0, 1), (1, -1), (1, 0), (1, 1)):
                line = [self._at(row + i * down, column + i * right) for i in range(LINE)]
                if None not in line:
                    found.append(sum(1 << at for at in line if at is not None))
        return np.array(found, np.uint64)

    @cached_property
    def symmetries(self) -> NDArray[np.uint8]:
        """Return where each of the eight symmetries takes each square; the first one leaves all in place."""
        last = self.size - 1
        images = []
        for turned in (False, True):
            for down in (False, True):
                for right in (False, True):
                    image = []
                    for square in range(self.squares):
                        row, column = divmod(square, self.size)
                        row, column = (column, row) if turned else (row, column)
                        row, column = last - row if down else row, last - column if right else column
                        image.append(self.size * row + column)
                    images.append(image)
        return np.array(images, np.uint8)

    def has_line(self, masks: Masks) -> NDArray[np.bool_]:
        """Return for each set whether it holds a line."""
        found = np.zeros(masks.shape, np.bool_)
        for line in self.lines:
            found |= (masks & line) == line
        return found

    def name(self, square: int) -> str:
        """Return how a square is written, such as D2."""
        row, column = divmod(square, self.size)
        return f"{ROWS[row]}{column + 1}"

    def start(self, name: str) -> tuple[int, int]:
        """Return red's and black's pawns at a printed start (R2)."""
        if (self.size, self.pawns) != (6, 6):
            raise ValueError("the starts are printed for 6×6 and six pawns a side")
        row, alternating = 0b111111, 0b010101
        red_above = {"rotated": alternating << 1, "mirrored": alternating}[name]
        return alternating << 30 | red_above, (alternating << 1) << 30 | (row ^ red_above)


def subsets(squares: int, pawns: int) -> Masks:
    """Return all sets of so many pawns as masks in growing order, which is the order of their ranks."""
    rows = [np.zeros(1, np.uint64)] + [np.zeros(0, np.uint64)] * pawns
    for square in range(squares):
        bit = np.uint64(1 << square)
        for k in range(pawns, 0, -1):
            rows[k] = np.concatenate([rows[k], rows[k - 1] | bit])
    return rows[pawns]


@cache
def binomials(squares: int, pawns: int) -> NDArray[np.int64]:
    """Return the table choose[n, k] for n up to squares and k up to pawns."""
    table = np.array([[comb(n, k) for k in range(pawns + 1)] for n in range(squares + 1)], np.int64)
    table.flags.writeable = False  # everybody gets the same one
    return table
