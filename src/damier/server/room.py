"""A room: one table in memory. It holds the lock, writes the log and broadcasts; what it does not know it delegates.

Everything that changes a table goes through its lock and is durable before anybody hears of it.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from damier.core.catalogue import message
from damier.core.errors import DamierError, Illegal, Malformed, NotYourTurn
from damier.core.events import RESIGN
from damier.core.outcome import Outcome
from damier.core.registry import game
from damier.core.replay import Step
from damier.core.session import Session, Steps
from damier.server import seating
from damier.server.bot_turns import BotTurns
from damier.server.bots import BotPool
from damier.server.messages import EventBroadcast, TableText, ViewCache, snapshot
from damier.server.presence import Presence
from damier.server.protocol import SeatInfo, TableChanged, TableInfo, UndoAsked, encode
from damier.server.recent import RecentEvents
from damier.server.store import Conflict, Entry, Seat, Store, TableRow
from damier.server.takeback import TakeBack

UNDO = "undo"


class Behind(DamierError):
    """The client acts on a position that is no longer the last one."""


class Closed(DamierError):
    """The room is being rebuilt or closed; ask the hub for it again."""


class Client(Protocol):
    """A connection that listens to a table."""

    seats: tuple[int, ...]
    lang: str

    def send(self, data: bytes) -> None:
        """Send a message; never wait, never fail."""
        ...

    def move_to(self, room: "Room", since: int) -> None:
        """Go on in the room that replaces the one that fell behind at `since`."""
        ...

    def dismiss(self) -> None:
        """Say that the server stops, and close."""
        ...


class Room:
    """A table, the clients that listen to it, and the bots that play at it."""

    def __init__(
        self, row: TableRow, entries: Iterable[Entry], store: Store, bots: BotPool, superseded: Callable[[], None]
    ) -> None:
        self.row = row
        self.lock = asyncio.Lock()
        self.closed = False
        self.clients: set[Client] = set()
        self.touched = time.monotonic()
        self.seq = 0
        self.presence = Presence(self.clients)
        self._store = store
        self._superseded = superseded  # called when another process wrote history first: a new room must take over
        self._take_back = TakeBack()
        self._recent = RecentEvents(0)
        self.session = Session(game(row.game), row.options, seating.record_names(row.seats), seed=row.seed)
        for seat in row.seats:
            if seat.word:
                self.session.add_word(seat.number, seat.word)
        for entry in entries:
            self._enter(entry)
        self._text = TableText(self.session.game, row.seats)
        self._views = ViewCache()
        self.bots = BotTurns(self, bots)

    def _enter(self, entry: Entry) -> Step | None:
        """Adopt an entry that is in the log already; return its step, or None where a move was taken back."""
        self.seq = entry.seq
        if entry.text == UNDO:
            self.session.undo(entry.actor)
            self._recent.forget(self.seq)
            return None
        step = self.session.enter(entry.actor, entry.text)
        self._recent.add(self.seq, step)
        return step

    # What it is

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def seats(self) -> Sequence[Seat]:
        return self.row.seats

    @property
    def status(self) -> str:
        """Waiting for people, playing, or over."""
        if self.session.outcome:
            return "over"
        return "waiting" if any(seat.kind == "open" for seat in self.row.seats) else "playing"

    @property
    def is_playing(self) -> bool:
        return self.status == "playing"

    def seat_of(self, secret: str) -> int | None:
        """Return the seat a secret gives the right to act for."""
        return seating.holder(self.row.seats, secret)

    def info(self) -> TableInfo:
        """Return what everybody may know of the table."""
        here = self.presence.here()
        return TableInfo(
            id=self.id,
            code=self.row.code,
            game=self.row.game,
            options=self.session.state.options.pairs(),
            seats=[
                SeatInfo(
                    seat.number,
                    seat.kind,  # type: ignore[arg-type]
                    "" if seat.bot else seat.name,
                    seat.bot,
                    bool(seat.bot) or seat.number in here,
                )
                for seat in self.row.seats
            ],
            status=self.status,  # type: ignore[arg-type]
            seq=self.seq,
            commitment=self.session.commitment,
            rematch=self.row.rematch,
        )

    def names(self, lang: str) -> list[str]:
        """Return how everybody at the table is called in a language."""
        return self._text.names[lang]

    # Moves

    async def move(self, seat: int, seq: int, move: str) -> None:
        """Play a seat's move."""
        async with self.lock:
            self._expect(seq)
            if self.status == "waiting":
                raise NotYourTurn(message("server.waiting"))
            try:
                steps = self.session.propose(seat, move)
            except (Illegal, Malformed) as error:
                await self._store_refusal(seat, move, error)
                raise
            await self.append(steps)
            if self._take_back.asker is not None:
                self._close_take_back()
        self.bots.wake()

    async def _store_refusal(self, seat: int, move: str, error: DamierError) -> None:
        # A text that is no move is not kept: it might be anything, a secret pasted by mistake for instance.
        code, text = ("illegal", move) if isinstance(error, Illegal) else ("malformed", "")
        await self._store.add_refusal(self.id, seat, self.seq, time.time(), text, code, error.rule)

    async def resign(self, seat: int, seq: int) -> None:
        """Give up."""
        await self.move(seat, seq, RESIGN)

    async def begin(self) -> None:
        """Draw the chance events that are due, once every seat is taken; then let bots move."""
        async with self.lock:
            if not self.closed and self.is_playing and (steps := self.session.propose_chance()):
                with suppress(Closed):  # another process drew them: the same draws, by the same seed
                    await self.append(steps)
        self.bots.wake()

    def _expect_open(self) -> None:
        if self.closed:
            raise Closed(message("server.closed"))

    def _expect(self, seq: int) -> None:
        self._expect_open()
        if seq != self.seq:
            raise Behind(message("server.behind", seq=self.seq))
        self.touched = time.monotonic()

    async def append(self, steps: Steps) -> None:
        """Store steps, adopt them, and broadcast them. The lock is held."""
        at = time.time()
        entries = [Entry(self.seq + n, step.event.actor, step.event.text, at) for n, step in enumerate(steps, 1)]
        await self._write(entries, steps[-1].outcome)
        self.session.commit(steps)
        playing = self.is_playing
        for entry, step in zip(entries, steps, strict=True):
            self.seq = entry.seq
            self._recent.add(entry.seq, step)
            self._broadcast(entry.seq, step, playing=playing)

    async def _write(self, entries: list[Entry], outcome: Outcome | None = None) -> None:
        try:
            await self._store.append(self.id, entries, outcome.as_json() if outcome else None)
        except Conflict:
            self.closed = True
            self._superseded()
            raise Closed(message("server.closed")) from None
        except BaseException:
            self.closed = True  # it may be stored or not: whoever comes next reads the log
            raise

    def _broadcast(self, seq: int, step: Step, *, playing: bool) -> None:
        event = EventBroadcast(seq, step, self._text, self._views, playing=playing)
        for client in self.clients:
            client.send(event.for_client(client.seats, client.lang))

    # Taking back

    async def undo(self, seat: int, seq: int) -> None:
        """Ask to take back the seat's last move; or agree to what another seat asked."""
        async with self.lock:
            self._expect(seq)
            if self.session.outcome:
                raise NotYourTurn(message("error.over"))
            asker = self._take_back.asker or seat
            self.session.undoable(asker)
            people = [other.number for other in self.row.seats if other.kind == "person"]
            if not self._take_back.ask(seat, people):
                self._broadcast_take_back(asker)
                return
            await self._write([Entry(self.seq + 1, asker, UNDO, time.time())])
            self._enter(Entry(self.seq + 1, asker, UNDO))
            self._close_take_back()
            self.broadcast_snapshots()
        self.bots.wake()

    async def refuse(self, seat: int, seq: int) -> None:
        """Do not agree to take a move back."""
        async with self.lock:
            self._expect(seq)
            if self._take_back.asker is None:
                raise NotYourTurn(message("server.nothing-asked"))
            self._close_take_back()

    def _close_take_back(self) -> None:
        self._take_back.close()
        self._broadcast_take_back(None)

    def _broadcast_take_back(self, seat: int | None) -> None:
        for client in self.clients:
            say = self._text.catalogues[client.lang]
            names = self._text.names[client.lang]
            sentence = say("server.undo-asked", who=names[seat - 1]) if seat else say("server.undo-settled")
            client.send(encode(UndoAsked(seat, sentence)))

    # Seats

    async def sit(self, name: str, word: str, seat: int | None) -> tuple[int, str]:
        """Give somebody an open seat; return its number and the secret that is the right to act for it."""
        async with self.lock:
            self._expect_open()
            secret = seating.new_secret()
            taken = seating.take(self.row.seats, seat, name, word, secret)
            if self.seq:  # the chance is in use already, with the word that was there
                taken = replace(taken, word=self.row.seats[taken.number - 1].word)
            await self._change_seat(taken)
        await self.begin()
        return taken.number, secret

    async def leave(self, seat: int) -> None:
        """Let somebody get up; the seat is open then."""
        async with self.lock:
            self._expect_open()
            if not self.session.outcome:
                await self._change_seat(seating.leave(self.row.seats[seat - 1]))

    async def give_to_bot(self, seat: int, bot: str, away_seconds: float) -> None:
        """Put a bot on a seat that is open, or whose person has been away for so long."""
        async with self.lock:
            self._expect_open()
            if self.session.outcome:
                raise NotYourTurn(message("error.over"))
            is_open = self.row.seats[seat - 1].kind == "open"
            is_free = is_open or self.presence.away_seconds(seat) >= away_seconds
            await self._change_seat(seating.give_to_bot(self.row.seats, seat, bot, is_free=is_free))
        await self.begin()

    async def reclaim(self, seat: int, secret: str) -> None:
        """Give a seat back to whoever held it before, if nobody else sits there."""
        async with self.lock:
            self._expect_open()
            if self.session.outcome:
                raise NotYourTurn(message("error.over"))
            await self._change_seat(seating.reclaim(self.row.seats, seat, secret))
        await self.begin()

    async def _change_seat(self, seat: Seat) -> None:
        try:
            await self._store.change_seat(self.id, seat, was=self.row.seats[seat.number - 1].kind)
        except Conflict:
            raise NotYourTurn(message("server.seat-taken")) from None
        seats = tuple(seat if seat.number == other.number else other for other in self.row.seats)
        self._adopt_row(replace(self.row, seats=seats))

    def _adopt_row(self, row: TableRow) -> None:
        """Take over who sits where and where the rematch is, as changed here or by another process."""
        seats_changed = row.seats != self.row.seats
        for old, new in zip(self.row.seats, row.seats, strict=True):
            if old.secret_hash != new.secret_hash:
                for client in self.clients:  # whoever held that seat only watches now
                    client.seats = tuple(seat for seat in client.seats if seat != new.number) or (0,)
            if new.word != old.word and not self.session.events:
                self.session.add_word(new.number, new.word)
        self.row = row
        self.session.seats = seating.record_names(row.seats)
        self._text.rename(row.seats)
        self.broadcast_table()
        if seats_changed and self.is_playing:
            self.broadcast_snapshots()

    # Other processes

    async def catch_up(self) -> None:
        """Take over what another process wrote, and broadcast it here."""
        async with self.lock:
            if self.closed:
                return
            row = await self._store.load(self.id)
            entries = await self._store.entries(self.id, self.seq)
            if row is not None and (row.seats, row.rematch) != (self.row.seats, self.row.rematch):
                self._adopt_row(row)
            for entry in entries:
                step = self._enter(entry)
                if step is None:
                    self.broadcast_snapshots()
                else:
                    self._broadcast(entry.seq, step, playing=self.is_playing)
        self.bots.wake(patient=True)

    # Clients

    def enter(self, client: Client, since: int | None) -> None:
        """Let a client listen from now on, after sending it what it missed. The lock is held."""
        self.clients.add(client)
        self.touched = time.monotonic()
        missed = self._recent.since(since) if since is not None else None
        if missed is None:
            client.send(self.snapshot(client))
        else:
            views = ViewCache()
            for seq, step in missed:
                event = EventBroadcast(seq, step, self._text, views, playing=self.is_playing)
                client.send(event.for_client(client.seats, client.lang))
        self.broadcast_table(but=client)

    def exit(self, client: Client) -> None:
        """A client listens no more."""
        self.clients.discard(client)
        self.touched = time.monotonic()
        self.presence.leave(client.seats)
        self.broadcast_table()

    def broadcast_table(self, but: Client | None = None) -> None:
        """Tell everybody who sits where."""
        data = encode(TableChanged(self.info()))
        for client in self.clients:
            if client is not but:
                client.send(data)

    def broadcast_snapshots(self) -> None:
        """Show everybody the table as it stands."""
        for client in self.clients:
            client.send(self.snapshot(client))

    def snapshot(self, client: Client) -> bytes:
        """Return the table as it stands, for one client."""
        session = self.session
        return snapshot(
            self.seq,
            session.state,
            session.outcome,
            session.last,
            self._text,
            client.seats,
            client.lang,
            playing=self.is_playing,
        )
