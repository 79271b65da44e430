"""The generic alpha-beta: solves what can be solved, keeps its budget, says what it does not play."""

import math

import pytest

from damier.core.errors import Unfit
from damier.core.game import Game
from damier.core.registry import game, games
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget, Thought
from damier.players.hint import hint
from damier.players.player import check_fits, find

BOT = find("alphabeta")


def think(state: State, budget: Budget | None = None, seed: int = 0) -> Thought:
    seat = state.actors[0]
    return BOT.think(state.view(seat), state.actions(), budget or Budget(), seeded("test", seed))


def test_the_heap_of_sticks_is_solved() -> None:
    """Who leaves a multiple of four wins; the shortest win takes all one can, the longest defence one stick."""
    for sticks in range(4, 22):
        state = State.start(game("template"), {"sticks": str(sticks)}, 2, jit=False)
        thought = think(state, Budget(nodes=10**6))
        assert thought.exact
        assert thought.value is not None
        if sticks % 4:
            assert thought.value > 0
            assert thought.action == sticks % 4
        else:
            assert thought.value < 0
        assert thought.plies == 2 * (sticks // 4) + (1 if sticks % 4 else 0)


@pytest.mark.parametrize("nodes", [1, 2, 7, 50, 333])
def test_it_stays_within_its_nodes(nodes: int) -> None:
    state = State.start(game("quatre"), jit=False)
    thought = think(state, Budget(nodes=nodes))
    assert thought.nodes <= nodes
    assert thought.action in state.actions()
    assert thought == think(state, Budget(nodes=nodes)), "for nodes and seed"


def test_seconds_end_it_too() -> None:
    state = State.start(game("quatre"), jit=False)
    thought = think(state, Budget(nodes=10**9, seconds=0.05))
    assert 0 < thought.nodes < 10**6
    assert think(state, Budget(nodes=300, seconds=math.inf)).nodes <= 300


def test_only_some_of_the_moves_may_be_asked_for() -> None:
    state = State.start(game("template"), {"sticks": "6"}, 2, jit=False)
    thought = BOT.think(state.view(1), [1], Budget(), seeded("test"))
    assert (thought.action, thought.exact) == (1, False), "that it loses is not proved: two sticks would win"


@pytest.mark.parametrize("other", [g for g in games().values() if g.has_chance or g.view.HIDES], ids=lambda g: g.id)
def test_it_says_what_it_does_not_play(other: Game) -> None:
    with pytest.raises(Unfit, match="alphabeta plays only games"):
        check_fits("alphabeta", other, 2)


def test_it_plays_games_for_two_only() -> None:
    check_fits("alphabeta", game("template"), 2)
    with pytest.raises(Unfit, match="has 3 seats"):
        check_fits("alphabeta", game("template"), 3)


@pytest.mark.parametrize(
    ("sticks", "said"),
    [
        (4, "Whatever you play, the other player can win with the next move."),
        (6, "It wins in at most 2 of your own moves, this one included, whatever the other player does."),
        (
            8,
            "The other player can force a win; this move holds out for at most 2 of your own moves, this one included.",
        ),
    ],
)
def test_a_hint_counts_moves_and_not_plies(sticks: int, said: str) -> None:
    state = State.start(game("template"), {"sticks": str(sticks)}, 2, jit=False)
    found = hint(state.view(1), state.actions(), Budget(nodes=10**6), seeded("hint"), "alphabeta")
    assert found.say("en", ["Ada", "Bo"]) == said


def test_a_hint_for_a_win_at_once() -> None:
    state = State.start(game("template"), {"sticks": "4"}, 2, jit=False).play("take 1")
    found = hint(state.view(2), state.actions(), Budget(nodes=10**6), seeded("hint"), "alphabeta")
    assert found.say("en", ["Ada", "Bo"]) == "It wins at once."
