"""What thinking costs and gives: budgets, thoughts, and the ladder of levels. Searches and games share these words."""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

LADDER = ("gentle", "steady", "strong", "master")  # the same in every game, each at least a good step above the last


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think. With nodes alone a search is the same on every machine; seconds end it sooner."""

    nodes: int = 20_000  # positions looked at, or playouts, whichever the search counts
    seconds: float = math.inf
    depth: int = 64  # plies, for searches that have any

    def portions(self, first: int = 256) -> Iterator[int]:
        """Numbers of nodes to search one after another, until nodes or seconds are spent."""
        began = time.monotonic()
        spent = 0
        portion = self.nodes if self.seconds == math.inf else first
        while spent < self.nodes:
            portion = min(portion, self.nodes - spent)
            yield portion
            spent += portion
            if self.seconds == math.inf:
                continue
            used = time.monotonic() - began
            fits = int(spent / max(used, 1e-6) * (self.seconds - used) * 0.8)
            if fits < 1:
                return
            portion = min(2 * portion, fits)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found."""

    action: int
    value: float | None = None  # for the seat that thinks, in the search's own measure
    exact: bool = False  # whether the value is proved
    plies: int | None = None  # to a proved win or loss
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class Level:
    """What one rung of the ladder means in a game. A game lists its own as `LEVELS` in `bot.py`."""

    thinker: str  # a bot's name, or OWN
    nodes: int = 1
    depth: int = 64
    misses: int = 0  # how much of what a beginner does, in percent; what that is says the game's `miss_chance`


OWN = "own"  # the game's own `think(view, actions, budget, rng)` in its bot.py
