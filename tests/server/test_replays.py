"""Looking at games: replays, demonstrations, the check of the chance, hints, invitations, rules and bots in words."""

import asyncio
import http.client
import json
import re
import sqlite3
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
import segno

from damier.cli import browser
from damier.core.catalogue import LANGUAGES
from damier.core.record import DEMO, parse
from damier.core.registry import game, games
from damier.core.replay import opening, steps
from damier.core.thinking import LADDER
from damier.players.levels import levels
from damier.server import invite
from damier.server.rulebook import as_html
from damier.testing.walks import played
from server.serving import Endpoint, Server, hear, run, say

SHOWN = [name for name, known in games().items() if (known.folder / DEMO).is_file()]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server.on(tmp_path_factory.mktemp("hall")) as running:
        yield running
        assert "Traceback" not in running.errors()


def send(server: Endpoint, path: str, text: bytes) -> tuple[int, Any]:
    """A record as it is."""
    connection = http.client.HTTPConnection(server.address, timeout=30)
    try:
        connection.request("POST", path, text, {"Content-Type": "text/plain"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def views(replay: dict[str, Any]) -> list[dict[str, Any]]:
    """The whole view after each frame."""
    whole: dict[str, Any] = {}
    return [whole := {**whole, **frame["view"]} for frame in replay["frames"]]


async def play_on(server: Endpoint, table: dict[str, Any], most: int, rng: Random) -> dict[str, Any]:
    """Some events of a table, everybody at one socket; what was told last."""
    socket = await server.socket(table["id"], *table["secrets"].values())
    told = await hear(socket, "snapshot")
    for _ in range(most):
        while told["actors"] == ["*"]:
            told = await hear(socket, "event")
        if told["outcome"]:
            break
        seat = rng.choice(told["actors"])
        move = rng.choice(told["seats"][str(seat)]["legal"])
        await say(socket, "move", seat=seat, seq=told["seq"], move=move)
        told = await hear(socket, "event")
    await socket.close()
    return told


# Records


@pytest.mark.parametrize("name", list(games()))
def test_any_record_through_any_eyes(hall: Server, name: str) -> None:
    session = played(game(name), {}, game(name).seats[-1], "study", jit=False)
    record = session.record()
    for seat in range(len(record.seats) + 1):
        status, told = send(hall, f"/api/replays?seat={seat}", record.write().encode())
        assert status == 200, told
        assert (told["game"], told["seats"], told["options"]) == (name, list(record.seats), dict(record.options))
        assert (told["commitment"], told["seed"]) == (record.commit, record.seed)
        first, *frames = told["frames"]
        start = opening(record, jit=False)
        assert first["view"] == json.loads(json.dumps(start.view(seat).show()))
        assert (first["seq"], first["actor"], first["event"], first["sentence"]) == (0, None, None, None)
        for frame, whole, step in zip(frames, views(told)[1:], steps(record, jit=False), strict=True):
            assert whole == json.loads(json.dumps(step.after.view(seat).show()))
            assert frame["event"] == game(name).view.notation(
                step.before.fields,
                step.event.actor,
                step.event.action,  # type: ignore[union-attr]
                seat,
            )
            assert frame["scores"] == list(step.after.scores)
            assert (frame["seq"], frame["actor"]) == (step.seq, step.event.actor or "*")
        assert session.outcome is not None
        assert frames[-1]["outcome"]["reason"] == session.outcome.reason
        assert frames[-1]["actors"] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rubbish", "Line 1: A record begins with"),
        ("", "Line 1"),
        ("damier: 1\ngame: quatre\nseat 1: a\nseat 2: b\n\n1 F1-E2\n2 A1-F6\n", "Line 7: F6 is taken (R4)."),
        ("damier: 1\ngame: chess\nseat 1: a\nseat 2: b\n", "Line 2: There is no game"),
        ("damier: 1\ngame: quatre\nseat 1: a\n", "Line 3: Quatre is for 2 players, not for 1."),
        ("damier: 1\ngame: quatre\nseat 1: a\nseat 2: b\n\n1 ?\n", "Line 6: Something is hidden"),
    ],
)
def test_a_bad_record_is_refused_with_its_line(hall: Server, text: str, said: str) -> None:
    status, problem = send(hall, "/api/replays", text.encode())
    assert (status, problem["code"]) == (422, "malformed")
    if text:
        assert said in problem["sentence"]


def test_how_long_a_record_may_be(hall: Server) -> None:
    head = b"damier: 1\ngame: quatre\nseat 1: a\nseat 2: b\n\n"
    long = head + b"# a comment that goes on and on\n" * 8000
    assert len(long) < 262_144
    status, told = send(hall, "/api/replays", long)
    assert (status, len(told["frames"])) == (200, 1)
    status, problem = send(hall, "/api/replays", head + b"#" * 262_144)
    assert (status, problem["code"]) == (422, "malformed")
    assert send(hall, "/api/replays", b"\xff\xfe")[0] == 422
    assert send(hall, "/api/replays?seat=3", head)[0] == 422
    assert send(hall, "/api/tables", b" " * 20_000)[0] == 422, "everywhere else less"


# Tables


def test_a_running_table_shows_a_seat_only_to_who_holds_it(hall: Server) -> None:
    """Whatever is asked before the end: no token of another, and no seed."""

    async def some_games() -> None:
        for number in range(12):
            rng = Random(number)
            table = hall.table("miniature", ("device",) * 3, rounds="4")
            path = f"/api/tables/{table['id']}/replay"
            told = await play_on(hall, table, rng.randint(0, 8), rng)
            if told["outcome"]:
                continue
            _, record = hall.ask("GET", f"/api/tables/{table['id']}/record", secret=table["secrets"][1])
            for seat in (1, 2, 3):
                assert hall.ask("GET", f"{path}?seat={seat}")[0] == 401
                assert hall.ask("GET", f"{path}?seat={seat}", secret=table["secrets"][seat % 3 + 1])[0] == 401
                status, mine = hall.ask("GET", f"{path}?seat={seat}", secret=table["secrets"][seat])
                assert (status, mine["seed"]) == (200, None)
                drawn = [frame["event"] for frame in mine["frames"] if (frame["event"] or "").startswith("draw")]
                assert all(("?" in text) != text.startswith(f"draw {seat} ") for text in drawn)
            status, watched = hall.ask("GET", path, secret="x" * 32)
            assert (status, watched["seed"]) == (200, None)
            assert watched["commitment"] == table["commitment"]
            texts = [frame["event"] for frame in watched["frames"][1:]]
            assert all("?" in text for text in texts if text.startswith("draw"))
            _, mine = hall.ask("GET", f"{path}?seat=1", secret=table["secrets"][1])
            assert [frame["event"] for frame in mine["frames"][1:]] == [line.text for line in parse(record).lines]

    run(some_games())


def test_a_finished_table_shows_everything_and_its_chance_verifies(hall: Server) -> None:
    async def whole_games() -> None:
        table = hall.table("miniature", ("device",) * 2)
        path = f"/api/tables/{table['id']}"
        status, problem = hall.ask("GET", f"{path}/verify?lang=fr")
        assert (status, problem["sentence"]) == (409, "La partie n’est pas finie.")
        told = await play_on(hall, table, 1000, Random(1))
        assert told["outcome"]
        for seat in (0, 1, 2):
            status, seen = hall.ask("GET", f"{path}/replay?seat={seat}&lang=fr")
            assert status == 200
            assert seen["seed"]
            assert seen["frames"][-1]["outcome"]["sentence"]
        assert hall.ask("GET", f"{path}/replay?seat=3")[0] == 422
        _, verdict = hall.ask("GET", f"{path}/verify")
        chanced = sum(frame["actor"] == "*" for frame in seen["frames"])
        assert (verdict["ok"], verdict["events"]) == (True, chanced)
        assert str(chanced) in verdict["sentence"]

    run(whole_games())


def test_a_seed_that_gives_other_throws_is_found_out(tmp_path: Path) -> None:
    with Server.on(tmp_path) as server:
        table = server.table("miniature", ("device",) * 2)
        assert run(play_on(server, table, 1000, Random(2)))["outcome"]
        server.stop()
    with closing(sqlite3.connect(tmp_path / "damier.sqlite3")) as database:
        database.execute("UPDATE tables SET seed = zeroblob(32)")
        database.commit()
    with Server.on(tmp_path) as server:
        _, verdict = server.ask("GET", f"/api/tables/{table['id']}/verify")
    assert not verdict["ok"]
    assert "the seed gives" in verdict["sentence"]


def test_without_chance_there_is_nothing_to_verify(hall: Server) -> None:
    async def resign() -> None:
        socket = await hall.socket(table["id"], table["secrets"][1])
        await hear(socket, "snapshot")
        await say(socket, "resign", seat=1, seq=0)
        await hear(socket, "event")

    table = hall.table()
    run(resign())
    _, verdict = hall.ask("GET", f"/api/tables/{table['id']}/verify?lang=fr")
    assert (verdict["ok"], verdict["events"]) == (True, 0)
    assert "hasard" in verdict["sentence"]
    _, told = hall.ask("GET", f"/api/tables/{table['id']}/replay")
    assert told["frames"][-1]["event"] == "resign"
    assert told["frames"][-1]["outcome"]["winners"] == [2]


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_demonstration_is_a_whole_game(hall: Server, name: str, lang: str) -> None:
    status, told = hall.ask("GET", f"/api/games/{name}/demo?lang={lang}")
    assert status == 200
    assert told["frames"][-1]["outcome"]
    assert all(frame["sentence"] for frame in told["frames"][1:])
    assert hall.ask("GET", f"/api/games/{name}/demo?lang={lang}")[1] == told


def test_no_demonstration(hall: Server) -> None:
    status, problem = hall.ask("GET", "/api/games/miniature/demo")
    assert (status, problem["code"]) == (404, "unknown")


# Hints


@pytest.mark.parametrize("name", list(games()))
def test_a_hint_is_a_legal_move_for_who_is_to_act(hall: Server, name: str) -> None:
    async def ask_now_and_then() -> None:
        rng = Random(name)
        seats = game(name).seats[0]
        table = hall.table(name, ("device",) * seats)
        path = f"/api/tables/{table['id']}/seats"
        socket = await hall.socket(table["id"], *table["secrets"].values())
        told = await hear(socket, "snapshot")
        for _ in range(12):
            while told["actors"] == ["*"]:
                told = await hear(socket, "event")
            if told["outcome"]:
                break
            for seat in range(1, seats + 1):
                legal = told["seats"][str(seat)]["legal"]
                status, advice = await asyncio.to_thread(
                    hall.ask, "GET", f"{path}/{seat}/hint", None, table["secrets"][seat]
                )
                assert status == (200 if seat in told["actors"] else 409), advice
                if status == 200:
                    assert advice["move"] in legal
                    assert advice["reason"].endswith(".")
            seat = rng.choice(told["actors"])
            await say(socket, "move", seat=seat, seq=told["seq"], move=rng.choice(told["seats"][str(seat)]["legal"]))
            told = await hear(socket, "event")
        for secret in (None, "x" * 32, table["secrets"][2]):
            assert hall.ask("GET", f"{path}/1/hint", secret=secret)[0] == 401

    run(ask_now_and_then())


def test_no_hint_before_everybody_sits(hall: Server) -> None:
    table = hall.table(seats=("me", "link"))
    status, problem = hall.ask("GET", f"/api/tables/{table['id']}/seats/1/hint", secret=table["secrets"][1])
    assert (status, problem["sentence"]) == (409, "The table is still waiting for players.")


# Invitations


def invitation(server: Endpoint, table: str, host: str) -> tuple[int, dict[str, Any]]:
    connection = http.client.HTTPConnection(server.address, timeout=30)
    try:
        connection.request("GET", f"/api/tables/{table}/invite", headers={"Host": host})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def test_an_invitation_leads_back_here(hall: Server) -> None:
    table = hall.table()
    status, found = invitation(hall, table["id"], "games.example:81")
    assert (status, found["code"]) == (200, table["code"])
    assert found["link"] == f"http://games.example:81/t/{table['code']}"
    root = ET.fromstring(found["qr"])
    (path,) = root
    assert set(root.attrib) == {"viewBox"}
    assert path.attrib.keys() == {"fill", "d"}
    assert path.attrib["fill"] == "currentColor"
    assert invitation(hall, table["code"], hall.address)[1]["link"] == f"http://{hall.address}/t/{table['code']}"
    for host in ("a b", "x" * 5000, "<script>", "[", "a/b", "user@host"):
        assert invitation(hall, table["id"], host)[0] in {400, 422}, host


def test_the_code_is_the_link() -> None:
    """What the path draws is what segno computed, module by module."""
    link = "http://192.168.1.20:8000/t/ABCDEF"
    expected = [bytes(row) for row in segno.make_qr(link).matrix]
    drawn = [bytearray(len(expected)) for _ in expected]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", invite.svg(link)):
        for i in range(int(width)):
            drawn[int(y) - invite.QUIET][int(x) - invite.QUIET + i] = 1
    assert [bytes(row) for row in drawn] == expected


def test_where_others_find_us(tmp_path: Path) -> None:
    with Server("--data", str(tmp_path), "--host", "0.0.0.0", env={"DAMIER_LAN": "http://192.168.7.7:80"}) as server:
        code = server.table()["code"]
        port = server.address.partition(":")[2]
        for host in ("localhost", f"127.0.0.1:{port}", f"[::1]:{port}", "a.localhost"):
            assert invitation(server, code, host)[1]["link"] == f"http://192.168.7.7:80/t/{code}"
        assert invitation(server, code, "10.0.0.5:99")[1]["link"] == f"http://10.0.0.5:99/t/{code}"
    with Server.on(tmp_path, DAMIER_PUBLIC="https://play.example/") as server:
        assert invitation(server, code, "localhost")[1]["link"] == f"https://play.example/t/{code}"


def test_an_address_in_the_local_network_is_no_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    found = invite.lan_address()
    assert found is None or not invite.is_loopback(found)

    def unreachable(*_: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(invite.socket.socket, "connect", unreachable)  # type: ignore[attr-defined]
    for by_name, expected in (("192.168.1.20", "192.168.1.20"), ("127.0.1.1", None)):
        monkeypatch.setattr(invite.socket, "gethostbyname", lambda _, known=by_name: known)  # type: ignore[attr-defined]
        assert invite.lan_address() == expected


def test_a_browser_is_opened_only_where_one_can_show_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not browser.is_there()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert browser.is_there()
    monkeypatch.delenv("WAYLAND_DISPLAY")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert browser.is_there()


# Rules and bots in words


@pytest.mark.parametrize("name", list(games()))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_its_place_on_the_page(hall: Server, name: str, lang: str) -> None:
    _, source = hall.ask("GET", f"/api/games/{name}/rules?lang={lang}")
    status, page = hall.ask("GET", f"/api/games/{name}/rules?lang={lang}&form=html")
    assert status == 200
    assert re.findall(r' id="(R\d+)"', page) == re.findall(r"\*\*(R\d+)", source)
    assert "<script" not in page


def test_html_in_rules_is_text(tmp_path: Path) -> None:
    path = tmp_path / "rules.en.md"
    path.write_text("# A\n\n**R1 One.** <b>x</b> <script>y</script>\n\n- **R2** two\n- **Rest** three\n\nR3 no\n")
    page = as_html(path)
    assert '<p id="R1">' in page
    assert '<li id="R2">' in page
    assert page.count(" id=") == 2
    assert "<script" not in page
    assert "&lt;b&gt;" in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bots_have_names_and_a_friendly_one_waits(hall: Server, lang: str) -> None:
    for told in hall.ask("GET", f"/api/games?lang={lang}")[1]:
        assert [bot["name"] for bot in told["bots"]] == [*levels(game(told["id"]))]
        assert all(bot["label"] != bot["name"] and bot["description"].endswith(".") for bot in told["bots"])
        assert told["friendly"] in LADDER
