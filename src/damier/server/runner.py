"""Running the application under uvicorn."""

import socket
from types import FrameType

import uvicorn

from damier.core.catalogue import message
from damier.core.errors import Malformed
from damier.server.app import create_app
from damier.server.database import StorageError
from damier.server.frames import Frames
from damier.server.protocol import MAX_MESSAGE
from damier.server.settings import Settings
from damier.server.socket import Sockets


class TableServer(uvicorn.Server):
    """Tells people to come back before it closes their sockets, and stops when its database does."""

    def __init__(self, settings: Settings) -> None:
        self.failure: StorageError | None = None
        self.app = create_app(settings, self._fail)
        super().__init__(_config(Sockets(self.app, settings)))

    def _fail(self, failure: StorageError) -> None:
        self.failure = failure
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stopping when asked to is success; uvicorn would die by the signal in the end."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """First the tables, then the sockets."""
        await self.app.state.hub.close()
        await super().shutdown(sockets)


def _config(application: Sockets) -> uvicorn.Config:
    return uvicorn.Config(
        application,
        ws=Frames,
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,  # messages are short, and each would be squeezed anew for each listener
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; raises Malformed with the reason where that is not possible."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError as error:
        why = error.strerror or str(error)
        raise Malformed(message("server.port", host=host, port=port, why=why)) from None
    listener.setblocking(False)
    return listener
