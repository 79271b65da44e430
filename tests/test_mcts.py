"""The tree search over beliefs: right where right is known, the same however it is cut, plain and compiled."""

import pytest

from damier.core.compiled import available
from damier.core.contract import CHANCE
from damier.core.game import Game
from damier.core.registry import game
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget, Thought
from damier.players import mcts
from known import COURSE, MINIATURE, TEMPLATE, Cut, begun, exact_shares, last_decision

QUATRE = game("quatre")


def thought(state: State, seat: int, budget: Budget, seed: object = 0) -> Thought:
    return mcts.think(state.view(seat), state.actions(seat), budget, seeded("mcts", seed))


@pytest.mark.parametrize("sticks", [5, 6, 7, 9, 10, 11])
def test_a_solved_game_is_played_right(sticks: int) -> None:
    """Who leaves a multiple of four wins."""
    state = State.start(TEMPLATE, {"sticks": str(sticks)}, 2)
    assert thought(state, 1, Budget(nodes=2000)).action == sticks % 4


@pytest.mark.parametrize("token", [1, 5, 9])
@pytest.mark.parametrize("lead", [2, 4, 6])
def test_the_best_move_over_all_that_may_be_hidden(lead: int, token: int) -> None:
    state = last_decision(lead, token, 1)
    exact = exact_shares(lead, token)
    best, second = sorted(exact.values(), reverse=True)[:2]
    found = thought(state, 2, Budget(nodes=600))
    assert exact[found.action] == best or best - second < 0.1
    assert found.value == pytest.approx(exact[found.action], abs=0.1)


@pytest.mark.parametrize("rules", [TEMPLATE, MINIATURE, QUATRE, COURSE], ids=lambda rules: rules.id)
def test_nodes_and_seed_decide_however_the_work_is_cut(rules: Game) -> None:
    state = begun(rules)
    seat = state.actors[0]
    whole = thought(state, seat, Budget(nodes=120, depth=5))
    assert whole.nodes == 120
    assert whole == thought(state, seat, Cut(nodes=120, depth=5))


@pytest.mark.skipif(not available(), reason="numba is not installed or switched off")
@pytest.mark.parametrize("rules", [TEMPLATE, MINIATURE, COURSE], ids=lambda rules: rules.id)
def test_plain_and_compiled_think_alike(rules: Game) -> None:
    for seed in range(3):
        plain, fast = begun(rules, jit=False), begun(rules, jit=True)
        seat = plain.actors[0]
        budget = Budget(nodes=25, depth=4)
        assert thought(plain, seat, budget, seed) == thought(fast, seat, budget, seed)


def test_votes_of_several_at_once() -> None:
    """Whoever of those asked thinks, it is his own vote that he finds."""
    state = State.start(MINIATURE, {}, 3, jit=False)
    while len(state.actors) < 2:
        state = state.play(state.chances()[0][0], CHANCE) if CHANCE in state.actors else state.play(state.actions()[0])
    for seat in state.actors:
        assert thought(state, seat, Budget(nodes=30, depth=3)).action in state.actions(seat)
