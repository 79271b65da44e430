"""`damier hint`: what to play at the end of a record, and why."""

import json
from pathlib import Path
from typing import Annotated

import typer

from damier.cli.console import Lang, catalogue, compiled, console, language, read_record
from damier.core.catalogue import message
from damier.core.contract import CHANCE
from damier.core.errors import NotYourTurn
from damier.core.replay import opening, steps
from damier.core.rng import seeded
from damier.core.thinking import Budget
from damier.players.hint import hint
from damier.players.player import check_fits, shown_name


def run(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A game that is not over.")],
    bot: Annotated[str | None, typer.Option(help="Who advises: steady, strong … Else the highest level.")] = None,
    seat: Annotated[int | None, typer.Option(min=1, help="For whom, where several may act.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to think at the most.")] = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="move, reason, value (where exact).")] = False,
    lang: Lang = None,
) -> None:
    """Say what the seat to act at the end of a record could play, and why.

    The adviser sees what the seat sees and nothing else.
    """
    lang = language(lang)
    record = read_record(file)
    first = opening(record)
    if bot is not None:
        check_fits(bot, first.game, first.seats, first.options)
    compiled(first.game, lang)
    state = first
    for step in steps(record):
        state = step.after
        if step.outcome is not None:
            raise NotYourTurn(message("error.over"))
    asked = seat or next(iter(state.actors), CHANCE)
    if asked == CHANCE:
        raise NotYourTurn(message("cli.hint-chance" if state.actors else "error.over"))
    if asked not in state.actors:
        raise NotYourTurn(message("error.not-now", actor=asked))
    found = hint(state.view(asked), state.actions(asked), Budget(seconds=seconds), seeded("hint"), bot)
    move = state.write(asked, found.action)
    reason = found.say(lang, [shown_name(name, lang) for name in record.seats])
    if as_json:
        found_hint = {"seat": asked, "move": move, "reason": reason, "value": found.value}
        typer.echo(json.dumps(found_hint, ensure_ascii=False))
    else:
        console.print(catalogue(lang)("cli.hint", move=move, reason=reason), markup=False)
