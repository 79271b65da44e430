"""The store: what was answered is on disk. Appends of all tables share their commits."""

import asyncio
import queue
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from damier.core.words import message
from damier.server.database import StorageError, open_database, reason
from damier.server.schema import log, seats, tables

T = TypeVar("T")
CHANNEL = "damier"
_BATCH = 512


class Conflict(Exception):
    """Somebody else wrote there first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log."""

    seq: int
    actor: int
    text: str


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat and who sits on it."""

    seat: int
    kind: str  # open, person or bot
    name: str = ""
    word: str = ""
    secret_hash: str | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it is stored, without its log."""

    id: str
    code: str
    game: str
    options: dict[str, str]
    seed: bytes | None
    created: float
    rematch: str | None
    chairs: tuple[Chair, ...]


@dataclass(frozen=True, slots=True)
class _Append:
    """Rows for the log. Those of all tables that wait go in with one statement."""

    table: str
    rows: list[dict[str, Any]]


Work = Callable[[Connection], Any] | _Append


class Store:
    """A database and the one thread that writes to it."""

    def __init__(self, url: str, name: str = "") -> None:
        self.engine: Engine = open_database(url)
        self.name = name  # tells our own notices from those of other processes
        self._queue: queue.SimpleQueue[tuple[Work, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="read")
        self._writer = threading.Thread(target=self._write, name="write", daemon=True)
        self._writer.start()
        self.commits = 0
        self.appended = 0

    async def close(self) -> None:
        """Finish what was begun."""
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        self.engine.dispose()

    # Writing

    async def append(self, table: str, entries: Iterable[Entry]) -> None:
        """Add to a table's log; raises Conflict where that part of history is written already."""
        rows = [{"table_id": table, "seq": e.seq, "actor": e.actor, "text": e.text} for e in entries]
        await self._do(_Append(table, rows))

    async def create(self, table: Stored) -> None:
        """A new table with its seats; raises Conflict where its id or code is taken."""
        await self._do(lambda connection: self._create(connection, table))

    def _create(self, connection: Connection, table: Stored) -> None:
        connection.execute(insert(tables), {column.name: getattr(table, column.name) for column in tables.columns})
        connection.execute(insert(seats), [_row(table.id, chair) for chair in table.chairs])

    async def change_chair(self, table: str, chair: Chair, *, was: str) -> None:
        """Put somebody on a seat; raises Conflict unless its kind was `was`."""

        def work(connection: Connection) -> None:
            here = (seats.c.table_id == table) & (seats.c.seat == chair.seat) & (seats.c.kind == was)
            if connection.execute(update(seats).where(here).values(_row(table, chair))).rowcount != 1:
                raise Conflict
            self._notify(connection, table)

        await self._do(work)

    async def link_rematch(self, table: str, following: Stored) -> None:
        """Create the table where the same people play again; raises Conflict if there is one already."""

        def work(connection: Connection) -> None:
            here = (tables.c.id == table) & tables.c.rematch.is_(None)
            if connection.execute(update(tables).where(here).values(rematch=following.id)).rowcount != 1:
                raise Conflict
            self._create(connection, following)
            self._notify(connection, table)

        await self._do(work)

    def _notify(self, connection: Connection, *changed: str) -> None:
        if connection.dialect.name == "postgresql":
            # In the same transaction: nobody hears of what did not happen.
            notes = [{"note": f"{self.name}:{table}"} for table in changed]
            connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :note)"), notes)

    async def _do(self, work: Work) -> Any:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put((work, future))
        return await future

    def _write(self) -> None:
        """Take whatever waits, do it in one transaction, answer when it is durable."""
        while (first := self._queue.get()) is not None:
            batch = [first]
            stop = False
            while len(batch) < _BATCH and not self._queue.empty():
                following = self._queue.get()
                if following is None:
                    stop = True
                    break
                batch.append(following)
            self._commit(batch)
            if stop:
                return

    def _commit(self, batch: list[tuple[Work, asyncio.Future[Any]]]) -> None:
        try:
            with self.engine.begin() as connection:
                appends = [work for work, _ in batch if isinstance(work, _Append)]
                if appends:
                    connection.execute(insert(log), [row for append in appends for row in append.rows])
                    self._notify(connection, *{append.table for append in appends})
                for work, _ in batch:
                    if not isinstance(work, _Append):
                        work(connection)
        except Exception as error:
            if len(batch) == 1:
                _answer(batch, _translated(error))
            else:  # one of them is the cause: each on its own
                for single in batch:
                    self._commit([single])
        else:
            self.commits += 1
            self.appended += sum(len(work.rows) for work, _ in batch if isinstance(work, _Append))
            _answer(batch, None)

    # Reading

    async def load(self, id_or_code: str) -> Stored | None:
        """A table by its id or its short code."""
        return await self._read(lambda connection: self._load(connection, id_or_code))

    def _load(self, connection: Connection, id_or_code: str) -> Stored | None:
        which = (tables.c.id == id_or_code) | (tables.c.code == id_or_code.upper())
        found = connection.execute(select(tables).where(which)).mappings().first()
        if found is None:
            return None
        mine = select(seats).where(seats.c.table_id == found["id"]).order_by(seats.c.seat)
        rows = connection.execute(mine).mappings()
        chairs = tuple(Chair(**{name: row[name] for name in Chair.__slots__}) for row in rows)
        return Stored(**found, chairs=chairs)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """A table's log from a point on."""
        wanted = select(log.c.seq, log.c.actor, log.c.text).where((log.c.table_id == table) & (log.c.seq > after))
        return await self._read(lambda c: [Entry(*row) for row in c.execute(wanted.order_by(log.c.seq))])

    async def ping(self) -> None:
        """Whether the database answers."""
        await self._read(lambda connection: connection.execute(text("SELECT 1")).scalar())

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except SQLAlchemyError as error:
            raise _translated(error) from None


def _row(table: str, chair: Chair) -> dict[str, Any]:
    return {"table_id": table, **{name: getattr(chair, name) for name in Chair.__slots__}}


def _translated(error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        return Conflict()
    if isinstance(error, SQLAlchemyError | OSError):
        return StorageError(message("server.storage", why=reason(error)))
    return error


def _answer(batch: list[tuple[Work, asyncio.Future[Any]]], error: Exception | None) -> None:
    """Tell all who wait, with one call into the event loop."""

    def settle() -> None:
        for _, future in batch:
            if future.done():
                continue
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

    batch[0][1].get_loop().call_soon_threadsafe(settle)
