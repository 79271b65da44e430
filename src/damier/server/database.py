"""Opening a database: SQLite in a file, or PostgreSQL by a URL; brought up to date at the start."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from damier.core.catalogue import message
from damier.core.errors import DamierError

PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    # Moves of many tables land on many pages: keep those at hand, and copy them home less often.
    "cache_size=-65536",
    "wal_autocheckpoint=10000",
)


class StorageError(DamierError):
    """The database is missing, broken or full."""


def open_database(url: str) -> Engine:
    """Return an engine whose database is reachable and up to date; raises StorageError with one clear sentence."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StorageError(message("server.bad-url", url=url)) from None
    if parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    shown = parsed.render_as_string(hide_password=True)
    try:
        backend = parsed.get_backend_name()
        engine = create_engine(parsed, pool_pre_ping=backend != "sqlite", connect_args=_arguments(backend))
        if engine.dialect.name == "sqlite":
            _prepare_sqlite(engine, parsed.database)
        with engine.begin() as connection:
            migrate(connection)
    except (SQLAlchemyError, NoSuchModuleError, ImportError, OSError) as error:
        raise StorageError(message("server.no-database", url=shown, why=reason(error))) from None
    return engine


def reason(error: BaseException) -> str:
    """Return the driver's own message, on one line."""
    original = getattr(error, "orig", None) or error
    return " ".join(str(original).split())[:200]


def _arguments(backend: str) -> dict[str, Any]:
    return {"timeout": 10, "check_same_thread": False} if backend == "sqlite" else {"connect_timeout": 10}


def _prepare_sqlite(engine: Engine, path: str | None) -> None:
    if path:
        Path(path).parent.mkdir(parents=True, exist_ok=True)

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say so, below
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # At once for writing: a transaction that reads first and writes later can find itself out of date.
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def migrate(connection: Connection) -> None:
    """Bring the database up to date. A lock lets only one process do so."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(6416)"))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
