"""WebSocket frames: uvicorn's own protocol, and a way to write that waits for nobody."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

WRITE: Final = "damier.write"  # an extension of the ASGI scope

Write = Callable[[str], int]


class Frames(WebSocketsSansIOProtocol):
    """Offers `write` to the application: ASGI's `send` wants a task for each socket and a queue before it."""

    _flushing = False

    def handle_connect(self, event: Request) -> None:
        """Offer it."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][WRITE] = self.write  # type: ignore[assignment]

    def write(self, text: str) -> int:
        """Send a text, unless the socket is gone; answer how many bytes the client has not taken yet."""
        if self.close_sent or self.transport.is_closing():
            return 0
        with suppress(InvalidState):
            self.conn.send_text(text.encode())
            if not self._flushing:
                self._flushing = True
                self.loop.call_soon(self._flush)
        return self.transport.get_write_buffer_size()

    def _flush(self) -> None:
        """Hand over what was written: when all who wait for a commit have told, as a write may wake another process."""
        self._flushing = False
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
