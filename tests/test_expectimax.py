"""Expectimax: as a search without any cleverness finds it, within its nodes, the same whenever it is asked."""

from fractions import Fraction

import numpy as np
import pytest

from damier.core.compiled import available
from damier.core.contract import CHANCE, SURE
from damier.core.game import Game
from damier.core.registry import game
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget, Thought
from damier.players.player import find
from damier.testing.walks import walk

JITS = [False, pytest.param(True, marks=pytest.mark.skipif(not available(), reason="no numba"))]


def naive(state: State, depth: int) -> list[Fraction]:
    """What a position is worth to each seat, each playing for itself."""
    seats = range(1, state.seats + 1)
    if state.outcome:
        alone = state.outcome.places.count(1) == 1
        return [Fraction(-SURE if place > 1 else SURE if alone else 0) for place in state.outcome.places]
    if depth == 0:
        evaluate = state.engine.bind(state.game.bot).evaluate  # type: ignore[arg-type]
        return [Fraction(int(evaluate(state.data[0], seat))) for seat in seats]
    actor = state.actors[0]
    if actor == CHANCE:
        total = [Fraction(0)] * state.seats
        for outcome, weight in state.chances():
            after = naive(state.play(outcome, CHANCE), depth - 1)
            total = [old + weight * new for old, new in zip(total, after, strict=True)]
        return [value / sum(weight for _, weight in state.chances()) for value in total]
    tried = [naive(state.play(action, actor), depth - 1) for action in state.actions(actor)]
    return max(tried, key=lambda values: values[actor - 1])


def thought(state: State, seat: int, budget: Budget, seed: object = 1) -> Thought:
    return find("expectimax").think(state.view(seat), state.actions(seat), budget, seeded(seed))


def open_positions(of: Game, seats: int, jit: bool, wanted: int) -> list[tuple[State, int]]:
    """Positions of one game, far apart, in which somebody has a choice."""
    found = []
    for turn in walk(of, {}, seats, "expectimax", most=900, jit=jit):
        if turn.actor != CHANCE and len(turn.state.actions(turn.actor)) > 1:
            found.append((turn.state, turn.actor))
    return found[:: max(1, len(found) // wanted)][:wanted]


@pytest.mark.parametrize("jit", JITS)
@pytest.mark.parametrize(("name", "seats", "depth"), [("foumath", 2, 2), ("foumath", 3, 1), ("quatre", 2, 2)])
def test_values_are_those_of_a_plain_search(name: str, seats: int, depth: int, jit: bool) -> None:
    for state, seat in open_positions(game(name), seats, jit, 3 if jit else 1):
        values = {action: float(naive(state.play(action, seat), depth - 1)[seat - 1]) for action in state.actions(seat)}
        found = thought(state, seat, Budget(nodes=10**6, depth=depth))
        assert found.value == pytest.approx(max(values.values()), abs=1e-6)
        assert values[found.action] == pytest.approx(max(values.values()), abs=1e-6)


@pytest.mark.parametrize("jit", JITS)
def test_a_game_that_hides_something_is_imagined(jit: bool) -> None:
    """The same view gives the same thought, whatever the others hold, and it is one of the legal moves."""
    for state, seat in open_positions(game("miniature"), 3, jit, 6):
        found = thought(state, seat, Budget(nodes=600))
        assert found.action in state.actions(seat)
        assert not found.exact
        twisted = State.start(game("miniature"), {}, 3, jit=jit)._next(state.data.copy(), state._mask)
        others = [other for other in range(1, 4) if other != seat]
        held = state.fields.tokens[others]
        if 0 not in held:
            twisted.data["tokens"][0, others] = held[::-1]
            assert twisted.view(seat) == state.view(seat)
            assert thought(twisted, seat, Budget(nodes=600)) == found


@pytest.mark.skipif(not available(), reason="no numba")
def test_plain_and_compiled_think_alike() -> None:
    for name, seats in (("miniature", 3), ("foumath", 2)):
        plain, fast = (open_positions(game(name), seats, jit, 4) for jit in (False, True))
        for (state, seat), (twin, _) in zip(plain, fast, strict=True):
            assert thought(state, seat, Budget(nodes=120)) == thought(twin, seat, Budget(nodes=120))


def test_nodes_and_depth_are_kept_and_more_of_them_look_deeper() -> None:
    state, seat = open_positions(game("miniature"), 2, available(), 1)[0]
    spent = [thought(state, seat, Budget(nodes=nodes)).nodes for nodes in (1, 10, 100, 1000, 5000)]
    assert all(used <= nodes for used, nodes in zip(spent, (1, 10, 100, 1000, 5000), strict=True))
    assert spent == sorted(spent)
    assert thought(state, seat, Budget(nodes=5000, depth=1)).nodes <= 4 * len(state.actions(seat))
    assert thought(state, seat, Budget(nodes=5000, seconds=0.001)).action in state.actions(seat)


def test_equals_are_chosen_by_lot_and_a_seed_decides() -> None:
    state = State.start(game("quatre"), {}, 2)
    chosen = [thought(state, 1, Budget(nodes=500, depth=1), seed) for seed in range(12)]
    assert chosen == [thought(state, 1, Budget(nodes=500, depth=1), seed) for seed in range(12)]
    best = {found.value for found in chosen}
    assert len(best) == 1
    assert len({found.action for found in chosen}) > 1 or np.unique(list(best)).size == 1
