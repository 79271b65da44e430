"""Events: moves, chance outcomes and resignations. A game is its options and its list of events."""

from dataclasses import dataclass

from damier.core.contract import CHANCE

RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat chose an action."""

    actor: int
    action: int
    text: str


@dataclass(frozen=True, slots=True)
class Chanced:
    """A chance event had an outcome."""

    action: int
    text: str
    actor: int = CHANCE


@dataclass(frozen=True, slots=True)
class Ended:
    """A seat ended the game outside the rules: it resigned."""

    actor: int
    text: str = RESIGN


Event = Moved | Chanced | Ended
