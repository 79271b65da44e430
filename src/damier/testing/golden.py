"""Golden transcripts: records, and beside each a text with everything its replay shows. `make golden` renews them.

A change in the rules, the sentences, the drawing or the record shows up as a difference that a person can read.
"""

import io
from pathlib import Path

from rich.console import Console

from damier.core.catalogue import LANGUAGES
from damier.core.event_text import event_sentence, outcome_sentence, redact
from damier.core.game import Game
from damier.core.record import parse
from damier.core.replay import opening, steps
from damier.testing.walks import played


def records(game: Game) -> list[Path]:
    """Return the paths of a game's golden records."""
    return sorted((game.folder / "tests" / "golden").glob("*.damier"))


def transcript(text: str) -> str:
    """Return what a record's replay shows: each event as a sentence, as each seat reads it, and drawn."""
    record = parse(text)
    state = opening(record, jit=False)
    game = state.game
    eyes = range(state.seats + 1) if game.view.HIDES else [0]
    out = io.StringIO()
    console = Console(file=out, width=100, color_system=None, highlight=False, legacy_windows=False)
    outcome = None
    for step in steps(record, jit=False):
        outcome = step.outcome
        console.print(f"--- {step.seq} · {step.event.actor or '*'} {step.event.text}", markup=False, soft_wrap=True)
        for language in LANGUAGES:
            said = game.catalogue(language)(event_sentence(step.before, step.event, 0, record.seats))
            console.print(f"{language}: {said}", markup=False, soft_wrap=True)
        for seat in eyes:
            read = redact(step.before, step.event, seat)
            console.print(f"seat {seat} reads: {read}", markup=False, soft_wrap=True)
            drawn = game.part("render").draw(step.after.view(seat).show(), game.catalogue("en"), record.seats, read)
            console.print(drawn)
        choices = {seat: len(step.after.actions(seat)) for seat in step.after.actors if seat}
        console.print(f"scores {step.after.scores} · to act {step.after.actors} · choices {choices}", markup=False)
    if outcome is not None:
        for language in LANGUAGES:
            console.print(
                f"{language}: {game.catalogue(language)(outcome_sentence(outcome, record.seats))}", markup=False
            )
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def regenerate(game: Game) -> None:
    """Write a game's transcripts; where there is no golden record, make one of a random game."""
    if not records(game):
        folder = game.folder / "tests" / "golden"
        folder.mkdir(parents=True, exist_ok=True)
        first = played(game, {}, game.seats.start, "golden", jit=False).record()
        (folder / "first.damier").write_text(first.write(), encoding="utf-8")
    for path in records(game):
        path.with_suffix(".txt").write_text(transcript(path.read_text(encoding="utf-8")), encoding="utf-8")
