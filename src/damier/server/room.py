"""A room: one table in memory. All that changes it goes through its lock, and is durable before anybody hears of it."""

import asyncio
import hashlib
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from damier.core.catalogue import message
from damier.core.contract import Ints
from damier.core.errors import DamierError, NotYourTurn
from damier.core.event_text import redact
from damier.core.events import Ended, Event
from damier.core.registry import game
from damier.core.session import Session
from damier.core.state import State
from damier.players.player import BOT
from damier.server.bots import Bots, source_of
from damier.server.messages import EventMessage, ViewCache, dump
from damier.server.protocol import SeatInfo, TableInfo
from damier.server.store import Conflict, Entry, Seat, Store, TableRow

UNDO = "undo"
MISSED = 200  # events that are told one by one to somebody who comes back; more are told as a snapshot
PATIENCE = 2.0  # seconds another process has to let its bot move


class Behind(DamierError):
    """The client acts on a position that is no longer the last one."""


class Closed(DamierError):
    """The room is being rebuilt or closed; ask the hub for it again."""


class Client(Protocol):
    """Somebody who listens: a socket."""

    seats: tuple[int, ...]
    lang: str

    def tell(self, text: str) -> None:
        """Take a message; never wait, never fail."""
        ...

    def moved(self, room: "Room", since: int) -> None:
        """Go on in the room that replaces the one that fell behind at `since`."""
        ...

    def dismiss(self) -> None:
        """The server stops: say so and close."""
        ...


def digest(secret: str) -> str:
    """What is stored of a seat's secret. (It is long and random, so a plain hash is enough.)"""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    """The right to act for a seat."""
    return secrets.token_urlsafe(24)


class Room:
    """A table, the people looking at it, and the bots at it."""

    def __init__(
        self, stored: TableRow, entries: Iterable[Entry], store: Store, bots: Bots, lost: Callable[[], None]
    ) -> None:
        self.stored = stored
        self._lost = lost  # called when another process wrote history first: a new room must take over
        self.lock = asyncio.Lock()
        self.closed = False
        self.clients: set[Client] = set()
        self.touched = time.monotonic()
        self._store = store
        self._bots = bots
        self._sources: dict[int, Ints] = {}
        self._thinking: asyncio.Task[None] | None = None
        self._undo: tuple[int, set[int]] | None = None  # who asked, who agreed
        self._left: dict[int, float] = {}
        self._log = list(entries)
        self.seq = len(self._log)
        self.session = self._replayed()
        self.views = ViewCache(self.session.state, list(self.session.seats))

    def _replayed(self) -> Session:
        """The game as the log tells it."""
        names = [chair.name for chair in self.stored.seats]
        session = Session(game(self.stored.game), self.stored.options, names, seed=self.stored.seed)
        for chair in self.stored.seats:
            if chair.word:
                session.add_word(chair.seat, chair.word)
        for entry in self._log:
            _take(session, entry)
        return session

    # What it is

    @property
    def id(self) -> str:
        """The table's id."""
        return self.stored.id

    @property
    def status(self) -> str:
        """Waiting for people, playing, or over."""
        if self.session.outcome:
            return "over"
        return "waiting" if "open" in [chair.kind for chair in self.stored.seats] else "playing"

    def seat_of(self, secret: str) -> int | None:
        """The seat a secret belongs to."""
        hashed = digest(secret)
        for chair in self.stored.seats:
            if chair.secret_hash and secrets.compare_digest(chair.secret_hash, hashed):
                return chair.seat
        return None

    def info(self) -> TableInfo:
        """What everybody may know."""
        here = {seat for client in self.clients for seat in client.seats}
        seats = [
            SeatInfo(seat=c.seat, kind=c.kind, name=c.name, here=c.kind == "bot" or c.seat in here)  # type: ignore[arg-type]
            for c in self.stored.seats
        ]
        return TableInfo(
            id=self.id,
            code=self.stored.code,
            game=self.stored.game,
            options=self.session.state.options.pairs(),
            seats=seats,
            status=self.status,  # type: ignore[arg-type]
            seq=self.seq,
            commitment=self.session.commitment,
            rematch=self.stored.rematch,
        )

    @property
    def busy(self) -> bool:
        """Whether a bot is thinking."""
        return self._thinking is not None and not self._thinking.done()

    # Acting

    async def move(self, seat: int, seq: int, move: str) -> None:
        """Play a seat's move."""
        await self._act(seat, seq, lambda: self.session.move(seat, move))

    async def resign(self, seat: int, seq: int) -> None:
        """Give up."""
        await self._act(seat, seq, lambda: self.session.resign(seat))

    async def begin(self) -> None:
        """Draw what chance owes, once everybody sits; then let bots move."""
        async with self.lock:
            if not self.closed and self.status == "playing" and self.session.state.actors == (0,):
                with suppress(Closed):  # another process drew it: the same draws, by the same seed
                    await self._commit(self.session.begin)
        self.wake_bots()

    async def _act(self, seat: int, seq: int, act: Callable[[], list[Event]]) -> None:
        async with self.lock:
            self._expect(seq)
            if self.status == "waiting":
                raise NotYourTurn(message("server.waiting"))
            await self._commit(act)
            if self._undo is not None:
                self._settle_undo()
        self.wake_bots()

    def _expect_open(self) -> None:
        if self.closed:
            raise Closed(message("server.closed"))

    def _expect(self, seq: int) -> None:
        self._expect_open()
        if seq != self.seq:
            raise Behind(message("server.behind", seq=self.seq))
        self.touched = time.monotonic()

    async def _commit(self, act: Callable[[], list[Event]]) -> None:
        """Do something to the game, make it durable, then tell it. The lock is held."""
        before = self.session.state
        events = act()
        entries = [Entry(self.seq + n, event.actor, event.text) for n, event in enumerate(events, 1)]
        await self._durable(entries)
        for entry, event in zip(entries, events, strict=True):
            before = self._tell(entry, before, event, last=entry is entries[-1])

    async def _durable(self, entries: list[Entry]) -> None:
        try:
            await self._store.append(self.id, entries)
        except BaseException as error:
            # It did not happen: nobody may see it. And this memory is no longer the table.
            self.closed = True
            self.session = self._replayed()
            if not isinstance(error, Conflict):
                raise
            self._lost()
            raise Closed(message("server.closed")) from None
        self.seq += len(entries)
        self._log += entries

    def _tell(self, entry: Entry, before: State, event: Event, *, last: bool) -> State:
        after = self.session.state if last or isinstance(event, Ended) else before.play(event.action, event.actor)
        outcome = self.session.outcome if last else None
        telling = EventMessage(self.views, entry.seq, before, event, after, outcome, self.status == "playing")
        for client in self.clients:
            client.tell(telling.for_client(client.seats, client.lang))
        return after

    # Taking back

    async def undo(self, seat: int, seq: int) -> None:
        """Ask to take back the seat's last move; or agree to what another seat asked."""
        async with self.lock:
            self._expect(seq)
            if self.session.outcome:
                raise NotYourTurn(message("error.over"))
            if self._undo is None:
                self.session.undoable(seat)
                self._undo = (seat, set())
            elif self._undo[0] != seat:
                self._undo[1].add(seat)
            asker, agreed = self._undo
            people = {chair.seat for chair in self.stored.seats if chair.kind == "person"}
            if people - {asker} - agreed:
                self._tell_undo(asker)
                return
            self._undo = None
            self.session.undo(asker)
            await self._durable([Entry(self.seq + 1, asker, UNDO)])
            self._tell_undo(None)
            self.tell_snapshots()
        self.wake_bots()

    async def refuse(self, seat: int, seq: int) -> None:
        """Do not agree."""
        async with self.lock:
            self._expect(seq)
            if self._undo is None:
                raise NotYourTurn(message("server.nothing-asked"))
            self._settle_undo()

    def _settle_undo(self) -> None:
        self._undo = None
        self._tell_undo(None)

    def _tell_undo(self, seat: int | None) -> None:
        for client in self.clients:
            say = self.views.catalogue(client.lang)
            names = self.views.names_in(client.lang)
            sentence = say("server.undo-asked", who=names[seat - 1]) if seat else say("server.undo-settled")
            client.tell(dump({"type": "undo", "seat": seat, "sentence": sentence}))

    # Hearing of what other processes did

    async def catch_up(self) -> None:
        """Take in what was written elsewhere, and tell it here."""
        async with self.lock:
            if self.closed:
                return
            stored = await self._store.load(self.id)
            entries = await self._store.entries(self.id, self.seq)
            if stored is not None and stored != self.stored:
                self._seated(stored)
            for entry in entries:
                before, count = self.session.state, len(self.session.events)
                _take(self.session, entry)
                self.seq = entry.seq
                self._log.append(entry)
                if entry.text == UNDO or len(self.session.events) <= count:
                    self.tell_snapshots()
                else:
                    self._tell(entry, before, self.session.events[-1], last=True)
        self.wake_bots(patient=True)

    # People

    async def sit(self, name: str, word: str, seat: int | None) -> tuple[int, str]:
        """Take an open seat; answer which, and the secret that is the right to act for it."""
        async with self.lock:
            self._expect_open()
            open_seats = [chair.seat for chair in self.stored.seats if chair.kind == "open"]
            if not open_seats or (seat is not None and seat not in open_seats):
                raise NotYourTurn(message("server.seat-taken"))
            chosen = seat or open_seats[0]
            secret = new_secret()
            word = word if not self.seq else self.stored.seats[chosen - 1].word
            await self._change(Seat(chosen, "person", name, word, digest(secret)), was="open")
        await self.begin()
        return chosen, secret

    async def leave(self, seat: int) -> None:
        """Get up; the seat is open for somebody else."""
        async with self.lock:
            self._expect_open()
            if self.session.outcome:
                return
            chair = self.stored.seats[seat - 1]
            await self._change(replace(chair, kind="open", secret_hash=None), was="person")

    async def give_to_bot(self, seat: int, level: str, away_seconds: float) -> None:
        """Let a bot sit where nobody does, or where somebody has been away for long."""
        async with self.lock:
            self._expect_open()
            chair = self.stored.seats[seat - 1]
            if self.session.outcome:
                raise NotYourTurn(message("error.over"))
            if not any(other.kind == "person" and other.seat != seat for other in self.stored.seats):
                raise NotYourTurn(message("server.nobody"))
            if chair.kind == "bot" or not (chair.kind == "open" or self._away(seat) >= away_seconds):
                raise NotYourTurn(message("server.seat-taken"))
            await self._change(replace(chair, kind="bot", name=f"{BOT}{level}", secret_hash=None), was=chair.kind)
        await self.begin()

    def _away(self, seat: int) -> float:
        if any(seat in client.seats for client in self.clients):
            return 0.0
        return time.monotonic() - self._left.get(seat, self.touched)

    async def _change(self, chair: Seat, *, was: str) -> None:
        try:
            await self._store.change_seat(self.id, chair, was=was)
        except Conflict:
            raise NotYourTurn(message("server.seat-taken")) from None
        seats = tuple(chair if chair.seat == other.seat else other for other in self.stored.seats)
        self._seated(replace(self.stored, seats=seats))

    def _seated(self, stored: TableRow) -> None:
        """Somebody sat down or got up, here or in another process."""
        for old, new in zip(self.stored.seats, stored.seats, strict=True):
            if old.secret_hash != new.secret_hash:
                for client in self.clients:  # whoever held that seat only watches now
                    client.seats = tuple(seat for seat in client.seats if seat != new.seat) or (0,)
            if new.word != old.word and not self.session.events:
                self.session.add_word(new.seat, new.word)
        self.stored = stored
        self.session.seats = tuple(chair.name for chair in stored.seats)
        self.views.names[:] = self.session.seats
        self.tell_table()
        if self.status == "playing":
            self.tell_snapshots()

    def enter(self, client: Client, since: int | None) -> None:
        """Somebody listens from now on; first what was missed. The lock is held."""
        self.clients.add(client)
        self.touched = time.monotonic()
        for seat in client.seats:
            self._left.pop(seat, None)
        for text in self._missed(client, since):
            client.tell(text)
        self.tell_table(but=client)

    def exit(self, client: Client) -> None:
        """Somebody listens no more."""
        self.clients.discard(client)
        self.touched = time.monotonic()
        for seat in client.seats:
            self._left[seat] = self.touched
        self.tell_table()

    # EventMessage

    def tell_table(self, but: Client | None = None) -> None:
        """Who sits where has changed."""
        text = dump({"type": "table", "table": self.info().model_dump()})
        for client in self.clients:
            if client is not but:
                client.tell(text)

    def tell_snapshots(self) -> None:
        """Show everybody the table as it stands."""
        for client in self.clients:
            client.tell(self.snapshot(client))

    def snapshot(self, client: Client) -> str:
        """The table as it stands, for one client."""
        *_, last = (None, *self.session.states_before())
        read = redact(*last, client.seats[0]) if last else None
        state, outcome, playing = self.session.state, self.session.outcome, self.status == "playing"
        return self.views.snapshot(self.seq, state, outcome, playing, client.seats, client.lang, read)

    def _missed(self, client: Client, since: int | None) -> list[str]:
        """The events since a sequence number, or a snapshot where that is shorter or something was taken back."""
        missed = [entry for entry in self._log if since is not None and entry.seq > since]
        taken_back = any(entry.text == UNDO for entry in missed)
        if since is None or since > self.seq or len(missed) > MISSED or taken_back:
            return [self.snapshot(client)]
        if not missed:
            return []
        telling = self._retell(missed)
        return [each.for_client(client.seats, client.lang) for each in telling]

    def _retell(self, missed: list[Entry]) -> list[EventMessage]:
        states = list(self.session.states_before())[-len(missed) :]
        views = ViewCache(self.session.state, self.views.names)
        playing = self.status == "playing"
        told = []
        for n, (entry, (before, event)) in enumerate(zip(missed, states, strict=True), 1):
            last = n == len(missed)
            after = self.session.state if last else states[n][0]
            outcome = self.session.outcome if last else None
            told.append(EventMessage(views, entry.seq, before, event, after, outcome, playing))
        return told

    # Bots

    def wake_bots(self, *, patient: bool = False) -> None:
        """If a bot is to act, let it. Patient: after another process has had the time to do so."""
        if self._bot_to_act() is not None and not self.busy:
            self._thinking = asyncio.get_running_loop().create_task(self._let_bots_play(patient))

    def _bot_to_act(self) -> int | None:
        seats = self.stored.seats
        return next((seat for seat in self.session.actors if seat and seats[seat - 1].kind == "bot"), None)

    async def _let_bots_play(self, patient: bool) -> None:
        if patient:
            seq = self.seq
            await asyncio.sleep(PATIENCE)
            if self.seq != seq:
                return
        while not self.closed and self.status == "playing":
            seat = self._bot_to_act()
            if seat is None:
                return
            state, seq = self.session.state, self.seq
            level = self.stored.seats[seat - 1].name.removeprefix(BOT)
            source = self._sources.setdefault(seat, source_of(self.id, seat))
            action = await self._bots.choose(level, state, seat, source)
            async with self.lock:
                if self.closed or self.seq != seq:
                    continue
                with suppress(DamierError):  # closed: the room that takes over has its bots play
                    await self._commit(lambda: self.session.move(seat, action))  # noqa: B023


def _take(session: Session, entry: Entry) -> None:
    """Enter what is in the log already."""
    if entry.text == UNDO:
        session.undo(entry.actor)
    else:
        session.enter(entry.actor, entry.text)
