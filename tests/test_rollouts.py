"""Playouts that test the policy: right where right is known. What they share with the tree: `test_over_beliefs.py`."""

import numpy as np
import pytest

from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget, Thought
from damier.games.course.bot import move_ranking
from damier.players import rollouts
from known import COURSE, TEMPLATE, begun


def thought(state: State, seat: int, budget: Budget, seed: object = 0) -> Thought:
    return rollouts.think(state.view(seat), state.actions(seat), budget, seeded("rollouts", seed))


@pytest.mark.parametrize("sticks", [5, 6, 7, 9, 10, 11])
def test_a_solved_game_is_played_right(sticks: int) -> None:
    """Who leaves a multiple of four wins: the evaluation says so, asked right after each action."""
    state = State.start(TEMPLATE, {"sticks": str(sticks)}, 2)
    assert thought(state, 1, Budget(nodes=30, depth=0)).action == sticks % 4


def test_too_few_playouts_leave_the_policy_its_way() -> None:
    """One world proves nothing: what the policy does is done, and none of the actions is lost or made up."""
    state = begun(COURSE)
    seat = state.actors[0]
    view, actions = state.view(seat), state.actions(seat)
    before = bytes(view.data), list(actions)
    usual = rollouts.think(view, actions, Budget(nodes=1), seeded("usual"))
    assert usual.nodes == 1
    assert usual.action == rollouts.think(view, actions, Budget(nodes=5), seeded("usual")).action
    assert (bytes(view.data), actions) == before


def test_the_shortlist_begins_with_the_policy_and_goes_on_by_rank() -> None:
    state = begun(COURSE, jit=False)
    seat = state.actors[0]
    actions = np.array(state.actions(seat), np.int64)
    view = state.view(seat)
    memory = view.engine.blank(3)
    memory[0] = view.data[0]
    ranks = np.zeros(len(actions), np.int64)
    view.engine.bind(move_ranking).rank(view.data[0], seat, actions, len(actions), ranks)
    ranked = dict(zip(actions.tolist(), ranks.tolist(), strict=True))
    listed = actions.copy()
    n = view.engine.bind(rollouts).shortlist(memory, seat, listed, 4, seeded("shortlist"))
    assert n == 4
    assert sorted(listed.tolist()) == sorted(actions.tolist())
    chosen = [ranked[action] for action in listed[:n].tolist()]
    assert chosen == sorted(ranked.values(), reverse=True)[:n]


def test_differences_are_weighed_against_their_spread() -> None:
    """A small lead that never fails is clear, a larger one by luck is not; what falls behind is dropped."""
    comparison = rollouts.comparison_of(begun(TEMPLATE, jit=False).view(1), np.array([10, 11, 12, 13]), 0)
    progress, candidates = comparison.progress, comparison.candidates
    for world in range(rollouts.MIN_WORLDS - 1):
        candidates["reward"] = (0.5, 0.4, 0.51 + 0.001 * (world % 2), 1.0 if world % 3 == 0 else 0.3)
        rollouts.finish_world(comparison)
    assert progress["candidates"] == 4
    assert candidates["action"][rollouts.clearly_best(comparison, 1.5)] == 12
    assert candidates["action"][rollouts.clearly_best(comparison, 0.0)] == 13
    candidates["reward"] = (0.5, 0.4, 0.51, 0.3)
    rollouts.finish_world(comparison)
    assert candidates["action"][: progress["candidates"][0]].tolist() == [10, 12, 13]


def test_the_same_luck_for_every_action() -> None:
    """Two actions that come to the same thing come out the same, world by world."""
    state = begun(COURSE, jit=False)
    seat = state.actors[0]
    memory = state.view(seat).engine.blank(3)
    memory[0] = state.view(seat).data[0]
    comparison = rollouts.comparison_of(state.view(seat), np.array([state.actions(seat)[0]] * 2), 6)
    state.engine.bind(rollouts).compare(memory, comparison, 20, seeded("luck"))
    first, second = comparison.candidates
    assert comparison.progress["worlds"] == 10
    assert second.squares == 0.0
    assert first.total == second.total > 0.0
