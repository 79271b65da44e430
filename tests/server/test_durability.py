"""What was answered stays: through kills, races, full disks. What cannot work says so in one sentence."""

import asyncio
import json
import os
import random
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, select
from sqlalchemy.engine import make_url
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from damier.core.record import parse
from damier.core.replay import steps
from damier.server.database import open_database
from damier.server.schema import log, metadata
from server.serving import Server, hear, say

KILLS = 25 if os.environ.get("DAMIER_LONG_TESTS") == "1" else 8  # per database
TABLES = 8
MOST = 1_500 // KILLS  # events told before a kill; in all enough for games to end
PLIES = "60"  # so that games end, and new tables are made, now and then
SECONDS = 60 if os.environ.get("DAMIER_LONG_TESTS") == "1" else 20
SQLITE_SECONDS = SECONDS / 4
LOOKING = 5.0
RACED = {"behind", "not-now"}  # how a move is refused that another one was faster than

Happened = tuple[int, int, str]  # sequence number, actor, event


class Player:
    """Moves for both seats of a table, at random, as soon as it hears that somebody is to move."""

    def __init__(self, table: dict[str, Any], chance: random.Random) -> None:
        self.table = table
        self.told: dict[int, Happened] = {}  # what the server said has happened
        self.over = False
        self._chance = chance
        self._sent: list[Happened] = []
        self._refused: set[int] = set()

    @property
    def moved(self) -> list[Happened]:
        """What it did itself: sent, and not refused."""
        return [move for number, move in enumerate(self._sent) if number not in self._refused]

    async def enter(self, server: Server) -> tuple[ClientConnection, dict[str, Any]]:
        """A socket, and what it tells of the present; what was told last is told again."""
        since = max(self.told) - 1 if self.told else None
        both = await server.socket(self.table["id"], *self.table["secrets"].values(), since=since)
        present = (await hear(both, "welcome"))["table"]["seq"]
        while True:
            told = await hear(both, "event", "snapshot")
            self.hear(told)
            if told["seq"] >= present:
                return both, told

    def hear(self, told: dict[str, Any]) -> None:
        self.over = bool(told["outcome"])
        if told["type"] == "event":
            happened = (told["seq"], told["actor"], told["seats"]["1"]["event"])
            assert self.told.setdefault(told["seq"], happened) == happened, "a number means one event"

    async def play(self, both: ClientConnection, told: dict[str, Any], going: Callable[[], bool]) -> None:
        """Until the game is over, or the time; then until every answer is there."""
        while not self.over and going():
            legal = [(seat, move) for seat in told.get("actors", ()) for move in told["seats"][str(seat)]["legal"]]
            if legal:  # none: an error, or told afterwards of a game that is over by now
                seat, move = self._chance.choice(legal)
                self._sent.append((told["seq"] + 1, seat, move))
                await say(both, "move", seat=seat, seq=told["seq"], move=move, id=str(len(self._sent) - 1))
            told = await self._next(both)
        await say(both, "ping")
        while told["type"] != "pong":
            told = await self._next(both)

    async def _next(self, both: ClientConnection) -> dict[str, Any]:
        told = await hear(both, "event", "snapshot", "error", "pong")
        if told["type"] == "error":
            assert told["code"] in RACED, told
            self._refused.add(int(told["id"]))
        elif told["type"] != "pong":
            self.hear(told)
        return told


def history(url: str, table: str) -> list[Happened]:
    """What is written, by nobody's memory but the database's."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    engine = create_engine(parsed)
    try:
        with engine.connect() as connection:
            wanted = select(log.c.seq, log.c.actor, log.c.text).where(log.c.table_id == table).order_by(log.c.seq)
            return [(seq, actor, text) for seq, actor, text in connection.execute(wanted)]
    finally:
        engine.dispose()


@cache
def replayed(text: str) -> int:
    """How many events a record has; each is played by the rules."""
    return sum(1 for _ in steps(parse(text), jit=False))


def assert_one_history(server: Server, url: str, table: str) -> list[Happened]:
    """The log has no gaps or doubles, and the record the server gives is that log, and replays."""
    written = history(url, table)
    assert [seq for seq, _, _ in written] == list(range(1, len(written) + 1))
    status, text = server.ask("GET", f"/api/tables/{table}/record")
    assert status == 200, text
    record = parse(text)
    assert [(seq, line.actor, line.text) for seq, line in enumerate(record.lines, 1)] == written
    assert replayed(text) == len(written)
    assert server.ask("GET", f"/api/tables/{table}")[1]["seq"] == len(written)
    return written


# Killed


def test_killed_at_any_moment_nothing_acknowledged_is_lost(database_url: str) -> None:
    chance = random.Random(6416)
    tables: list[Player] = []

    def check(server: Server, players: list[Player]) -> None:
        for player in players:
            written = assert_one_history(server, database_url, player.table["id"])
            assert set(player.told.values()) <= set(written), "what was told has happened"

    def new(server: Server) -> Player:
        player = Player(
            server.table("quatre", ("me", "device"), **{"ply-limit": PLIES}), random.Random(chance.random())
        )
        tables.append(player)
        return player

    async def go_on(server: Server, player: Player, both: ClientConnection, told: dict[str, Any]) -> None:
        """Play until the server dies."""
        try:
            while True:
                await player.play(both, told, lambda: True)
                await both.close()
                player = await asyncio.to_thread(new, server)
                both, told = await player.enter(server)
        except (ConnectionClosed, InvalidHandshake, OSError, EOFError, HTTPException):
            return

    def heard() -> int:
        return sum(len(player.told) for player in tables)

    async def load_and_kill(server: Server) -> None:
        players = [player for player in tables if not player.over]
        players += [new(server) for _ in range(TABLES - len(players))]
        entered = [await player.enter(server) for player in players]
        load = [
            asyncio.create_task(go_on(server, player, *here)) for player, here in zip(players, entered, strict=True)
        ]
        # After a number of events, not of seconds: a busy machine, or rules still being compiled, may take
        # any time to the first one. A little later, so that it comes at any point of an event's way.
        enough = heard() + chance.randint(1, MOST)
        while heard() < enough and not any(playing.done() for playing in load):
            await asyncio.sleep(0.001)
        await asyncio.sleep(chance.uniform(0, 0.005))
        server.kill()
        await asyncio.gather(*load)
        for both, _ in entered:
            await both.close()

    for _ in range(KILLS):
        playing = [player for player in tables if not player.over]
        with Server.at(database_url) as server:
            check(server, playing)
            asyncio.run(load_and_kill(server))
    with Server.at(database_url) as server:
        check(server, tables)
    assert len(tables) > TABLES, "games ended, new ones began"


# Two processes


async def watch(server: Server, table: str, heard: list[Happened]) -> None:
    watcher = await server.socket(table)
    try:
        while True:
            told: dict[str, Any] = json.loads(await watcher.recv())
            if told["type"] == "event":
                heard.append((told["seq"], told["actor"], told["seats"]["0"]["event"]))
            elif told["type"] == "snapshot":
                assert told["seq"] == 0, "nothing was taken back, nothing should be skipped"
                heard.append((0, 0, ""))
    finally:
        await watcher.close()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.01)


async def race(servers: list[Server], url: str, seconds: float, *, watched: bool) -> list[str]:
    """Two processes want every move of every game; each move is made by one of them. Answers the tables."""
    tables: list[str] = []
    chance = random.Random(64)
    end = time.monotonic() + seconds
    moves = [0, 0]

    def going() -> bool:
        """For so long; and longer where a busy machine has let only one of the processes move."""
        return time.monotonic() < end or (min(moves) == 0 and len(tables) < 50)

    for game in range(10**6):
        if not going():
            break
        table = servers[game % 2].table()
        tables.append(table["id"])
        players = [Player(table, random.Random(chance.random())) for _ in servers]
        heard: list[list[Happened]] = [[], []]
        watching = []
        if watched:
            pairs = zip(servers, heard, strict=True)
            watching = [asyncio.create_task(watch(server, table["id"], here)) for server, here in pairs]
            await until(lambda: all(heard) or any(task.done() for task in watching))  # noqa: B023  awaited here
        entered = [await player.enter(server) for player, server in zip(players, servers, strict=True)]
        async with asyncio.TaskGroup() as both:
            for player, here in zip(players, entered, strict=True):
                both.create_task(player.play(*here, going))
        for connection, _ in entered:
            await connection.close()
        written = history(url, table["id"])
        assert sorted(players[0].moved + players[1].moved) == written, "each event is one move of one of them"
        for player in players:
            assert set(player.told.values()) <= set(written)
        for task, seen in zip(watching, heard, strict=False):
            await until(lambda: seen[-1][0] == len(written) or task.done())  # noqa: B023  awaited here
            task.cancel()
            await asyncio.wait([task])
            assert task.cancelled() or task.exception() is None, task.exception()
            assert seen == [(0, 0, ""), *written]
        moves = [moved + len(player.moved) for moved, player in zip(moves, players, strict=True)]
    assert min(moves) > 0, f"both processes made moves: {moves}"
    assert sum(moves) > 5 * seconds, moves
    return tables


def test_two_processes_on_one_postgresql_keep_one_history(postgres_url: str) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(Server.at(postgres_url)) for _ in range(2)]
        tables = asyncio.run(race(servers, postgres_url, SECONDS, watched=True))
        for server in servers:
            for table in tables:
                assert_one_history(server, postgres_url, table)
            assert '"level": "error"' not in server.errors()


def test_two_processes_on_one_sqlite_file_never_fork_a_game(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'damier.sqlite3'}"
    with ExitStack() as stack:
        servers = [stack.enter_context(Server.at(url)) for _ in range(2)]
        tables = asyncio.run(race(servers, url, SQLITE_SECONDS, watched=False))
        for server in servers:
            assert '"level": "error"' not in server.errors()
    with Server.at(url) as server:  # (no notices there: who made no move last may not know of it)
        for table in tables:
            assert_one_history(server, url, table)


def test_who_looks_during_a_race_sees_only_what_happened(database_url: str) -> None:
    async def look(server: Server, player: Player, snapshots: list[dict[str, Any]], records: list[list[str]]) -> None:
        table = player.table["id"]
        while not player.over:
            watcher = await server.socket(table)
            snapshots.append(await hear(watcher, "snapshot"))
            await watcher.close()
            _, text = await asyncio.to_thread(server.ask, "GET", f"/api/tables/{table}/record")
            records.append([line.text for line in parse(text).lines])

    async def play(server: Server, player: Player) -> None:
        here = await player.enter(server)
        await player.play(*here, lambda: True)
        await here[0].close()

    async def one_game(servers: list[Server], chance: random.Random) -> int:
        snapshots: list[dict[str, Any]] = []
        records: list[list[str]] = []
        table = servers[0].table("quatre", ("me", "device"), **{"ply-limit": PLIES})
        async with asyncio.TaskGroup() as group:
            for server in servers:
                player = Player(table, random.Random(chance.random()))
                group.create_task(play(server, player))
                for _ in range(2):
                    group.create_task(look(server, player, snapshots, records))
        written = [None, *(text for _, _, text in history(database_url, table["id"]))]
        shown = [(told["seq"], told["last"], written[told["seq"]]) for told in snapshots]
        assert [last for _, last, _ in shown] == [happened for _, _, happened in shown], "only what happened is shown"
        for record in records:
            assert record == written[1 : len(record) + 1]
        return len(snapshots)

    chance = random.Random(4)
    looks = 0
    with ExitStack() as stack:
        servers = [stack.enter_context(Server.at(database_url)) for _ in range(2)]
        end = time.monotonic() + LOOKING
        while time.monotonic() < end:
            looks += asyncio.run(one_game(servers, chance))
    assert looks > 20


# What cannot work


@pytest.mark.parametrize("case", ["no-url", "nobody-listens", "inside-a-file", "garbage", "short-garbage", "port"])
def test_bad_databases_ports_and_full_disks_end_with_one_sentence(tmp_path: Path, case: str) -> None:
    kept = tmp_path / "damier.sqlite3"
    if case != "port":
        kept.write_bytes(random.Random(6).randbytes(20_000) if case == "garbage" else b"kept as it is\n")
    before = kept.read_bytes() if kept.exists() else b""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        if case == "port":
            taken.listen()  # else: nobody listens there
        args, named = {
            "no-url": (["--database", "no url at all"], "no url at all"),
            "nobody-listens": (["--database", f"postgresql://me:hush@127.0.0.1:{port}/tables"], f"127.0.0.1:{port}"),
            "inside-a-file": (["--data", str(kept)], "damier.sqlite3"),
            "garbage": (["--data", str(tmp_path)], "damier.sqlite3"),
            "short-garbage": (["--data", str(tmp_path)], "damier.sqlite3"),
            "port": (["--data", str(tmp_path), "--port", str(port)], str(port)),
        }[case]
        ended = subprocess.run(
            [sys.executable, "-m", "damier", "serve", "--port", "0", "--lang", "en", *args],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            timeout=60,
        )
    lines = [line for line in ended.stderr.splitlines() if line.strip()]
    assert ended.returncode != 0
    assert len(lines) == 1, ended.stderr
    assert named in lines[0]
    assert "Traceback" not in ended.stderr
    assert "hush" not in ended.stderr + ended.stdout
    assert ended.stdout.strip() == ""
    if case != "port":
        assert kept.read_bytes() == before


def test_a_full_disk_ends_the_server_and_loses_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'damier.sqlite3'}"

    async def play_until_full(server: Server, players: list[Player]) -> None:
        while True:
            player = Player(server.table(), random.Random(6))
            players.append(player)
            both, told = await player.enter(server)
            try:
                await player.play(both, told, lambda: True)
            finally:
                await both.close()

    players: list[Player] = []
    with Server.at(url) as server:
        full = 128 * 1024 + max(file.stat().st_size for file in tmp_path.iterdir())
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, full))
        try:
            asyncio.run(asyncio.wait_for(play_until_full(server, players), 30))
        except (ConnectionClosed, InvalidHandshake, OSError, EOFError, HTTPException):
            pass
        except AssertionError as refused:  # what did not fit may be refused before the server goes
            assert "database" in str(refused), refused
        assert server.process.wait(20) != 0, "it cannot go on, and says so by going"
        said = [line for line in server.errors().splitlines() if "database" in line]
        assert len(said) == 1, server.errors()
        assert "Traceback" not in server.errors()
    assert sum(len(player.told) for player in players) > 10
    with Server.at(url) as server:
        for player in players:
            written = assert_one_history(server, url, player.table["id"])
            assert set(player.told.values()) <= set(written)


# The schema


def test_migrations_make_the_schema(database_url: str) -> None:
    engine = open_database(database_url)
    try:
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    finally:
        engine.dispose()
