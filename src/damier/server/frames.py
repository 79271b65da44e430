"""A faster way to write WebSocket frames, where the server is uvicorn.

ASGI's `send` needs a task for each socket and a queue before it. This protocol class offers `write` as an extension of
the ASGI scope: it hands a message to the transport at once and never waits. It builds on uvicorn's own class, whose
insides may change: the versions it was tested with are bounded in pyproject.toml. Under any other ASGI server, and
without this class, sockets use the standard `send`.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

WRITE: Final = "damier.write"  # the name of the extension

Write = Callable[[bytes], int]


class Frames(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with the extension."""

    _flushing = False

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][WRITE] = self.write  # type: ignore[assignment]

    def write(self, data: bytes) -> int:
        """Send a text message unless the socket is gone; return how many bytes the client has not taken yet."""
        if self.close_sent or self.transport.is_closing():
            return 0
        with suppress(InvalidState):
            self.conn.send_text(data)
            if not self._flushing:
                self._flushing = True
                self.loop.call_soon(self._flush)
        return self.transport.get_write_buffer_size()

    def _flush(self) -> None:
        """Hand over what was written, after everybody has been sent theirs: a write may wake another process."""
        self._flushing = False
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
