"""The store: what was answered is on disk. Appends of all tables share their commits."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from damier.core.catalogue import message
from damier.server import schema
from damier.server.database import StorageError, open_database, reason
from damier.server.schema import log, tables

T = TypeVar("T")
CHANNEL = "damier"
MOST_ROWS = 500  # in one statement


class Conflict(Exception):
    """Somebody else wrote there first."""


class Entry(NamedTuple):
    """One line of a table's log."""

    seq: int
    actor: int
    text: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and who sits on it."""

    seat: int
    kind: str  # open, person or bot
    name: str = ""
    word: str = ""
    secret_hash: str | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is stored, without its log."""

    id: str
    code: str
    game: str
    options: dict[str, str]
    seed: bytes | None
    created: float
    rematch: str | None
    seats: tuple[Seat, ...]


Rows = list[tuple[str, int, int, str]]  # for the log: table and entry. Those of all that wait go in with one statement
Work = Callable[[Connection], Any] | Rows


class Store:
    """A database, and the one thread that writes to it."""

    def __init__(self, url: str, name: str = "", failed: Callable[[StorageError], None] | None = None) -> None:
        self.engine: Engine = open_database(url)
        self._failed = failed  # told when the database takes nothing any more
        self.name = name  # tells our own notices from those of other processes
        self.commits = 0
        self.appended = 0
        self._waiting: list[tuple[Work, asyncio.Future[None]]] = []
        self._draining: asyncio.Task[None] | None = None
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="read")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="write")
        # SQLite commits in a fraction of a millisecond. In a thread it would wait several times as long to get the
        # interpreter back from a busy event loop, after each of its statements.
        self._local = self.engine.dialect.name == "sqlite"
        # One connection for all writing: what another one writes makes SQLite forget the pages it has at hand.
        self._own: Connection | None = self.engine.connect() if self._local else None

    async def close(self) -> None:
        """Finish what was begun."""
        if self._draining is not None:
            await self._draining
        self._writer.shutdown()
        self._readers.shutdown()
        if self._own is not None:
            self._own.close()
        self.engine.dispose()

    # Writing

    async def append(self, table: str, entries: Iterable[Entry]) -> None:
        """Add to a table's log; raises Conflict where that part of history is written already."""
        await self._do([(table, *entry) for entry in entries])

    async def create(self, table: TableRow) -> None:
        """A new table with its seats; raises Conflict where its id or code is taken."""
        await self._do(lambda connection: self._create(connection, table))

    def _create(self, connection: Connection, table: TableRow) -> None:
        connection.execute(insert(tables), {column.name: getattr(table, column.name) for column in tables.columns})
        connection.execute(insert(schema.seats), [_row(table.id, seat) for seat in table.seats])

    async def change_seat(self, table: str, seat: Seat, *, was: str) -> None:
        """Put somebody on a seat; raises Conflict unless its kind was `was`."""

        def work(connection: Connection) -> None:
            here = (
                (schema.seats.c.table_id == table) & (schema.seats.c.seat == seat.seat) & (schema.seats.c.kind == was)
            )
            if connection.execute(update(schema.seats).where(here).values(_row(table, seat))).rowcount != 1:
                raise Conflict
            self._notify(connection, table)

        await self._do(work)

    async def link_rematch(self, table: str, following: TableRow) -> None:
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

    async def _do(self, work: Work) -> None:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append((work, future))
        if self._draining is None or self._draining.done():
            self._draining = loop.create_task(self._drain())
        await future

    async def _drain(self) -> None:
        """Group commit: while one transaction is on its way to the disk, the next one gathers."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            gathered = 0
            while gathered < len(self._waiting):  # as long as more keeps arriving, it shall come along
                gathered = len(self._waiting)
                await asyncio.sleep(0)
            batch, self._waiting = self._waiting, []
            works = [work for work, _ in batch]
            if self._local:
                outcomes = self._commit(works)
            else:
                outcomes = await loop.run_in_executor(self._writer, self._commit, works)
            for (_, future), error in zip(batch, outcomes, strict=True):
                if future.done():
                    continue  # whoever asked has gone
                if error is None:
                    future.set_result(None)
                else:
                    future.set_exception(error)
                if isinstance(error, StorageError) and self._failed is not None:
                    self._failed(error)

    def _commit(self, batch: list[Work]) -> list[Exception | None]:
        """One transaction for all; if it fails, one for each, so that only the cause suffers."""
        try:
            with self._transaction() as connection:
                rows = [row for work in batch if isinstance(work, list) for row in work]
                if rows:
                    self._insert(connection, rows)
                    self._notify(connection, *{row[0] for row in rows})
                for work in batch:
                    if not isinstance(work, list):
                        work(connection)
        except Exception as error:
            if len(batch) == 1:
                return [_translated(error)]
            return [self._commit([work])[0] for work in batch]
        self.commits += 1
        self.appended += len(rows)
        return [None] * len(batch)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        if self._own is None:
            with self.engine.begin() as connection:
                yield connection
        else:
            with self._own.begin():
                yield self._own

    def _insert(self, connection: Connection, rows: Rows) -> None:
        into = "INSERT INTO log (table_id, seq, actor, text) VALUES"
        if self._local:  # straight to the driver, which has it prepared
            driver: Any = connection.connection.driver_connection
            driver.executemany(f"{into} (?, ?, ?, ?)", rows)
            return
        # One statement for all: the driver gives the interpreter away, and waits to get it back, with each.
        for first in range(0, len(rows), MOST_ROWS):
            some = rows[first : first + MOST_ROWS]
            values = ", ".join(["(%s, %s, %s, %s)"] * len(some))
            connection.exec_driver_sql(f"{into} {values}", tuple(value for row in some for value in row))

    # Reading

    async def load(self, id_or_code: str) -> TableRow | None:
        """A table by its id or its short code."""
        return await self._read(lambda connection: self._load(connection, id_or_code))

    def _load(self, connection: Connection, id_or_code: str) -> TableRow | None:
        which = (tables.c.id == id_or_code) | (tables.c.code == id_or_code.upper())
        found = connection.execute(select(tables).where(which)).mappings().first()
        if found is None:
            return None
        mine = select(schema.seats).where(schema.seats.c.table_id == found["id"]).order_by(schema.seats.c.seat)
        rows = connection.execute(mine).mappings()
        seats = tuple(Seat(**{name: row[name] for name in Seat.__slots__}) for row in rows)
        return TableRow(**found, seats=seats)

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


def _row(table: str, seat: Seat) -> dict[str, Any]:
    return {"table_id": table, **{name: getattr(seat, name) for name in Seat.__slots__}}


def _translated(error: Exception) -> Exception:
    if isinstance(error, IntegrityError | sqlite3.IntegrityError):
        return Conflict()
    if isinstance(error, SQLAlchemyError | sqlite3.Error | OSError):
        return StorageError(message("server.storage", why=reason(error)))
    return error
