"""A book of perfect play from given positions, small enough to ship.

Three parts, each of positions up to symmetry, with value and one best move: a quickest win, a move that keeps the draw,
or a longest defence.

1. Every position within some plies of a start, whatever was played.
2. From those within fewer plies, for the side that wins: what can come about when it plays the book's moves and the
   other side plays anything, down to a distance that a search proves by itself.
3. From the same, for the side that loses: what can come about when it plays the book's moves and the other side any
   quickest win.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from damier.solver.board import Board, Masks
from damier.solver.positions import canonical, masks_of, numbers_of
from damier.solver.report import DRAWN, LOST, WON, Value
from damier.solver.table import Table, children

Numbers = NDArray[np.int64]

_MAGIC = b"damier book 1\n"
_LEVEL = 9  # of the compression
_FARTHEST = 127
_BATCH = 1 << 18  # moves looked at together


class TooLarge(Exception):
    """There are more positions than the book may hold."""


@dataclass(frozen=True)
class Entry:
    """What the book says about a position: its value, and a best move as squares left and reached."""

    value: Value
    origin: int
    target: int


class Book:
    """Positions with a best move each."""

    def __init__(self, board: Board, numbers: Numbers, moves: Numbers, scores: NDArray[np.int8]) -> None:
        order = np.argsort(numbers, kind="stable")
        self.board = board
        self._numbers, self._moves, self._scores = numbers[order], moves[order], scores[order]

    def __len__(self) -> int:
        return len(self._numbers)

    def find(self, own: int, other: int) -> Entry | None:
        """Return what the book says about a position, if it is in it."""
        mine, theirs, symmetry = canonical(self.board, np.array([own], np.uint64), np.array([other], np.uint64))
        number = int(numbers_of(self.board, mine, theirs)[0])
        at = int(np.searchsorted(self._numbers, number))
        if at == len(self) or self._numbers[at] != number:
            return None
        back = np.argsort(self.board.symmetries[symmetry[0]])
        move, score = int(self._moves[at]), int(self._scores[at])
        return Entry(value_of_score(score), int(back[move >> 6]), int(back[move & 63]))

    def positions(self) -> tuple[Masks, Masks, Numbers, NDArray[np.int8]]:
        """Return all positions with the book's move (64 * from + to) and score."""
        return *masks_of(self.board, self._numbers), self._moves, self._scores

    def write(self, path: Path) -> None:
        """Write the book into a file."""
        gaps = np.diff(self._numbers, prepend=0).astype("<u8").view(np.uint8).reshape(-1, 8)
        # Byte by byte: the high bytes of the gaps are nearly all zero and so take no room.
        columns = [gaps[:, i] for i in range(8)]
        columns += [
            (self._moves >> 6).astype(np.uint8),
            (self._moves & 63).astype(np.uint8),
            self._scores.view(np.uint8),
        ]
        body = zlib.compress(np.concatenate(columns).tobytes(), _LEVEL)
        told = {"size": self.board.size, "pawns": self.board.pawns, "positions": len(self), "check": zlib.crc32(body)}
        path.write_bytes(_MAGIC + json.dumps(told).encode() + b"\n" + body)

    @staticmethod
    def read(path: Path) -> "Book":
        """Return the book in a file. A file that is no book, or is damaged, raises ValueError."""
        data = path.read_bytes()
        header, _, body = data.removeprefix(_MAGIC).partition(b"\n")
        if not data.startswith(_MAGIC):
            raise ValueError(f"{path} is no book")
        told = json.loads(header)
        if zlib.crc32(body) != told["check"]:
            raise ValueError(f"{path} is damaged")
        columns = np.frombuffer(zlib.decompress(body), np.uint8).reshape(11, told["positions"])
        gaps = np.ascontiguousarray(columns[:8].T).view("<u8").ravel()
        moves = columns[8].astype(np.int64) * 64 + columns[9]
        return Book(
            Board(told["size"], told["pawns"]), np.cumsum(gaps.astype(np.int64)), moves, columns[10].view(np.int8)
        )


def value_of_score(score: int) -> Value:
    """Return a score as a value: a win in n is n, a loss in n is -n - 1, a draw is 0."""
    return Value(WON, score) if score > 0 else Value(LOST, -score - 1) if score < 0 else Value(DRAWN, 0)


def scores_of(values: NDArray[np.int8], distances: NDArray[np.int16]) -> NDArray[np.int8]:
    """Return values and distances in one byte each."""
    if len(distances) and int(distances.max()) > _FARTHEST:
        raise ValueError(f"the book tells distances up to {_FARTHEST} plies, not {distances.max()}")
    signed = np.where(values == WON, distances, np.where(values == LOST, -distances - 1, 0))
    return signed.astype(np.int8)


def build(
    table: Table,
    starts: Iterable[tuple[int, int]],
    near: int = 4,
    followed: int = 2,
    proved: int = 7,
    most: int = 3_000_000,
    tell: Callable[[str], None] | None = None,
) -> Book:
    """Return the book for some starts.

    Positions within `near` plies of a start are kept. From those within `followed` plies play is followed down to wins
    in `proved` plies, which a search finds by itself. Raises TooLarge where that is more than `most` positions.
    """
    builder = _Builder(table, most, tell or (lambda _: None))
    pairs = np.array(list(starts), np.uint64).reshape(-1, 2)
    for ply, numbers in enumerate(builder.within(builder.normal(pairs[:, 0], pairs[:, 1]), near)):
        if ply <= followed:
            builder.follow(numbers, proved)
    return builder.book()


class _Level:
    """Positions of which play goes on, with all their moves. Child values are those of the side to move there."""

    def __init__(self, table: Table, numbers: Numbers) -> None:
        own, other = masks_of(table.board, numbers)
        self.numbers = numbers
        self.values, self.distances = table.probe(own, other)
        self.parent, self.moves, self.own, self.other = children(table, own, other)
        self.child_values, self.child_distances = table.probe(self.own, self.other)
        value, distance = self.values[self.parent], self.distances[self.parent]
        self.ends = (self.child_values == LOST) & (self.child_distances == 0)
        self.best = (self.child_values == -value) & ((value == DRAWN) | (self.child_distances == distance - 1))

    def chosen(self, weights: Numbers | None = None) -> Numbers:
        """Return for each position one best move: the one of least weight, or else the first."""
        candidates = np.nonzero(self.best)[0]
        if weights is not None:
            candidates = candidates[np.lexsort((weights[candidates], self.parent[candidates]))]
        _, first = np.unique(self.parent[candidates], return_index=True)
        return candidates[first]

    def after(self, wanted: NDArray[np.bool_] | Numbers) -> tuple[Masks, Masks]:
        """Return the positions that some of the moves lead to."""
        return self.own[wanted], self.other[wanted]


class _Builder:
    """Collects positions by their numbers."""

    def __init__(self, table: Table, most: int, tell: Callable[[str], None]) -> None:
        self._table, self._board, self._tell = table, table.board, tell
        self._room = most
        self._pieces: list[tuple[Numbers, Numbers, NDArray[np.int8]]] = []

    def normal(self, own: Masks, other: Masks) -> Numbers:
        """Return the numbers of positions up to symmetry, each once."""
        mine, theirs, _ = canonical(self._board, own, other)
        return np.unique(numbers_of(self._board, mine, theirs))

    def book(self) -> Book:
        """Return what was collected."""
        numbers, first = np.unique(np.concatenate([piece[0] for piece in self._pieces]), return_index=True)
        moves = np.concatenate([piece[1] for piece in self._pieces])[first]
        return Book(self._board, numbers, moves, np.concatenate([piece[2] for piece in self._pieces])[first])

    def _level(self, numbers: Numbers) -> _Level:
        """Return positions that will be kept, as long as there is room."""
        self._room -= len(numbers)
        if self._room < 0:
            raise TooLarge
        return _Level(self._table, numbers)

    def _keep(self, level: _Level, chosen: Numbers) -> None:
        scores = scores_of(level.values, level.distances)
        self._pieces.append((level.numbers[level.parent[chosen]], level.moves[chosen], scores[level.parent[chosen]]))

    def within(self, numbers: Numbers, plies: int) -> Iterator[Numbers]:
        """Keep every position within so many plies; yield those of each ply."""
        for ply in range(plies + 1):
            level = self._level(numbers)
            self._keep(level, level.chosen())
            self._tell(f"within {ply} plies: {len(numbers):,} positions")
            yield numbers
            if ply < plies:
                numbers = self.normal(*level.after(~level.ends))

    def follow(self, numbers: Numbers, proved: int) -> None:
        """Keep what winners and losers need from some positions on."""
        level = _Level(self._table, numbers)
        won, lost = level.values == WON, level.values == LOST
        after_lost = level.after(lost[level.parent] & (level.child_distances > proved))
        self._win(np.union1d(numbers[won], self.normal(*after_lost)), proved)
        if lost.any():
            level = _Level(self._table, numbers[lost])
            after_best = self.normal(*level.after(level.chosen()))
        else:
            after_best = numbers[lost]
        self._defend(np.union1d(numbers[won], after_best), proved)

    def _win(self, numbers: Numbers, proved: int) -> None:
        """Keep what the winner needs against every defence; the winner is to move."""
        seen = numbers
        while len(numbers):
            level = self._level(numbers)
            chosen = level.chosen(self._replies(level, proved))
            self._keep(level, chosen)
            self._tell(f"win in {level.distances.max()} or less: {len(numbers):,} positions")
            replies = _Level(self._table, self.normal(*level.after(chosen)))
            numbers = self.normal(*replies.after(replies.child_distances > proved))
            numbers = np.setdiff1d(numbers, seen, assume_unique=True)
            seen = np.union1d(seen, numbers)

    def _replies(self, level: _Level, proved: int) -> Numbers:
        """Return for each best move how many replies to it the book would have to go on from."""
        best = np.nonzero(level.best)[0]
        weights = np.zeros(len(level.best), np.int64)
        for first in range(0, len(best), _BATCH):
            some = best[first : first + _BATCH]
            parent, _, own, other = children(self._table, *level.after(some))
            _, distances = self._table.probe(own, other)
            weights[some] = np.bincount(parent[distances > proved], minlength=len(some))
        return weights

    def _defend(self, numbers: Numbers, proved: int) -> None:
        """Keep what the loser needs against all quickest wins; the winner is to move."""
        seen = np.zeros(0, np.int64)
        while len(numbers):
            wins = _Level(self._table, numbers)
            losses = self.normal(*wins.after(wins.best & (wins.child_distances > proved)))
            losses = np.setdiff1d(losses, seen, assume_unique=True)
            seen = np.union1d(seen, losses)
            if not len(losses):
                break
            level = self._level(losses)
            chosen = level.chosen()
            self._keep(level, chosen)
            self._tell(f"loss in {level.distances.max()} or less: {len(losses):,} positions")
            numbers = self.normal(*level.after(chosen))
