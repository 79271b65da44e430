"""What a bot is: a function from what a seat may know to one of its legal moves."""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

from damier.core.catalogue import Catalogue, message
from damier.core.contract import Ints
from damier.core.errors import Unknown
from damier.core.state import View
from damier.core.thinking import LADDER, Budget, Thought


class Thinker(Protocol):
    """`think(view, legal actions, budget, own random source) -> thought`."""

    def __call__(self, view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
        """What to do, and what is known about it."""
        ...


@dataclass(frozen=True, slots=True)
class Player:
    """A named bot."""

    name: str
    think: Thinker
    nodes: int | None = None  # asked for by name, as in `mcts:500`

    def choose(self, view: View, actions: list[int], budget: Budget, rng: Ints) -> int:
        """One of the actions."""
        if self.nodes is not None:
            budget = dataclasses.replace(budget, nodes=self.nodes)
        return self.think(view, actions, budget, rng).action

    def label(self, lang: str) -> str:
        """What people call it; its plain name where it brings no words."""
        say = Catalogue(lang, Path(__file__).parent)
        return say(f"bot.{self.name}") if f"bot.{self.name}" in say else self.name


BOT = "bot "  # how a bot's name begins in a record
FRIENDLY = LADDER[0]  # the one a newcomer meets
ADVISER = LADDER[-1]  # the one who gives hints: nobody here knows better

_PLAYERS: dict[str, Player] = {}


@cache
def shown_name(name: str, lang: str) -> str:
    """How somebody at a table is called: a person by the name, a bot by what people call it."""
    known = players().get(name.removeprefix(BOT)) if name.startswith(BOT) else None
    return known.label(lang) if known else name


def player(name: str) -> Callable[[Thinker], Thinker]:
    """Register a bot under a name."""

    def register(think: Thinker) -> Thinker:
        _PLAYERS[name] = Player(name, think)
        return think

    return register


def players() -> Mapping[str, Player]:
    """All bots by name."""
    from damier.players import alphabeta, expectimax, greedy, levels, mcts, random, rollouts  # noqa: F401  registered

    return _PLAYERS


def find(name: str) -> Player:
    """One bot by name; `NAME:NODES` says how many nodes it may look at."""
    known = players()
    plain, colon, nodes = name.partition(":")
    if plain not in known or (colon and not (nodes.isdecimal() and int(nodes[:12]) > 0)):
        raise Unknown(message("error.bot-unknown", bot=name, known=", ".join(known)))
    return Player(name, known[plain].think, int(nodes)) if colon else known[name]


def check_fits(name: str, game: object, seats: int) -> None:
    """Temporary: the branch `players` has the real one."""
    find(name)
