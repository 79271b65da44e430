"""Tables as people meet them: made, joined, played, left, resumed."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from damier.core.record import parse
from damier.core.replay import steps
from damier.server.protocol import ServerMessage
from server.serving import Endpoint, Server, hear, run, say

ROOT = Path(__file__).parent.parent.parent


def test_two_people_by_link_and_a_watcher(server: Endpoint) -> None:
    async def game() -> None:
        table = server.table(seats=("me", "link"))
        assert table["status"] == "waiting"
        status, joined = server.ask("POST", f"/api/tables/{table['code'].lower()}/seats", {"name": "Bo"})
        assert status == 201
        assert joined["table"]["status"] == "playing"
        ada = await server.socket(table["id"], table["secrets"][1])
        bo = await server.socket(table["id"], joined["seats"][0]["secret"], lang="fr")
        watcher = await server.socket(table["id"])
        assert (await hear(ada, "welcome"))["you"] == [1]
        assert (await hear(bo, "welcome"))["you"] == [2]
        assert (await hear(watcher, "welcome"))["you"] == []
        first = await hear(ada, "snapshot")
        assert "F1-E2" in first["seats"]["1"]["legal"]
        assert (await hear(bo, "snapshot"))["seats"]["2"]["legal"] == []
        assert (await hear(watcher, "snapshot"))["seats"]["0"]["legal"] == []
        await say(ada, "move", seat=1, seq=0, move="F1-E2")
        for socket, seat, words in ((ada, "1", "P1 steps"), (bo, "2", "P1 se déplace"), (watcher, "0", "P1 steps")):
            event = await hear(socket, "event")
            msgspec.convert(event, ServerMessage)
            assert (event["seq"], event["actor"], event["actors"]) == (1, 1, [2])
            assert event["seats"][seat]["event"] == "F1-E2"
            assert event["seats"][seat]["sentence"].startswith(words)
            assert event["seats"][seat]["view"]["board"][4] == ".r...."
            assert bool(event["seats"][seat]["legal"]) == (seat == "2")
            assert "mix" not in event["seats"][seat]["view"], "only what changed"

    run(game())


def test_refusals_change_nothing_and_say_why(server: Endpoint) -> None:
    async def game() -> None:
        table = server.table()
        ada = await server.socket(table["id"], table["secrets"][1])
        await hear(ada, "snapshot")
        for seat, seq, move, code in (
            (1, 0, "F1-F2", "illegal"),
            (1, 0, "rubbish", "malformed"),
            (2, 0, "A1-B1", "not-now"),
            (1, 7, "F1-E2", "behind"),
        ):
            await say(ada, "move", seat=seat, seq=seq, move=move, id="tag")
            refused = await hear(ada, "error")
            assert (refused["code"], refused["id"]) == (code, "tag")
        assert refused["rule"] is None
        await say(ada, "move", seat=1, seq=0, move="F1-F2")
        assert (await hear(ada, "error"))["rule"] == "R4"
        assert server.ask("GET", f"/api/tables/{table['id']}")[1]["seq"] == 0

    run(game())


def test_who_comes_back_gets_what_was_missed(server: Endpoint) -> None:
    async def game() -> None:
        table = server.table()
        both = await server.socket(table["id"], *table["secrets"].values())
        told = await hear(both, "snapshot")
        for n in range(6):
            seat = told["actors"][0]
            await say(both, "move", seat=seat, seq=n, move=told["seats"][str(seat)]["legal"][0])
            told = await hear(both, "event")
        await both.close()
        back = await server.socket(table["id"], table["secrets"][1], since=4)
        missed = [await hear(back, "event", "snapshot") for _ in range(2)]
        assert [(each["type"], each["seq"]) for each in missed] == [("event", 5), ("event", 6)]
        assert missed[-1]["seats"]["1"]["legal"]
        fresh = await server.socket(table["id"], table["secrets"][1])
        assert (await hear(fresh, "snapshot"))["seats"]["1"]["legal"] == missed[-1]["seats"]["1"]["legal"]
        ahead = await server.socket(table["id"], since=99)
        assert (await hear(ahead, "snapshot"))["seq"] == 6

    run(game())


def test_undo_needs_the_others_and_resigning_ends(server: Endpoint) -> None:
    async def game() -> None:
        table = server.table(seats=("me", "link"))
        _, joined = server.ask("POST", f"/api/tables/{table['id']}/seats", {"name": "Bo"})
        ada = await server.socket(table["id"], table["secrets"][1])
        bo = await server.socket(table["id"], joined["seats"][0]["secret"])
        await hear(ada, "snapshot")
        await hear(bo, "snapshot")
        await say(ada, "undo", seat=1, seq=0)
        assert (await hear(ada, "error"))["code"] == "not-now"
        await say(ada, "move", seat=1, seq=0, move="F1-E2")
        await hear(ada, "event")
        await say(ada, "undo", seat=1, seq=1)
        assert (await hear(bo, "undo"))["seat"] == 1
        await say(bo, "refuse", seat=2, seq=1)
        assert (await hear(ada, "undo"))["seat"] == 1
        assert (await hear(ada, "undo"))["seat"] is None
        await say(ada, "undo", seat=1, seq=1)
        await hear(bo, "undo")
        assert (await hear(bo, "undo"))["seat"] == 1
        await say(bo, "undo", seat=2, seq=1)
        back = await hear(ada, "snapshot")
        assert (back["seq"], back["actors"]) == (2, [1])
        assert back["seats"]["1"]["view"]["board"][5] == "rbrbrb"
        await say(ada, "resign", seat=1, seq=2)
        over = await hear(bo, "event")
        assert over["outcome"]["winners"] == [2]
        assert over["outcome"]["sentence"] == "Bo wins. P1 resigns."
        _, text = server.ask("GET", f"/api/tables/{table['id']}/record")
        assert [line.text for line in parse(text).lines] == ["resign"]

    run(game())


def test_a_bot_plays_a_whole_game_and_the_people_play_again(server: Endpoint) -> None:
    async def game() -> None:
        table = server.table("miniature", ("me", "bot"))
        me = await server.socket(table["id"], table["secrets"][1])
        told = await hear(me, "snapshot", "event")
        while not told["outcome"]:
            msgspec.convert(told, ServerMessage)
            if legal := told["seats"]["1"]["legal"]:
                await say(me, "move", seat=1, seq=told["seq"], move=legal[0])
            told = await hear(me, "event")
        _, text = server.ask("GET", f"/api/tables/{table['id']}/record")
        record = parse(text)
        assert record.seed
        *_, last = steps(record, jit=False)
        assert last.outcome is not None
        status, again = server.ask("POST", f"/api/tables/{table['id']}/rematch", secret=table["secrets"][1])
        assert status == 201
        assert again["table"]["status"] == "playing"
        assert (await hear(me, "table"))["table"]["rematch"] == again["table"]["id"]

    run(game())


def test_leaving_and_handing_over_to_a_bot(server: Endpoint) -> None:
    table = server.table(seats=("me", "link"))
    _, joined = server.ask("POST", f"/api/tables/{table['id']}/seats", {"name": "Bo"})
    secret = joined["seats"][0]["secret"]
    path = f"/api/tables/{table['id']}/seats/2"
    assert server.ask("POST", f"{path}/bot", {"level": "random"}, table["secrets"][1])[0] == 409, "Bo may come back"
    assert server.ask("POST", f"{path}/leave", secret=table["secrets"][1])[0] == 401, "only Bo may leave Bo's seat"
    assert server.ask("POST", f"{path}/leave", secret=secret)[0] == 204
    assert server.ask("GET", f"/api/tables/{table['id']}")[1]["seats"][1]["kind"] == "open"
    assert server.ask("POST", f"{path}/bot", {"level": "random"})[0] == 401
    assert server.ask("POST", f"{path}/bot", {"level": "random"}, table["secrets"][1])[0] == 204
    seat = server.ask("GET", f"/api/tables/{table['id']}")[1]["seats"][1]
    assert (seat["kind"], seat["name"], seat["bot"]) == ("bot", "", "random")
    assert server.ask("POST", f"/api/tables/{table['id']}/seats", {"name": "late"})[0] == 409


def test_a_graceful_stop_tells_people_to_come_back_and_the_table_is_there(tmp_path: Path) -> None:
    async def play_a_move(server: Server) -> tuple[str, str]:
        table = server.table()
        ada = await server.socket(table["id"], table["secrets"][1])
        await hear(ada, "snapshot")
        await say(ada, "move", seat=1, seq=0, move="F1-E2")
        await hear(ada, "event")
        server.process.terminate()
        assert "Come back" in (await hear(ada, "bye"))["sentence"]
        await ada.wait_closed()
        assert ada.close_code == 1012
        return table["id"], table["secrets"][1]

    async def come_back(server: Endpoint, table: str, secret: str) -> None:
        ada = await server.socket(table, secret, since=0)
        assert (await hear(ada, "event"))["seats"]["1"]["event"] == "F1-E2"

    with Server.on(tmp_path) as server:
        table, secret = run(play_a_move(server))
        assert server.process.wait(30) == 0
    with Server.on(tmp_path) as server:
        run(come_back(server, table, secret))


def test_idle_tables_leave_the_memory_not_the_disk(tmp_path: Path) -> None:
    async def wait_until_forgotten(server: Endpoint) -> None:
        while "damier_tables 0.0" not in server.ask("GET", "/metrics")[1]:
            await asyncio.sleep(0.05)

    with Server.on(tmp_path, DAMIER_IDLE_SECONDS="0.1") as server:
        table = server.table()
        run(asyncio.wait_for(wait_until_forgotten(server), 30))
        assert server.ask("GET", f"/api/tables/{table['id']}")[1]["code"] == table["code"]


def test_the_example_bot_plays(server: Endpoint) -> None:
    table = server.table(seats=("link", "bot"))
    bot = ROOT / "examples" / "bot.py"
    done = subprocess.run(
        [sys.executable, bot, f"http://{server.address}", table["code"]], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout
    assert len([line for line in bot.read_text().splitlines() if line and not line.startswith(('"""', "#"))]) < 40


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_api_describes_games_and_itself(server: Endpoint, lang: str) -> None:
    games = {game["id"]: game for game in server.ask("GET", f"/api/games?lang={lang}")[1]}
    assert games["quatre"]["options"][0]["values"] == ["plain", "mix"]
    assert games["miniature"]["hides"]
    assert "R12" in server.ask("GET", f"/api/games/quatre/rules?lang={lang}")[1]
    about = server.ask("GET", "/api")[1]
    assert about["protocol"] == 2
    assert "Hello" in json.dumps(about["client_messages"])
    assert "/api/tables" in server.ask("GET", about["openapi"])[1]["paths"]
    assert server.ask("GET", "/health") == (200, "ok")
