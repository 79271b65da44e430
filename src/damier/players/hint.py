"""A hint: a move worth playing and the reason in words, from a bot that knows no more than the seat."""

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
from damier.players.player import ADVISER, find


@dataclass(frozen=True, slots=True)
class Hint:
    """What to play, why, and what it is worth where that is proved."""

    action: int
    reason: Message
    value: float | None
    folder: Path  # of the game

    def say(self, lang: str, names: Sequence[str]) -> str:
        """The reason, to people with these names."""
        return Catalogue(lang, self.folder, Path(__file__).parent)(with_names(self.reason, names))


def hint(view: View, actions: list[int], budget: Budget, rng: Ints, bot: str = ADVISER) -> Hint:
    """What a bot advises a seat."""
    return hint_of(view, find(bot).think(view, actions, budget, rng))


def hint_of(view: View, thought: Thought) -> Hint:
    """A thought, told to a person."""
    return Hint(thought.action, _reason(view, thought), thought.value if thought.exact else None, view.game.folder)


def _reason(view: View, thought: Thought) -> Message:
    if thought.exact and thought.plies is not None and thought.value:
        own_moves = (thought.plies + 1) // 2  # every other ply is the player's own, beginning with this one
        return message("hint.wins" if thought.value > 0 else "hint.loses", n=own_moves)
    if hasattr(view.game.bot, "reason"):
        reason: Message = view.engine.bind(cast(ModuleType, view.game.bot)).reason(view, thought.action)
        return reason
    return message("hint.best")
