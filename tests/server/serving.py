"""A real server in a real process, for tests: started, killed, started again."""

import asyncio
import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

from damier.server.logs import JsonLines, worth_a_line
from damier.server.runner import TableServer, listen
from damier.server.settings import Settings, sqlite_url

T = TypeVar("T")
LIMITS = {"DAMIER_REQUESTS_PER_SECOND": "100000", "DAMIER_MESSAGES_PER_SECOND": "100000"}


_open: list[ClientConnection] = []


def run(game: Coroutine[Any, Any, T]) -> T:
    """Run what a test wants to happen, and close its sockets afterwards."""

    async def all_of_it() -> T:
        try:
            return await game
        finally:
            for socket in _open:
                await socket.close()
            _open.clear()

    return asyncio.run(all_of_it())


class Endpoint:
    """A server somewhere, and ways to talk to it."""

    address: str

    def errors(self) -> str:
        """Return what it wrote to its log."""
        raise NotImplementedError

    def ask(self, method: str, path: str, body: object = None, secret: str | None = None) -> tuple[int, Any]:
        """Make an HTTP request; return the status and the JSON or text."""
        headers = {"Content-Type": "application/json"}
        if secret:
            headers["Authorization"] = f"Bearer {secret}"
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"http://{self.address}{path}", data, headers, method=method)
        try:
            with urlopen(request) as answer:
                status, text, kind = answer.status, answer.read().decode(), answer.headers.get("content-type", "")
        except HTTPError as error:
            with error:
                status, text, kind = error.code, error.read().decode(), error.headers.get("content-type", "")
        return status, json.loads(text) if text and "json" in kind else text

    def table(self, game: str = "quatre", seats: tuple[str, ...] = ("me", "device"), **options: str) -> dict[str, Any]:
        """Create a table; return its info and the secrets of its seats by number."""
        wish = {
            "game": game,
            "options": options,
            "seats": [{"kind": kind, "name": f"P{n}"} for n, kind in enumerate(seats, 1)],
        }
        status, made = self.ask("POST", "/api/tables", wish)
        assert status == 201, made
        return {**made["table"], "secrets": {held["seat"]: held["secret"] for held in made["seats"]}}

    async def socket(self, table: str, *secrets: str, since: int | None = None, lang: str = "en") -> ClientConnection:
        """Return a socket that has said hello."""
        socket = await connect(f"ws://{self.address}/api/tables/{table}/socket")
        _open.append(socket)
        hello = {"type": "hello", "protocol": 2, "secrets": list(secrets), "lang": lang}
        await socket.send(json.dumps(hello if since is None else {**hello, "since": since}))
        return socket


class Server(Endpoint):
    """`damier serve` on a free port."""

    def __init__(self, *args: str, env: Mapping[str, str] | None = None) -> None:
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115  lives as long as the server
        self.process = subprocess.Popen(
            [sys.executable, "-m", "damier", "serve", "--port", "0", "--lang", "en", *args],
            env={**os.environ, **LIMITS, **(env or {})},
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        assert self.process.stdout is not None
        with self.process.stdout as out:
            line = out.readline()
        match = re.search(r"http://(\S+)", line)
        assert match, self.errors()
        self.address = match[1]

    @classmethod
    def on(cls, folder: Path, **env: str) -> "Server":
        """A server with its tables in a folder."""
        return cls("--data", str(folder), env=env)

    @classmethod
    def at(cls, url: str, **env: str) -> "Server":
        """A server on a database."""
        return cls("--database", url, env=env)

    def errors(self) -> str:
        """Return what it wrote to its log."""
        self.log.seek(0)
        return self.log.read()

    def kill(self) -> None:
        """As a power cut would: no warning, no last word."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """As a person would."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
        self.log.close()


class ThreadServer(Endpoint):
    """The same server in a thread of this process: real sockets, and no process where none is needed."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        limits = {"requests_per_second": 1e5, "messages_per_second": 1e5}
        listener = listen("127.0.0.1", 0)
        self.address = "{}:{}".format(*listener.getsockname())
        self._log = io.StringIO()
        self._handler = logging.StreamHandler(self._log)
        self._handler.setFormatter(JsonLines())
        self._handler.addFilter(worth_a_line)
        logging.getLogger().addHandler(self._handler)
        self._server = TableServer(Settings(database=sqlite_url(folder), **{**limits, **settings}))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]})
        self._thread.start()

    def errors(self) -> str:
        return self._log.getvalue()

    def __enter__(self) -> "ThreadServer":
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()
        logging.getLogger().removeHandler(self._handler)


async def hear(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of one of these kinds."""
    async with asyncio.timeout(30):  # only so that a broken server fails a test instead of stopping all
        async for text in socket:
            told: dict[str, Any] = json.loads(text)
            if told["type"] in kinds:
                return told
    raise AssertionError(f"the socket closed before {kinds}: {socket.close_code}")


async def say(socket: ClientConnection, kind: str, **what: object) -> None:
    """Send a message."""
    await socket.send(json.dumps({"type": kind, **what}))
