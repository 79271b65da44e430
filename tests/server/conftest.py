"""One PostgreSQL for all tests of a worker, a fresh database for each."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from damier.players.player import players
from server.postgres import postgres
from server.serving import ThreadServer

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with postgres(tmp_path_factory.mktemp("postgres")) as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    name = f"tables_{next(_numbers)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return postgres_server.replace("/tables?", f"/{name}?")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'damier.sqlite3'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ThreadServer]:
    with ThreadServer(tmp_path) as running:
        yield running


@pytest.fixture
def known_players() -> Iterator[None]:
    """What a test registers is forgotten after it."""
    registry = players()
    assert isinstance(registry, dict)
    before = dict(registry)
    yield
    registry.clear()
    registry.update(before)
