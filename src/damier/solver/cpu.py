"""The analysis on all cores of a CPU, by Numba: one byte for each position and layout.

Simpler than the GPU's: a byte is distance + 1, or 0 while undecided, so odd bytes are lost and even ones won. Threads
write to the second layout without locks: each byte gets one value only, whoever writes it.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

import damier.core.intrinsics  # noqa: F401 (machine code for lowest and count)
from damier.core.compiled import count, lowest
from damier.solver.board import Board, Masks
from damier.solver.index import CLASS_BITS, NO_CLASS, Index, build
from damier.solver.memory import check_memory
from damier.solver.positions import sets_beside
from damier.solver.report import Progress, Report
from damier.solver.table import IMPOSSIBLE, flatten, most_moves

F = TypeVar("F", bound=Callable[..., Any])
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]

LAYOUTS = 2  # a byte in each for every position
_NONE = 255  # the side to move has a line already: this cannot be
_LONGEST = 252  # plies that a byte can tell
_MOST = 216  # moves of a position: each of six pawns to each of 36 squares is more than there can be


def _machine(function: F) -> F:
    return cast(F, numba.njit(cache=True, nogil=True)(function))


def _on_all_cores(function: F) -> F:
    return cast(F, numba.njit(cache=True, nogil=True, parallel=True)(function))


class Bytewise:
    """One analysis on the CPU, and afterwards the table it made."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._began = time.perf_counter()
        self._index = build(board)
        check_memory(LAYOUTS * self._index.entries)
        self._tables = _tables(self._index)
        shape = (self._index.slabs, board.slab)
        self._moving = np.zeros(shape, np.uint8)  # X to move against the class
        self._still = np.zeros(shape, np.uint8)  # the class to move against X
        self.report = Report(board.size, board.pawns, "cpu", board.positions, self._index.open_sets * board.slab)
        self._sweep = 0

    def solve(self, progress: Progress | None = None, checkpoint: Path | None = None, every: int = 10) -> None:
        """Sweep until nothing new is decided; go on from a checkpoint where there is one."""
        if checkpoint is not None and (checkpoint / "state.json").exists():
            self._load(checkpoint)
        else:
            layouts = self._moving, self._still, self._tables
            self._tell(0, int(_begin(*layouts)) + int(_block(*layouts)), progress)
            self._sweep = 1
        while True:
            if self._sweep > _LONGEST:
                raise OverflowError(f"some wins take more than {_LONGEST} plies: more than a byte can tell")
            sweep = _win if self._sweep % 2 else _lose
            found = int(sweep(self._sweep, self._moving, self._still, self._tables))
            self._tell(self._sweep, found, progress)
            self._sweep += 1
            if found == 0:
                return
            if checkpoint is not None and self._sweep % every == 0:
                self._save(checkpoint)

    def _tell(self, sweep: int, found: int, progress: Progress | None) -> None:
        report = self.report
        report.count(sweep, found)
        report.seconds = time.perf_counter() - self._began
        if progress is not None:
            progress(sweep, found, report.decided, report.playable, report.seconds)

    def probe(self, own: Masks, other: Masks) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Return value and distance of each position for the side to move."""
        values, distances = np.zeros(len(own), np.int8), np.zeros(len(own), np.int16)
        mine, theirs = own.astype(np.int64), other.astype(np.int64)
        impossible, lost = self.board.has_line(own), self.board.has_line(other)
        _probe(mine, theirs, self._moving, values, distances, self._tables)
        values[lost], distances[lost] = -1, 0
        values[impossible], distances[impossible] = IMPOSSIBLE, 0
        return values, distances

    def moves(self, own: Masks, other: Masks) -> tuple[Ints, Ints, Ints]:
        """Return all moves of all positions: number of the position, square left, square reached."""
        return list_moves(self.board, own, other)

    def farthest(self, most: int) -> tuple[Masks, Masks]:
        """Return positions, at most so many, whose end is farthest away."""
        bytes_ = np.where(self._moving == _NONE, 0, self._moving)
        slabs, ranks = np.nonzero(bytes_ == bytes_.max())
        other = self._index.representatives[slabs[:most]]
        return sets_beside(self.board, ranks[:most], other), other

    def _save(self, folder: Path) -> None:
        """Write everything that the next sweep needs. The state comes last: without it there is no checkpoint."""
        folder.mkdir(parents=True, exist_ok=True)
        state = folder / "state.json"
        state.unlink(missing_ok=True)
        np.save(folder / "moving.npy", self._moving)
        np.save(folder / "still.npy", self._still)
        counts = {"won": list(self.report.won.items()), "lost": list(self.report.lost.items())}
        told = {"size": self.board.size, "pawns": self.board.pawns, "sweep": self._sweep, **counts}
        state.write_text(json.dumps(told), encoding="utf-8")

    def _load(self, folder: Path) -> None:
        told = json.loads((folder / "state.json").read_text(encoding="utf-8"))
        if (told["size"], told["pawns"]) != (self.board.size, self.board.pawns):
            raise ValueError(f"{folder} holds another board: {told['size']}×{told['size']}, {told['pawns']} pawns")
        self._moving = np.load(folder / "moving.npy")
        self._still = np.load(folder / "still.npy")
        self.report.won, self.report.lost = dict(told["won"]), dict(told["lost"])
        self._sweep = told["sweep"]


class _Tables(NamedTuple):
    """The arrays that every kernel takes."""

    representatives: Ints
    orbits: Ints
    classes: Ints
    combinations: Ints
    low: Ints
    middle: Ints
    high: Ints
    bits: int  # of a third of the free squares
    choose: Ints
    symmetries: Ints
    lines: Ints
    near: Ints  # the neighbours of each square
    behind: Ints  # the square behind a neighbour, seen from a square, as a bit, or 0


def _paths(board: Board) -> tuple[Ints, Ints]:
    """Return the neighbours of each square, and what is behind a neighbour."""
    near = np.zeros(board.squares, np.int64)
    behind = np.zeros((board.squares, board.squares), np.int64)
    for square, (neighbours, landings) in enumerate(zip(board.neighbours, board.landings, strict=True)):
        for over, landing in zip(neighbours, landings, strict=True):
            if over is not None:
                near[square] |= 1 << over
                behind[square, over] = 0 if landing is None else 1 << landing
    return near, behind


def _tables(index: Index) -> _Tables:
    board, ranks = index.board, index.ranks
    return _Tables(
        index.representatives.astype(np.int64),
        index.orbits.astype(np.int64),
        index.classes.astype(np.int64),
        index.combinations.astype(np.int64),
        ranks.low.astype(np.int64),
        ranks.middle.astype(np.int64),
        ranks.high.astype(np.int64),
        ranks.bits,
        index.choose.copy(),  # a writable one, as Numba knows them
        board.symmetries.astype(np.int64),
        board.lines.astype(np.int64),
        *_paths(board),
    )


def list_moves(board: Board, own: Masks, other: Masks) -> tuple[Ints, Ints, Ints]:
    """Return all moves of all positions: number of the position, square left, square reached."""
    moves = np.zeros((len(own), most_moves(board)), np.uint16)
    counts = np.zeros(len(own), np.uint16)
    _list_moves(own.astype(np.int64), other.astype(np.int64), moves, counts, *_paths(board))
    return flatten(moves, counts)


@_machine
def _reach(occupied: int, origin: int, near: Ints, behind: Ints) -> int:
    """Return the squares that one pawn can move to, by a step or a chain of jumps."""
    found = 0
    frontier = 1 << origin
    while frontier != 0:
        square = lowest(frontier)
        frontier &= frontier - 1
        over = near[square] & occupied
        landed = 0
        while over != 0:
            landed |= behind[square, lowest(over)]
            over &= over - 1
        landed &= ~(occupied | found)
        found |= landed
        frontier |= landed
    return found | int(near[origin] & ~occupied)


@_machine
def _spread(x: int, still: int, squares: int) -> int:
    """Return a set on the squares that a side leaves free as a set on the board."""
    board = 0
    for square in range(squares):
        if still >> square & 1 == 0:
            board |= (x & 1) << square
            x >>= 1
    return board


@_machine
def _rank(x: int, t: _Tables) -> int:
    every = (1 << t.bits) - 1
    lower = x & every
    return int(t.high[x >> (2 * t.bits)] + t.middle[count(lower) << t.bits | (x >> t.bits & every)] + t.low[lower])


@_machine
def _successors(x: int, still: int, t: _Tables, out: Ints) -> int:
    """Enter the ranks of all sets that one move of x leads to, and return how many there are."""
    n = 0
    own = _spread(x, still, len(t.near))
    rest, sparse = own, x
    while rest != 0:
        pawn = rest & -rest
        rest ^= pawn
        without = x ^ (sparse & -sparse)
        sparse &= sparse - 1
        targets = _reach(own | still, lowest(pawn), t.near, t.behind)
        while targets != 0:
            target = targets & -targets
            targets ^= target
            out[n] = _rank(without | 1 << count(~still & (target - 1)), t)
            n += 1
    return n


@_machine
def _is_lost(x: int, still: int, values: Bytes, t: _Tables) -> bool:
    """Return whether every move of x leads to a position that is won, given the values of those it can lead to."""
    own = _spread(x, still, len(t.near))
    rest, sparse = own, x
    while rest != 0:
        pawn = rest & -rest
        rest ^= pawn
        without = x ^ (sparse & -sparse)
        sparse &= sparse - 1
        targets = _reach(own | still, lowest(pawn), t.near, t.behind)
        while targets != 0:
            target = targets & -targets
            targets ^= target
            value = values[_rank(without | 1 << count(~still & (target - 1)), t)]
            if value == 0 or value % 2 == 1:
                return False
    return True


@_machine
def _image(board: int, image: Ints) -> int:
    result = 0
    while board != 0:
        result |= 1 << image[lowest(board)]
        board &= board - 1
    return result


@_machine
def _rank_beside(board: int, other: int, choose: Ints) -> int:
    """Return the rank of a side on the squares that the other side leaves free."""
    rank = 0
    k = 1
    while board != 0:
        square = lowest(board)
        rank += choose[square - count(other & ((1 << square) - 1)), k]
        board &= board - 1
        k += 1
    return rank


@_machine
def _enter(slab: int, rank: int, value: int, moving: Bytes, second: Bytes, t: _Tables) -> None:
    """Write a decided position into both layouts."""
    moving[slab, rank] = value
    still = t.representatives[slab]
    own = _spread(t.combinations[rank], still, len(t.near))
    entry = t.classes[_rank_beside(own, 0, t.choose)]
    other_slab = entry & NO_CLASS
    # More than one symmetry where the set is symmetric itself: the position then has several places.
    for i in range(8):
        if entry >> (CLASS_BITS + i) & 1:
            image = _image(still, t.symmetries[i])
            second[other_slab, _rank_beside(image, t.representatives[other_slab], t.choose)] = value


@_on_all_cores
def _begin(moving: Bytes, second: Bytes, t: _Tables) -> int:
    """Enter the sets that hold a line; return how many positions are lost by one."""
    found = 0
    for slab in numba.prange(len(t.representatives)):
        here = 0
        for rank in range(len(t.combinations)):
            own = _spread(t.combinations[rank], t.representatives[slab], len(t.near))
            for i in range(len(t.lines)):
                if own & t.lines[i] == t.lines[i]:
                    moving[slab, rank] = _NONE
                    second[slab, rank] = 1
                    here += 1
                    break
        found += here * t.orbits[slab]
    return found


@_on_all_cores
def _block(moving: Bytes, second: Bytes, t: _Tables) -> int:
    """Enter the sets without a move (R10); return how many positions that are."""
    found = 0
    for slab in numba.prange(len(t.representatives)):
        still = t.representatives[slab]
        here = 0
        for rank in range(len(t.combinations)):
            if moving[slab, rank] != 0:
                continue
            own = _spread(t.combinations[rank], still, len(t.near))
            rest = own
            while rest != 0 and _reach(own | still, lowest(rest), t.near, t.behind) == 0:
                rest &= rest - 1
            if rest == 0:
                _enter(slab, rank, 1, moving, second, t)
                here += 1
        found += here * t.orbits[slab]
    return found


@_on_all_cores
def _win(sweep: int, moving: Bytes, second: Bytes, t: _Tables) -> int:
    """Enter what is won in this many plies: what can move to a position lost in one less.

    A move can be taken back by the same path, so what can move there is what can be moved to from there.
    """
    found = 0
    for slab in numba.prange(len(t.representatives)):
        near = np.zeros(_MOST, np.int64)
        here = 0
        for lost in range(len(t.combinations)):
            if second[slab, lost] != sweep:
                continue
            for i in range(_successors(t.combinations[lost], t.representatives[slab], t, near)):
                if moving[slab, near[i]] == 0:
                    _enter(slab, near[i], sweep + 1, moving, second, t)
                    here += 1
        found += here * t.orbits[slab]
    return found


@_on_all_cores
def _lose(sweep: int, moving: Bytes, second: Bytes, t: _Tables) -> int:
    """Enter what is lost in this many plies: every move leads to a win, one of them to a win found just before."""
    found = 0
    for slab in numba.prange(len(t.representatives)):
        near = np.zeros(_MOST, np.int64)
        seen = np.zeros(len(t.combinations), np.uint8)
        here = 0
        for won in range(len(t.combinations)):
            if second[slab, won] != sweep:
                continue
            for i in range(_successors(t.combinations[won], t.representatives[slab], t, near)):
                rank = near[i]
                if moving[slab, rank] != 0 or seen[rank] != 0:
                    continue
                seen[rank] = 1
                if _is_lost(t.combinations[rank], t.representatives[slab], second[slab], t):
                    _enter(slab, rank, sweep + 1, moving, second, t)
                    here += 1
        found += here * t.orbits[slab]
    return found


@_on_all_cores
def _probe(
    own: Ints, other: Ints, moving: Bytes, values: NDArray[np.int8], distances: NDArray[np.int16], t: _Tables
) -> None:
    for i in numba.prange(len(own)):
        entry = t.classes[_rank_beside(other[i], 0, t.choose)]
        slab = entry & NO_CLASS
        if slab == NO_CLASS:
            continue
        image = _image(own[i], t.symmetries[lowest(entry >> CLASS_BITS)])
        value = moving[slab, _rank_beside(image, t.representatives[slab], t.choose)]
        if value != 0:
            values[i] = 1 if value % 2 == 0 else -1
            distances[i] = value - 1


@_on_all_cores
def _list_moves(
    own: Ints, other: Ints, moves: NDArray[np.uint16], counts: NDArray[np.uint16], near: Ints, behind: Ints
) -> None:
    for i in numba.prange(len(own)):
        n = 0
        rest = own[i]
        while rest != 0:
            origin = lowest(rest)
            rest &= rest - 1
            targets = _reach(own[i] | other[i], origin, near, behind)
            while targets != 0:
                moves[i, n] = 64 * origin + lowest(targets)
                targets &= targets - 1
                n += 1
        counts[i] = n
