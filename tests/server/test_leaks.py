"""The leak recorder: all that a seat or a watcher ever received, held against the full record.

Runs for every registered game that hides anything, so a new one is covered by arriving.
"""

import asyncio
import json
import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from damier.core.catalogue import Message
from damier.core.event_text import with_names
from damier.core.events import Ended
from damier.core.record import Record, parse
from damier.core.registry import games
from damier.core.replay import Step, opening, steps
from server.serving import Endpoint, hear, run, say

GAMES = 200
EVENTS = float("inf") if os.environ.get("DAMIER_LONG_TESTS") == "1" else 1_000  # enough of a game that is long
AT_ONCE = 2
PRIES = 0.04  # how often somebody asks for more than his due
HIDING = [name for name, game in games().items() if game.view.HIDES]


class Recorder:
    """One seat's (or a watcher's) socket, and everything it was ever told, by whatever way."""

    def __init__(self, seat: int, socket: ClientConnection) -> None:
        self.seat = seat
        self.socket = socket
        self.messages: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.read: set[str] = set()  # every single text in all of it

    def note(self, told: object) -> None:
        """Keep what was received, whole and as its texts: looking up a text is quicker than searching megabytes."""
        self.raw.append(told if isinstance(told, str) else json.dumps(told, ensure_ascii=False))
        self.read.update(texts(told))

    async def next(self, *kinds: str) -> dict[str, Any]:
        while True:
            told = await hear(self.socket, "welcome", "snapshot", "event", "table", "error", "undo")
            self.messages.append(told)
            self.note(told)
            if told["type"] in kinds:
                return told


async def play(server: Endpoint, name: str, number: int) -> int:
    """A whole game by people who also try what they may not; then the reckoning. Answers how many events it had."""
    rng = Random(f"{name}/{number}")
    seats = rng.choice(list(games()[name].seats))
    table = await asyncio.to_thread(server.table, name, ("device",) * seats)
    secrets = table["secrets"]
    recorders = [
        Recorder(seat, await server.socket(table["id"], *([secrets[seat]] if seat else [])))
        for seat in range(seats + 1)
    ]
    now = [await recorder.next("snapshot") for recorder in recorders]
    seq = now[0]["seq"]
    while not now[0]["outcome"]:
        legal = {seat: now[seat]["seats"][str(seat)]["legal"] for seat in range(1, seats + 1)}
        seat = rng.choice([seat for seat, moves in legal.items() if moves])
        await pry(server, table, recorders, seq, rng)
        await say(recorders[seat].socket, "move", seat=seat, seq=seq, move=rng.choice(legal[seat]))
        now = [await recorder.next("event") for recorder in recorders]
        while now[0]["actors"] == ["*"]:
            now = [await recorder.next("event") for recorder in recorders]
        seq = now[0]["seq"]
    _, text = await asyncio.to_thread(server.ask, "GET", f"/api/tables/{table['id']}/record")
    record = parse(text)
    for recorder in recorders:
        others = [secret for seat, secret in secrets.items() if seat != recorder.seat]
        reckon(record, recorder, others)
        await recorder.socket.close()
    return len(record.lines)


async def pry(server: Endpoint, table: dict[str, Any], recorders: list[Recorder], seq: int, rng: Random) -> None:
    """Now and then somebody asks for more than his due; the answer belongs to what he received."""
    if rng.random() > PRIES:
        return
    who = rng.choice(recorders)
    for move in ("rubbish", "draw 1 5", "show", "?"):
        await say(who.socket, "move", seat=rng.randint(1, len(recorders) - 1), seq=seq + 7, move=move)
        await who.next("error")
    secret = table["secrets"].get(who.seat)
    here = f"/api/tables/{table['id']}"
    paths = (f"{here}/record", here, f"{here}/replay?seat={who.seat}", f"{here}/seats/{who.seat}/hint", "/metrics")
    for path in paths:
        _, answer = await asyncio.to_thread(server.ask, "GET", path, None, secret)
        who.note(answer)


def texts(told: object) -> Iterator[str]:
    """Every text in an answer, and of a record's lines what was played."""
    if isinstance(told, str):
        yield told
        for line in told.splitlines():
            yield line.partition(" ")[2]
    elif isinstance(told, dict):
        for key, value in told.items():
            yield key
            yield from texts(value)
    elif isinstance(told, list):
        for value in told:
            yield from texts(value)


def reckon(record: Record, recorder: Recorder, foreign_secrets: list[str]) -> None:
    """Every message says exactly what the seat may know at that point, and nothing hidden is in any byte."""
    seat = recorder.seat
    events = {told["seq"]: told for told in recorder.messages if told["type"] == "event"}
    first = next(told for told in recorder.messages if told["type"] == "snapshot")
    view = first["seats"][str(seat)]["view"]
    if first["seq"] == 0:
        assert view == plain(opening(record, jit=False).view(seat).show())
    say_it = opening(record, jit=False).game.catalogue("en")
    hidden: set[str] = set()
    readable: set[str] = set(first["seats"][str(seat)]["legal"])  # what a seat may do itself it may read
    for step in steps(record):
        mine, words = told_by_the_game(step, seat)
        (readable if mine == step.event.text else hidden).add(step.event.text)
        if step.seq <= first["seq"]:
            continue
        told = events[step.seq]
        part = told["seats"][str(seat)]
        assert set(told["seats"]) == {str(seat)}
        assert part["event"] == mine
        assert part["sentence"] == say_it(with_names(words, record.seats))
        view = {**view, **part["view"]}
        assert view == plain(step.after.view(seat).show())
        may = seat in step.after.actors and step.outcome is None
        assert part["legal"] == (step.after.moves(seat) if may else [])
        readable.update(part["legal"])
    assert record.seed is not None
    everything = "\n".join(recorder.raw)
    for secret in (record.seed, *foreign_secrets):
        assert secret not in everything
    assert not (hidden - readable) & recorder.read


def told_by_the_game(step: Step, seat: int) -> tuple[str, Message]:
    """What `view.py` lets the seat read. Asked directly: what stands between it and the socket is under test."""
    view, before, event = step.before.game.view, step.before.fields, step.event
    assert not isinstance(event, Ended), "nobody resigns here"
    args = (before, event.actor, event.action, seat)
    return view.notation(*args), view.sentence(*args)


def plain(shown: object) -> Any:
    """As it looks after a trip through JSON."""
    return json.loads(json.dumps(shown))


@pytest.mark.parametrize("name", HIDING)
def test_nothing_hidden_is_ever_told(server: Endpoint, name: str) -> None:
    async def all_games() -> None:
        events = 0
        for first in range(0, GAMES, AT_ONCE):
            if events < EVENTS:
                events += sum(
                    await asyncio.gather(*(play(server, name, number) for number in range(first, first + AT_ONCE)))
                )

    run(all_games())
    assert "Traceback" not in server.errors()


def test_some_game_hides_something() -> None:
    assert HIDING
