"""Balanced starts: positions a few plies from a printed start that are drawn with best play."""

from dataclasses import dataclass

import numpy as np

from damier.solver.board import STARTS
from damier.solver.positions import canonical, numbers_of
from damier.solver.report import DRAWN
from damier.solver.table import Table, children


@dataclass(frozen=True)
class Balanced:
    """A drawn position, and moves that lead to it from a printed start. After three moves black is to move."""

    start: str
    moves: tuple[str, ...]
    own: int
    other: int
    keeping: int  # moves that keep the draw ...
    choices: int  # ... of so many


def find(table: Table, plies: tuple[int, ...] = (2, 3)) -> list[Balanced]:
    """Return the drawn positions so many plies from a start, one of those that look alike."""
    board, found = table.board, []
    known: set[int] = set()
    for name in STARTS:
        red, black = board.start(name)
        own, other = np.array([red], np.uint64), np.array([black], np.uint64)
        paths = np.zeros((1, 0), np.int64)
        for ply in range(1, max(plies) + 1):
            parent, moves, own, other = children(table, own, other)
            paths = np.concatenate([paths[parent], moves[:, None]], axis=1)
            values, distances = table.probe(own, other)
            if ply in plies:
                drawn = np.nonzero(values == DRAWN)[0]
                numbers = numbers_of(board, *canonical(board, own[drawn], other[drawn])[:2])
                for at, number in zip(drawn.tolist(), numbers.tolist(), strict=True):
                    if number not in known:
                        known.add(number)
                        texts = tuple(f"{board.name(move >> 6)}-{board.name(move & 63)}" for move in paths[at].tolist())
                        found.append(_balanced(table, name, texts, int(own[at]), int(other[at])))
            goes_on = (values >= DRAWN) | (distances > 0)
            own, other, paths = own[goes_on], other[goes_on], paths[goes_on]
    return found


def _balanced(table: Table, start: str, moves: tuple[str, ...], own: int, other: int) -> Balanced:
    _, _, mine, theirs = children(table, np.array([own], np.uint64), np.array([other], np.uint64))
    values, _ = table.probe(mine, theirs)
    return Balanced(start, moves, own, other, int(np.count_nonzero(values == DRAWN)), len(values))
