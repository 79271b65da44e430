"""`damier arena`: bots against bots."""

import json
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from damier.analysis.arena import Match, processes, tournament
from damier.analysis.tally import Tally
from damier.cli.console import GameName, Lang, OptionList, catalogue, compiled, console, errors, language, pairs
from damier.core.catalogue import Catalogue, message
from damier.core.errors import Malformed
from damier.core.registry import game
from damier.players.player import check_fits

Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]
Workers = Annotated[int | None, typer.Option(min=1, help="Processes; else one per core.")]
Dask = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Let the workers of a Dask cluster play.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Play everything again, also what an earlier run has finished.")]


def run(
    name: GameName,
    bots: Annotated[list[str], typer.Argument(metavar="BOT…", help="One per seat: random, gentle, steady, strong …")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Seed = 0,
    option: OptionList = None,
    records: Annotated[Path | None, typer.Option(metavar="DIR", help="Write every game as a record.")] = None,
    workers: Workers = None,
    dask: Dask = None,
    fresh: Fresh = False,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
    lang: Lang = None,
) -> None:
    """Let bots play many games, moving on by one seat each time, and count who wins.

    Stopped and started again, it goes on where it was. A search may be given a number of nodes: `mcts:5000`.
    """
    lang = language(lang)
    say = catalogue(lang)
    played = game(name)
    chosen = played.read_options(pairs(option))
    options = chosen.pairs()
    if len(bots) not in played.seats:
        what = message("cli.arena-bots", game=message("name"), players=message("facts.players"), n=len(bots))
        raise Malformed(what, source=played.folder)
    for bot in bots:
        check_fits(bot, played, len(bots), chosen)
    compiled(played, lang)
    match = Match(name, tuple(bots), games, seed, options, records)
    with executor_for(workers, dask) as executor:
        tally = with_progress(match, executor, fresh, say("cli.arena-playing"))
    if as_json:
        typer.echo(json.dumps(_for_machines(match, tally)))
    else:
        _show(match, tally, say)


@contextmanager
def executor_for(workers: int | None, dask: str | None) -> Iterator[Executor | None]:
    """Yield what plays the games: processes of this machine, or a Dask cluster."""
    if dask is None:
        with processes(workers) as executor:
            yield executor
        return
    try:
        from distributed import Client
    except ImportError:
        raise Malformed(message("cli.arena-no-dask")) from None
    try:
        client = Client(dask, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise Malformed(message("cli.arena-dask", address=dask, why=str(error))) from None
    with client:
        yield client.get_executor()  # type: ignore[no-untyped-call]


def with_progress(match: Match, executor: Executor | None, fresh: bool, title: str) -> Tally:
    """Play a match with a progress bar."""
    journal = match.journal()
    if fresh:
        journal.forget()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as progress:
        task = progress.add_task(title, total=match.games)
        try:
            return tournament(match, executor, journal, lambda n: progress.advance(task, n))
        except OSError as error:
            path = str(error.filename or match.records)
            raise Malformed(message("cli.file", path=path, why=error.strerror or str(error))) from None


def _show(match: Match, tally: Tally, say: Catalogue) -> None:
    console.print(say("cli.arena-games", n=tally.games, game=match.game, seed=match.seed))
    by_bot = Table(*(say(f"cli.arena-{title}") for title in ("bot", "wins", "share", "rating", "pace")))
    rows = zip(match.bots, tally.wins_by_bot, tally.shares, tally.ratings, tally.timings, strict=True)
    for bot, won, share, (mu, sigma), timings in rows:
        pace = f"{1000 * timings.quantile(0.5):.2g} / {1000 * timings.quantile(0.95):.2g} ms"
        by_bot.add_row(bot, str(won), str(share), f"{mu:.1f} ± {sigma:.1f}", pace)
    console.print(by_bot)
    by_seat = Table(say("cli.arena-seat"), say("cli.arena-wins"), "%")
    for seat, won in enumerate(tally.wins_by_seat, 1):
        by_seat.add_row(str(seat), str(won), f"{100 * won / tally.games:.1f}")
    console.print(by_seat)
    console.print(say("cli.arena-draws", n=tally.shared))
    console.print(say("cli.arena-events", mean=f"{tally.mean_events:.1f}"))


def _for_machines(match: Match, tally: Tally) -> dict[str, object]:
    rows = zip(match.bots, tally.wins_by_bot, tally.shares, tally.ratings, tally.timings, strict=True)
    return {
        "game": match.game,
        "options": dict(match.options),
        "games": tally.games,
        "seed": match.seed,
        "bots": [
            {
                "bot": bot,
                "wins": won,
                "score": share.mean,
                "interval": share.interval,
                "rating": {"mu": mu, "sigma": sigma},
                "seconds": {"median": timings.quantile(0.5), "p95": timings.quantile(0.95)},
            }
            for bot, won, share, (mu, sigma), timings in rows
        ],
        "seats": [{"seat": seat, "wins": won} for seat, won in enumerate(tally.wins_by_seat, 1)],
        "shared": tally.shared,
        "mean_events": tally.mean_events,
    }
