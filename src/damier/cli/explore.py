"""`damier explore`: what each move of a position leads to."""

import json
from typing import Annotated

import typer
from rich.table import Table

from damier.cli.console import GameName, Lang, OptionList, catalogue, compiled, console, errors, language, pairs
from damier.core.catalogue import Catalogue, message
from damier.core.errors import NotYourTurn
from damier.core.registry import game
from damier.core.state import State
from damier.players.explore import Prospect, Source, explore
from damier.players.player import check_fits
from damier.players.proof import PROOF


def run(
    name: GameName,
    moves: Annotated[str, typer.Option(metavar="'MOVE MOVE …'", help="Moves played from the start.")] = "",
    option: OptionList = None,
    nodes: Annotated[int, typer.Option(min=1, help="Positions to look at for each move that no book has.")] = 300_000,
    as_json: Annotated[bool, typer.Option("--json", help="For machines; plies count both players’ moves.")] = False,
    lang: Lang = None,
) -> None:
    """Say of each legal move whether it wins, draws or loses, and in how many moves.

    Exact where a book knows the position or a search proves it; else marked as an estimate.
    """
    lang = language(lang)
    played = game(name)
    state = State.start(played, pairs(option))
    check_fits(PROOF, played, state.seats, state.options)
    compiled(played, lang)
    last = None
    for text in moves.split():
        state, last = state.play(text), text
    if state.is_over:
        raise NotYourTurn(message("error.over"))
    say = catalogue(lang, played)
    with errors.status(say("cli.explore-thinking")):
        found = explore(state, nodes)
    seat = state.actors[0]
    if as_json:
        for prospect in found:
            typer.echo(json.dumps(_for_machines(state, seat, prospect)))
        return
    names = [say("seat", seat=number) for number in range(1, state.seats + 1)]
    console.print(played.part("render").draw(state.view(seat).show(), say, names, last))
    table = Table(*(say(f"cli.explore-{column}") for column in ("move", "leads", "source")))
    for prospect in found:
        table.add_row(state.write(seat, prospect.action), _words(prospect, say), say(f"cli.explore-{prospect.source}"))
    console.print(table)
    if "explore.note" in say:
        console.print(say("explore.note"), style="dim")


def _words(prospect: Prospect, say: Catalogue) -> str:
    if prospect.source is Source.ESTIMATE:
        return say(f"cli.explore-{('worse', 'even', 'better')[prospect.value + 1]}")
    if prospect.value == 0:
        return say("cli.value-draw")
    kind = "wins" if prospect.value > 0 else "loses"
    if prospect.plies is None:
        return say(f"cli.explore-{kind}")
    return say(f"cli.explore-{kind}-in", n=(prospect.plies + 1) // 2)  # every other ply is the player's own


def _for_machines(state: State, seat: int, prospect: Prospect) -> dict[str, object]:
    estimated = prospect.source is Source.ESTIMATE
    return {
        "move": state.write(seat, prospect.action),
        "source": prospect.source.value,
        "value": None if estimated else prospect.value,
        "plies": prospect.plies,
        "estimate": prospect.estimate if estimated else None,
    }
