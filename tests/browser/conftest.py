"""A server process and a Chromium for the tests of the web app."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.driving import FLAGS, Person, chromium
from server.serving import Server

Arrive = Callable[..., Person]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One per module: Playwright runs an event loop in this thread, which would disturb other tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the real games, not those that exist only for tests."""
    with Server.on(tmp_path_factory.mktemp("tables"), DAMIER_GAMES="") as server:
        yield server


@pytest.fixture
def arrive(browser: Browser, server: Server) -> Iterator[Arrive]:
    """Open browsers for several people. Any error in one of their consoles fails the test."""
    people: list[Person] = []

    def come(lang: str = "en", theme: str = "light", address: str = server.address, **how: Any) -> Person:
        people.append(Person(browser, address, lang, theme, **how))
        return people[-1]

    yield come
    for person in people:
        person.close()
    assert not [error for person in people for error in person.errors]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"
