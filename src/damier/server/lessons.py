"""Learning a game: its lesson step by step, and the check of what is tried. Nothing is stored."""

from functools import cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, StringConstraints

from damier.core.catalogue import Catalogue, message
from damier.core.contract import actor_symbol
from damier.core.errors import DamierError, NotYourTurn, Unknown
from damier.core.event_text import event_sentence, redact
from damier.core.lesson import Scene, lesson
from damier.core.registry import game
from damier.core.replay import Step
from damier.server.api import GameName, LangQuery, responses
from damier.server.messages import symbols
from damier.server.protocol import Actor


class LastEvent(BaseModel):
    """What happened just before a step."""

    seq: int
    actor: Actor
    event: str
    sentence: str


class LessonStep(BaseModel):
    """A position with something to read, and perhaps a move to find."""

    sentence: str
    seat: int  # through whose eyes
    seats: int
    options: dict[str, str]
    view: dict[str, Any]
    legal: list[str]  # none where there is nothing to find
    actors: list[Actor]
    scores: list[int]
    last: LastEvent | None
    find: bool


class Lesson(BaseModel):
    """A game, taught by playing it."""

    steps: list[LessonStep]


class Try(BaseModel):
    """A move somebody would play here."""

    model_config = ConfigDict(extra="forbid")

    move: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Tried(BaseModel):
    """Whether that was it; if so, what stands afterwards. A refused move says why, by rule."""

    good: bool
    sentence: str
    rule: str | None = None
    event: str | None = None
    view: dict[str, Any] | None = None
    scores: list[int] | None = None
    actors: list[Actor] | None = None


router = APIRouter(prefix="/api")


@cache
def _scenes(name: str) -> tuple[Scene, ...]:
    return lesson(game(name))


def _catalogue(name: str, lang: str) -> Catalogue:
    return Catalogue(lang, Path(__file__).parent, game(name).folder)


@router.get("/games/{name}/lesson", responses=responses(404))
def read_lesson(name: GameName, lang: LangQuery = "en") -> Lesson:
    """All steps of a game's lesson."""
    say = _catalogue(name, lang)
    return Lesson(steps=[_step(scene, say) for scene in _scenes(name)])


def _step(scene: Scene, say: Catalogue) -> LessonStep:
    state = scene.state
    return LessonStep(
        sentence=say(scene.key),
        seat=scene.seat,
        seats=state.seats,
        options=state.options.pairs(),
        view=state.view(scene.seat).show(),
        legal=state.moves(scene.seat) if scene.find else [],
        actors=symbols(state.actors),
        scores=list(state.scores),
        last=_last(scene.last, scene.seat, say) if scene.last else None,
        find=bool(scene.find),
    )


def _last(last: Step, seat: int, say: Catalogue) -> LastEvent:
    names = [say("seat", seat=number) for number in range(1, last.before.seats + 1)]
    return LastEvent(
        seq=last.seq,
        actor=actor_symbol(last.event.actor),
        event=redact(last.before, last.event, seat),
        sentence=say(event_sentence(last.before, last.event, seat, names)),
    )


@router.post("/games/{name}/lesson/{step}", responses=responses(404, 409))
def try_lesson(
    name: GameName, step: Annotated[int, InPath(ge=1, le=1000)], tried: Try, lang: LangQuery = "en"
) -> Tried:
    """Try a move at a step. One that breaks a rule gets the reason, like any other that is not the one to find."""
    scenes, say = _scenes(name), _catalogue(name, lang)
    if step > len(scenes):
        raise Unknown(message("server.no-step", step=step, n=len(scenes)))
    scene = scenes[step - 1]
    if not scene.find:
        raise NotYourTurn(message("server.nothing-to-find"))
    state = scene.state
    try:
        action = state.read(scene.seat, tried.move)
        after = state.play(action, scene.seat)
    except DamierError as error:
        return Tried(good=False, sentence=error.say(say), rule=error.rule)
    if action not in scene.find:
        other = f"{scene.key}.other"
        return Tried(good=False, sentence=say(other if other in say else "server.not-it"))
    return Tried(
        good=True,
        sentence=say(f"{scene.key}.good"),
        event=state.write(scene.seat, action),
        view=after.view(scene.seat).show(),
        scores=list(after.scores),
        actors=symbols(after.actors),
    )
