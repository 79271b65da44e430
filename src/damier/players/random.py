"""The bot that plays anything legal, all moves alike."""

from damier.core.contract import Ints
from damier.core.rng import below
from damier.core.state import View
from damier.players.player import player


@player("random")
def choose(view: View, actions: list[int], rng: Ints) -> int:
    """Any legal action."""
    return actions[below(rng, len(actions))]
