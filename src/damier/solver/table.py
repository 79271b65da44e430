"""What every backend offers once the analysis is done: values and moves of many positions at once."""

from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from damier.solver.board import Board, Masks
from damier.solver.report import Progress, Report, Start, Value

IMPOSSIBLE = -2  # as a value: the side to move has a line already


class Table(Protocol):
    """A solved board. Positions are two equally long arrays of masks: side to move, other side."""

    board: Board

    def probe(self, own: Masks, other: Masks) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Return value and distance of each position for the side to move."""

    def moves(self, own: Masks, other: Masks) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return all moves of all positions: number of the position, square left, square reached."""


class Solver(Table, Protocol):
    """An analysis, and afterwards the table it made."""

    report: Report

    def solve(self, progress: Progress | None = None, checkpoint: Path | None = None, every: int = 10) -> None:
        """Sweep until nothing new is decided; go on from a checkpoint where there is one."""

    def farthest(self, most: int) -> tuple[Masks, Masks]:
        """Return positions, at most so many, whose end is farthest away."""


def most_moves(board: Board) -> int:
    """Return a bound on the number of moves in a position."""
    return board.pawns * (board.squares - 2 * board.pawns)


def flatten(
    moves: NDArray[np.uint16], counts: NDArray[np.uint16]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return lists of moves (64 * from + to, one row for each position) as three flat arrays."""
    listed = np.arange(moves.shape[1])[None, :] < counts[:, None]
    numbers = np.nonzero(listed)[0]
    flat = moves[listed].astype(np.int64)
    return numbers, flat >> 6, flat & 63


def children(table: Table, own: Masks, other: Masks) -> tuple[NDArray[np.int64], NDArray[np.int64], Masks, Masks]:
    """Return for every move: number of the position, 64 * from + to, and the position it leads to."""
    numbers, origins, targets = table.moves(own, other)
    one = np.uint64(1)
    flips = (one << origins.astype(np.uint64)) | (one << targets.astype(np.uint64))
    return numbers, 64 * origins + targets, other[numbers], own[numbers] ^ flips


def value_of(table: Table, own: int, other: int) -> Value:
    """Return the value of one position."""
    value, distance = table.probe(np.array([own], np.uint64), np.array([other], np.uint64))
    return Value(int(value[0]), int(distance[0]))


def look_up(table: Table, name: str, own: int, other: int) -> Start:
    """Return a position with its value and that of each of its moves."""
    start = Start(name, own, other, value_of(table, own, other))
    _, moves, movers, others = children(table, np.array([own], np.uint64), np.array([other], np.uint64))
    values, distances = table.probe(movers, others)
    for move, value, distance in zip(moves.tolist(), values.tolist(), distances.tolist(), strict=True):
        text = f"{table.board.name(move >> 6)}-{table.board.name(move & 63)}"
        start.moves[text] = Value(value, distance).before()
    return start
