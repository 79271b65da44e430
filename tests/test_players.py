"""Every bot in every registered game: it answers legal moves, always the same ones, and knows only its view."""

from collections.abc import Iterator

import pytest
from _pytest.mark.structures import ParameterSet

from damier.core.errors import Unfit
from damier.core.game import Game
from damier.core.registry import games
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import LADDER, Budget
from damier.players.player import Player, players
from damier.testing.contract import determinize
from damier.testing.walks import walk

POSITIONS = 3
BUDGET = Budget(nodes=40, depth=6)
AT_HOME = ("random", "greedy", *LADDER)  # who sits at real tables; they are compiled there


def pairs(*, hiding: bool) -> list[ParameterSet]:
    """Who plays what: every level in every game, every search in the small ones, plain."""
    found = []
    for game in games().values():
        real = game.package.startswith("damier.games.") and "._" not in game.package
        for bot in players().values():
            if (bot.name in AT_HOME or not real) and (game.view.HIDES or not hiding):
                found.append(pytest.param(game, bot, id=f"{game.id}-{bot.name}"))
    return found


def positions(game: Game, bot: Player) -> Iterator[tuple[State, int]]:
    """Some states of a random game in which a seat has a choice."""
    found = 0
    jit = None if bot.name in AT_HOME else False
    for number, turn in enumerate(walk(game, {}, game.seats[-1], "bots", jit=jit)):
        if turn.actor and number >= 20 * found and len(turn.state.actions(turn.actor)) > 1:
            yield turn.state, turn.actor
            found += 1
        if found == POSITIONS:
            return


@pytest.mark.parametrize(("game", "bot"), pairs(hiding=False))
def test_choices_are_legal_and_the_same_again(game: Game, bot: Player) -> None:
    for state, seat in positions(game, bot):
        view, actions = state.view(seat), state.actions(seat)
        before = bytes(view.data), bytes(state.data), list(actions)
        try:
            chosen = [bot.choose(view, actions, BUDGET, seeded("choice")) for _ in range(2)]
        except Unfit:
            assert game.has_chance or game.view.HIDES or state.seats != 2
            return
        assert chosen[0] in actions
        assert chosen[0] == chosen[1]
        assert (bytes(view.data), bytes(state.data), actions) == before, "what a bot was given stays as it was"


@pytest.mark.parametrize(("game", "bot"), pairs(hiding=True))
def test_nobody_reads_what_is_hidden(game: Game, bot: Player) -> None:
    """The same view of different hidden states gives the same choice."""
    differed = 0
    for state, seat in positions(game, bot):
        worlds = [determinize(state, seat, seeded("world", number)) for number in range(2)]
        differed += worlds[0] != worlds[1]
        actions = state.actions(seat)
        if bot.name == "alphabeta":
            with pytest.raises(Unfit):
                bot.choose(state.view(seat), actions, BUDGET, seeded("choice"))
            continue
        chosen = [bot.choose(world.view(seat), actions, BUDGET, seeded("choice")) for world in (state, *worlds)]
        assert len(set(chosen)) == 1
    assert differed
