"""Searches with hidden information: right where the best move is known, independent of portions and of numba."""

import pytest

from damier.core.compiled import available
from damier.core.game import Game
from damier.core.registry import game
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget, Thought
from damier.players.player import find
from known import COURSE, MINIATURE, TEMPLATE, Cut, begun, exact_shares, last_decision

searches = pytest.mark.parametrize("search", ["mcts", "rollouts"])


def thought(search: str, state: State, seat: int, budget: Budget, seed: object = 0) -> Thought:
    return find(search).think(state.view(seat), state.actions(seat), budget, seeded(search, seed))


@searches
@pytest.mark.parametrize("token", [1, 5, 9])
@pytest.mark.parametrize("lead", [2, 4, 6])
def test_the_best_move_over_all_that_may_be_hidden(search: str, lead: int, token: int) -> None:
    state = last_decision(lead, token, 1)
    exact = exact_shares(lead, token)
    found = thought(search, state, 2, Budget(nodes=600))
    assert exact[found.action] > max(exact.values()) - 0.1, "the best, or hardly worse"
    assert found.value == pytest.approx(exact[found.action], abs=0.1)


@searches
@pytest.mark.parametrize("rules", [TEMPLATE, MINIATURE, game("quatre"), COURSE], ids=lambda rules: rules.id)
def test_nodes_and_seed_decide_however_the_work_is_cut(search: str, rules: Game) -> None:
    state = begun(rules)
    seat = state.actors[0]
    whole = thought(search, state, seat, Budget(nodes=120, depth=5))
    assert 0 < whole.nodes <= 120
    assert whole == thought(search, state, seat, Cut(nodes=120, depth=5))


@searches
@pytest.mark.skipif(not available(), reason="numba is not installed or switched off")
@pytest.mark.parametrize("rules", [TEMPLATE, MINIATURE, COURSE], ids=lambda rules: rules.id)
def test_plain_and_compiled_think_alike(search: str, rules: Game) -> None:
    for seed in range(3):
        plain, fast = begun(rules, jit=False), begun(rules, jit=True)
        seat = plain.actors[0]
        budget = Budget(nodes=25, depth=4)
        assert thought(search, plain, seat, budget, seed) == thought(search, fast, seat, budget, seed)
