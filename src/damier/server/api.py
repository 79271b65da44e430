"""The HTTP API: everything but the playing itself. OpenAPI at `/api/openapi.json`."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from damier import __version__
from damier.core.catalogue import message
from damier.core.durations import duration
from damier.core.errors import Malformed, Unknown
from damier.core.facts import facts
from damier.core.options import Choice
from damier.core.registry import game, games
from damier.players.levels import describe_level, levels
from damier.players.player import FRIENDLY, check_fits, find
from damier.server.hub import Hub
from damier.server.names import Name, Word
from damier.server.problems import Problem, Unauthorised
from damier.server.protocol import PROTOCOL, Lang, TableInfo, client_schema, server_schema
from damier.server.room import Room
from damier.server.rulebook import as_html
from damier.server.seating import former_holder, new_secret
from damier.server.store import Seat

ShortText = Annotated[str, Field(max_length=64)]


class SeatWish(BaseModel):
    """Who shall sit on a seat."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["me", "device", "link", "bot"]
    name: Name | None = None
    level: ShortText = FRIENDLY
    word: Word = ""


class NewTable(BaseModel):
    """A table to be made."""

    model_config = ConfigDict(extra="forbid")

    game: ShortText
    options: Annotated[dict[ShortText, ShortText], Field(max_length=64)] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]


class Joining(BaseModel):
    """Somebody who wants a seat."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    seat: Annotated[int, Field(ge=1, le=8)] | None = None
    word: Word = ""


class BotWish(BaseModel):
    """Which bot shall take over."""

    model_config = ConfigDict(extra="forbid")

    level: ShortText = FRIENDLY


class SeatKey(BaseModel):
    """A seat and the secret that is the right to act for it. It is sent once and stored only as a hash."""

    seat: int
    secret: str


class Seated(BaseModel):
    """A table, and the seats one now holds there."""

    table: TableInfo
    seats: list[SeatKey]


class OptionInfo(BaseModel):
    """One option of a game."""

    name: str
    label: str
    default: str
    values: list[str] = []
    labels: list[str] = []
    low: int | None = None
    high: int | None = None


class DurationWish(BaseModel):
    """A game one thinks of playing."""

    model_config = ConfigDict(extra="forbid")

    options: Annotated[dict[ShortText, ShortText], Field(max_length=64)] = {}
    seats: Annotated[int, Field(ge=1, le=8)]


class DurationInfo(BaseModel):
    """How long a game takes; no figures where games with these options hardly ever end."""

    minutes: int | None
    rounds: int | None
    very_long: bool


class BotInfo(BaseModel):
    """A bot one can play against."""

    name: str  # what a seat's `level` says
    label: str
    description: str


class GameInfo(BaseModel):
    """A game as a page shows it."""

    id: str
    name: str
    tagline: str
    facts: list[str]
    seats: list[int]
    hides: bool
    chance: bool
    bots: list[BotInfo]
    friendly: str  # the bot a newcomer meets
    options: list[OptionInfo]


class About(BaseModel):
    """Versions, and the schema of the socket's messages both ways."""

    damier: str
    protocol: int
    openapi: str
    socket: str
    client_messages: dict[str, Any]
    server_messages: dict[str, Any]


def responses(*codes: int) -> dict[int | str, dict[str, Any]]:
    """Return the problems an operation can respond with, for the OpenAPI schema."""
    return {code: {"model": Problem} for code in (422, 429, 503, *codes)}


TableId = Annotated[str, Path(max_length=32, description="A table's id or its short code.")]
GameName = Annotated[str, Path(max_length=64)]
SeatInPath = Annotated[int, Path(ge=1, le=8)]
LangQuery = Annotated[Lang, Query(description="The language of the sentences.")]


async def hub_of(request: Request) -> Hub:
    """Return the hub of the application."""
    hub: Hub = request.app.state.hub
    return hub


TheHub = Annotated[Hub, Depends(hub_of)]


Bearer = Annotated[
    HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False, description="A seat's secret."))
]


def secret_of(bearer: Bearer) -> str | None:
    """Return the secret in the Authorization header."""
    return bearer.credentials if bearer else None


TheSecret = Annotated[str | None, Depends(secret_of)]


def secret_in(request: Request) -> str:
    """Return the secret in the Authorization header, where one is allowed but not required."""
    _, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret


def authorised(room: Room, secret: str | None, seat: int | None = None) -> int:
    """Return the seat a secret gives the right to act for; raises Unauthorised if there is none."""
    held = room.seat_of(secret) if secret else None
    if held is None or (seat is not None and held != seat):
        raise Unauthorised(message("server.unauthorised"))
    return held


router = APIRouter(prefix="/api")


@router.get("", responses=responses())
async def about() -> About:
    """Versions, and the schema of the socket's messages both ways."""
    return About(
        damier=__version__,
        protocol=PROTOCOL,
        openapi="/api/openapi.json",
        socket="/api/tables/{table}/socket",
        client_messages=client_schema(),
        server_messages=server_schema(),
    )


@router.get("/games", responses=responses())
async def list_games(lang: LangQuery = "en") -> list[GameInfo]:
    """Every game with its options."""
    return [describe(name, lang) for name in games()]


def describe(name: str, lang: str) -> GameInfo:
    """Return a game as a page shows it."""
    played = game(name)
    say = played.catalogue(lang)
    options = []
    for option, kind in played.options.kinds().items():
        info = OptionInfo(name=option, label=say(f"option.{option}"), default=str(kind.default))
        if isinstance(kind, Choice):
            info.values = list(kind.values)
            info.labels = [say(f"option.{option}.{value}") for value in kind.values]
        else:
            info.low, info.high = kind.low, kind.high
        options.append(info)
    return GameInfo(
        id=name,
        name=say("name"),
        tagline=say("tagline"),
        facts=facts(played, say),
        seats=list(played.seats),
        hides=played.view.HIDES,
        chance=played.has_chance,
        bots=[
            BotInfo(name=name, label=find(name).label(lang), description=describe_level(name, played, lang))
            for name in levels(played)
        ],
        friendly=FRIENDLY,
        options=options,
    )


@router.post("/games/{name}/duration", responses=responses(404))
def estimate_duration(name: GameName, wish: DurationWish) -> DurationInfo:
    """How long games with these options take, by bots' games that were measured."""
    found = duration(game(name), wish.options, wish.seats)
    if found is None:
        raise Unknown(message("server.no-duration"))
    return DurationInfo(minutes=found.minutes, rounds=found.rounds, very_long=found.very_long)


@router.get("/games/{name}/rules", responses=responses(404), response_class=Response)
def read_rules(name: GameName, lang: LangQuery = "en", form: Literal["markdown", "html"] = "markdown") -> Response:
    """A game's rules, as Markdown; or as HTML, where rule R7 has the id `R7`."""
    path = game(name).folder / f"rules.{lang}.md"
    if form == "html":
        return Response(as_html(path), media_type="text/html; charset=utf-8")
    return Response(path.read_text(encoding="utf-8"), media_type="text/markdown; charset=utf-8")


@router.post("/tables", status_code=201, responses=responses(404))
async def create_table(wish: NewTable, hub: TheHub) -> Seated:
    """Create a table. The response holds the secrets of the seats that are yours or on this device."""
    seats, held = [], {}
    if all(seat.kind == "bot" for seat in wish.seats):
        raise Malformed(message("server.nobody"))
    for number, seat in enumerate(wish.seats, 1):
        if seat.kind == "bot":
            seats.append(Seat(number, "bot", bot=find(seat.level).name))
        elif seat.kind == "link":
            seats.append(Seat(number, "open", seat.name or str(number), seat.word))
        else:
            seats.append(Seat(number, "person", seat.name or str(number), seat.word))
            held[number] = new_secret()
    room = await hub.create(wish.game, wish.options, seats, held)
    return Seated(table=room.info(), seats=[SeatKey(seat=seat, secret=secret) for seat, secret in held.items()])


@router.get("/tables/{table}", responses=responses(404))
async def read_table(table: TableId, hub: TheHub) -> TableInfo:
    """What everybody may know of a table."""
    return (await hub.room(table)).info()


@router.post("/tables/{table}/seats", status_code=201, responses=responses(404, 409))
async def join_table(table: TableId, joining: Joining, hub: TheHub) -> Seated:
    """Take an open seat."""
    room = await hub.room(table)
    seat, secret = await room.sit(joining.name, joining.word, joining.seat)
    return Seated(table=room.info(), seats=[SeatKey(seat=seat, secret=secret)])


@router.post("/tables/{table}/seats/{seat}/leave", status_code=204, responses=responses(401, 404, 409))
async def leave_table(table: TableId, seat: SeatInPath, hub: TheHub, secret: TheSecret) -> None:
    """Get up from your seat; it is open then."""
    room = await hub.room(table)
    await room.leave(authorised(room, secret, seat))


@router.post("/tables/{table}/seats/{seat}/bot", status_code=204, responses=responses(401, 404, 409))
async def give_seat_to_bot(table: TableId, seat: SeatInPath, wish: BotWish, hub: TheHub, secret: TheSecret) -> None:
    """Hand a seat nobody sits on, or one left for long, to a bot. Whoever sits at the table may."""
    room = await hub.room(table)
    authorised(room, secret)
    _expect_seat(room, seat)
    check_fits(wish.level, room.session.game, len(room.seats), room.session.state.options)
    await room.give_to_bot(seat, find(wish.level).name, hub.settings.away_seconds)


@router.post("/tables/{table}/seats/{seat}/reclaim", status_code=204, responses=responses(401, 404, 409))
async def reclaim_seat(table: TableId, seat: SeatInPath, hub: TheHub, secret: TheSecret) -> None:
    """Take a seat back that was yours before it was given away, if nobody else sits there."""
    room = await hub.room(table)
    _expect_seat(room, seat)
    if secret is None or former_holder(room.seats, secret) != seat:
        raise Unauthorised(message("server.unauthorised"))
    await room.reclaim(seat, secret)


def _expect_seat(room: Room, seat: int) -> None:
    if seat > len(room.seats):
        raise Malformed(message("error.no-seat", seat=seat, seats=len(room.seats)))


@router.post("/tables/{table}/rematch", status_code=201, responses=responses(401, 404, 409))
async def play_again(table: TableId, hub: TheHub, secret: TheSecret) -> Seated:
    """Play again with the same people: makes the new table, or takes your seat at the one already made."""
    room = await hub.room(table)
    after, seat, fresh = await hub.rematch(room, authorised(room, secret))
    return Seated(table=after.info(), seats=[SeatKey(seat=seat, secret=fresh)])


@router.get("/tables/{table}/record", responses=responses(404), response_class=Response)
async def read_record(table: TableId, hub: TheHub, request: Request) -> Response:
    """The game as a record: complete once it is over; before, as a watcher or (with its secret) a seat may read it."""
    room = await hub.room(table)
    async with room.lock:
        seat = None if room.session.outcome else room.seat_of(secret_in(request)) or 0
        text = room.session.record(seat).write()
    return Response(text, media_type="text/plain; charset=utf-8")
