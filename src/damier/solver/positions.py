"""Positions as numbers, the same for all eight that look alike. Vectors of masks in, vectors out."""

import numpy as np
from numpy.typing import NDArray

from damier.solver.board import SYMMETRIES, Board, Masks, binomials
from damier.solver.index import images

Numbers = NDArray[np.int64]


def canonical(board: Board, own: Masks, other: Masks) -> tuple[Masks, Masks, NDArray[np.int8]]:
    """Return of each position the smallest that looks alike, and the symmetry that leads to it."""
    best, beside = own.copy(), other.copy()
    chosen = np.zeros(len(own), np.int8)
    for symmetry in range(1, SYMMETRIES):
        mine, theirs = images(board, symmetry, own), images(board, symmetry, other)
        smaller = (mine < best) | ((mine == best) & (theirs < beside))
        best, beside = np.where(smaller, mine, best), np.where(smaller, theirs, beside)
        chosen[smaller] = symmetry
    return best, beside, chosen


def numbers_of(board: Board, own: Masks, other: Masks) -> Numbers:
    """Return the number of each position among all of the board."""
    return _rank(board, own, np.zeros_like(own)) * board.slab + _rank(board, other, own)


def masks_of(board: Board, numbers: Numbers) -> tuple[Masks, Masks]:
    """Return the positions that have these numbers."""
    first, second = np.divmod(numbers, board.slab)
    own = sets_beside(board, first, np.zeros(len(numbers), np.uint64))
    return own, sets_beside(board, second, own)


def _rank(board: Board, sets: Masks, taken: Masks) -> Numbers:
    """Return the rank of each set among those on the squares that are not taken."""
    choose = binomials(board.squares, board.pawns)
    one, rest = np.uint64(1), sets.copy()
    rank = np.zeros(len(sets), np.int64)
    for k in range(1, board.pawns + 1):
        below = (rest & (~rest + one)) - one
        rank += choose[np.bitwise_count(below & ~taken), k]
        rest &= rest - one
    return rank


def sets_beside(board: Board, ranks: Numbers, taken: Masks) -> Masks:
    """Return the sets that have these ranks among those on the squares that are not taken."""
    choose = binomials(board.squares, board.pawns)
    rest, sets = ranks.copy(), np.zeros(len(ranks), np.uint64)
    missing = np.full(len(ranks), board.pawns)
    for square in range(board.squares - 1, -1, -1):
        bit = np.uint64(1 << square)
        free = taken & bit == 0
        below = np.bitwise_count(~taken & (bit - np.uint64(1)))
        here = free & (missing > 0) & (rest >= choose[below, missing])
        rest -= np.where(here, choose[below, missing], 0)
        sets |= np.where(here, bit, np.uint64(0))
        missing -= here
    return sets
