"""How messages leave a socket: by the server's own fast path, or by the standard ASGI `send`."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Protocol

from starlette.types import Scope, Send

from damier.server.frames import WRITE, Write

LINGER = 5.0  # seconds a client has to take its last messages before the socket is closed


class Outbox(Protocol):
    """Takes messages without waiting."""

    def put(self, data: bytes) -> int:
        """Send a text message; return how many bytes the client has not taken yet."""
        ...

    async def close(self, code: int) -> None:
        """Send what is left, then close the socket."""
        ...


def outbox_for(scope: Scope, send: Send) -> Outbox:
    """Return the fastest outbox the server offers."""
    write = scope.get("extensions", {}).get(WRITE)
    return _FastOutbox(write, send) if write is not None else _QueueOutbox(send)


class _FastOutbox:
    def __init__(self, write: Write, send: Send) -> None:
        self.put = write
        self._send = send

    async def close(self, code: int) -> None:
        await _close(self._send, code)


class _QueueOutbox:
    """A queue and a task that empties it: what any ASGI server can do."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._task: asyncio.Task[None] | None = None

    def put(self, data: bytes) -> int:
        self._queue.append(data)
        self._bytes += len(data)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._empty())
        return self._bytes

    async def _empty(self) -> None:
        with suppress(OSError, RuntimeError):  # the client has gone
            while self._queue:
                data = self._queue.popleft()
                await self._send({"type": "websocket.send", "text": data.decode()})
                self._bytes -= len(data)

    async def close(self, code: int) -> None:
        if self._task is not None:
            await asyncio.wait([self._task], timeout=LINGER)
        await _close(self._send, code)


async def _close(send: Send, code: int) -> None:
    with suppress(OSError, RuntimeError):  # the client has gone
        await send({"type": "websocket.close", "code": code})
