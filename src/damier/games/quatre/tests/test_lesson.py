"""The lesson teaches good moves: the first one to find wins as soon as any other, where a search can prove a win."""

import pytest

from damier.core.compiled import available
from damier.core.lesson import Scene, lesson
from damier.core.rng import seeded
from damier.core.thinking import Budget, Thought
from damier.games.quatre import GAME
from damier.games.quatre.tests.solver import shortest_win
from damier.players.player import find


def think(scene: Scene, choices: list[int]) -> Thought:
    return find("alphabeta").think(scene.state.view(scene.seat), choices, Budget(nodes=250_000), seeded("lesson"))


@pytest.mark.skipif(not available(), reason="too long for plain Python")
def test_no_other_move_wins_sooner_than_the_one_taught() -> None:
    won = set()
    for scene in lesson(GAME):
        if not scene.find:
            continue
        best = think(scene, scene.state.actions(scene.seat))
        taught = [think(scene, [action]) for action in scene.find]
        if best.exact:
            won.add(scene.number)
            assert taught[0].plies == best.plies, scene.number
            assert all(thought.exact and (thought.value or 0) > 0 for thought in taught), scene.number
        for action in scene.find:
            after = scene.state.play(action)
            assert after.is_over or shortest_win(after, 3) is None, "nothing that is taught loses"
    assert won == {4, 5, 6, 7}
