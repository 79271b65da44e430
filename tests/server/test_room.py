"""Rooms without a process: what is stored, when it is seen, who holds a seat, and that any ASGI server will do."""

import asyncio
import shutil
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from damier.core.contract import Ints
from damier.core.record import parse
from damier.core.registry import game
from damier.core.replay import steps, verify
from damier.core.rng import seeded
from damier.core.state import State, View
from damier.core.thinking import Budget, Thought
from damier.players.levels import adviser
from damier.players.player import player
from damier.server import schema
from damier.server.bots import BotPool
from damier.server.store import Store
from server.inprocess import InProcess, run, serving

BEFORE = Path(__file__).parent.parent / "before" / "tables.sqlite3"


def rows(running: InProcess, table: Any) -> list[dict[str, Any]]:
    with running.hub.store.engine.connect() as connection:
        return [dict(row) for row in connection.execute(select(table)).mappings()]


# What is stored


def test_events_carry_their_time_and_a_finished_table_how_it_ended(tmp_path: Path) -> None:
    async def law() -> None:
        async with serving(tmp_path) as running:
            began = time.time()
            table = await running.table()
            ada = await running.socket(table["id"], *table["secrets"].values())
            await ada.hear("snapshot")
            ada.send("move", seat=1, seq=0, move="F1-E2")
            await ada.hear("event")
            (row,) = rows(running, schema.tables)
            assert (row["ended"], row["outcome"]) == (None, None)
            ada.send("resign", seat=2, seq=1)
            assert (await ada.hear("event"))["outcome"]["winners"] == [1]
            (row,) = rows(running, schema.tables)
            assert row["outcome"] == {"reason": "resigned", "places": [1, 2], "winners": [1]}
            times = [entry["at"] for entry in rows(running, schema.log)]
            assert began <= times[0] <= times[1] == row["ended"] <= time.time()

    run(law())


def test_refused_tries_and_hints_are_stored_apart_from_the_log(tmp_path: Path) -> None:
    async def law() -> None:
        async with serving(tmp_path) as running:
            table = await running.table()
            ada = await running.socket(table["id"], *table["secrets"].values())
            await ada.hear("snapshot")
            for seat, seq, move, code in (
                (1, 0, "F1-F2", "illegal"),
                (1, 0, "rubbish", "malformed"),
                (2, 0, "A1-B1", "not-now"),
                (1, 7, "F1-E2", "behind"),
            ):
                ada.send("move", seat=seat, seq=seq, move=move)
                assert (await ada.hear("error"))["code"] == code
            tried = [
                (row["seat"], row["seq"], row["text"], row["code"], row["rule"])
                for row in rows(running, schema.refusals)
            ]
            assert tried == [(1, 0, "F1-F2", "illegal", "R4"), (1, 0, "", "malformed", None)]
            status, hint = await running.ask(
                "GET", f"/api/tables/{table['id']}/seats/1/hint", secret=table["secrets"][1]
            )
            assert status == 200
            given = [(row["table_id"], row["seat"], row["seq"], row["text"]) for row in rows(running, schema.hints)]
            assert given == [(table["id"], 1, 0, hint["move"])]
            assert rows(running, schema.log) == []

    run(law())


def test_nobody_sees_a_move_before_it_is_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def law() -> None:
        async with serving(tmp_path) as running:
            table = await running.table()
            ada = await running.socket(table["id"], *table["secrets"].values())
            await ada.hear("snapshot")
            arrived, go_on = asyncio.Event(), asyncio.Event()
            append = Store.append

            async def slow(self: Store, *args: Any) -> None:
                arrived.set()
                await go_on.wait()
                await append(self, *args)

            monkeypatch.setattr(Store, "append", slow)
            ada.send("move", seat=1, seq=0, move="F1-E2")
            await arrived.wait()
            assert (await running.ask("GET", f"/api/tables/{table['id']}"))[1]["seq"] == 0
            room = running.hub.rooms[table["id"]]
            assert (room.session.events, room.session.actors) == ([], (1,))
            go_on.set()
            assert (await ada.hear("event"))["seq"] == 1
            assert (await running.ask("GET", f"/api/tables/{table['id']}"))[1]["seq"] == 1

    run(law())


# A database from before


def test_a_database_of_the_version_before_opens_and_its_games_go_on(tmp_path: Path) -> None:
    shutil.copy(BEFORE, tmp_path / "damier.sqlite3")
    secret = "first-seat-secret-0001"

    async def law() -> None:
        async with serving(tmp_path) as running:
            kept = {row["id"]: row["game"] for row in rows(running, schema.tables)}
            seats = rows(running, schema.seats)
            assert {(seat["kind"], seat["bot"], seat["name"]) for seat in seats} == {
                ("person", None, "Ada"),
                ("person", None, "Bo"),
                ("person", None, "bot master"),
                ("open", None, "open"),
                ("bot", "gentle", ""),
            }
            for table, name in kept.items():
                status, info = await running.ask("GET", f"/api/tables/{table}")
                if game(name).rules_version > 1:
                    assert (status, info["code"]) == (409, "not-now"), "its rules have changed since"
                    assert "version 1" in info["sentence"]
                    continue
                assert status == 200, info
                _, text = await running.ask("GET", f"/api/tables/{table}/record")
                if info["status"] == "over":
                    *_, last = steps(parse(text))
                    assert last.outcome is not None
                    assert verify(parse(text)) >= 0
            (quatre,) = {seat["table_id"] for seat in seats if seat["name"] == "bot master"}
            ada = await running.socket(quatre, secret)
            welcome = await ada.hear("welcome")
            assert welcome["table"]["seats"] == [
                {"seat": 1, "kind": "person", "name": "bot master", "bot": None, "here": False},
                {"seat": 2, "kind": "bot", "name": "", "bot": "gentle", "here": True},
            ]
            shown = await ada.hear("snapshot")
            ada.send("move", seat=1, seq=shown["seq"], move=shown["seats"]["1"]["legal"][0])
            assert (await ada.hear("event"))["seats"]["1"]["sentence"].startswith("bot master ")
            assert (await ada.hear("event"))["actor"] == 2, "the bot still plays"
            assert "seat 1: Bot master" in (await running.ask("GET", f"/api/tables/{quatre}/record"))[1]

    run(law())


# Coming back


def test_who_returns_to_a_seat_given_to_a_bot_watches_and_may_have_it_back(tmp_path: Path) -> None:
    async def law() -> None:
        async with serving(tmp_path, away_seconds=0.0) as running:
            table = await running.table("quatre", "me", "link")
            _, joined = await running.ask("POST", f"/api/tables/{table['id']}/seats", {"name": "Bo"})
            theirs, path = joined["seats"][0]["secret"], f"/api/tables/{table['id']}/seats/2"
            assert (await running.ask("POST", f"{path}/bot", {"level": "gentle"}, table["secrets"][1]))[0] == 204
            bo = await running.socket(table["id"], theirs)
            welcome = await bo.hear("welcome")
            assert (welcome["you"], welcome["former"]) == ([], [2])
            assert "watching" in welcome["notice"]
            assert list((await bo.hear("snapshot"))["seats"]) == ["0"], "a watcher"
            assert (await running.ask("POST", f"{path}/reclaim"))[0] == 401
            assert (await running.ask("POST", f"{path}/reclaim", secret=table["secrets"][1]))[0] == 401
            assert (await running.ask("POST", f"{path}/reclaim", secret=theirs))[0] == 204
            again = await running.socket(table["id"], theirs)
            welcome = await again.hear("welcome")
            assert (welcome["you"], welcome["former"], welcome["notice"]) == ([2], [], None)
            assert welcome["table"]["seats"][1]["name"] == "Bo"

    run(law())


def test_a_table_that_does_not_exist_is_said_to_be_unknown(tmp_path: Path) -> None:
    async def law() -> None:
        async with serving(tmp_path) as running:
            socket = await running.socket("nowhere")
            assert (await socket.hear("error"))["code"] == "unknown"
            assert await socket.hear() == {"type": "closed", "code": 1008}

    run(law())


# Bots


@pytest.mark.parametrize(("name", "bot"), [("foumath", "alphabeta"), ("mathable", "alphabeta:100")])
def test_a_bot_that_does_not_fit_a_game_is_refused_when_the_table_is_made(tmp_path: Path, name: str, bot: str) -> None:
    async def law() -> None:
        async with serving(tmp_path) as running:
            wish = {"game": name, "seats": [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": bot}]}
            status, problem = await running.ask("POST", "/api/tables", wish)
            assert (status, problem["code"]) == (422, "unfit")
            assert problem["sentence"]
            table = await running.table(name, "me", "link")
            path = f"/api/tables/{table['id']}/seats/2/bot"
            status, problem = await running.ask("POST", path, {"level": bot}, table["secrets"][1])
            assert (status, problem["code"]) == (422, "unfit")

    run(law())


@pytest.mark.usefixtures("known_players")
def test_the_nodes_in_a_bots_name_count_at_a_table(tmp_path: Path) -> None:
    budgets: list[int] = []

    @player("counting")
    def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
        budgets.append(budget.nodes)
        return Thought(actions[0])

    async def law() -> None:
        async with serving(tmp_path) as running:
            table = await running.table("quatre", "me", "bot:counting:77")
            ada = await running.socket(table["id"], table["secrets"][1])
            await ada.hear("snapshot")
            ada.send("move", seat=1, seq=0, move="F1-E2")
            while (await ada.hear("event"))["actor"] != 2:
                pass

    run(law())
    assert budgets == [77]


@pytest.mark.usefixtures("known_players")
def test_the_time_limit_counts_thinking_and_not_waiting_in_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of a bot that waits for a slot does not run yet."""
    released = threading.Semaphore(0)
    limited: list[float] = []
    wait_for = asyncio.wait_for

    @player("patient")
    def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
        released.acquire()
        return Thought(actions[-1])

    async def counted(future: Any, seconds: float) -> Any:
        limited.append(seconds)
        return await wait_for(future, seconds)

    async def law() -> None:
        pool = BotPool(1, seconds=60.0)
        state = State.start(game("quatre"), jit=False)
        thinking = [asyncio.create_task(pool.think("patient", state, 1, seeded(n))) for n in range(3)]
        for n, task in enumerate(thinking, 1):
            await asyncio.sleep(0.01)
            assert len(limited) == n, "one bot thinks, the others wait"
            released.release()
            assert (await task).action == state.actions(1)[-1]
        assert pool.replaced == 0
        pool.close()

    monkeypatch.setattr("damier.server.bots.asyncio.wait_for", counted)
    run(law())


@pytest.mark.usefixtures("known_players")
def test_hints_that_hang_do_not_hold_up_tables(tmp_path: Path) -> None:
    released = threading.Event()

    @player(adviser(game("quatre"), game("quatre").read_options()))
    def hang(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
        released.wait(60)
        return Thought(actions[0])

    async def law() -> None:
        async with serving(tmp_path) as running:
            table = await running.table("quatre", "me", "bot:random")
            path = f"/api/tables/{table['id']}/seats/1/hint"
            hints = [asyncio.create_task(running.ask("GET", path, secret=table["secrets"][1])) for _ in range(20)]
            while running.hub.bots.hints.pending < len(hints):
                await asyncio.sleep(0)
            ada = await running.socket(table["id"], table["secrets"][1])
            await ada.hear("snapshot")
            ada.send("move", seat=1, seq=0, move="F1-E2")
            while (await ada.hear("event"))["actor"] != 2:
                pass
            assert not any(hint.done() for hint in hints)
            released.set()
            assert {status for status, _ in await asyncio.gather(*hints)} == {200}

    run(law())


def test_a_table_opened_before_the_machine_code_was_ready_switches_to_it(tmp_path: Path) -> None:
    played = game("quatre")

    async def law() -> None:
        async with serving(tmp_path) as running:
            played.plain_for_now.set()
            try:
                table = await running.table()
                ada = await running.socket(table["id"], *table["secrets"].values())
                await ada.hear("snapshot")
                room = running.hub.rooms[table["id"]]
                assert not room.session.state.engine.jit
                ada.send("move", seat=1, seq=0, move="F1-E2")
                await ada.hear("event")
                assert not room.session.state.engine.jit
            finally:
                played.plain_for_now.clear()
            ada.send("move", seat=2, seq=1, move="A1-B1")
            await ada.hear("event")
            assert room.session.state.engine is played.engine()

    run(law())
