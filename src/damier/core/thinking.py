"""What searches and games share: the budget of a search, its result, and the levels of play."""

import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

LADDER = ("gentle", "steady", "strong", "master")  # the levels every game has, weakest first
HIGHER = ("perfect",)  # levels above them, in games whose LEVELS have them


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a search. With nodes alone it finds the same on every machine; seconds end it sooner."""

    nodes: int = 20_000  # positions looked at, or playouts, whichever the search counts
    seconds: float = math.inf
    depth: int = 64  # plies, for searches that have any

    def portions(self, first: int = 256) -> Iterator[int]:
        """Yield numbers of nodes to search one after another, until nodes or seconds are spent."""
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
    """The result of a search."""

    action: int
    value: float | None = None  # for the seat that thinks, on the search's own scale
    exact: bool = False  # whether the value is proved
    plies: int | None = None  # to a proved win or loss
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class Level:
    """How one level plays a game. A game lists its own as `LEVELS` in `bot/hooks.py`."""

    thinker: str  # a bot's name, or OWN
    nodes: int = 1
    depth: int = 64
    misses: int = 0  # percent of a beginner's chance to overlook an action; see the game's `miss_chance`
    only: Mapping[str, str] = field(default_factory=dict)  # options without which the game does not have this level


OWN = "own"  # the game's own `think(view, actions, budget, rng)` in its bot/hooks.py
