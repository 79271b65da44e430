"""Solve a board with the backend one asks for."""

import importlib.util
from pathlib import Path

from damier.solver.board import STARTS, Board
from damier.solver.report import Progress, Report
from damier.solver.table import Solver, look_up

BACKENDS = ("cpu", "cuda")


def analyse(
    size: int = 6,
    pawns: int = 6,
    backend: str = "cpu",
    progress: Progress | None = None,
    checkpoint: Path | None = None,
) -> Solver:
    """Return the solved table of a board, with its report. With a checkpoint folder, go on where it left off."""
    board = Board(size, pawns)
    table: Solver
    if backend == "cuda":
        from damier.solver.cuda import Gpu
        from damier.solver.planes import Planes

        table = Planes(board, Gpu())
    elif backend == "cpu":
        if importlib.util.find_spec("numba") is None:
            raise RuntimeError("the backend cpu needs Numba: pip install 'damier[fast]'")
        from damier.solver.cpu import Bytewise  # numba takes its time to import

        table = Bytewise(board)
    else:
        raise ValueError(f"the backends are {', '.join(BACKENDS)}, not {backend}")
    table.solve(progress, checkpoint)
    if (size, pawns) == (6, 6):
        table.report.starts = [look_up(table, name, *board.start(name)) for name in STARTS]
    return table


def solve(
    size: int = 6,
    pawns: int = 6,
    backend: str = "cpu",
    progress: Progress | None = None,
    checkpoint: Path | None = None,
) -> Report:
    """Return the counts of a board and the values of its starts."""
    return analyse(size, pawns, backend, progress, checkpoint).report
