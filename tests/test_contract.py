"""Every registered game keeps every law: no list here, a new one is covered by arriving."""

from collections.abc import Callable

import pytest

from damier.core.game import Game
from damier.core.registry import games
from damier.testing import LAWS

GAMES = list(games().values())


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_law(game: Game, law: Callable[[Game], None]) -> None:
    law(game)
