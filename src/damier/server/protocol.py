"""The socket protocol, version 1, typed. Its JSON schema is published at `/api`.

A client says `hello` first. Every event then arrives as one message with, for each seat the client holds (or seat 0,
the watcher), the event as that seat may read it, the words for it, what changed in its view, and its legal moves.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

PROTOCOL = 1
MAX_MESSAGE = 8192


def printable(text: str) -> str:
    """A name or a word as a record can hold it: one line, nothing invisible."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def named(text: str) -> str:
    """A name, whatever was typed."""
    return printable(text) or "–"


Name = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(named)]
Word = Annotated[str, StringConstraints(max_length=40), AfterValidator(printable)]
Secret = Annotated[str, StringConstraints(min_length=16, max_length=64)]
Move = Annotated[str, StringConstraints(min_length=1, max_length=200)]
SeatNumber = Annotated[int, Field(ge=1, le=8)]
Seq = Annotated[int, Field(ge=0, le=10**9)]
Tag = Annotated[str, StringConstraints(max_length=40)]
Lang = Literal["en", "fr"]
Actor = int | Literal["*"]  # a seat, or chance


class _Said(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Hello(_Said):
    """First of all: who I am, and the last sequence number I saw."""

    type: Literal["hello"]
    protocol: Literal[1]
    secrets: Annotated[list[Secret], Field(max_length=8)] = []
    since: Seq | None = None
    lang: Lang = "en"


class _Act(_Said):
    seat: SeatNumber
    seq: Seq  # the last one seen: an action meant for an older position is refused
    id: Tag = ""  # comes back with an error


class Play(_Act):
    """A move, in notation."""

    type: Literal["move"]
    move: Move


class Resign(_Act):
    """Give up a game of two."""

    type: Literal["resign"]


class Undo(_Act):
    """Ask to take one's last move back, or agree to what was asked."""

    type: Literal["undo"]


class Refuse(_Act):
    """Do not agree to take a move back."""

    type: Literal["refuse"]


class Ping(_Said):
    """Is anybody there?"""

    type: Literal["ping"]


ClientMessage = Annotated[Hello | Play | Resign | Undo | Refuse | Ping, Field(discriminator="type")]
client_message: TypeAdapter[Hello | Play | Resign | Undo | Refuse | Ping] = TypeAdapter(ClientMessage)


class SeatPart(BaseModel):
    """What one seat gets of an event."""

    event: str
    sentence: str
    view: dict[str, Any]  # the parts of the view that changed
    legal: list[str]


class Ending(BaseModel):
    """How the game ended."""

    reason: str
    places: list[int]
    winners: list[int]
    sentence: str


class Event(BaseModel):
    """Something happened."""

    type: Literal["event"]
    seq: int
    actor: Actor
    scores: list[int]
    actors: list[Actor]
    outcome: Ending | None
    seats: dict[str, SeatPart]


class SeatView(BaseModel):
    """All a seat may know and do now."""

    view: dict[str, Any]
    legal: list[str]


class Snapshot(BaseModel):
    """The table as it stands."""

    type: Literal["snapshot"]
    seq: int
    scores: list[int]
    actors: list[Actor]
    outcome: Ending | None
    seats: dict[str, SeatView]
    last: str | None  # the last event, as the first of these seats may read it


class SeatInfo(BaseModel):
    """Who sits where, for everybody to see."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    here: bool


class TableInfo(BaseModel):
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


class Welcome(BaseModel):
    """The answer to hello; then the missed events or a snapshot follow."""

    type: Literal["welcome"]
    protocol: Literal[1]
    you: list[int]
    table: TableInfo


class TableChanged(BaseModel):
    """Somebody came, went or was replaced; or a rematch is on."""

    type: Literal["table"]
    table: TableInfo


class UndoAsked(BaseModel):
    """A seat would like to take its last move back; null when that is settled."""

    type: Literal["undo"]
    seat: int | None
    sentence: str


class Pong(BaseModel):
    """Somebody is there."""

    type: Literal["pong"]


class Bye(BaseModel):
    """The server stops or starts anew: come back in a moment."""

    type: Literal["bye"]
    sentence: str


class Refused(BaseModel):
    """What was asked cannot be done, and nothing has changed."""

    type: Literal["error"]
    code: str
    rule: str | None
    sentence: str
    id: str


ServerMessage = Annotated[
    Welcome | Snapshot | Event | TableChanged | UndoAsked | Pong | Bye | Refused, Field(discriminator="type")
]
server_message: TypeAdapter[Any] = TypeAdapter(ServerMessage)
