"""`python -m damier.solver` solves a board; it needs NumPy and what the backend needs, nothing of the server."""

import argparse
import json
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np

from damier.solver import balanced, output, samples
from damier.solver.analysis import BACKENDS, analyse
from damier.solver.table import Solver

_FARTHEST = 4  # positions that games begin from where no start is printed


def main() -> None:
    """Solve a board and write what was found into a folder."""
    parser = argparse.ArgumentParser(prog="python -m damier.solver", description=__doc__)
    parser.add_argument("--size", type=int, default=6, help="board side")
    parser.add_argument("--pawns", type=int, default=6, help="pawns of each side")
    parser.add_argument("--backend", choices=BACKENDS, default="cpu")
    parser.add_argument("--checkpoint", type=Path, help="folder to go on from, and to write to every ten sweeps")
    parser.add_argument("--out", type=Path, help="folder for the report and what else is asked for")
    parser.add_argument("--book", action="store_true", help="write a book of the printed starts (6×6 only)")
    parser.add_argument(
        "--near", type=int, default=output.NEAR, help="the book keeps all positions so many plies from a start"
    )
    parser.add_argument(
        "--followed", type=int, default=output.FOLLOWED, help="it follows play from those so many plies away"
    )
    parser.add_argument("--proved", type=int, default=output.PROVED, help="down to wins in so many plies")
    parser.add_argument("--balanced", action="store_true", help="write drawn positions near a start (6×6 only)")
    parser.add_argument("--samples", type=int, default=0, help="write so many random positions, and played ones")
    parser.add_argument("--positions", type=Path, help="npz file with `own` and `other`: write their values as well")
    parser.add_argument("--seed", type=int, default=1, help="of the samples")
    arguments = parser.parse_args()
    began = time.perf_counter()

    def progress(sweep: int, found: int, decided: int, positions: int, seconds: float) -> None:
        share = 100 * decided / positions
        print(f"{seconds:8.2f} s  sweep {sweep:3d}  {found:>16,}  decided {share:6.2f} %", flush=True)

    table = analyse(arguments.size, arguments.pawns, arguments.backend, progress, arguments.checkpoint)
    table.report.seconds = time.perf_counter() - began
    print(table.report.as_text(), flush=True)
    if arguments.out:
        arguments.out.mkdir(parents=True, exist_ok=True)
        _write(table, arguments)


def _write(table: Solver, arguments: argparse.Namespace) -> None:
    folder: Path = arguments.out
    random = np.random.default_rng(arguments.seed)
    stem = output.stem(table)
    output.write_report(table, folder)
    if arguments.balanced:
        found = [asdict(start) for start in balanced.find(table)]
        (folder / "balanced.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        print(f"{len(found):,} balanced starts", flush=True)
    if arguments.samples:
        starts = [(start.own, start.other) for start in table.report.starts]
        if not starts:
            own, other = table.farthest(_FARTHEST)
            starts = list(zip(own.tolist(), other.tolist(), strict=True))
        uniform = samples.at_random(table, arguments.samples, random)
        uniform.write(folder / f"random-{stem}.npz")
        print(f"{samples.disagreements(table, uniform)} of {len(uniform):,} random positions disagree", flush=True)
        played = samples.played(table, starts, arguments.samples // 10, random)
        played = played.some(arguments.samples, random)
        played.write(folder / f"played-{stem}.npz")
        print(f"{samples.disagreements(table, played)} of {len(played):,} played positions disagree", flush=True)
    if arguments.positions:
        with np.load(arguments.positions) as given:
            samples.of(table, given["own"], given["other"]).write(folder / f"{arguments.positions.stem}-values.npz")
    if arguments.book:
        output.write_book(table, folder, arguments.near, arguments.followed, arguments.proved, _tell)


def _tell(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
