"""`damier games`: list the games."""

import json
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.table import Table

from damier.cli.console import Lang, catalogue, console, language
from damier.core.catalogue import Catalogue
from damier.core.facts import facts
from damier.core.options import Choice, Kind
from damier.core.registry import games
from damier.players.levels import levels


def run(
    lang: Lang = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """List every game with its seats, options and defaults."""
    lang = language(lang)
    if as_json:
        console.print_json(json.dumps([_for_machines(name, lang) for name in games()]))
        return
    for game in games().values():
        say = catalogue(lang, game)
        console.print(f"[bold]{say('name')}[/] ([cyan]{game.id}[/]) – {say('tagline')}")
        console.print("  " + " · ".join(facts(game, say)), style="dim")
        table = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
        for name, kind in game.options.kinds().items():
            for row in _rows(name, kind, say):
                table.add_row(*row)
        console.print(table)
        console.print(f"  {say('cli.games-levels', levels=' · '.join(levels(game)))}", style="dim")
    console.print(catalogue(lang)("cli.games-next"), style="dim")


def _rows(name: str, kind: Kind, say: Catalogue) -> Iterator[tuple[str, str, str]]:
    """Yield one row per value, the default marked."""
    if not isinstance(kind, Choice):
        yield f"-o {name}=", f"[bold]{kind.default}[/] * ({kind.low}–{kind.high})", say(f"option.{name}")
        return
    for value in kind.values:
        first = value == kind.default
        label = f"-o {name}=" if first else ""
        yield label, f"[bold]{value}[/] *" if first else value, say(f"option.{name}.{value}")


def _for_machines(name: str, lang: str) -> dict[str, object]:
    game = games()[name]
    options = {}
    for option, kind in game.options.kinds().items():
        allowed: object = list(kind.values) if isinstance(kind, Choice) else {"low": kind.low, "high": kind.high}
        options[option] = {"default": kind.default, "allowed": allowed}
    return {
        "id": name,
        "name": game.catalogue(lang)("name"),
        "seats": list(game.seats),
        "options": options,
        "levels": list(levels(game)),
    }
