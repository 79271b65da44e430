"""What keeps a table safe: secrets, rights, origins, limits, watched bots, and a log that does not give them away."""

import asyncio
import http.client
import json
import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from damier.core.contract import Ints
from damier.core.registry import game
from damier.core.rng import seeded
from damier.core.state import State, View
from damier.core.thinking import Budget, Thought
from damier.players.player import Thinker, player
from damier.server.app import HEADERS, MAX_BODY
from damier.server.bots import Bots
from damier.server.protocol import ServerMessage
from damier.server.seating import digest
from server.serving import Endpoint, Server, hear, say

WRONG = "x" * 32


def answer_to(
    server: Endpoint, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Exactly this request; the status, the headers (names in lower case) and the body."""
    connection = http.client.HTTPConnection(server.address, timeout=30)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


async def refusal(server: Endpoint, table: str, *secrets: str) -> dict[str, Any]:
    """What a socket hears that may not enter."""
    socket = await server.socket(table, *secrets)
    async with socket:
        refused = await hear(socket, "error", "welcome")
        await socket.wait_closed()
    assert socket.close_code == 1008
    msgspec.convert(refused, ServerMessage)
    return refused


# Secrets


async def play_and_be_refused(server: Endpoint) -> list[str]:
    """Joins, moves and all sorts of refusals; the secrets that were in use."""
    table = server.table(seats=("me", "link"))
    mine = table["secrets"][1]
    status, joined = server.ask("POST", f"/api/tables/{table['id']}/seats", {"name": "Bo", "word": "hush"})
    assert status == 201
    theirs = joined["seats"][0]["secret"]
    path = f"/api/tables/{table['id']}"
    socket = await server.socket(table["id"], mine)
    async with socket:
        await hear(socket, "snapshot")
        await say(socket, "move", seat=1, seq=0, move="F1-E2")
        await hear(socket, "event")
        for what in ({"move": "F1-E2"}, {"move": mine}, {mine: mine}, {"move": "A1-B2", "id": theirs[:40]}):
            await say(socket, "move", seat=1, seq=1, **what)
            assert (await hear(socket, "error"))["type"] == "error"
        await socket.send(mine)
        assert (await hear(socket, "error"))["code"] == "malformed"
        await say(socket, "hello", protocol=2, secrets=[theirs])
        assert (await hear(socket, "error"))["code"] == "malformed"
    watcher = await server.socket(table["id"], theirs[::-1])
    async with watcher:
        assert (await hear(watcher, "welcome"))["you"] == []
    assert server.ask("POST", f"{path}/seats/2/leave", secret=mine)[0] == 401
    assert server.ask("POST", f"{path}/seats/1/bot", {"level": mine}, mine)[0] == 404
    assert server.ask("POST", f"{path}/seats/1/bot", {mine: mine}, mine)[0] == 422
    assert server.ask("POST", f"{path}/rematch", secret=mine)[0] in {404, 409}
    assert server.ask("GET", f"/api/tables/{mine}")[0] == 404
    assert server.ask("GET", f"/api/nothing?secret={mine}")[0] == 404
    assert server.ask("POST", f"{path}/seats/2/leave", secret=theirs)[0] == 204
    return [mine, theirs]


def test_secrets_are_neither_on_the_disk_nor_in_the_log_which_is_json(tmp_path: Path) -> None:
    with Server.on(tmp_path) as server:
        secrets = asyncio.run(play_and_be_refused(server))
        live = b"".join(path.read_bytes() for path in tmp_path.iterdir())  # with the write-ahead log
        assert server.stop() == 0
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        log = server.errors()
    for secret in secrets:
        assert secret.encode() not in live + stored
        assert secret not in log
    assert digest(secrets[0]).encode() in stored, "stored hashed"
    assert "Traceback" not in log
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"open", "closed"} <= {line["event"] for line in lines}
    for line in lines:
        assert {"time", "level", "logger", "event"} <= set(line)


# Rights


def test_the_secret_of_a_seat_is_the_only_right_over_http(server: Endpoint) -> None:
    other = server.table()
    table = server.table("quatre", ("me", "device"))
    path = f"/api/tables/{table['id']}"
    before = server.ask("GET", path)
    for secret in (None, WRONG, "x", other["secrets"][1], table["secrets"][2], digest(table["secrets"][1])):
        status, problem = server.ask("POST", f"{path}/seats/1/leave", secret=secret)
        assert (status, problem["code"]) == (401, "unauthorised"), secret
    for secret in (None, WRONG, other["secrets"][1], digest(table["secrets"][1])):
        assert server.ask("POST", f"{path}/seats/2/bot", {}, secret)[0] == 401
        assert server.ask("POST", f"{path}/rematch", secret=secret)[0] == 401
    for scheme in ("Basic {}", "{}", "Bearer", "Bearer {} {}", "bearer{}"):
        value = scheme.format(*[table["secrets"][1]] * 2)
        assert answer_to(server, "POST", f"{path}/seats/1/leave", Authorization=value)[0] == 401, scheme
    assert server.ask("GET", path) == before
    assert server.ask("POST", f"{path}/seats/1/leave", secret=table["secrets"][1])[0] == 204


def test_the_secret_of_a_seat_is_the_only_right_over_the_socket(server: Endpoint) -> None:
    async def law() -> None:
        other = server.table()
        table = server.table(seats=("me", "link"))
        _, joined = server.ask("POST", f"/api/tables/{table['id']}/seats", {"name": "Bo"})
        mine, theirs = table["secrets"][1], joined["seats"][0]["secret"]
        for secrets in ((WRONG,), (other["secrets"][1],), (mine, WRONG), (digest(mine),), (mine.swapcase(),)):
            socket = await server.socket(table["id"], *secrets)
            async with socket:
                welcome = await hear(socket, "welcome", "error")
                msgspec.convert(welcome, ServerMessage)
                held = [1] if mine in secrets else []
                assert (welcome["you"], welcome["former"]) == (held, [])
                assert "watching" in welcome["notice"], "says that one only watches"
                for seat in {1, 2} - set(held):
                    await say(socket, "move", seat=seat, seq=0, move="F1-E2")
                    assert (await hear(socket, "error", "event"))["code"] == "not-now"
        watcher, bo = await server.socket(table["id"]), await server.socket(table["id"], theirs)
        async with watcher, bo:
            for socket in (watcher, bo):
                await hear(socket, "snapshot")
                for kind, more in (("move", {"move": "F1-E2"}), ("resign", {}), ("undo", {}), ("refuse", {})):
                    await say(socket, kind, seat=1, seq=0, **more)
                    refused = await hear(socket, "error", "event", "undo")
                    assert (refused["type"], refused["code"]) == ("error", "not-now"), kind
        assert server.ask("GET", f"/api/tables/{table['id']}")[1]["seq"] == 0

    asyncio.run(law())


def test_who_left_has_no_right_any_more(server: Endpoint) -> None:
    async def law() -> None:
        table = server.table()
        mine = table["secrets"][1]
        ada = await server.socket(table["id"], mine)
        async with ada:
            await hear(ada, "snapshot")
            assert server.ask("POST", f"/api/tables/{table['id']}/seats/1/leave", secret=mine)[0] == 204
            assert server.ask("POST", f"/api/tables/{table['id']}/seats", {"name": "Eve"})[0] == 201
            await say(ada, "move", seat=1, seq=0, move="F1-E2")
            assert (await hear(ada, "error", "event"))["code"] == "not-now"
        again = await server.socket(table["id"], mine)
        async with again:
            welcome = await hear(again, "welcome")
            assert (welcome["you"], welcome["former"]) == ([], []), "only watches, and Eve keeps the seat"
        for what in ("leave", "reclaim"):
            assert server.ask("POST", f"/api/tables/{table['id']}/seats/1/{what}", secret=mine)[0] == 401

    asyncio.run(law())


# Headers and origins


def test_security_headers_on_every_answer(server: Endpoint) -> None:
    table = server.table()
    json_kind = {"Content_Type": "application/json"}
    seen = set()
    for method, path, body, headers in (
        ("GET", "/", None, {}),
        ("GET", "/api", None, {}),
        ("GET", "/api/openapi.json", None, {}),
        ("GET", "/health", None, {}),
        ("GET", "/metrics", None, {}),
        ("GET", f"/api/tables/{table['id']}", None, {}),
        ("GET", f"/api/tables/{table['id']}/record", None, {}),
        ("GET", "/api/tables/nothing", None, {}),
        ("GET", "/nothing/at/all", None, {}),
        ("GET", "/api/", None, {}),
        ("DELETE", "/api/tables", None, {}),
        ("OPTIONS", "/api/tables", None, {"Origin": "http://evil.example", "Access_Control_Request_Method": "POST"}),
        ("POST", "/api/tables", b"{", json_kind),
        ("POST", "/api/tables", b"{}", json_kind),
        ("POST", "/api/tables", b"\xff", json_kind),
        ("POST", "/api/tables", b"x" * (MAX_BODY + 1), json_kind),
        ("POST", f"/api/tables/{table['id']}/rematch", None, {}),
        ("POST", f"/api/tables/{table['id']}/seats", b'{"name": "x"}', json_kind),
    ):
        status, answered, _ = answer_to(server, method, path, body, **headers)
        seen.add(status)
        for name, value in HEADERS.items():
            assert answered.get(name.lower()) == value, (method, path, status)
        assert "access-control-allow-origin" not in answered
        assert "server" not in answered
    assert {200, 401, 404, 405, 409, 422} <= seen


def test_only_our_own_pages_may_open_a_socket(tmp_path: Path) -> None:
    async def law(server: Endpoint) -> None:
        url = f"ws://{server.address}/api/tables/{server.table()['id']}/socket"
        port = server.address.partition(":")[2]
        for foreign in (
            "http://evil.example",
            f"http://evil.example:{port}",
            f"http://{server.address}.evil.example",
            f"http://{server.address}@evil.example",
            f"http://evil.example/{server.address}",
            "http://127.0.0.1:1",
            "null",
            "file://",
            "http://[",  # no address at all
            "",
        ):
            with pytest.raises(InvalidStatus) as refused:
                async with connect(url, origin=Origin(foreign)):
                    pass
            assert refused.value.response.status_code == 403, foreign
        for welcome in (None, f"http://{server.address}", f"https://{server.address}", "https://club.example"):
            async with connect(url, origin=None if welcome is None else Origin(welcome)) as socket:
                await say(socket, "hello", protocol=2)
                await hear(socket, "welcome")

    with Server.on(tmp_path, DAMIER_ORIGINS="https://club.example,https://other.example") as server:
        asyncio.run(law(server))
        assert "Traceback" not in server.errors()


# Limits


def test_too_many_requests(tmp_path: Path) -> None:
    with Server.on(tmp_path, DAMIER_REQUESTS_PER_SECOND="2") as server:
        start = time.monotonic()
        answers = [answer_to(server, "GET", "/api/tables/nothing") for _ in range(40)]
        seconds = time.monotonic() - start
        time.sleep(1)
        assert answer_to(server, "GET", "/api/tables/nothing")[0] == 404, "it passes"
    assert {status for status, _, _ in answers} == {404, 429}
    assert sum(status == 404 for status, _, _ in answers) <= 4 + 2 * seconds
    for status, answered, body in answers:
        assert HEADERS.items() <= {name: answered.get(name.lower()) for name in HEADERS}.items()
        assert json.loads(body)["code"] == ("too-fast" if status == 429 else "unknown")
        assert json.loads(body)["sentence"]


def test_too_many_messages(tmp_path: Path) -> None:
    async def law(server: Endpoint) -> None:
        table = server.table()
        ada = await server.socket(table["id"], table["secrets"][1])
        async with ada:
            await hear(ada, "snapshot")
            start = time.monotonic()
            for _ in range(40):
                await say(ada, "ping")
            heard = [await hear(ada, "pong", "error") for _ in range(40)]
            seconds = time.monotonic() - start
            assert heard[0]["type"] == "pong"
            assert {told["code"] for told in heard if told["type"] == "error"} == {"too-fast"}
            assert sum(told["type"] == "pong" for told in heard) <= 4 + 2 * seconds
            await asyncio.sleep(1)
            await say(ada, "move", seat=1, seq=0, move="F1-E2")
            assert (await hear(ada, "error", "event"))["type"] == "event", "it passes"

    with Server.on(tmp_path, DAMIER_MESSAGES_PER_SECOND="2") as server:
        asyncio.run(law(server))


def test_too_many_tables(tmp_path: Path) -> None:
    with Server.on(tmp_path, DAMIER_MAX_TABLES="3") as server:
        tables = [server.table() for _ in range(3)]
        wish = {"game": "quatre", "seats": [{"kind": "me"}, {"kind": "device"}]}
        status, problem = server.ask("POST", "/api/tables", wish)
        assert (status, problem["code"]) == (503, "full")
        for table in tables:
            assert server.ask("GET", f"/api/tables/{table['id']}")[0] == 200


def test_too_many_watchers(tmp_path: Path) -> None:
    async def law(server: Endpoint) -> None:
        table = server.table()
        first, second = await server.socket(table["id"]), await server.socket(table["id"])
        async with first, second:
            await hear(first, "snapshot")
            await hear(second, "snapshot")
            assert (await refusal(server, table["id"]))["code"] == "full"

    with Server.on(tmp_path, DAMIER_MAX_WATCHERS="2") as server:
        asyncio.run(law(server))


def test_a_body_that_is_too_long(server: Endpoint) -> None:
    kind = {"Content_Type": "application/json"}
    wish = json.dumps({"game": "quatre", "seats": [{"kind": "me"}, {"kind": "device"}]}).encode()
    assert answer_to(server, "POST", "/api/tables", wish.ljust(MAX_BODY), **kind)[0] == 201
    status, _, body = answer_to(server, "POST", "/api/tables", wish.ljust(MAX_BODY + 1), **kind)
    assert (status, json.loads(body)["code"]) == (422, "malformed")
    status, _, _ = answer_to(server, "POST", "/api/tables", None, **kind, Content_Length="-1")
    assert status in {400, 422}
    connection = http.client.HTTPConnection(server.address, timeout=30)
    try:  # in chunks, no length said
        connection.request(
            "POST", "/api/tables", iter([wish]), {"Content-Type": "application/json"}, encode_chunked=True
        )
        assert connection.getresponse().status == 422
    finally:
        connection.close()


def test_a_socket_that_does_not_say_hello_is_closed(tmp_path: Path) -> None:
    async def law(server: Endpoint) -> None:
        async with connect(f"ws://{server.address}/api/tables/{server.table()['id']}/socket") as socket:
            assert (await hear(socket, "error"))["code"] == "malformed"
            await socket.wait_closed()
            assert socket.close_code == 1008

    with Server.on(tmp_path, DAMIER_HELLO_SECONDS="0.1") as server:
        asyncio.run(law(server))


# Watched bots


@pytest.fixture
def bots() -> Iterator[Bots]:
    watched = Bots(seconds=0.1)
    yield watched
    watched.close()


def replacement(bots: Bots, think: Thinker) -> int:
    """What is played for a bot at the start of a game of Quatre."""
    player("troubled")(think)
    state = State.start(game("quatre"), {}, 2, jit=False)
    action = asyncio.run(bots.tables.think("troubled", state, 1, seeded("test"))).action
    assert action in state.actions(1)
    return action


@pytest.mark.usefixtures("known_players")
def test_a_bot_that_hangs_is_replaced(bots: Bots, caplog: pytest.LogCaptureFixture) -> None:
    released = threading.Event()

    def hang(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
        released.wait(60)
        return Thought(actions[-1])

    def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
        return Thought(actions[-1])

    try:
        with caplog.at_level(logging.ERROR):
            for n in range(1, 6):  # more than the pool has threads
                replacement(bots, hang)
                assert bots.replaced == n
        assert [record.message for record in caplog.records] == ["bot hung"] * 5
        state = State.start(game("quatre"), {}, 2, jit=False)
        assert replacement(bots, think) == state.actions(1)[-1], "those that do not hang still think"
        assert bots.replaced == 5
    finally:
        released.set()


@pytest.mark.usefixtures("known_players")
def test_a_bot_that_fails_is_replaced(bots: Bots, caplog: pytest.LogCaptureFixture) -> None:
    def fail(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
        raise ZeroDivisionError

    with caplog.at_level(logging.ERROR):
        replacement(bots, fail)
    assert bots.replaced == 1
    assert [record.message for record in caplog.records] == ["bot failed"]


@pytest.mark.usefixtures("known_players")
@pytest.mark.parametrize("illegal", [-1, 10**9])
def test_a_bot_that_cheats_is_replaced(bots: Bots, caplog: pytest.LogCaptureFixture, illegal: int) -> None:
    def cheat(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
        actions.append(illegal)
        return Thought(illegal)

    with caplog.at_level(logging.ERROR):
        replacement(bots, cheat)
    assert bots.replaced == 1
    assert [record.message for record in caplog.records] == ["bot chose an illegal action"]


# Figures


def figures(server: Endpoint) -> dict[str, float]:
    status, text = server.ask("GET", "/metrics")
    assert status == 200
    return {sample.name: sample.value for family in text_string_to_metric_families(text) for sample in family.samples}


def test_metrics_parse_and_count(server: Endpoint) -> None:
    async def law() -> None:
        before = figures(server)
        assert before["damier_events_total"] == before["damier_tables"] == before["damier_sockets"] == 0
        table = server.table()
        ada = await server.socket(table["id"], table["secrets"][1])
        async with ada:
            await hear(ada, "snapshot")
            await say(ada, "move", seat=1, seq=0, move="F1-E2")
            await hear(ada, "event")
            await say(ada, "move", seat=1, seq=0, move="F1-E2")
            await hear(ada, "error")
            after = figures(server)
        assert after["damier_events_total"] == after["damier_tables"] == after["damier_sockets"] == 1
        assert after["damier_commits_total"] > before["damier_commits_total"]
        assert after["damier_bots_replaced_total"] == 0

    asyncio.run(law())
