"""Looking at games: replays of tables and records, the check of the chance, demonstrations. Nothing is stored.

Everything is read through a seat's view, its redacted events and its sentences, so nothing hidden gets out.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Body, Query, Request
from pydantic import BaseModel

from damier.core.catalogue import Catalogue, message
from damier.core.contract import actor_symbol
from damier.core.errors import DamierError, Malformed, NotYourTurn, Unknown
from damier.core.event_text import event_sentence, redact
from damier.core.record import DEMO, Record, parse
from damier.core.registry import game
from damier.core.replay import opening, steps, verify
from damier.core.state import State
from damier.players.player import shown_name
from damier.server.api import (
    GameName,
    LangQuery,
    TableId,
    TheHub,
    authorised,
    responses,
    secret_in,
)
from damier.server.messages import changes, ending_of, symbols
from damier.server.protocol import Actor, Ending

MAX_RECORD = 262_144
AT_ONCE = 2  # replays being computed; games come first

T = TypeVar("T")


class Frame(BaseModel):
    """One event and what stands after it; the first frame is the opening."""

    seq: int
    actor: Actor | None = None
    event: str | None = None
    sentence: str | None = None
    view: dict[str, Any]  # complete in the first frame, then only what changed
    scores: list[int]
    actors: list[Actor]
    outcome: Ending | None = None


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


router = APIRouter(prefix="/api")

EyesQuery = Annotated[int, Query(ge=0, le=8, description="Through whose eyes; 0: a watcher's.")]
RecordText = Annotated[str, Body(media_type="text/plain", max_length=MAX_RECORD, description="A record.")]


def replay(record: Record, seat: int, lang: str) -> Replay:
    """Return a record as a seat may see it."""
    state = opening(record)
    if seat > state.seats:
        raise Malformed(message("error.no-seat", seat=seat, seats=state.seats))
    say = Catalogue(lang, state.game.folder)
    names = [shown_name(name, lang) for name in record.seats]
    view = state.view(seat).show()
    frames = [_frame(0, state, view, None)]
    for step in steps(record):
        before, view = view, step.after.view(seat).show()
        ending = ending_of(step.outcome, names, say) if step.outcome else None
        frame = _frame(step.seq, step.after, changes(before, view), ending)
        frame.actor = actor_symbol(step.event.actor)
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


def _frame(seq: int, state: State, view: dict[str, Any], ending: Ending | None) -> Frame:
    return Frame(
        seq=seq,
        view=view,
        scores=list(state.scores),
        actors=[] if ending else symbols(state.actors),
        outcome=ending,
    )


_limiter: CapacityLimiter = CapacityLimiter(AT_ONCE)


async def in_thread(work: Callable[[], T]) -> T:
    """Run slow work in a thread, a few at a time."""
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
