"""`damier replay`: check a record and show it."""

import json
from pathlib import Path
from typing import Annotated

import typer

from damier.cli.console import Lang, catalogue, console, language, read_record
from damier.core.catalogue import Catalogue, message
from damier.core.contract import CHANCE
from damier.core.errors import Unknown
from damier.core.event_text import event_sentence, outcome_sentence, redact
from damier.core.record import Record
from damier.core.replay import Step, opening, steps

# From this many events on, starting the compiled engine costs less than replaying in plain Python.
WORTH_COMPILING = 5000


def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records, one or many.")],
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON per event.")] = False,
    seat: Annotated[int | None, typer.Option(min=0, help="As this seat saw it (0: a watcher).")] = None,
    lang: Lang = None,
) -> None:
    """Check a record against the rules and show the game.

    A record that breaks a rule is refused with its line, what is wrong there, and the rule (exit code 2).
    With many files, each is checked and one line says how it ended.
    """
    lang = language(lang)
    events = sum(path.stat().st_size for path in files if path.is_file()) // 8
    jit = None if events > WORTH_COMPILING else False
    for path in files:
        record = read_record(path)
        if as_json:
            _print_json(record, seat, jit)
        elif len(files) == 1:
            _print_game(record, seat, jit, lang)
        else:
            _print_summary(path, record, jit, lang)


def _print_json(record: Record, seat: int | None, jit: bool | None) -> None:
    for step in steps(record, jit=jit):
        typer.echo(
            json.dumps(
                {
                    "seq": step.seq,
                    "actor": step.event.actor or "*",
                    "event": _text(step, seat),
                    "scores": list(step.after.scores),
                    "actors": [actor or "*" for actor in step.after.actors] if step.outcome is None else [],
                    "outcome": step.outcome.as_json() if step.outcome else None,
                },
                ensure_ascii=False,
            )
        )


def _print_game(record: Record, seat: int | None, jit: bool | None, lang: str) -> None:
    state = opening(record, jit=jit)
    say = catalogue(lang, state.game)
    names = record.seats
    if seat is not None and seat > state.seats:
        raise Unknown(message("error.no-seat", seat=seat, seats=state.seats))
    options = ", ".join(f"{name} {value}" for name, value in state.options.pairs().items())
    console.print(f"[bold]{say('name')}[/] · {options}")
    last: Step | None = None
    for step in steps(record, jit=jit):
        who = "*" if step.event.actor == CHANCE else names[step.event.actor - 1]
        sentence = say(event_sentence(step.before, step.event, seat or 0, names))
        console.print(f"{step.seq:4}  {who:12}  {_text(step, seat):20}  {sentence}", markup=False, soft_wrap=True)
        last = step
    final = last.after if last else state
    drawn = state.game.part("render").draw(
        final.view(seat or 0).show(), say, names, _text(last, seat) if last else None
    )
    console.print(drawn)
    console.print(_ending(last, say, names), markup=False)


def _print_summary(path: Path, record: Record, jit: bool | None, lang: str) -> None:
    state = opening(record, jit=jit)
    last: Step | None = None
    for step in steps(record, jit=jit):
        last = step
    ending = _ending(last, catalogue(lang, state.game), record.seats)
    console.print(f"{path}: {ending}", markup=False, soft_wrap=True)


def _text(step: Step, seat: int | None) -> str:
    return step.event.text if seat is None else redact(step.before, step.event, seat)


def _ending(last: Step | None, say: Catalogue, names: tuple[str, ...]) -> str:
    if last is not None and last.outcome is not None:
        return say(outcome_sentence(last.outcome, names))
    return say("outcome.unfinished", n=last.seq if last else 0)
