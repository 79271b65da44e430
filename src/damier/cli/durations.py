"""`damier durations`: measure how long the games of a game take."""

from functools import partial
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from damier.analysis.arena import processes
from damier.analysis.durations import measure_all, numbers_that_matter, remember, settings
from damier.cli.arena import Seed, Workers
from damier.cli.console import Lang, catalogue, compiled, console, errors, language
from damier.core.durations import FILE, SECONDS_PER_DECISION, duration
from damier.core.registry import game


def run(
    names: Annotated[list[str], typer.Argument(metavar="GAME…", help="One or several: `damier games` lists them.")],
    games: Annotated[int, typer.Option(min=1, help="Games for each set of options and number of seats.")] = 30,
    seed: Seed = 0,
    workers: Workers = None,
    lang: Lang = None,
) -> None:
    """Let bots play games with many sets of options, and write how long they take into the game's folder.

    Minutes are the median number of decisions times the seconds that people are assumed to need for one.
    """
    lang = language(lang)
    say = catalogue(lang)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    for name in names:
        played = game(name)
        compiled(played, lang)
        wanted = list(settings(played, numbers_that_matter(played, seed)))
        with processes(workers) as executor, Progress(*columns, console=errors, transient=True) as progress:
            task = progress.add_task(name, total=len(wanted))
            lengths = measure_all(name, wanted, games, seed, executor, partial(progress.advance, task))
        remember(played.folder, lengths)
        titles = ("seats", "option", "decisions", "rounds", "minutes")
        table = Table(*(say(f"cli.durations-{title}") for title in titles), title=name)
        for length in lengths:
            found = duration(played, length.options, length.seats)
            minutes = say("cli.durations-endless") if found is None or found.minutes is None else str(found.minutes)
            option = ", ".join(f"{key}={value}" for key, value in length.options.items())
            table.add_row(
                str(length.seats), option, f"{length.decisions or 0:.0f}", f"{length.rounds or 0:.0f}", minutes
            )
        console.print(table)
        console.print(say("cli.durations-written", path=str(played.folder / FILE), seconds=SECONDS_PER_DECISION))
