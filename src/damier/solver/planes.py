"""The analysis over bit planes, for a GPU: drives the kernels of kernels.cu, whatever device runs them.

The first layout keeps a code of four bits for each position: 0 undecided, k for "won in 2k - 1 or lost in 2k", the last
code for what came later; those positions are kept in a list with their distance. Whether a position is won is one bit
of the second layout.
"""

import json
import time
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from damier.solver.board import Board, Masks
from damier.solver.index import Index, build
from damier.solver.positions import sets_beside
from damier.solver.report import UNKNOWN, Progress, Report
from damier.solver.table import flatten, most_moves

SOURCE = Path(__file__).with_name("kernels.cu")
LAST_CODE = 15
CODES = 4
_LATE_RUN = 1 << 27  # so many late positions are sorted at a time
_BATCH = 1 << 20
_RESERVE = 2 << 30  # bytes left free on the device
# In the order in which kernels.cu declares them.
_POINTERS = (
    *("representatives", "orbits", "classes", "combinations", "high", "middle", "low", "choose", "symmetries", "lines"),
    *("codes", "won", "fresh_won", "fresh_lost", "scratch", "totals", "late", "cursor"),
)
_PLANES = ("codes", "won", "fresh_won", "fresh_lost")


class Device(Protocol):
    """Where the kernels run. Arrays are NumPy's or CuPy's, `arrays` is the module they come from."""

    name: str
    arrays: Any
    blocks: int  # that run at the same time

    def compile(self, source: str, constants: dict[str, int]) -> None:
        """Compile the kernels."""

    def launch(self, kernel: str, blocks: int, *arguments: Any) -> None:
        """Run a kernel to its end."""

    def address(self, array: Any) -> int:
        """Return where an array lies in the device's memory."""

    def download(self, array: Any) -> Any:
        """Return a copy in this machine's memory."""

    def room(self) -> int:
        """Return how many bytes are free."""

    def release(self) -> None:
        """Give back the memory of arrays that are no longer used."""


def constants_of(board: Board, index: Index) -> dict[str, int]:
    """Return what kernels.cu expects to be defined."""
    return {
        "SIZE": board.size,
        "PAWNS": board.pawns,
        "SQUARES": board.squares,
        "FREE": board.free,
        "SLAB": board.slab,
        "CHUNK": index.ranks.bits,
        "LINES": len(board.lines),
    }


class Planes:
    """One analysis on a device, and afterwards the table it made."""

    def __init__(self, board: Board, device: Device) -> None:
        self.board = board
        self._device = device
        self._began = time.perf_counter()
        index = build(board)
        self._index = index
        device.compile(SOURCE.read_text(encoding="utf-8"), constants_of(board, index))
        sizes = device.arrays.zeros(2, np.uint32)
        device.launch("measure", 1, sizes)
        self._words = int(device.download(sizes)[1])
        mask = np.uint64 if board.free > 32 else np.uint32
        upload = device.arrays.asarray
        plane = index.slabs * self._words
        zeros = device.arrays.zeros
        self._arrays: dict[str, Any] = {
            "representatives": upload(index.representatives),
            "orbits": upload(index.orbits),
            "classes": upload(index.classes),
            "combinations": upload(index.combinations.astype(mask)),
            "high": upload(index.ranks.high),
            "middle": upload(index.ranks.middle),
            "low": upload(index.ranks.low),
            "choose": upload(index.choose.astype(np.uint32)),
            "symmetries": upload(board.symmetries),
            "lines": upload(board.lines),
            "codes": zeros(CODES * plane, np.uint32),
            "won": zeros(plane, np.uint32),
            "fresh_won": zeros(plane, np.uint32),
            "fresh_lost": zeros(plane, np.uint32),
            "scratch": zeros(2 * self._words * device.blocks, np.uint32),
            "totals": zeros(3, np.uint64),
        }
        room = max(0, min(index.entries, (device.room() - _RESERVE) // 8))
        self._arrays |= {"late": device.arrays.empty(max(1, room), np.uint64), "cursor": zeros(1, np.uint32)}
        self._room = room
        self._tables = self._pointers()
        self._late_runs: list[Any] = []
        self.report = Report(board.size, board.pawns, device.name, board.positions, index.open_sets * board.slab)
        self._sweep = 0

    def _pointers(self) -> Any:
        pointers = [self._device.address(self._arrays[name]) for name in _POINTERS]
        return self._device.arrays.asarray(np.array([*pointers, self._index.slabs, self._room], np.uint64))

    def solve(self, progress: Progress | None = None, checkpoint: Path | None = None, every: int = 10) -> None:
        """Sweep until nothing new is decided; go on from a checkpoint where there is one."""
        if checkpoint is not None and (checkpoint / "state.json").exists():
            self._load(checkpoint)
        else:
            self._tell(0, self._run("begin") + self._run("block"), progress)
            self._sweep = 1
        while True:
            kernel = "win" if self._sweep % 2 else "lose"
            found = self._run(kernel, np.uint32(self._sweep))
            self._tell(self._sweep, found, progress)
            self._sweep += 1
            if found == 0:
                break
            if checkpoint is not None and self._sweep % every == 0:
                self._save(checkpoint)
        self._finish()

    def _run(self, kernel: str, *arguments: Any) -> int:
        totals = self._arrays["totals"]
        totals[:2] = 0
        self._arrays["cursor"][:] = 0
        blocks = min(self._device.blocks, self._index.slabs)
        self._device.launch(kernel, blocks, self._tables, *arguments)
        return int(self._device.download(totals)[0])

    def _tell(self, sweep: int, found: int, progress: Progress | None) -> None:
        report = self.report
        report.count(sweep, found)
        report.seconds = time.perf_counter() - self._began
        if progress is not None:
            progress(sweep, found, report.decided, report.playable, report.seconds)

    @property
    def late_positions(self) -> int:
        """Return how many entries are too late for the codes."""
        return int(self._device.download(self._arrays["totals"])[2])

    def _finish(self) -> None:
        """Sort the late positions, with the memory that only the sweeps needed."""
        late = self._arrays["late"][: min(self.late_positions, self._room)]
        for name in ("fresh_won", "fresh_lost", "scratch"):
            self._arrays[name] = self._device.arrays.zeros(1, np.uint32)
        self._device.release()
        for first in range(0, len(late), _LATE_RUN):
            run = late[first : first + _LATE_RUN]
            run.sort()
            self._late_runs.append(run)
        self._tables = self._pointers()

    def probe(self, own: Masks, other: Masks) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Return value and distance of each position for the side to move."""
        pieces = [self._probe(own[i : i + _BATCH], other[i : i + _BATCH]) for i in range(0, len(own), _BATCH)]
        values = np.concatenate([piece[0] for piece in pieces] or [np.zeros(0, np.int8)])
        return values, np.concatenate([piece[1] for piece in pieces] or [np.zeros(0, np.int16)])

    def _probe(self, own: Masks, other: Masks) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        arrays, count = self._device.arrays, len(own)
        values, distances = arrays.empty(count, np.int8), arrays.empty(count, np.int16)
        entries = arrays.empty(count, np.uint64)
        self._device.launch(
            "probe", self._device.blocks, self._tables, arrays.asarray(own), arrays.asarray(other),
            np.uint64(count), values, distances, entries,
        )  # fmt: skip
        found = self._device.download(distances)
        late = np.nonzero(self._device.download(entries) != np.uint64(2**64 - 1))[0]
        if len(late):
            found[late] = self._late_distances(entries[arrays.asarray(late)])
        return self._device.download(values), found

    def _late_distances(self, entries: Any) -> NDArray[np.int16]:
        arrays = self._device.arrays
        distances = arrays.full(len(entries), UNKNOWN, np.int16)
        keys = entries << np.uint64(8)
        for run in self._late_runs:
            at = arrays.minimum(arrays.searchsorted(run, keys), len(run) - 1)
            hit = (run[at] >> np.uint64(8)) == entries
            distances = arrays.where(hit, (run[at] & np.uint64(255)).astype(np.int16), distances)
        result: NDArray[np.int16] = self._device.download(distances)
        return result

    def moves(self, own: Masks, other: Masks) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return all moves of all positions: number of the position, square left, square reached."""
        arrays, most = self._device.arrays, most_moves(self.board)
        pieces = []
        for i in range(0, len(own), _BATCH):
            mine, theirs = arrays.asarray(own[i : i + _BATCH]), arrays.asarray(other[i : i + _BATCH])
            moves = arrays.zeros((len(mine), most), np.uint16)
            counts = arrays.zeros(len(mine), np.uint16)
            self._device.launch(
                "list_moves", self._device.blocks, self._tables, mine, theirs,
                np.uint64(len(mine)), np.uint32(most), moves, counts,
            )  # fmt: skip
            numbers, origins, targets = flatten(self._device.download(moves), self._device.download(counts))
            pieces.append((numbers + i, origins, targets))
        if not pieces:
            nothing = np.zeros(0, np.int64)
            return nothing, nothing, nothing
        return (
            np.concatenate([piece[0] for piece in pieces]),
            np.concatenate([piece[1] for piece in pieces]),
            np.concatenate([piece[2] for piece in pieces]),
        )

    def farthest(self, most: int) -> tuple[Masks, Masks]:
        """Return positions, at most so many, whose end is farthest away, if it is too far for the codes."""
        last = max((int((run & np.uint64(255)).max()) for run in self._late_runs), default=0)
        pieces = [self._device.download(run[(run & np.uint64(255)) == last]) for run in self._late_runs]
        entries = np.concatenate([np.zeros(0, np.uint64), *pieces])[:most] >> np.uint64(8)
        slabs, ranks = np.divmod(entries.astype(np.int64), self.board.slab)
        other = self._index.representatives[slabs]
        return sets_beside(self.board, ranks, other), other

    def _save(self, folder: Path) -> None:
        """Write everything that the next sweep needs. The state comes last: without it there is no checkpoint."""
        folder.mkdir(parents=True, exist_ok=True)
        state = folder / "state.json"
        state.unlink(missing_ok=True)
        late = min(self.late_positions, self._room)
        for name in (*_PLANES, "late"):
            array = self._arrays[name] if name != "late" else self._arrays[name][:late]
            with (folder / f"{name}.bin").open("wb") as file:
                for first in range(0, len(array), _LATE_RUN):
                    self._device.download(array[first : first + _LATE_RUN]).tofile(file)
        report = self.report
        counts = {"won": list(report.won.items()), "lost": list(report.lost.items())}
        told = {"size": self.board.size, "pawns": self.board.pawns, "sweep": self._sweep, "late": late, **counts}
        state.write_text(json.dumps(told), encoding="utf-8")

    def _load(self, folder: Path) -> None:
        told = json.loads((folder / "state.json").read_text(encoding="utf-8"))
        if (told["size"], told["pawns"]) != (self.board.size, self.board.pawns):
            raise ValueError(f"{folder} holds another board: {told['size']}×{told['size']}, {told['pawns']} pawns")
        if told["late"] > self._room:
            raise ValueError(f"{folder} holds {told['late']:,} late positions, the device has room for {self._room:,}")
        for name in (*_PLANES, "late"):
            array = self._arrays[name] if name != "late" else self._arrays[name][: told["late"]]
            with (folder / f"{name}.bin").open("rb") as file:
                for first in range(0, len(array), _LATE_RUN):
                    piece = array[first : first + _LATE_RUN]
                    piece[:] = self._device.arrays.asarray(np.fromfile(file, array.dtype, len(piece)))
        self._arrays["totals"][2] = told["late"]
        self.report.won, self.report.lost = dict(told["won"]), dict(told["lost"])
        self._sweep = told["sweep"]
