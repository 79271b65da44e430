"""Looking at games: replays of records and tables, demonstrations, the check of the chance, and hints.

Everything is told through a seat's view, its masked events and its words, so nothing hidden gets out.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Body, Query, Request
from pydantic import BaseModel

from damier.core.catalogue import Catalogue, message
from damier.core.errors import DamierError, Malformed, NotYourTurn, Unknown
from damier.core.event_text import event_sentence, outcome_sentence, redact
from damier.core.outcome import Outcome
from damier.core.record import DEMO, Record, parse
from damier.core.registry import game
from damier.core.replay import opening, steps, verify
from damier.core.state import State
from damier.players.hint import hint_of
from damier.players.player import ADVISER, shown_name
from damier.server.api import (
    GameName,
    LangQuery,
    SeatInPath,
    TableId,
    TheHub,
    TheSecret,
    authorised,
    responses,
    secret_in,
)
from damier.server.bots import source_of
from damier.server.protocol import Actor, Ending

MAX_RECORD = 262_144
AT_ONCE = 2  # studies under way; those who play come first

T = TypeVar("T")


class Frame(BaseModel):
    """One event and what stands after it; the first frame is the opening."""

    seq: int
    actor: Actor | None
    event: str | None
    sentence: str | None
    view: dict[str, Any]  # complete in the first frame, then only what changed
    scores: list[int]
    actors: list[Actor]
    outcome: Ending | None


class Replay(BaseModel):
    """A game, event by event, as one seat may see it."""

    game: str
    options: dict[str, str]
    seats: list[str]
    frames: list[Frame]
    commitment: str | None
    seed: str | None


class Verdict(BaseModel):
    """Whether everything thrown and drawn was what the seed gives."""

    ok: bool
    sentence: str
    events: int


class Hint(BaseModel):
    """A move worth considering."""

    move: str
    reason: str
    value: float | None  # for the seat, where it is proved


router = APIRouter(prefix="/api")

EyesQuery = Annotated[int, Query(ge=0, le=8, description="Through whose eyes; 0: a watcher's.")]
RecordText = Annotated[str, Body(media_type="text/plain", max_length=MAX_RECORD, description="A record.")]


def replay(record: Record, seat: int, lang: str) -> Replay:
    """A record as a seat may see it."""
    state = opening(record)
    if seat > state.seats:
        raise Malformed(message("error.no-seat", seat=seat, seats=state.seats))
    say = Catalogue(lang, state.game.folder)
    names = [shown_name(name, lang) for name in record.seats]
    shown = state.view(seat).show()
    frames = [_frame(0, state, None, shown, say, names)]
    for step in steps(record):
        before, shown = shown, step.after.view(seat).show()
        changed = {key: value for key, value in shown.items() if key not in before or before[key] != value}
        frame = _frame(step.seq, step.after, step.outcome, changed, say, names)
        frame.actor = step.event.actor or "*"
        frame.event = redact(step.before, step.event, seat)
        frame.sentence = say(event_sentence(step.before, step.event, seat, names))
        frames.append(frame)
    return Replay(
        game=record.game,
        options=state.options.pairs(),
        seats=names,
        frames=frames,
        commitment=record.commit,
        seed=record.seed,
    )


def _frame(
    seq: int, state: State, outcome: Outcome | None, view: dict[str, Any], say: Catalogue, names: list[str]
) -> Frame:
    return Frame(
        seq=seq,
        actor=None,
        event=None,
        sentence=None,
        view=view,
        scores=list(state.scores),
        actors=[] if outcome else [actor or "*" for actor in state.actors],
        outcome=Ending.model_validate({**outcome.as_json(), "sentence": say(outcome_sentence(outcome, names))})
        if outcome
        else None,
    )


_limiter: CapacityLimiter = CapacityLimiter(AT_ONCE)


async def in_thread(work: Callable[[], T]) -> T:
    """Do what takes a while in a thread, a few at a time."""
    return await to_thread.run_sync(work, limiter=_limiter)


@router.post("/replays", responses=responses())
async def replay_record(text: RecordText, lang: LangQuery = "en", seat: EyesQuery = 0) -> Replay:
    """A record one has: checked against the rules, and ready to be stepped through. Nothing is stored."""
    return await in_thread(lambda: replay(parse(text), seat, lang))


@router.get("/tables/{table}/replay", responses=responses(401, 404))
async def replay_table(
    table: TableId, hub: TheHub, request: Request, lang: LangQuery = "en", seat: EyesQuery = 0
) -> Replay:
    """A table's game so far. Before its end a seat's eyes need its secret; a watcher's never do."""
    room = await hub.room(table)
    async with room.lock:
        if seat and not room.session.outcome:
            authorised(room, secret_in(request), seat)
        record = room.session.record()
    return await in_thread(lambda: replay(record, seat, lang))


@router.get("/tables/{table}/verify", responses=responses(404, 409))
async def verify_table(table: TableId, hub: TheHub, lang: LangQuery = "en") -> Verdict:
    """Recompute every throw and draw of a finished game from its seed."""
    room = await hub.room(table)
    async with room.lock:
        if not room.session.outcome:
            raise NotYourTurn(message("server.not-over"))
        record, has_chance = room.session.record(), room.session.game.has_chance
    say = hub.catalogue(lang)
    if not has_chance:
        return Verdict(ok=True, sentence=say("server.no-chance"), events=0)
    try:
        count = await in_thread(lambda: verify(record))
    except DamierError as error:
        return Verdict(ok=False, sentence=error.say(say), events=0)
    return Verdict(ok=True, sentence=say("server.verified", n=count), events=count)


@router.get("/games/{name}/demo", responses=responses(404))
async def read_demo(name: GameName, lang: LangQuery = "en") -> Replay:
    """A short game worth watching."""
    path = game(name).folder / DEMO
    if not path.is_file():
        raise Unknown(message("server.no-demo"))
    return await in_thread(lambda: _demo(path, lang))


@cache
def _demo(path: Path, lang: str) -> Replay:
    return replay(parse(path.read_text(encoding="utf-8")), 0, lang)


@router.get("/tables/{table}/seats/{seat}/hint", responses=responses(401, 404, 409))
async def hint(table: TableId, seat: SeatInPath, hub: TheHub, secret: TheSecret, lang: LangQuery = "en") -> Hint:
    """What a strong bot would play and why, knowing no more than the seat does."""
    room = await hub.room(table)
    authorised(room, secret, seat)
    if room.status == "waiting":
        raise NotYourTurn(message("server.waiting"))
    if seat not in room.session.actors:
        raise NotYourTurn(message("error.over" if room.session.outcome else "error.not-now", actor=seat))
    state = room.session.state
    found = hint_of(state.view(seat), await hub.bots.think(ADVISER, state, seat, source_of(room.id, seat)))
    names = [shown_name(name, lang) for name in room.session.seats]
    return Hint(move=state.write(seat, found.action), reason=found.say(lang, names), value=found.value)
