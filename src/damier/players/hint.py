"""Hints: the move a bot would play with what the seat knows, and the reason as a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import cast

from damier.core.catalogue import Catalogue, Message, message
from damier.core.contract import Ints
from damier.core.event_text import with_names
from damier.core.state import View
from damier.core.thinking import Budget, Thought
from damier.players.levels import adviser
from damier.players.player import find


@dataclass(frozen=True, slots=True)
class Hint:
    """A move for a seat and the reason."""

    action: int
    reason: Message
    value: float | None  # where it is proved
    folder: Path  # of the game

    def say(self, lang: str, names: Sequence[str]) -> str:
        """Return the reason as a sentence that calls the seats by these names."""
        return Catalogue(lang, self.folder, Path(__file__).parent)(with_names(self.reason, names))


def hint(view: View, actions: list[int], budget: Budget, rng: Ints, bot: str | None = None) -> Hint:
    """Ask a bot, by default the highest level, and return its move as a hint."""
    advising = find(bot or adviser(view.game, view.options))
    return hint_of(view, advising.think(view, actions, budget, rng))


def hint_of(view: View, thought: Thought) -> Hint:
    """Return what a bot has found as a hint."""
    return Hint(thought.action, _reason(view, thought), thought.value if thought.exact else None, view.game.folder)


def _reason(view: View, thought: Thought) -> Message:
    if thought.exact and thought.plies is not None and thought.value:
        own_moves = (thought.plies + 1) // 2  # every other ply is the player's own, beginning with this one
        return message("hint.wins" if thought.value > 0 else "hint.loses", n=own_moves)
    if hasattr(view.game.bot, "reason"):
        reason: Message = view.engine.bind(cast(ModuleType, view.game.bot)).reason(view, thought.action)
        return reason
    return message("hint.best")
