"""Notices between processes: PostgreSQL tells each of them which table has changed."""

import asyncio
import threading
from collections.abc import Callable

import psycopg
from sqlalchemy import Engine

from damier.server.store import CHANNEL

PAUSE = 0.5


class Notices:
    """Listens in a thread of its own; calls back in the event loop with the table's id, or None after a gap."""

    def __init__(self, engine: Engine, own: str, heard: Callable[[str | None], None]) -> None:
        self._url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._own = own
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="notices", daemon=True)
        self._thread.start()

    async def ready(self) -> None:
        """Wait until the connection listens."""
        await asyncio.to_thread(self._ready.wait)

    async def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        await asyncio.to_thread(self._thread.join)

    def _listen(self) -> None:
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._ready.set()
                    self._call(None)  # whatever was sent while nobody listened
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=PAUSE):
                            sender, _, table = notice.payload.partition(":")
                            if sender != self._own:
                                self._call(table)
            except psycopg.Error:
                self._stop.wait(PAUSE)

    def _call(self, table: str | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._heard, table)
