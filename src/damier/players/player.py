"""What a bot is: a function from what a seat may know to one of its legal moves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from damier.core.contract import Ints
from damier.core.errors import Unknown
from damier.core.state import View
from damier.core.words import message


class Chooser(Protocol):
    """`choose(view, legal actions, own random source) -> action`."""

    def __call__(self, view: View, actions: list[int], rng: Ints) -> int:
        """One of the actions."""
        ...


@dataclass(frozen=True, slots=True)
class Player:
    """A named bot."""

    name: str
    choose: Chooser


BOT = "bot "  # how a bot's name begins in a record

_PLAYERS: dict[str, Player] = {}


def player(name: str) -> Callable[[Chooser], Chooser]:
    """Register a bot under a name."""

    def register(choose: Chooser) -> Chooser:
        _PLAYERS[name] = Player(name, choose)
        return choose

    return register


def players() -> Mapping[str, Player]:
    """All bots by name."""
    from damier.players import greedy, random  # noqa: F401  they register themselves

    return _PLAYERS


def find(name: str) -> Player:
    """One bot by name."""
    known = players()
    if name not in known:
        raise Unknown(message("error.bot-unknown", bot=name, known=", ".join(known)))
    return known[name]
