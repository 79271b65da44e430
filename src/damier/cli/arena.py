"""`damier arena`: bots against bots."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from damier.analysis.arena import Match, Tally, tournament
from damier.cli.console import GameName, Lang, OptionList, compiled, console, errors, language, pairs, words
from damier.core.errors import Malformed
from damier.core.registry import game
from damier.core.words import Words, message
from damier.players.player import find


def run(
    name: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT…", help="One per seat: random, gentle, steady, strong …"),
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: OptionList = None,
    records: Annotated[Path | None, typer.Option(metavar="DIR", help="Write every game as a record.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; else one per core.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
    lang: Lang = None,
) -> None:
    """Let bots play many games, moving on by one seat each time, and count who wins."""
    lang = language(lang)
    say = words(lang)
    played = game(name)
    options = played.read_options(pairs(option)).pairs()
    if len(bots) not in played.seats:
        low, high = played.seats.start, played.seats[-1]
        raise Malformed(message("cli.arena-bots", game=name, low=low, high=high, n=len(bots)))
    for bot in bots:
        find(bot)
    compiled(played, lang)
    match = Match(name, tuple(bots), games, seed, options, records)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as progress:
        task = progress.add_task(say("cli.arena-playing"), total=games)
        try:
            tally = tournament(match, workers, lambda n: progress.advance(task, n))
        except OSError as error:
            path = str(error.filename or records)
            raise Malformed(message("cli.file", path=path, why=error.strerror or str(error))) from None
    if as_json:
        typer.echo(json.dumps(_for_machines(match, tally)))
    else:
        _show(match, tally, say)


def _show(match: Match, tally: Tally, say: Words) -> None:
    console.print(say("cli.arena-games", n=tally.games, game=match.game, seed=match.seed))
    for title, names, wins in (
        (say("cli.arena-bot"), match.bots, tally.wins_by_bot),
        (say("cli.arena-seat"), [str(seat) for seat in range(1, len(match.bots) + 1)], tally.wins_by_seat),
    ):
        table = Table(title, say("cli.arena-wins"), "%")
        for who, won in zip(names, wins, strict=True):
            table.add_row(who, str(won), f"{100 * won / tally.games:.1f}")
        console.print(table)
    console.print(say("cli.arena-draws", n=tally.shared))
    console.print(say("cli.arena-events", mean=f"{tally.events / tally.games:.1f}"))


def _for_machines(match: Match, tally: Tally) -> dict[str, object]:
    return {
        "game": match.game,
        "options": dict(match.options),
        "games": tally.games,
        "seed": match.seed,
        "bots": [{"bot": bot, "wins": won} for bot, won in zip(match.bots, tally.wins_by_bot, strict=True)],
        "seats": [{"seat": seat, "wins": won} for seat, won in enumerate(tally.wins_by_seat, 1)],
        "shared": tally.shared,
        "mean_events": tally.events / tally.games,
    }
