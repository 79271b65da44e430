"""`damier perft`: count event sequences."""

from pathlib import Path
from typing import Annotated

import typer

from damier.analysis.perft import perft
from damier.cli.console import GameName, OptionList, compiled, language, pairs, read_record
from damier.core.catalogue import message
from damier.core.errors import Malformed
from damier.core.registry import game
from damier.core.replay import opening, steps
from damier.core.state import State


def run(
    name: GameName,
    depth: Annotated[int, typer.Option(min=1, max=30, help="Count sequences up to this many events.")],
    option: OptionList = None,
    after: Annotated[Path | None, typer.Option(metavar="RECORD", help="Start where this record stops.")] = None,
) -> None:
    """Count event sequences: one line per depth, `depth sequences`.

    Games that end earlier do not count. The usual check of a rules engine, and its benchmark.
    """
    played = game(name)
    compiled(played, language(None))
    state = State.start(played, pairs(option))
    if after is not None:
        record = read_record(after)
        if record.game != name:
            raise Malformed(message("cli.other-game", path=str(after), game=record.game))
        state = opening(record)
        for step in steps(record):
            state = step.after
    for n in range(1, depth + 1):
        typer.echo(f"{n} {perft(state, n)}")
