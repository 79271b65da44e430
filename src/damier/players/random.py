"""Random: every legal action with the same chance."""

from damier.core.contract import Ints
from damier.core.rng import below
from damier.core.state import View
from damier.core.thinking import Budget, Thought
from damier.players.player import player


@player("random", takes_nodes=False)
def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """Return a random action."""
    return Thought(actions[below(rng, len(actions))])
