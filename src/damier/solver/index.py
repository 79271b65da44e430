"""The numbering of positions: (symmetry class of one side, rank of the other side on the squares that are left).

A *slab* holds all positions that share the class. There are two layouts over the same slabs: in the first the
numbered side X is to move against the class S, in the second S is to move against X. A move of X leaves S where it
is, so it leads from a slab of the first layout into the same slab of the second.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from damier.solver.board import SYMMETRIES, Board, Masks, binomials, subsets

NO_CLASS = 0xFFFFFF  # of a set that holds a line: play is over, so it has no slab
CLASS_BITS = 24
_PIECE = 12  # squares


@dataclass(frozen=True)
class RankTables:
    """The rank of a set on the free squares as the sum of three entries, one for each third of its bits.

    The highest third tells by itself how many pawns are below it, so its table and the lowest one have one entry for
    each pattern; the table of the middle third has one for each number of pawns in the lowest third and pattern.
    """

    bits: int
    low: NDArray[np.uint16]
    middle: NDArray[np.uint16]
    high: NDArray[np.uint32]


@dataclass(frozen=True)
class Index:
    """The slabs of a board."""

    board: Board
    representatives: Masks  # the smallest set of each class, in growing order
    orbits: NDArray[np.uint8]  # how many sets each class has
    classes: NDArray[np.uint32]  # for each set: its class, and above it a bit for each symmetry to the representative
    combinations: Masks  # all sets on the free squares, by rank
    ranks: RankTables
    choose: NDArray[np.int64]

    @property
    def slabs(self) -> int:
        """Return the number of classes that have a slab."""
        return len(self.representatives)

    @property
    def entries(self) -> int:
        """Return the number of positions in one layout."""
        return self.slabs * self.board.slab

    @property
    def open_sets(self) -> int:
        """Return the number of sets without a line."""
        return int(self.orbits.sum(dtype=np.int64))


def build(board: Board) -> Index:
    """Return the index of a board."""
    sets = subsets(board.squares, board.pawns)
    turned = np.stack([images(board, symmetry, sets) for symmetry in range(SYMMETRIES)])
    smallest = turned.min(axis=0)
    to_smallest = np.zeros(len(sets), np.uint32)
    for i in range(SYMMETRIES):
        to_smallest |= (turned[i] == smallest).astype(np.uint32) << np.uint32(CLASS_BITS + i)
    lines = board.has_line(sets)
    representatives = sets[(smallest == sets) & ~lines]
    numbers = np.searchsorted(representatives, smallest).astype(np.uint32)
    numbers[lines] = NO_CLASS
    orbits = np.bincount(numbers[~lines], minlength=len(representatives)).astype(np.uint8)
    return Index(
        board=board,
        representatives=representatives,
        orbits=orbits,
        classes=numbers | to_smallest,
        combinations=subsets(board.free, board.pawns),
        ranks=_rank_tables(board),
        choose=binomials(board.squares, board.pawns),
    )


def images(board: Board, symmetry: int, sets: Masks) -> Masks:
    """Return the sets under one symmetry, looked up in pieces of twelve squares."""
    result = np.zeros_like(sets)
    for i, table in enumerate(_pieces(board, symmetry)):
        result |= table[(sets >> np.uint64(_PIECE * i)) & np.uint64((1 << _PIECE) - 1)]
    return result


@cache
def _pieces(board: Board, symmetry: int) -> list[Masks]:
    """Return where a symmetry takes each set on the first twelve squares, on the next twelve, and so on."""
    image, tables = board.symmetries[symmetry], []
    for first in range(0, board.squares, _PIECE):
        table = np.zeros(1 << _PIECE, np.uint64)
        for i, square in enumerate(image[first : first + _PIECE]):
            table[1 << i : 2 << i] = table[: 1 << i] | np.uint64(1 << int(square))
        tables.append(table)
    return tables


def _rank_tables(board: Board) -> RankTables:
    choose = binomials(board.squares, board.pawns + 1)
    bits = -(-board.free // 3)

    def part(first: int, below: int, pattern: int) -> int:
        total = 0
        for i in range(min(bits, board.free - first)):
            if pattern >> i & 1:
                below += 1
                total += int(choose[first + i, below]) if below <= board.pawns else 0
        return total

    patterns = range(1 << bits)
    low = [part(0, 0, pattern) for pattern in patterns]
    middle = [[part(bits, below, pattern) for pattern in patterns] for below in range(board.pawns + 1)]
    high = [part(2 * bits, max(0, board.pawns - pattern.bit_count()), pattern) for pattern in patterns]
    # Entries of patterns with too many pawns are never read; they may not fit.
    return RankTables(
        bits=bits,
        low=np.array(low, np.uint32).astype(np.uint16),
        middle=np.array(middle, np.uint32).astype(np.uint16).ravel(),
        high=np.array(high, np.uint32),
    )
