"""The server without a process: its ASGI application driven directly, by the standard interface alone."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from fastapi import FastAPI

from damier.server.app import create_app
from damier.server.hub import Hub
from damier.server.settings import Settings, sqlite_url
from damier.server.socket import Sockets

T = TypeVar("T")


class Socket:
    """A WebSocket connection as ASGI describes it: two queues, and a task that runs the application."""

    def __init__(self, app: Sockets, table: str) -> None:
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._to_client: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        scope = {"type": "websocket", "path": f"/api/tables/{table}/socket", "headers": []}
        self._to_server.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(app(scope, self._to_server.get, self._to_client.put))  # type: ignore[arg-type]

    def send(self, kind: str, **what: object) -> None:
        self._to_server.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": kind, **what})})

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these kinds, or the close code as `{"type": "closed", "code": …}`."""
        async with asyncio.timeout(30):  # only so that a broken server fails a test instead of stopping all
            while True:
                event = await self._to_client.get()
                if event["type"] == "websocket.close":
                    return {"type": "closed", "code": event["code"]}
                if event["type"] == "websocket.send":
                    message: dict[str, Any] = json.loads(event["text"])
                    if message["type"] in kinds:
                        return message

    async def close(self) -> None:
        self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


class InProcess:
    """An application that is running, and ways to talk to it."""

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        self.app = app
        self.sockets = Sockets(app, settings)
        self._http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
        self._open: list[Socket] = []

    @property
    def hub(self) -> Hub:
        hub: Hub = self.app.state.hub
        return hub

    async def ask(self, method: str, path: str, body: object = None, secret: str | None = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        response = await self._http.request(method, path, json=body, headers=headers)
        is_json = bool(response.content) and "json" in response.headers.get("content-type", "")
        return response.status_code, response.json() if is_json else response.text

    async def table(self, game: str = "quatre", *kinds: str, **options: str) -> dict[str, Any]:
        """Create a table and return its info with the secrets by seat; `bot:LEVEL` seats a bot."""
        seats: list[dict[str, str]] = []
        for n, kind in enumerate(kinds or ("me", "device"), 1):
            kind, _, level = kind.partition(":")
            seats.append({"kind": kind, "level": level} if level else {"kind": kind, "name": f"P{n}"})
        status, made = await self.ask("POST", "/api/tables", {"game": game, "options": options, "seats": seats})
        assert status == 201, made
        return {**made["table"], "secrets": {held["seat"]: held["secret"] for held in made["seats"]}}

    async def socket(self, table: str, *secrets: str, **more: object) -> Socket:
        socket = Socket(self.sockets, table)
        self._open.append(socket)
        socket.send("hello", protocol=2, secrets=list(secrets), **more)
        return socket

    async def close(self) -> None:
        for socket in self._open:
            await socket.close()
        await self._http.aclose()


@asynccontextmanager
async def serving(folder: Path, **settings: Any) -> AsyncIterator[InProcess]:
    """Run the application over the SQLite database in a folder."""
    chosen = Settings(**{"database": sqlite_url(folder), "requests_per_second": 1e5, **settings})
    app = create_app(chosen)
    async with app.router.lifespan_context(app):
        running = InProcess(app, chosen)
        try:
            yield running
        finally:
            await running.close()


def run(test: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(test)
