"""Lessons: a game taught by playing. Positions and moves to find are data, the sentences are in the game's catalogue.

`lesson.json` is a list of steps: `{"moves": ["1 F1-E2", "* 6 8"], "seat": 1, "find": ["E2-D3"], "options": {…},
"seats": 2}`, all of it optional. A step with `options` or `seats` begins a game, as the first one does; any other goes
on where the one before ended, after the first move that was to be found there. `moves` are played first; then the
position stands, through the eyes of `seat`. A step without `find` is only to be read. The sentences: `lesson.3` says
what step 3 is about, `lesson.3.good` that it was found, `lesson.3.other` (where it needs saying) why another legal
move is not it.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from damier.core.catalogue import message
from damier.core.errors import DamierError, Malformed, Unknown
from damier.core.game import Game
from damier.core.record import read_line
from damier.core.replay import Step, apply_event
from damier.core.state import State

FILE = "lesson.json"


class LessonError(DamierError):
    """Something is wrong with a lesson, at a step."""

    def __init__(self, step: int, cause: DamierError) -> None:
        super().__init__(message("lesson.at-step", step=step, text=cause.what), cause.rule)
        self.source = cause.source


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step as it is written in the file."""

    moves: tuple[str, ...] = ()
    seat: int = 1
    find: tuple[str, ...] = ()
    options: Mapping[str, str] | None = None
    seats: int | None = None

    @property
    def is_fresh(self) -> bool:
        """Whether a game begins here."""
        return self.options is not None or self.seats is not None


@dataclass(frozen=True, slots=True)
class Scene:
    """A step with its position."""

    number: int  # from 1
    seat: int
    state: State
    last: Step | None  # the event just before
    find: tuple[int, ...]  # actions of the seat; none: only to be read

    @property
    def key(self) -> str:
        """The key of its sentence in the catalogue."""
        return f"lesson.{self.number}"


def has_lesson(game: Game) -> bool:
    """Return whether a game has a lesson."""
    return (game.folder / FILE).is_file()


def lesson(game: Game, *, jit: bool | None = None) -> tuple[Scene, ...]:
    """Return the scenes of a game's lesson; raises LessonError at a step that cannot be played."""
    if not has_lesson(game):
        raise Unknown(message("lesson.none", game=game.id))
    return tuple(_scenes(game, read(game), jit))


def read(game: Game) -> tuple[LessonStep, ...]:
    """Return the steps in a game's folder."""
    try:
        listed = json.loads((game.folder / FILE).read_text(encoding="utf-8"))
    except ValueError as error:
        raise Malformed(message("lesson.json", why=str(error))) from None
    if not isinstance(listed, list) or not listed:
        raise Malformed(message("lesson.list"))
    return tuple(_step(number, given) for number, given in enumerate(listed, 1))


def _step(number: int, given: object) -> LessonStep:
    """Return a step after checking the type of everything in it."""
    found: dict[str, object] = dict(given) if isinstance(given, dict) else {"": None}
    for key, value in found.items():
        if not _fits(key, value):
            raise LessonError(number, Malformed(message("lesson.key", key=key)))
        if isinstance(value, list):
            found[key] = tuple(value)
    return LessonStep(**found)  # type: ignore[arg-type]  # just looked at, each


def _fits(key: str, value: object) -> bool:
    if key in ("moves", "find"):
        return isinstance(value, list) and all(isinstance(text, str) for text in value)
    if key == "options":
        return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())
    return key in ("seat", "seats") and isinstance(value, int)


def _scenes(game: Game, steps: tuple[LessonStep, ...], jit: bool | None) -> Iterator[Scene]:
    state: State | None = None
    last: Step | None = None
    for number, step in enumerate(steps, 1):
        try:
            if state is None or step.is_fresh:
                state, last = State.start(game, step.options, step.seats, jit=jit), None
            for at, text in enumerate(step.moves, 1):
                line = read_line(text, at)
                if line.actor is not None:
                    last = apply_event(state, line.actor, line.text, last.seq + 1 if last else 1)
                    state = last.after
            if not 1 <= step.seat <= state.seats:
                raise Malformed(message("error.no-seat", seat=step.seat, seats=state.seats))
            find = tuple(state.read(step.seat, text) for text in step.find)
            found = [apply_event(state, step.seat, action, last.seq + 1 if last else 1) for action in find]
        except DamierError as error:
            raise LessonError(number, error) from None
        yield Scene(number, step.seat, state, last, find)
        if found:
            last = found[0]
            state = last.after
