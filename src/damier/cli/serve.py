"""`damier serve`: serve tables over the network."""

import gc
import logging
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import segno
import typer

from damier.cli import browser
from damier.cli.console import Lang, catalogue, console, language
from damier.core.catalogue import Catalogue
from damier.core.registry import games
from damier.players.warm import cold, warm_up_behind
from damier.server.database import open_database
from damier.server.invite import lan_address
from damier.server.logs import set_up_logs
from damier.server.runner import TableServer, listen
from damier.server.settings import Settings, sqlite_url


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
    open_database(settings.database).dispose()  # says what is wrong before anything is started
    listener = listen(host, port)
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
