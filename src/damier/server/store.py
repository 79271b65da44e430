"""The store: what was acknowledged is on disk. Appends of all tables share their commits."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, Table, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from damier.core.catalogue import message
from damier.server import schema
from damier.server.database import StorageError, open_database, reason

T = TypeVar("T")
CHANNEL = "damier"
MAX_ROWS = 500  # in one statement


class Conflict(Exception):
    """Another process, or another request, wrote there first."""


class Entry(NamedTuple):
    """One line of a table's log."""

    seq: int
    actor: int
    text: str
    at: float | None = None  # seconds since 1970; unknown for old entries


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table and who sits there."""

    number: int
    kind: str  # open, person or bot
    name: str = ""  # of the person who sits here, or sat here before a bot took over
    word: str = ""  # its part in the chance
    secret_hash: str | None = None
    bot: str | None = None  # which bot it is
    former_hash: str | None = None  # of whoever sat here before and may ask the seat back
    person_id: str | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is stored, with its seats and without its log."""

    id: str
    code: str
    game: str
    options: dict[str, str]
    rules: int  # the version of the game's rules
    seed: bytes | None
    created: float
    rematch: str | None
    ended: float | None
    outcome: dict[str, Any] | None
    seats: tuple[Seat, ...]


LogRow = tuple[str, int, int, str, float | None]  # table and entry
Rows = list[LogRow]  # those of all tables that wait are inserted with one statement
Work = Callable[[Connection], Any] | Rows


class Store:
    """A database and its writer: one transaction at a time, shared by all that is waiting."""

    def __init__(self, url: str, name: str = "", failed: Callable[[StorageError], None] | None = None) -> None:
        self.engine: Engine = open_database(url)
        self._failed = failed  # called when the database no longer accepts anything
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
        # One connection for all writing: what another one writes makes SQLite drop its page cache.
        self._own: Connection | None = self.engine.connect() if self._local else None

    async def close(self) -> None:
        """Finish pending writes and close the database."""
        if self._draining is not None:
            await self._draining
        self._writer.shutdown()
        self._readers.shutdown()
        if self._own is not None:
            self._own.close()
        self.engine.dispose()

    # Writing

    async def append(self, table: str, entries: Iterable[Entry], outcome: dict[str, Any] | None = None) -> None:
        """Add to a table's log and, where the game ended, how; raises Conflict where a number is taken."""
        rows: Rows = [(table, *entry) for entry in entries]
        if outcome is None:
            await self._do(rows)
            return

        def work(connection: Connection) -> None:
            self._insert(connection, rows)
            ended = update(schema.tables).where(schema.tables.c.id == table)
            connection.execute(ended.values(ended=rows[-1][-1], outcome=outcome))
            self._notify(connection, table)
            self.appended += len(rows)

        await self._do(work)

    async def create(self, table: TableRow) -> None:
        """Store a new table with its seats; raises Conflict where its id or code is taken."""
        await self._do(lambda connection: self._create(connection, table))

    def _create(self, connection: Connection, table: TableRow) -> None:
        columns = {column.name: getattr(table, column.name) for column in schema.tables.columns}
        connection.execute(insert(schema.tables), columns)
        connection.execute(insert(schema.seats), [_seat_row(table.id, seat) for seat in table.seats])

    async def change_seat(self, table: str, seat: Seat, *, was: str) -> None:
        """Replace a seat's row; raises Conflict unless its kind was `was`."""

        def work(connection: Connection) -> None:
            columns = schema.seats.c
            here = (columns.table_id == table) & (columns.seat == seat.number) & (columns.kind == was)
            if connection.execute(update(schema.seats).where(here).values(_seat_row(table, seat))).rowcount != 1:
                raise Conflict
            self._notify(connection, table)

        await self._do(work)

    async def link_rematch(self, table: str, following: TableRow) -> None:
        """Store the table where the same players go on; raises Conflict if there is one already."""

        def work(connection: Connection) -> None:
            here = (schema.tables.c.id == table) & schema.tables.c.rematch.is_(None)
            if connection.execute(update(schema.tables).where(here).values(rematch=following.id)).rowcount != 1:
                raise Conflict
            self._create(connection, following)
            self._notify(connection, table)

        await self._do(work)

    async def add_refusal(
        self, table: str, seat: int, seq: int, at: float, text: str, code: str, rule: str | None
    ) -> None:
        """Remember a move that was refused."""
        await self._add(
            schema.refusals, table_id=table, seat=seat, seq=seq, at=at, text=text[:200], code=code, rule=rule
        )

    async def add_hint(self, table: str, seat: int, seq: int, at: float, text: str) -> None:
        """Remember a hint that was given."""
        await self._add(schema.hints, table_id=table, seat=seat, seq=seq, at=at, text=text[:200])

    async def _add(self, table: Table, **row: object) -> None:
        await self._do(lambda connection: connection.execute(insert(table), row))

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
                errors = self._commit(works)
            else:
                errors = await loop.run_in_executor(self._writer, self._commit, works)
            for (_, future), error in zip(batch, errors, strict=True):
                if future.done():
                    continue  # the task that waited was cancelled
                if error is None:
                    future.set_result(None)
                else:
                    future.set_exception(error)
                if isinstance(error, StorageError) and self._failed is not None:
                    self._failed(error)

    def _commit(self, batch: list[Work]) -> list[Exception | None]:
        """Run all work in one transaction; if that fails, each in its own, so that only the cause suffers."""
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
        into = "INSERT INTO log (table_id, seq, actor, text, at) VALUES"
        if self._local:  # directly by the driver, which has the statement prepared
            driver: Any = connection.connection.driver_connection
            driver.executemany(f"{into} (?, ?, ?, ?, ?)", rows)
            return
        # One statement for all: the driver releases the interpreter, and waits to get it back, with each.
        for first in range(0, len(rows), MAX_ROWS):
            some = rows[first : first + MAX_ROWS]
            values = ", ".join(["(%s, %s, %s, %s, %s)"] * len(some))
            connection.exec_driver_sql(f"{into} {values}", tuple(value for row in some for value in row))

    # Reading

    async def load(self, id_or_code: str) -> TableRow | None:
        """Return a table by its id or its short code."""
        return await self._read(lambda connection: self._load(connection, id_or_code))

    def _load(self, connection: Connection, id_or_code: str) -> TableRow | None:
        which = (schema.tables.c.id == id_or_code) | (schema.tables.c.code == id_or_code.upper())
        found = connection.execute(select(schema.tables).where(which)).mappings().first()
        if found is None:
            return None
        of_table = schema.seats.c.table_id == found["id"]
        rows = connection.execute(select(schema.seats).where(of_table).order_by(schema.seats.c.seat)).mappings()
        return TableRow(**found, seats=tuple(_seat(dict(row)) for row in rows))

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Return a table's log after a sequence number."""
        log = schema.log.c
        wanted = select(log.seq, log.actor, log.text, log.at).where((log.table_id == table) & (log.seq > after))
        return await self._read(lambda c: [Entry(*row) for row in c.execute(wanted.order_by(log.seq))])

    async def ping(self) -> None:
        """Raise StorageError unless the database responds."""
        await self._read(lambda connection: connection.execute(text("SELECT 1")).scalar())

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except SQLAlchemyError as error:
            raise _translated(error) from None


def _seat_row(table: str, seat: Seat) -> dict[str, Any]:
    row = {name: getattr(seat, name) for name in Seat.__slots__}
    return {"table_id": table, "seat": row.pop("number"), **row}


def _seat(row: dict[str, Any]) -> Seat:
    del row["table_id"]
    return Seat(number=row.pop("seat"), **row)


def _translated(error: Exception) -> Exception:
    if isinstance(error, IntegrityError | sqlite3.IntegrityError):
        return Conflict()
    if isinstance(error, SQLAlchemyError | sqlite3.Error | OSError):
        return StorageError(message("server.storage", why=reason(error)))
    return error
