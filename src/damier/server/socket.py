"""The socket endpoint: speaks the protocol with one client."""

import asyncio
import logging
import re
from contextlib import suppress
from urllib.parse import urlsplit

import msgspec
from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from damier.core.catalogue import Message, message
from damier.core.errors import DamierError, Malformed, NotYourTurn
from damier.server import seating
from damier.server.hub import Hub
from damier.server.limits import Bucket
from damier.server.outbox import Outbox, outbox_for
from damier.server.problems import Full, status_and_code
from damier.server.protocol import (
    MAX_MESSAGE,
    PROTOCOL,
    Bye,
    ErrorCode,
    Hello,
    Ping,
    Play,
    Pong,
    Refuse,
    Refused,
    Resign,
    Undo,
    Welcome,
    client_messages,
    encode,
)
from damier.server.room import Closed, Room
from damier.server.settings import Settings

logger = logging.getLogger("damier.socket")

_PATH = re.compile(r"/api/tables/([^/]{1,32})/socket")
_PONG = encode(Pong())

# What decoding raises: no JSON or not the protocol's; half a character; brackets within brackets without end.
UNREADABLE = (msgspec.DecodeError, UnicodeEncodeError, RecursionError)

MAX_LAG = 1 << 20  # bytes a client may lag behind

# Close codes of RFC 6455
NORMAL = 1000
POLICY_VIOLATION = 1008
SERVICE_RESTART = 1012
TRY_LATER = 1013


class SocketClient:
    """One connection: the seats it holds, and how messages reach it."""

    def __init__(self, receive: Receive, outbox: Outbox, hub: Hub) -> None:
        self.seats: tuple[int, ...] = (0,)
        self.lang = "en"
        self.room: Room | None = None
        self._receive = receive
        self._outbox = outbox
        self._hub = hub
        self._closing: asyncio.Task[None] | None = None
        self._bucket = Bucket(hub.settings.messages_per_second)

    # Listening (see `room.Client`)

    def send(self, data: bytes) -> None:
        """Send a message. A client that reads too slowly is disconnected, and may come back."""
        if self._closing is None and self._outbox.put(data) > MAX_LAG:
            self._close(TRY_LATER)

    def move_to(self, room: Room, since: int) -> None:
        """Go on in the room that replaces the one that fell behind at `since`."""
        self.room = room
        room.enter(self, since)

    def dismiss(self) -> None:
        """Say that the server stops, and close."""
        self.send(encode(Bye(self._sentence(message("server.bye")))))
        self._close(SERVICE_RESTART)

    def _sentence(self, what: Message | DamierError) -> str:
        catalogue = self._hub.catalogue(self.lang)
        return what.say(catalogue) if isinstance(what, DamierError) else catalogue(what)

    # The connection

    async def run(self, table: str) -> None:
        """Serve the client until it goes. What it began is finished: nothing here is cancelled half-way."""
        try:
            if await self._greet(table):
                while (text := await self._next()) is not None:
                    if self._bucket.take():
                        await self._handle(text)
                    else:
                        self._refuse(NotYourTurn(message("server.too-fast")), code="too-fast")
        finally:
            if self.room is not None:
                self.room.exit(self)
            await self._close(NORMAL)

    def _close(self, code: int) -> asyncio.Task[None]:
        if self._closing is None:
            self._closing = asyncio.create_task(self._outbox.close(code))
        return self._closing

    async def _next(self) -> str | None:
        """Return the next message; None when the client has gone."""
        received = await self._receive()
        if received["type"] == "websocket.disconnect":
            return None
        text = received.get("text")
        return text if isinstance(text, str) and len(text) <= MAX_MESSAGE else ""

    async def _greet(self, table: str) -> bool:
        """Wait for hello and reply to it; or say what is wrong and close."""
        try:
            text = await asyncio.wait_for(self._next(), self._hub.settings.hello_seconds)
            if text is None:
                return False
            hello = client_messages.decode(text)
            if not isinstance(hello, Hello):
                raise Malformed(message("server.hello-first"))
            while True:
                with suppress(Closed):
                    await self._enter(table, hello)
                    break
        except (*UNREADABLE, TimeoutError):
            self._refuse(Malformed(message("server.hello-first")))
        except DamierError as error:
            self._refuse(error)
        else:
            return True
        self._close(POLICY_VIOLATION)
        return False

    async def _enter(self, table: str, hello: Hello) -> None:
        room = await self._hub.room(table)
        if len(room.clients) >= self._hub.settings.max_watchers:
            raise Full(message("server.full"))
        self.lang = hello.lang
        async with room.lock:
            if room.closed:  # meanwhile
                raise Closed(message("server.closed"))
            self.room = room
            held = {room.seat_of(secret) for secret in hello.secrets}
            former = {seating.former_holder(room.seats, secret) for secret in hello.secrets} - held
            you = sorted(seat for seat in held if seat)
            self.seats = tuple(you) or (0,)
            notice = self._sentence(message("server.secret")) if None in held else None
            welcome = Welcome(PROTOCOL, you, sorted(seat for seat in former if seat), notice, room.info())
            self.send(encode(welcome))
            # Who missed no event may have missed that somebody sat down, and so who may move now.
            room.enter(self, None if hello.since == room.seq else hello.since)

    async def _handle(self, text: str) -> None:
        tag = ""
        try:
            received = client_messages.decode(text)
            tag = getattr(received, "id", "")
            if isinstance(received, Ping):
                self.send(_PONG)
            elif isinstance(received, Hello):
                raise Malformed(message("server.hello-once"))
            else:
                await self._act(received)
        except UNREADABLE as error:
            self._refuse(Malformed(message("server.message", why=str(error))), tag)
        except Closed as error:
            self._refuse(error, tag)
            if self.room is not None and self.room.closed:
                await self._hub.room(self.room.id)  # moves us, and everybody else, to the room as it is now
        except DamierError as error:
            self._refuse(error, tag)
        except Exception:
            logger.exception("a message could not be handled")
            self._refuse(DamierError(message("server.internal")), tag, code="internal")

    async def _act(self, action: Play | Resign | Undo | Refuse) -> None:
        room = self.room
        assert room is not None
        if action.seat not in self.seats:
            raise NotYourTurn(message("server.not-your-seat", seat=action.seat))
        match action:
            case Play():
                await room.move(action.seat, action.seq, action.move)
            case Resign():
                await room.resign(action.seat, action.seq)
            case Undo():
                await room.undo(action.seat, action.seq)
            case Refuse():
                await room.refuse(action.seat, action.seq)

    def _refuse(self, error: DamierError, tag: str = "", code: ErrorCode | None = None) -> None:
        self.send(encode(Refused(code or status_and_code(error)[1], error.rule, self._sentence(error), tag)))


class Sockets:
    """The ASGI application for the sockets of tables; everything else goes on to the HTTP application."""

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        hub: Hub = self._app.state.hub
        await receive()  # the request to connect
        table = _PATH.fullmatch(scope["path"])
        if table is None or not same_origin(Headers(scope=scope), self._settings.origins):
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        if hub.sockets >= self._settings.max_sockets:
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        await send({"type": "websocket.accept"})
        hub.sockets += 1
        try:
            await SocketClient(receive, outbox_for(scope, send), hub).run(table[1])
        finally:
            hub.sockets -= 1


def same_origin(headers: Headers, allowed: str) -> bool:
    """Return whether a browser's page may connect: our own pages, those allowed, and programs without an origin."""
    origin = headers.get("origin")
    if origin is None or origin in allowed.split(","):
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False
