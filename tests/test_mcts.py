"""The tree search over beliefs: right where right is known. What it shares with playouts: `test_over_beliefs.py`."""

import pytest

from damier.core.contract import CHANCE
from damier.core.registry import game
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget, Thought
from damier.players import mcts
from known import MINIATURE, TEMPLATE

QUATRE = game("quatre")


def thought(state: State, seat: int, budget: Budget, seed: object = 0) -> Thought:
    return mcts.think(state.view(seat), state.actions(seat), budget, seeded("mcts", seed))


@pytest.mark.parametrize("sticks", [5, 6, 7, 9, 10, 11])
def test_a_solved_game_is_played_right(sticks: int) -> None:
    """Who leaves a multiple of four wins."""
    state = State.start(TEMPLATE, {"sticks": str(sticks)}, 2)
    assert thought(state, 1, Budget(nodes=2000)).action == sticks % 4


def test_votes_of_several_at_once() -> None:
    """Whoever of those asked thinks, it is his own vote that he finds."""
    state = State.start(MINIATURE, {}, 3, jit=False)
    while len(state.actors) < 2:
        state = state.play(state.chances()[0][0], CHANCE) if CHANCE in state.actors else state.play(state.actions()[0])
    for seat in state.actors:
        assert thought(state, seat, Budget(nodes=30, depth=3)).action in state.actions(seat)
