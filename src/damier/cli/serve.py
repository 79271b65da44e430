"""`damier serve`: serve tables over the network."""

import gc
import logging
import socket
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Annotated

import segno
import typer
import uvicorn

from damier.cli import browser
from damier.cli.console import Lang, catalogue, console, language
from damier.core.catalogue import Catalogue, message
from damier.core.errors import Malformed
from damier.core.registry import games
from damier.players.warm import cold, warm_up_behind
from damier.server.app import create_app
from damier.server.database import StorageError, open_database
from damier.server.frames import Frames
from damier.server.invite import lan_address
from damier.server.logs import set_up_logs
from damier.server.protocol import MAX_MESSAGE
from damier.server.settings import Settings, sqlite_url
from damier.server.socket import Sockets


def run(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free port.")] = 8000,
    data: Annotated[Path, typer.Option(metavar="DIR", help="Where tables are kept, in one file.")] = Path("data"),
    database: Annotated[str | None, typer.Option(metavar="URL", help="Instead: a PostgreSQL database.")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser, where there is one.")] = False,
    lang: Lang = None,
) -> None:
    """Serve tables: one process, one file. Stop it with Ctrl-C: no move is lost, people are told to come back."""
    say = catalogue(language(lang))
    settings = Settings.from_environment(database=database or sqlite_url(data))
    open_database(settings.database).dispose()  # raises what is wrong before anything is started
    listener = _listen(host, port)
    address, bound = listener.getsockname()[:2]
    everywhere = address in ("0.0.0.0", "::")
    url = _url("127.0.0.1" if everywhere else address, bound)
    if everywhere and not settings.lan and (found := lan_address()):
        settings = replace(settings, lan=_url(found, bound))
    behind = cold(games().values())
    # What is loaded by now stays: without freezing, every full collection would scan it and stall all tables.
    gc.freeze()
    gc.set_threshold(10_000, 20, 100)
    set_up_logs(logging.INFO)
    _announce(say, url, settings.lan if everywhere else "")
    warm_up_behind(behind)  # nobody waits for the compiler: until it is done, games run plain
    if open_browser:
        browser.show(url)
    server = TableServer(settings)
    server.run(sockets=[listener])
    if server.failure is not None:
        raise server.failure


def _url(address: str, port: int) -> str:
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def _announce(say: Catalogue, url: str, lan: str) -> None:
    """Print the address; for the local network also as a QR code."""
    lines = [say("server.ready", url=url)]
    if lan:
        lines.append(say("server.lan", url=lan))
    console.print("\n".join(lines), markup=False)  # in one write: a reader may close the pipe after the first line
    if lan and console.is_terminal:
        segno.make_qr(lan).terminal(compact=True)


class TableServer(uvicorn.Server):
    """Closes the tables before the sockets, and stops when the database fails."""

    def __init__(self, settings: Settings) -> None:
        self.failure: StorageError | None = None
        self.app = create_app(settings, self._fail)
        super().__init__(_config(Sockets(self.app, settings)))

    def _fail(self, failure: StorageError) -> None:
        self.failure = failure
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop with exit code 0; uvicorn would raise the signal again in the end."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the tables, then the sockets."""
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


def _listen(host: str, port: int) -> socket.socket:
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
