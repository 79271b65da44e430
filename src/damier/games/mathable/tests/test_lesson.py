"""The lesson teaches no move that the strongest bot finds worse than another."""

import pytest

from damier.core.lesson import Scene, lesson
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget, Thought
from damier.games.mathable import GAME
from damier.games.mathable.rules import OFFER
from damier.players.player import find

SCENES = [scene for scene in lesson(GAME, jit=False) if scene.find]


def thought(state: State, seat: int) -> Thought:
    return find("master").think(state.view(seat), state.actions(seat), Budget(), seeded("lesson"))


def worth_after(state: State, seat: int, action: int) -> float:
    """What the master expects after a placement, the extra token left in the bag where there is one (R7)."""
    after = state.play(action, seat)
    if after.fields.phase == OFFER:
        after = after.play("leave", seat)
    value = thought(after, seat).value
    assert value is not None
    return value


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.key)
def test_no_other_move_is_better_than_the_one_taught(scene: Scene) -> None:
    (state,) = (other.state for other in lesson(GAME) if other.number == scene.number)
    seat, best = scene.seat, thought(state, scene.seat).action
    if len(state.actions(seat)) > 1 and best not in scene.find:
        assert worth_after(state, seat, scene.find[0]) >= worth_after(state, seat, best)
