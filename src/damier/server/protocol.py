"""The socket protocol, version 2: every message, declared once. The JSON schema is published at `/api`.

A client sends `hello` first. Every event then arrives as one message with, for each seat the client holds (or seat 0,
the watcher), the event as that seat may read it, a sentence about it, what changed in its view, and its legal moves.

What HTTP responses share (`TableInfo`, `Ending`) are plain dataclasses, which both msgspec and pydantic understand.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta, Struct

PROTOCOL: Final = 2
MAX_MESSAGE = 8192

Lang = Literal["en", "fr"]
Actor = int | Literal["*"]  # a seat's number, or "*" for chance
Secret = Annotated[str, Meta(min_length=16, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=1, le=8)]
Seq = Annotated[int, Meta(ge=0, le=10**9)]

ErrorCode = Literal[
    "behind",  # the client acted on an older position
    "full",  # as many tables or people as the settings allow
    "http",  # no such address, or a method it does not have
    "illegal",  # it breaks a rule of the game
    "internal",  # a fault of the server
    "malformed",  # it does not parse
    "not-now",  # somebody else is to act, or nobody
    "refused",
    "storage",  # the database does not work
    "too-fast",
    "unauthorised",
    "unfit",  # the bot cannot play this game
    "unknown",  # no such table, game, bot or option
]
ERROR_CODES: Final[tuple[ErrorCode, ...]] = get_args(ErrorCode)


# From the client


class _FromClient(Struct, tag_field="type", forbid_unknown_fields=True):
    pass


class Hello(_FromClient, tag="hello"):
    """The first message: which seats I hold, and the last sequence number I saw."""

    protocol: Literal[2]
    secrets: Annotated[list[Secret], Meta(max_length=8)] = []
    since: Seq | None = None
    lang: Lang = "en"


class _Action(_FromClient):
    seat: SeatNumber
    seq: Seq  # the last one seen: an action meant for an older position is refused
    id: Annotated[str, Meta(max_length=40)] = ""  # comes back with an error


class Play(_Action, tag="move", kw_only=True):
    """A move, in notation."""

    move: Annotated[str, Meta(min_length=1, max_length=200)]


class Resign(_Action, tag="resign"):
    """Give up a game of two."""


class Undo(_Action, tag="undo"):
    """Ask to take one's last move back, or agree to what another seat asked."""


class Refuse(_Action, tag="refuse"):
    """Do not agree to take a move back."""


class Ping(_FromClient, tag="ping"):
    """Ask for a pong."""


ClientMessage = Hello | Play | Resign | Undo | Refuse | Ping

# From the server


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended."""

    reason: str
    places: list[int]
    winners: list[int]
    sentence: str


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits where, for everybody to see."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str  # of a person; empty for a bot
    bot: str | None  # which bot it is
    here: bool


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What everybody may know of a table."""

    id: str
    code: str
    game: str
    options: dict[str, str]
    seats: list[SeatInfo]
    status: Literal["waiting", "playing", "over"]
    seq: int
    commitment: str | None
    rematch: str | None


class _FromServer(Struct, tag_field="type"):
    pass


class SeatEvent(Struct):
    """An event for one seat."""

    event: str  # as the seat may read it
    sentence: str
    view: dict[str, Any]  # the parts of the view that changed
    legal: list[str]


class EventMessage(_FromServer, tag="event"):
    """Something happened."""

    seq: int
    actor: Actor
    scores: list[int]
    actors: list[Actor]
    outcome: Ending | None
    seats: dict[str, SeatEvent]


class SeatView(Struct):
    """All a seat may know and do now."""

    view: dict[str, Any]
    legal: list[str]


class Snapshot(_FromServer, tag="snapshot"):
    """The table as it stands."""

    seq: int
    scores: list[int]
    actors: list[Actor]
    outcome: Ending | None
    seats: dict[str, SeatView]
    last: str | None  # the last event, as the first of these seats may read it


class Welcome(_FromServer, tag="welcome"):
    """The reply to hello; the missed events or a snapshot follow."""

    protocol: Literal[2]
    you: list[int]  # the seats the client holds
    former: list[int]  # seats it held, which it may ask back: POST /api/tables/{table}/seats/{seat}/reclaim
    notice: str | None  # a sentence, where a secret is no longer valid
    table: TableInfo


class TableChanged(_FromServer, tag="table"):
    """Somebody came, went or was replaced; or a rematch was set up."""

    table: TableInfo


class UndoAsked(_FromServer, tag="undo"):
    """A seat would like to take its last move back; null when that is settled."""

    seat: int | None
    sentence: str


class Pong(_FromServer, tag="pong"):
    """The reply to ping."""


class Bye(_FromServer, tag="bye"):
    """The server stops or restarts: come back in a moment."""

    sentence: str


class Refused(_FromServer, tag="error"):
    """What was asked cannot be done, and nothing has changed."""

    code: ErrorCode
    rule: str | None
    sentence: str
    id: str


ServerMessage = Welcome | Snapshot | EventMessage | TableChanged | UndoAsked | Pong | Bye | Refused

client_messages: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
server_messages: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
_encoder = msgspec.json.Encoder()
encode = _encoder.encode


def encoded(value: object) -> Any:
    """Return a part of a message, encoded once for all messages that contain it."""
    return msgspec.Raw(_encoder.encode(value))


def client_schema() -> dict[str, Any]:
    """Return the JSON schema of what clients send."""
    return msgspec.json.schema(ClientMessage)


def server_schema() -> dict[str, Any]:
    """Return the JSON schema of what the server sends."""
    return msgspec.json.schema(ServerMessage)
