"""The hub: the tables in memory, and how they are opened, created and dropped."""

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from damier.core.catalogue import Catalogue, message
from damier.core.errors import NotYourTurn, Unknown
from damier.core.fair import fresh_seed
from damier.core.registry import game
from damier.core.state import State
from damier.players.player import check_fits
from damier.server.bots import Bots
from damier.server.problems import Full
from damier.server.room import Room
from damier.server.seating import digest
from damier.server.settings import Settings
from damier.server.store import Conflict, Seat, Store, TableRow

logger = logging.getLogger("damier.hub")

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"  # none that looks like another
CODE_LENGTH = 6
_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
CLOSE_SECONDS = 2.0  # for clients to hear that the server stops


class Hub:
    """All rooms of this process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.bots = Bots(settings.bot_seconds)
        self.rooms: dict[str, Room] = {}
        self.sockets = 0
        self.closed = False
        self._opening: dict[str, asyncio.Lock] = {}
        self._overheard: set[str] = set()  # tables that changed elsewhere while their room was being opened
        self._tasks: set[asyncio.Task[object]] = set()

    def catalogue(self, lang: str) -> Catalogue:
        """Return the server's sentences in a language."""
        return Catalogue(lang, Path(__file__).parent)

    # Finding

    async def room(self, id_or_code: str) -> Room:
        """Return a table, from memory or from the store."""
        known = self.rooms.get(id_or_code)
        if known is not None and not known.closed:
            return known
        row = await self.store.load(id_or_code) if _ID.fullmatch(id_or_code) else None
        if row is None:
            raise Unknown(message("server.no-table"))
        return await self._open(row)

    async def _open(self, row: TableRow) -> Room:
        current = game(row.game).rules_version
        if row.rules != current:
            raise NotYourTurn(message("server.rules-changed", version=row.rules, current=current))
        async with self._opening.setdefault(row.id, asyncio.Lock()):
            room = self.rooms.get(row.id)
            if room is not None and not room.closed:
                return room
            if room is None and len(self.rooms) >= self.settings.max_tables:
                raise Full(message("server.full"))
            entries = await self.store.entries(row.id)
            fresh = Room(row, entries, self.store, self.bots.tables, lambda: self.spawn(self.room(row.id)))
            self.rooms[row.id] = fresh
            if room is not None:
                self._move_clients(room, fresh)
        if row.id in self._overheard:
            self._overheard.discard(row.id)
            await fresh.catch_up()
        await fresh.begin()
        return fresh

    def _move_clients(self, old: Room, fresh: Room) -> None:
        """Move the clients of a room that fell behind the store to its successor; nobody misses anything."""
        for client in list(old.clients):
            old.clients.discard(client)
            client.move_to(fresh, old.seq)

    # Making

    async def create(
        self, name: str, options: Mapping[str, str], seats: list[Seat], secrets_of: dict[int, str]
    ) -> Room:
        """Create a table and return its room."""
        played = game(name)
        State.start(played, options, len(seats), jit=False)  # refuses wrong options and numbers of seats
        if len(self.rooms) >= self.settings.max_tables:
            raise Full(message("server.full"))
        read = played.read_options(options)
        chosen = read.pairs()
        for seat in seats:
            if seat.bot:
                check_fits(seat.bot, played, len(seats), read)
        seated = tuple(
            replace(seat, secret_hash=digest(secrets_of[seat.number])) if seat.number in secrets_of else seat
            for seat in seats
        )
        while True:
            row = self._blank(name, chosen, seated)
            try:
                await self.store.create(row)
            except Conflict:
                continue  # the short code was taken
            return await self._open(row)

    def _blank(self, name: str, options: dict[str, str], seats: tuple[Seat, ...]) -> TableRow:
        seed = fresh_seed() if game(name).has_chance else None
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        return TableRow(
            id=secrets.token_urlsafe(12),
            code=code,
            game=name,
            options=options,
            rules=game(name).rules_version,
            seed=seed,
            created=time.time(),
            rematch=None,
            ended=None,
            outcome=None,
            seats=seats,
        )

    async def rematch(self, room: Room, seat: int) -> tuple[Room, int, str]:
        """Return the table where the same players go on, and the seat and secret of the one who asks."""
        outcome = room.session.outcome
        if outcome is None:
            raise NotYourTurn(message("server.not-over"))
        order = room.session.game.rules.seating(outcome)
        if room.row.rematch is None:
            seats = []
            for new, old in enumerate(order, 1):
                before = room.seats[old - 1]
                seats.append(Seat(new, "bot" if before.bot else "open", before.name, bot=before.bot))
            following = self._blank(room.row.game, room.row.options, tuple(seats))
            with suppress(Conflict):  # somebody else was faster; theirs is the table
                await self.store.link_rematch(room.id, following)
            await room.catch_up()
        assert room.row.rematch is not None
        after = await self.room(room.row.rematch)
        name = room.seats[seat - 1].name
        taken, secret = await after.sit(name, "", order.index(seat) + 1)
        return after, taken, secret

    # Other processes

    def heard(self, table: str | None) -> None:
        """Read a table again that another process changed; None: any may have changed."""
        if table in self._opening and self._opening[table].locked():
            self._overheard.add(table)
        for room in list(self.rooms.values()) if table is None else filter(None, [self.rooms.get(table)]):
            self.spawn(room.catch_up())

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Run something in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("background work failed", exc_info=error)

    # Going

    async def reap(self) -> None:
        """Drop rooms that nobody uses from memory, for ever; the store keeps them."""
        while True:
            await asyncio.sleep(min(self.settings.idle_seconds, 30.0) / 2)
            now = time.monotonic()
            for room in list(self.rooms.values()):
                idle = not room.clients and not room.lock.locked() and not room.bots.busy
                if idle and now - room.touched > self.settings.idle_seconds:
                    room.closed = True
                    self.rooms.pop(room.id, None)
                    self._opening.pop(room.id, None)

    async def close(self) -> None:
        """Let pending moves become durable, and tell every client to come back."""
        if self.closed:
            return
        self.closed = True
        for room in list(self.rooms.values()):
            async with room.lock:
                room.closed = True
            for client in list(room.clients):
                client.dismiss()
        self.bots.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                while self.sockets:
                    await asyncio.sleep(0.01)
