"""Bots at the server's tables and for hints: in threads, with a time limit on thinking."""

import asyncio
import logging
import os
from concurrent.futures import ThreadPoolExecutor

from damier.core.contract import Ints
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget, Thought
from damier.players.player import find

BUDGET = Budget(seconds=1.5)  # people wait
MAX_THREADS = 64  # a thread that hangs cannot be stopped; the others go on

logger = logging.getLogger("damier.bots")


class BotPool:
    """Runs so many bots at once; the others wait for a slot. Waiting does not count against the time limit."""

    def __init__(self, slots: int, seconds: float) -> None:
        self._slots = asyncio.Semaphore(slots)
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(MAX_THREADS, thread_name_prefix="bot")
        self.pending = 0  # bots that think or wait for a slot
        self.replaced = 0

    async def think(self, bot: str, state: State, seat: int, rng: Ints) -> Thought:
        """Return what the bot finds; if it hangs or fails, the first legal action, and log it."""
        self.pending += 1
        try:
            return await self._think(bot, state, seat, rng)
        finally:
            self.pending -= 1

    async def _think(self, bot: str, state: State, seat: int, rng: Ints) -> Thought:
        actions = state.actions(seat)
        view = state.view(seat)
        loop = asyncio.get_running_loop()
        about = {"bot": bot, "game": state.game.id}
        async with self._slots:
            try:
                thinking = loop.run_in_executor(
                    self._threads, lambda: find(bot).think(view, list(actions), BUDGET, rng)
                )
                thought = await asyncio.wait_for(thinking, self._seconds)
                if thought.action in actions:
                    return thought
                logger.error("bot chose an illegal action", extra=about)
            except TimeoutError:
                logger.error("bot hung", extra={**about, "seconds": self._seconds})
            except Exception:
                logger.exception("bot failed", extra=about)
        self.replaced += 1
        return Thought(actions[0])

    def close(self) -> None:
        """Stop without waiting for bots that still think."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Bots:
    """The pool for tables and the one for hints, so that hints cannot hold up games."""

    def __init__(self, seconds: float) -> None:
        self.tables = BotPool(max(2, os.cpu_count() or 1), seconds)
        self.hints = BotPool(1, seconds)

    @property
    def replaced(self) -> int:
        """How many choices the watchdog made instead of a bot."""
        return self.tables.replaced + self.hints.replaced

    def close(self) -> None:
        self.tables.close()
        self.hints.close()


def bot_rng(table: str, seat: int) -> Ints:
    """Return a bot's own random generator at a table. Nothing of the table's chance can be learned from it."""
    return seeded("bot", table, seat, os.urandom(16).hex())
