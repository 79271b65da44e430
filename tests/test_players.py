"""Every bot in every registered game: it answers legal moves, always the same ones, and knows only its view."""

from collections.abc import Iterator

import pytest

from damier.core.game import Game
from damier.core.registry import games
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget
from damier.players.player import Player, players
from damier.testing.contract import imagine
from damier.testing.walks import walk

GAMES = list(games().values())
BOTS = list(players().values())
POSITIONS = 3
BUDGET = Budget(nodes=40, depth=6)


def positions(game: Game) -> Iterator[tuple[State, int]]:
    """Some states of a random game in which a seat has a choice."""
    found = 0
    for number, turn in enumerate(walk(game, {}, game.seats[-1], "bots")):
        if turn.actor and number >= 20 * (1 + found) and len(turn.state.actions(turn.actor)) > 1:
            yield turn.state, turn.actor
            found += 1
        if found == POSITIONS:
            return


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_choices_are_legal_and_the_same_again(game: Game, bot: Player) -> None:
    for state, seat in positions(game):
        view, actions = state.view(seat), state.actions(seat)
        before = bytes(view.data), bytes(state.data), list(actions)
        chosen = [bot.choose(view, actions, BUDGET, seeded("choice")) for _ in range(2)]
        assert chosen[0] in actions
        assert chosen[0] == chosen[1]
        assert (bytes(view.data), bytes(state.data), actions) == before, "what a bot was given stays as it was"


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("game", [game for game in GAMES if game.view.HIDES], ids=lambda game: game.id)
def test_nobody_reads_what_is_hidden(game: Game, bot: Player) -> None:
    """The same view of different hidden states gives the same choice."""
    differed = 0
    for state, seat in positions(game):
        worlds = [imagine(state, seat, seeded("world", number)) for number in range(2)]
        differed += worlds[0] != worlds[1]
        actions = state.actions(seat)
        chosen = [bot.choose(world.view(seat), actions, BUDGET, seeded("choice")) for world in (state, *worlds)]
        assert len(set(chosen)) == 1
    assert differed
