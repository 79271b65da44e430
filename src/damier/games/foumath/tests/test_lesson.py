"""The lesson teaches good moves: by what the highest level finds, and by the chances its sentences name."""

import numpy as np
import pytest

from damier.core.compiled import available
from damier.core.lesson import lesson
from damier.core.state import State
from damier.games.foumath import GAME
from damier.games.foumath.bot import turns
from damier.games.foumath.tests.odds import naive_odds, squares_of_lines

SCENES = {scene.number: scene for scene in lesson(GAME, jit=False)}


@pytest.mark.skipif(not available(), reason="too long for plain Python")
def test_no_other_move_is_better_than_the_one_taught() -> None:
    for scene in lesson(GAME):
        actions = np.array(scene.state.actions(scene.seat))
        values = np.zeros(len(actions))
        bound = scene.state.engine.bind(turns)
        bound.values(scene.state.data[0], scene.seat, actions, turns.WHOLE_TURN, values)
        found = dict(zip(actions.tolist(), values.tolist(), strict=True))
        assert all(found[action] >= max(found.values()) - 1e-9 for action in scene.find), scene.number


def odds(state: State) -> dict[str, float]:
    """Return the chance of a line by one throw, for each throw that may be chosen."""
    return {state.write(state.actors[0], action): chance for action, chance in naive_odds(state, 0).items()}


def test_the_chances_in_step_6_are_right() -> None:
    assert odds(SCENES[6].state) == {"roll": 0.03, "keep 6": 0.2, "keep 0": 0.0}


def test_step_9_blocks_the_only_line_in_reach() -> None:
    state = SCENES[9].state
    assert state.moves() == ["4x5", "5x4"]
    blue = frozenset({(3, 5), (5, 5)})
    red = frozenset({(9, 2), (1, 7)})
    assert squares_of_lines(blue, red) == {(4, 5)}
    assert max(odds(state.play("4x5")).values()) == 0
    assert odds(state.play("5x4")) == {"roll": 0.02, "keep 4": 0.1, "keep 5": 0.1}
