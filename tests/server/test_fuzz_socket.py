"""The socket against everything that is not a sound message: a clear error each time, and nothing has changed."""

import asyncio
import json
import random
from contextlib import suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from damier.server.protocol import MAX_MESSAGE, Hello, Ping, Play, client_messages, server_messages
from damier.server.socket import UNREADABLE
from server.serving import Endpoint, hear, say

MESSAGES = 1500  # for each client of a game
GREETINGS = 120
AT_ONCE = 50
CODES = {"malformed", "illegal", "not-now", "behind", "unknown"}
VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, 8, 9, -1, 10**9, 10**9 + 1, 2**63, -(10**40), 10**400),
    *(0.5, 1.0, 1e308, float("nan"), float("inf"), -0.0),
    *("", "1", "0", "hello", "move", "ping", "\x00", "\ud800", "\u202e", "😀" * 30, "x" * 201, "x" * 4000),
    *([], {}, [[]], [1], {"type": "move"}, [{"seat": 1}]),
]
NOTATION = "ABCDEFabcdef0123456789-x*+=:;,./ \t\n\r\x00\x1b\x7f\x85\u200b\u2028\u202e\ufeffé٣²Ⅷ😀ﬁİ"


class Fuzzer:
    """Messages that a client must be refused for. The same ones every time."""

    def __init__(self, seed: str, seat: int, seq: int, legal: list[str], foreign: list[str]) -> None:
        self.rng = random.Random(seed)
        self.seat = seat
        self.seq = seq
        self.legal = legal
        self.foreign = foreign
        self.played = {plain(move) for move in legal} | {"resign"}

    def next(self) -> str | bytes:
        while True:
            text = self._any()
            if isinstance(text, bytes) or self._refused(text):
                return text

    def _refused(self, text: str) -> bool:
        """Whether nothing of it may be done. The only thing that is not to be tried is a sound action."""
        if len(text.encode(errors="surrogatepass")) > MAX_MESSAGE:
            return False  # they close the connection: another test
        try:
            heard = client_messages.decode(text)
        except UNREADABLE:
            return True
        if isinstance(heard, Hello | Ping):
            return isinstance(heard, Hello)
        if heard.seat != self.seat or heard.seq != self.seq:
            return True
        # "1" may stand for "take 1", so what a legal move ends with is left out as well.
        return isinstance(heard, Play) and not any(move.endswith(plain(heard.move)) for move in self.played)

    def _any(self) -> str | bytes:
        rng = self.rng
        make = rng.choice(
            (
                *(self._rubbish, self._json, self._deep, self._mutant, self._mutant, self._garbled),
                *(self._move, self._move, self._move, self._hello, self._stale, self._binary),
            )
        )
        return make()

    # Kinds of rubbish

    def _rubbish(self) -> str:
        return "".join(chr(self.rng.choice([self.rng.randrange(0xD800), self.rng.randrange(128)])) for _ in range(20))

    def _json(self) -> str:
        return json.dumps(self.rng.choice(VALUES))

    def _deep(self) -> str:
        depth = self.rng.choice([2, 100, 1000, MAX_MESSAGE // 2 - 100])
        start, end = self.rng.choice([("[", "]"), ("[", ""), ('{"":', "}"), ('{"type":', "}")])
        depth = min(depth, (MAX_MESSAGE - 100) // (len(start) + len(end)))
        inner = start * depth + "1" + end * depth
        return self.rng.choice([inner, '{"type":"move","seat":1,"seq":0,"move":' + inner + "}"])

    def _sound(self) -> dict[str, Any]:
        act = {"seat": self.rng.choice([1, 2, 3]), "seq": self.rng.choice([0, self.seq, self.seq + 1])}
        kind = self.rng.choice(["hello", "move", "move", "resign", "undo", "refuse", "ping"])
        if kind == "hello":
            return {"type": kind, "protocol": 2, "secrets": self.foreign[:1], "since": 0, "lang": "en"}
        if kind == "ping":
            return {"type": kind}
        return {"type": kind, **act, **({"move": self.rng.choice(self.legal)} if kind == "move" else {})}

    def _mutant(self) -> str:
        """A sound message with fields dropped, added, or of a wrong type."""
        what = self._sound()
        for _ in range(self.rng.choice([1, 1, 2])):
            field = self.rng.choice([*what, "extra", "__proto__", "id"])
            if field in what and self.rng.random() < 0.3:
                del what[field]
            else:
                what[field] = self.rng.choice(VALUES)
        return json.dumps(what, ensure_ascii=self.rng.random() < 0.5).encode("utf-8", "replace").decode()

    def _garbled(self) -> str:
        """A sound message with some characters cut out, doubled, or replaced."""
        text = json.dumps(self._sound())
        for _ in range(self.rng.choice([1, 2, 5])):
            at = self.rng.randrange(len(text) + 1)
            text = text[:at] + self.rng.choice(["", "", '"', "}", "\\", "\x00", "é", "9" * 400]) + text[at + 1 :]
        return text

    def _move(self) -> str:
        """For the right position, in a notation that is wrong."""
        rng = self.rng
        text = rng.choice([*self.legal, "", "F1-E2", "A1-A1", "*", "*:1", "undo", "end", "#", "1."])
        for _ in range(rng.choice([1, 1, 2, 8, 150])):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(NOTATION) + text[at + rng.choice([0, 1]) :]
        return json.dumps({"type": "move", "seat": self.seat, "seq": self.seq, "move": text, "id": text[:40]})

    def _hello(self) -> str:
        """Twice, in another version, with the secrets of others."""
        secrets = self.rng.choice([[], self.foreign, ["x" * 32], ["x"], "x" * 32, self.foreign * 8])
        protocol = self.rng.choice([1, 1, 0, 2, -1, 99, "1", None, 1.5])
        return json.dumps({"type": "hello", "protocol": protocol, "secrets": secrets})

    def _stale(self) -> str:
        """A sound action out of turn, for another position or another seat."""
        kind = self.rng.choice(["move", "resign", "undo", "refuse"])
        seat = self.rng.choice([self.seat, 3 - self.seat, 3, 8])
        seq = self.rng.choice([0, self.seq - 1, self.seq, self.seq + 1, 10**9])
        move = {"move": self.rng.choice(self.legal)} if kind == "move" else {}
        return json.dumps({"type": kind, "seat": seat, "seq": seq, **move})

    def _binary(self) -> bytes:
        return self.rng.choice([b"", b"\x00", b"\xff\xfe", json.dumps(self._sound()).encode(), self.rng.randbytes(40)])


def plain(move: str) -> str:
    """A move without what a reader of notation might overlook."""
    return "".join(char for char in move.casefold() if char.isalnum())


def clear(text: str | bytes, sent: object) -> dict[str, Any]:
    """An error is one of the protocol's, with a sentence."""
    server_messages.decode(text)
    error: dict[str, Any] = json.loads(text)
    assert error["type"] == "error", (sent, error)
    assert error["code"] in CODES, (sent, error)
    assert error["sentence"].strip(), (sent, error)
    return error


async def answer(socket: ClientConnection) -> str:
    """The next message that is not only about who sits where."""
    while True:
        text = await asyncio.wait_for(socket.recv(), 30)
        assert isinstance(text, str)
        if json.loads(text)["type"] != "table":
            return text


async def bombard(socket: ClientConnection, fuzzer: Fuzzer) -> set[str]:
    """Send it all; every message gets an error. Which kinds of errors there were."""
    codes = set()
    for _ in range(MESSAGES // AT_ONCE):
        sent = [fuzzer.next() for _ in range(AT_ONCE)]
        for what in sent:
            await socket.send(what)
        for what in sent:
            codes.add(clear(await answer(socket), what)["code"])
    await say(socket, "ping")
    assert json.loads(await answer(socket)) == {"type": "pong"}
    return codes


async def greet_badly(server: Endpoint, table: str, fuzzer: Fuzzer) -> None:
    """No hello, or a wrong one: an error, and the socket is closed."""
    url = f"ws://{server.address}/api/tables/{table}/socket"
    for n in range(GREETINGS):
        first = fuzzer.next()
        if isinstance(first, str) and '"hello"' in first and accepted(first):
            continue
        path = url if n % 10 else url.replace(table, fuzzer.rng.choice(["nothing", "%00", "..%5c..", "é", "x" * 32]))
        async with connect(path) as socket:
            await socket.send(first)
            clear(await answer(socket), first)
            await asyncio.wait_for(socket.wait_closed(), 30)
            assert socket.close_code == 1008


def accepted(text: str) -> bool:
    """Return whether this is a hello: with secrets that are not valid one watches."""
    try:
        hello = client_messages.decode(text)
    except UNREADABLE:
        return False
    return isinstance(hello, Hello)


async def send_too_much(server: Endpoint, table: str, secret: str) -> None:
    """The server closes the connection, and one can come back."""
    long = json.dumps({"type": "move", "seat": 1, "seq": 0, "move": "x" * MAX_MESSAGE})
    wide = json.dumps({"type": "ping", "more": "é" * (MAX_MESSAGE // 2)}, ensure_ascii=False)
    for what in (long, wide, b"\x00" * (MAX_MESSAGE + 1), long * 50):
        assert await closed_by(server, table, secret, what) == 1009


async def closed_by(
    server: Endpoint, table: str, secret: str, what: str | bytes, text: bool | None = None
) -> int | None:
    """The code the server closes the connection with, when this is sent."""
    socket = await server.socket(table, secret)
    async with socket:
        await hear(socket, "snapshot")
        with suppress(ConnectionClosed):
            await socket.send(what, text=text)
        with pytest.raises(ConnectionClosed):
            await answer(socket)
    return socket.close_code


async def attack(server: Endpoint, game: str) -> tuple[list[str], set[str]]:
    """All of it at one table; the secrets that were in use, and the kinds of errors that were heard."""
    other = server.table(game)
    table = server.table(game, ("me", "link"))
    _, joined = server.ask("POST", f"/api/tables/{table['id']}/seats", {"name": "Bo"})
    secrets = {1: table["secrets"][1], 2: joined["seats"][0]["secret"]}
    foreign = list(other["secrets"].values())

    sockets = {seat: await server.socket(table["id"], secret) for seat, secret in secrets.items()}
    first = {seat: await hear(socket, "snapshot") for seat, socket in sockets.items()}
    seq, mover = first[1]["seq"], first[1]["actors"][0]
    legal = first[mover]["seats"][str(mover)]["legal"]
    move = {"seat": mover, "seq": seq, "move": legal[0]}
    await say(sockets[mover], "move", **move)
    events = {seat: await hear(socket, "event") for seat, socket in sockets.items()}
    while events[1]["actors"] == ["*"]:
        events = {seat: await hear(socket, "event") for seat, socket in sockets.items()}
    await say(sockets[mover], "move", **move)  # once more
    assert clear(await answer(sockets[mover]), move)["code"] == "behind"

    def state() -> tuple[Any, ...]:
        path = f"/api/tables/{table['id']}"
        records = [server.ask("GET", f"{path}/record", secret=secret) for secret in (None, *secrets.values())]
        seen = server.ask("GET", path)[1]
        return seen["seq"], seen["status"], [(chair["kind"], chair["name"]) for chair in seen["seats"]], *records

    before = state()
    codes: set[str] = set()
    for seat, socket in sockets.items():
        theirs = next(event["seats"][str(s)]["legal"] for s, event in events.items() if event["seats"][str(s)]["legal"])
        fuzzer = Fuzzer(f"{game} {seat}", seat, before[0], [*theirs, *legal], foreign)
        codes |= await bombard(socket, fuzzer)
    for socket in sockets.values():
        await socket.close()
    watcher = await server.socket(table["id"])
    async with watcher:
        await hear(watcher, "snapshot")
        codes |= await bombard(watcher, Fuzzer(f"{game} watcher", 0, before[0], legal, foreign))
    await greet_badly(server, table["id"], Fuzzer(f"{game} greeting", 0, before[0], legal, foreign))
    await send_too_much(server, table["id"], secrets[1])
    assert state() == before
    return [*secrets.values(), *foreign], codes


@pytest.mark.parametrize("game", ["quatre", "miniature", "template"])
def test_whatever_is_said_nothing_changes(server: Endpoint, game: str) -> None:
    secrets, codes = asyncio.run(attack(server, game))
    assert {"malformed", "not-now", "behind"} <= codes
    still_well(server, *secrets)


def still_well(server: Endpoint, *secrets: str) -> None:
    """It answers, and its log tells of no accident and no secret."""
    assert server.ask("GET", "/health") == (200, "ok")
    log = server.errors()
    assert "Traceback" not in log
    for secret in secrets:
        assert secret not in log


@pytest.mark.parametrize("what", [b"\xff\xfe\xfd", b'{"type":"ping\xed\xa0\x80"}'])
def test_text_that_is_not_utf_8(server: Endpoint, what: bytes) -> None:
    table = server.table()
    assert asyncio.run(closed_by(server, table["id"], table["secrets"][1], what, text=True)) == 1007
    still_well(server, *table["secrets"].values())
