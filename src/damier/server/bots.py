"""Bots at the server's tables: in threads, watched. A hung choice is replaced by a legal one."""

import asyncio
import logging
import os
from concurrent.futures import ThreadPoolExecutor

from damier.core.contract import Ints
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget, Thought
from damier.players.player import find

THINKS = Budget(seconds=1.5)  # people wait

logger = logging.getLogger("damier.bots")


class Bots:
    """Lets bots think without holding anybody else up."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._pool = self._fresh_pool()
        self.replaced = 0

    def _fresh_pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(max(2, os.cpu_count() or 1), thread_name_prefix="bot")

    async def choose(self, name: str, state: State, seat: int, source: Ints) -> int:
        """The bot's action."""
        return (await self.think(name, state, seat, source)).action

    async def think(self, name: str, state: State, seat: int, source: Ints) -> Thought:
        """What the bot finds; if it hangs or fails, the first legal action, and a line in the log."""
        actions = state.actions(seat)
        view = state.view(seat)
        loop = asyncio.get_running_loop()
        try:
            thinking = loop.run_in_executor(self._pool, lambda: find(name).think(view, list(actions), THINKS, source))
            thought = await asyncio.wait_for(thinking, self._seconds)
            if thought.action in actions:
                return thought
            logger.error("bot chose an illegal action", extra={"bot": name, "game": state.game.id})
        except TimeoutError:
            logger.error("bot hung", extra={"bot": name, "game": state.game.id, "seconds": self._seconds})
            # A thread cannot be stopped; leave the old ones to themselves and think on with new ones.
            self._pool.shutdown(wait=False, cancel_futures=False)
            self._pool = self._fresh_pool()
        except Exception:
            logger.exception("bot failed", extra={"bot": name, "game": state.game.id})
        self.replaced += 1
        return Thought(actions[0])

    def close(self) -> None:
        """Wait for nobody."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def source_of(table: str, seat: int) -> Ints:
    """A bot's own random source at a table. Nothing of the table's chance can be learned from it."""
    return seeded("bot", table, seat, os.urandom(16).hex())
