"""`damier solve`: find the exact value of every position."""

import importlib.util
import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from damier.cli.console import GameName, Lang, catalogue, console, errors, language
from damier.core.catalogue import Catalogue, message
from damier.core.errors import Malformed, Unfit
from damier.core.registry import game
from damier.solver import analyse
from damier.solver.board import LARGEST, MOST_PAWNS, SMALLEST
from damier.solver.memory import TooLittleMemory, gigabytes
from damier.solver.output import write_book, write_report
from damier.solver.report import DRAWN, WON, Report, Start, Value
from damier.solver.table import Solver

SOLVED = "quatre"
PRINTED = (6, 6)  # the board that has printed starts
PACKAGES = {"cpu": "numba", "cuda": "cupy"}
EXTRAS = {"cpu": "fast", "cuda": "cuda"}


class Backend(StrEnum):
    """What computes."""

    cpu = "cpu"
    cuda = "cuda"


def run(
    name: GameName,
    size: Annotated[int, typer.Option(min=SMALLEST, max=LARGEST, help="Squares along each side of the board.")] = 6,
    pawns: Annotated[int, typer.Option(min=1, max=MOST_PAWNS, help="Pawns on each side.")] = 6,
    backend: Annotated[Backend, typer.Option(help="All cores of this machine, or its NVIDIA GPU.")] = Backend.cpu,
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Go on from here, and write here every ten sweeps.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Write the report here, as JSON.")] = None,
    book: Annotated[
        bool, typer.Option(help="Write a book of the printed starts into DIR, too (6×6, 6 pawns).")
    ] = False,
    lang: Lang = None,
) -> None:
    """Find the exact value of every position of Quatre: won, drawn or lost, and in how many moves.

    The full game needs one GPU with 140 GB of memory and takes about a minute there; 5×5 with five pawns fits anywhere.
    """
    lang = language(lang)
    say = catalogue(lang)
    if game(name).id != SOLVED:
        raise Unfit(message("cli.solve-quatre", game=name))
    if book and (out is None or (size, pawns) != PRINTED):
        raise Malformed(message("cli.solve-book"))
    if importlib.util.find_spec(PACKAGES[backend]) is None:
        raise Malformed(message("cli.solve-package", backend=backend.value, extra=EXTRAS[backend]))
    began = time.perf_counter()
    table = _solve(size, pawns, backend, checkpoint, say)
    table.report.seconds = time.perf_counter() - began
    _show(table.report, say)
    if out is not None:
        try:
            written = [write_report(table, out)]
            if book and (made := write_book(table, out)):
                written.append(made)
        except OSError as error:
            raise Malformed(message("cli.file", path=str(out), why=error.strerror or str(error))) from None
        for path in written:
            console.print(say("cli.written", path=str(path)), soft_wrap=True)


def _solve(size: int, pawns: int, backend: Backend, checkpoint: Path | None, say: Catalogue) -> Solver:
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True) as progress:
        task = progress.add_task(say("cli.solve-begins"), total=None)

        def tell(sweep: int, found: int, decided: int, positions: int, seconds: float) -> None:
            description = say("cli.solve-sweep", sweep=sweep, decided=_grouped(decided, say))
            progress.update(task, description=description, completed=decided, total=positions)

        try:
            return analyse(size, pawns, backend.value, tell, checkpoint)
        except TooLittleMemory as error:
            needed, present = gigabytes(error.needed), gigabytes(error.present)
            raise Malformed(message("cli.solve-memory", needed=needed, present=present)) from None
        except (OSError, ValueError) as error:
            raise Malformed(message("cli.file", path=str(checkpoint), why=str(error))) from None


def _show(report: Report, say: Catalogue) -> None:
    won, lost = sum(report.won.values()), sum(report.lost.values())
    title = say("cli.solve-title", size=report.size, pawns=report.pawns, seconds=f"{report.seconds:.1f}")
    counts = Table("", say("cli.solve-positions"), "%", title=title)
    counts.columns[1].justify = counts.columns[2].justify = "right"
    rows = {"won": won, "lost": lost, "drawn": report.drawn, "all": report.playable}
    for row, positions in rows.items():
        counts.add_row(say(f"cli.solve-{row}"), _grouped(positions, say), f"{100 * positions / report.playable:.2f}")
    console.print(counts)
    console.print(say("cli.solve-counted"), style="dim")
    by_distance = Table(*(say(f"cli.solve-{column}") for column in ("distance", "value", "positions")))
    by_distance.columns[0].justify = by_distance.columns[2].justify = "right"
    for distance, positions in sorted((report.won | report.lost).items()):
        value = say("cli.solve-won" if distance in report.won else "cli.solve-lost")
        by_distance.add_row(str(distance), value, _grouped(positions, say))
    console.print(by_distance)
    for start in report.starts:
        console.print(_first_moves(start, say))


def _first_moves(start: Start, say: Catalogue) -> Table:
    title = say("cli.solve-start", start=start.name, value=say_value(start.value, say))
    table = Table(say("cli.solve-move"), say("cli.solve-value"), title=title)
    for move, value in start.moves.items():
        table.add_row(move, say_value(value, say))
    return table


def say_value(value: Value, say: Catalogue) -> str:
    """Return a value in words."""
    if value.value == DRAWN:
        return say("cli.value-draw")
    return say("cli.value-wins" if value.value == WON else "cli.value-loses", n=value.distance)


def _grouped(number: int, say: Catalogue) -> str:
    """Return a number with its digits in groups of three."""
    return f"{number:,}".replace(",", "\u202f" if say.language == "fr" else ",")
