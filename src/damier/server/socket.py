"""The socket endpoint: speaks the protocol of `wire`, for one client."""

import asyncio
import logging
import re
from contextlib import suppress
from urllib.parse import urlsplit

from fastapi import FastAPI
from pydantic import ValidationError
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from damier.core.catalogue import Message, message
from damier.core.errors import DamierError, Illegal, Malformed, NotYourTurn
from damier.server.frames import WRITE, Write
from damier.server.hub import Hub
from damier.server.limits import Bucket
from damier.server.messages import dump
from damier.server.protocol import MAX_MESSAGE, PROTOCOL, Hello, Ping, Play, Refuse, Resign, Undo, client_message
from damier.server.room import Behind, Closed, Room
from damier.server.settings import Settings

logger = logging.getLogger("damier.socket")

_PATH = re.compile(r"/api/tables/([^/]{1,32})/socket")

LAG = 1 << 20  # bytes a client may lag behind
NORMAL = 1000
COME_BACK = 1012  # close code: service restart
TRY_LATER = 1013
REFUSED = 1008
CODES: dict[type[DamierError], str] = {
    Behind: "behind",
    Illegal: "illegal",
    Malformed: "malformed",
    NotYourTurn: "not-now",
}


class SocketClient:
    """One connection: the seats it holds, and the messages on their way to it."""

    def __init__(self, receive: Receive, send: Send, write: Write, hub: Hub) -> None:
        self.seats: tuple[int, ...] = (0,)
        self.lang = "en"
        self.room: Room | None = None
        self._asgi_receive = receive
        self._asgi_send = send
        self._write = write
        self._hub = hub
        self._closing: asyncio.Task[None] | None = None
        self._bucket = Bucket(hub.settings.messages_per_second)

    # Listening (see `room.Client`)

    def tell(self, text: str) -> None:
        """Put a message on its way. Who reads too slowly is sent away, and may come back."""
        if self._closing is None and self._write(text) > LAG:
            self._close(TRY_LATER)

    def moved(self, room: Room, since: int) -> None:
        """Go on in the room that replaces the one that fell behind."""
        self.room = room
        room.enter(self, since)

    def dismiss(self) -> None:
        """The server stops."""
        self.tell(dump({"type": "bye", "sentence": self._say(message("server.bye"))}))
        self._close(COME_BACK)

    def _say(self, what: Message | DamierError) -> str:
        say = self._hub.catalogue(self.lang)
        return what.say(say) if isinstance(what, DamierError) else say(what)

    # The connection

    async def run(self, table: str) -> None:
        """Serve the client until it goes. What it began is finished: nothing here is cancelled half-way."""
        try:
            if await self._greet(table):
                while (text := await self._next()) is not None:
                    if self._bucket.take():
                        await self._handle(text)
                    else:
                        self._refuse("too-fast", NotYourTurn(message("server.too-fast")))
        finally:
            if self.room is not None:
                self.room.exit(self)
            await self._close(NORMAL)

    def _close(self, code: int) -> asyncio.Task[None]:
        """Say nothing more."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._send_close(code))
        return self._closing

    async def _send_close(self, code: int) -> None:
        with suppress(OSError, RuntimeError):  # gone; there is nobody left to tell
            await self._asgi_send({"type": "websocket.close", "code": code})

    async def _next(self) -> str | None:
        """What the client says; None when it has gone."""
        received = await self._asgi_receive()
        if received["type"] == "websocket.disconnect":
            return None
        text = received.get("text")
        return text if isinstance(text, str) and len(text) <= MAX_MESSAGE else ""

    async def _greet(self, table: str) -> bool:
        """Wait for hello and answer it; or say what is wrong and close."""
        try:
            text = await asyncio.wait_for(self._next(), self._hub.settings.hello_seconds)
            if text is None:
                return False
            hello = client_message.validate_json(text)
            if not isinstance(hello, Hello):
                raise Malformed(message("server.hello-first"))
            while True:
                with suppress(Closed):
                    await self._enter(table, hello)
                    break
        except (ValidationError, TimeoutError):
            self._refuse("malformed", Malformed(message("server.hello-first")))
        except DamierError as error:
            self._refuse("refused", error)
        else:
            return True
        self._close(REFUSED)
        return False

    async def _enter(self, table: str, hello: Hello) -> None:
        room = await self._hub.room(table)
        if len(room.clients) >= self._hub.settings.max_watchers:
            raise NotYourTurn(message("server.full"))
        self.lang = hello.lang
        seats = {room.seat_of(secret) for secret in hello.secrets}
        if None in seats:
            raise NotYourTurn(message("server.secret"))
        self.seats = tuple(sorted(seat for seat in seats if seat)) or (0,)
        async with room.lock:
            if room.closed:  # meanwhile
                raise Closed(message("server.closed"))
            self.room = room
            you = [seat for seat in self.seats if seat]
            table_info = room.info().model_dump()
            self.tell(dump({"type": "welcome", "protocol": PROTOCOL, "you": you, "table": table_info}))
            room.enter(self, hello.since)

    async def _handle(self, text: str) -> None:
        tag = ""
        try:
            heard = client_message.validate_json(text)
            tag = getattr(heard, "id", "")
            if isinstance(heard, Ping):
                self.tell('{"type":"pong"}')
            elif isinstance(heard, Hello):
                raise Malformed(message("server.hello-once"))
            else:
                await self._act(heard)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "message"
            self._refuse("malformed", Malformed(message("server.message", where=where, why=str(first["msg"]))), tag)
        except Closed as error:
            self._refuse("behind", error, tag)
            if self.room is not None and self.room.closed:
                await self._hub.room(self.room.id)  # moves us, and everybody else, to the room as it is now
        except DamierError as error:
            code = next((code for kind, code in CODES.items() if isinstance(error, kind)), "refused")
            self._refuse(code, error, tag)
        except Exception:
            logger.exception("a message could not be handled")
            self._refuse("internal", DamierError(message("server.internal")), tag)

    async def _act(self, heard: Play | Resign | Undo | Refuse) -> None:
        room = self.room
        assert room is not None
        if heard.seat not in self.seats:
            raise NotYourTurn(message("server.not-your-seat", seat=heard.seat))
        if isinstance(heard, Play):
            await room.move(heard.seat, heard.seq, heard.move)
        elif isinstance(heard, Resign):
            await room.resign(heard.seat, heard.seq)
        elif isinstance(heard, Undo):
            await room.undo(heard.seat, heard.seq)
        else:
            await room.refuse(heard.seat, heard.seq)

    def _refuse(self, code: str, error: DamierError, tag: str = "") -> None:
        sentence = self._say(error)
        self.tell(dump({"type": "error", "code": code, "rule": error.rule, "sentence": sentence, "id": tag}))


class Sockets:
    """The application for sockets. Bare ASGI: a message takes no detour through a framework."""

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Everything that is no socket of a table goes on to the application."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        hub: Hub = self._app.state.hub
        await receive()  # the wish to connect
        table = _PATH.fullmatch(scope["path"])
        if table is None or not same_origin(Headers(scope=scope), self._settings.origins):
            await send({"type": "websocket.close", "code": REFUSED})
            return
        if hub.sockets >= self._settings.max_sockets:
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        await send({"type": "websocket.accept"})
        hub.sockets += 1
        try:
            await SocketClient(receive, send, scope["extensions"][WRITE], hub).run(table[1])
        finally:
            hub.sockets -= 1


def same_origin(headers: Headers, allowed: str) -> bool:
    """Whether a browser's page may talk to us: our own pages, those allowed, and programs that are no browser."""
    origin = headers.get("origin")
    if origin is None or origin in allowed.split(","):
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False
