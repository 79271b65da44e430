"""Positions with their exact values, for checks and for training."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from damier.solver.board import Masks
from damier.solver.positions import masks_of
from damier.solver.report import DRAWN, LOST, WON
from damier.solver.table import IMPOSSIBLE, Table, children

_MOST_PLIES = 60  # of a played game


@dataclass(frozen=True)
class Sample:
    """Positions, and value and distance of each for the side to move."""

    own: Masks
    other: Masks
    values: NDArray[np.int8]
    distances: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.own)

    def some(self, count: int, random: np.random.Generator) -> "Sample":
        """Return so many of the positions, or all if there are fewer."""
        chosen = np.sort(random.permutation(len(self))[:count])
        return Sample(self.own[chosen], self.other[chosen], self.values[chosen], self.distances[chosen])

    def write(self, path: Path) -> None:
        """Write the sample into an npz file."""
        np.savez_compressed(
            path, own=self.own, other=self.other, values=self.values, distances=self.distances.astype(np.int16)
        )

    @staticmethod
    def read(path: Path) -> "Sample":
        """Return the sample in an npz file."""
        with np.load(path) as data:
            return Sample(data["own"], data["other"], data["values"], data["distances"])


def of(table: Table, own: Masks, other: Masks) -> Sample:
    """Return the sample of given positions."""
    return Sample(own, other, *table.probe(own, other))


def at_random(table: Table, count: int, random: np.random.Generator) -> Sample:
    """Return positions at random among all in which play goes on."""
    own, other = np.zeros(0, np.uint64), np.zeros(0, np.uint64)
    board = table.board
    while len(own) < count:
        mine, theirs = masks_of(board, random.integers(0, board.positions, count))
        goes_on = ~(board.has_line(mine) | board.has_line(theirs))
        own, other = np.concatenate([own, mine[goes_on]]), np.concatenate([other, theirs[goes_on]])
    return of(table, own[:count], other[:count])


def played(table: Table, starts: list[tuple[int, int]], games: int, random: np.random.Generator) -> Sample:
    """Return the positions of games between players that err now and then, each position once.

    Each game has its own rate of moves at random; the other moves are best ones.
    """
    pairs = np.array(starts, np.uint64)[random.integers(0, len(starts), games)]
    own, other = pairs[:, 0].copy(), pairs[:, 1].copy()
    rates = random.random(games)
    seen = []
    for _ in range(_MOST_PLIES):
        seen.append(np.stack([own, other], axis=1))
        values, distances = table.probe(own, other)
        goes_on = (values > LOST) | (distances > 0)
        own, other, rates = own[goes_on], other[goes_on], rates[goes_on]
        if not len(own):
            break
        parent, _, mine, theirs = children(table, own, other)
        merit = _merits(*table.probe(mine, theirs))
        wild = random.random(len(own)) < rates
        merit = np.where(wild[parent], 0, merit) + random.random(len(merit)) / 2
        order = np.lexsort((merit, parent))
        last = np.append(np.nonzero(np.diff(parent))[0], len(parent) - 1)
        own, other = mine[order][last], theirs[order][last]
    every = np.unique(np.concatenate(seen), axis=0)
    sample = of(table, every[:, 0].copy(), every[:, 1].copy())
    goes_on = (sample.values != IMPOSSIBLE) & ((sample.values != LOST) | (sample.distances > 0))
    return Sample(*(array[goes_on] for array in (sample.own, sample.other, sample.values, sample.distances)))


def _merits(values: NDArray[np.int8], distances: NDArray[np.int16]) -> NDArray[np.float64]:
    """Return how good it is to move into positions of these values: quick wins, then draws, then long losses."""
    far = 1000.0
    return np.where(values == LOST, far - distances, np.where(values == WON, distances - far, 0.0))


def disagreements(table: Table, sample: Sample) -> int:
    """Return how many positions have a value that does not follow from those of their moves."""
    parent, _, own, other = children(table, sample.own, sample.other)
    values, distances = table.probe(own, other)
    count, never = len(sample), np.iinfo(np.int64).max
    quickest = np.full(count, never, np.int64)
    np.minimum.at(quickest, parent[values == LOST], distances[values == LOST] + 1)
    longest = np.zeros(count, np.int64)
    np.maximum.at(longest, parent[values == WON], distances[values == WON] + 1)
    draws = np.bincount(parent[values == DRAWN], minlength=count) > 0
    value = np.where(quickest < never, WON, np.where(draws, DRAWN, LOST))
    distance = np.where(value == WON, quickest, np.where(value == LOST, longest, 0))
    return int(np.count_nonzero((value != sample.values) | (distance != sample.distances)))
