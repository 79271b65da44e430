"""What a bot is: a function from what a seat may know to one of its legal moves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

from damier.core.contract import Ints
from damier.core.errors import Unknown
from damier.core.state import View
from damier.core.words import Words, message


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
    strength: int = 0  # to be compared only: whoever has more of it usually wins

    def label(self, lang: str) -> str:
        """What people call it; its plain name where it brings no words."""
        return self._said(lang, f"bot.{self.name}") or self.name

    def how(self, lang: str) -> str:
        """How it plays, in one sentence."""
        return self._said(lang, f"bot.{self.name}.how")

    def _said(self, lang: str, key: str) -> str:
        say = Words(lang, Path(__file__).parent)
        return say(key) if key in say else ""


BOT = "bot "  # how a bot's name begins in a record
FRIENDLY = "greedy"  # the one a newcomer meets

_PLAYERS: dict[str, Player] = {}


@cache
def shown_name(name: str, lang: str) -> str:
    """How somebody at a table is called: a person by the name, a bot by what people call it."""
    known = players().get(name.removeprefix(BOT)) if name.startswith(BOT) else None
    return known.label(lang) if known else name


def player(name: str, strength: int = 0) -> Callable[[Chooser], Chooser]:
    """Register a bot under a name."""

    def register(choose: Chooser) -> Chooser:
        _PLAYERS[name] = Player(name, choose, strength)
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


def strongest() -> Player:
    """The best adviser there is."""
    return max(players().values(), key=lambda known: known.strength)
