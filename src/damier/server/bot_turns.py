"""The bots at one table: they move when it is their turn."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from damier.core.contract import Ints
from damier.core.errors import DamierError
from damier.core.session import Session, Steps
from damier.server.bots import BotPool, bot_rng
from damier.server.store import Seat

PATIENCE = 2.0  # seconds another process has to let its bot move


class BotTable(Protocol):
    """What a table has to offer its bots."""

    lock: asyncio.Lock
    closed: bool
    seq: int
    session: Session

    @property
    def id(self) -> str: ...
    @property
    def seats(self) -> Sequence[Seat]: ...
    @property
    def is_playing(self) -> bool: ...
    async def append(self, steps: Steps) -> None:
        """Store steps and broadcast them. The lock is held."""


class BotTurns:
    """Lets the bots of a table play, one move after another."""

    def __init__(self, table: BotTable, pool: BotPool) -> None:
        self._table = table
        self._pool = pool
        self._rngs: dict[int, Ints] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a bot is thinking."""
        return self._task is not None and not self._task.done()

    def wake(self, *, patient: bool = False) -> None:
        """If a bot is to act, let it. Patient: only after another process has had the time to do so."""
        if self._bot_to_act() is not None and not self.busy:
            self._task = asyncio.get_running_loop().create_task(self._play(patient))

    def _bot_to_act(self) -> tuple[int, str] | None:
        seats = self._table.seats
        acting = (seats[seat - 1] for seat in self._table.session.actors if seat)
        return next(((seat.number, seat.bot) for seat in acting if seat.bot), None)

    async def _play(self, patient: bool) -> None:
        table = self._table
        if patient:
            seq = table.seq
            await asyncio.sleep(PATIENCE)
            if table.seq != seq:
                return
        while not table.closed and table.is_playing:
            found = self._bot_to_act()
            if found is None:
                return
            seat, bot = found
            seq = table.seq
            rng = self._rngs.setdefault(seat, bot_rng(table.id, seat))
            thought = await self._pool.think(bot, table.session.state, seat, rng)
            async with table.lock:
                if table.closed or table.seq != seq:
                    continue
                with suppress(DamierError):  # closed meanwhile: in the table that takes over the bots play on
                    await table.append(table.session.propose(seat, thought.action))
