"""The registry: finds the games that are installed.

Games are the folders under `damier/games` that do not begin with an underscore, the installed packages that
announce themselves under the entry point group `damier.games`, and those named in `DAMIER_GAMES` (import paths, with
commas), which is how one tries a game before packaging it.
"""

import importlib
import importlib.metadata
import os
import pkgutil
from collections.abc import Mapping
from functools import cache

from damier.core.catalogue import message
from damier.core.errors import Unknown
from damier.core.game import Game

_HOME = "damier.games"


@cache
def games() -> Mapping[str, Game]:
    """Return all games by id, in alphabetical order."""
    home = importlib.import_module(_HOME)
    packages = [f"{_HOME}.{found.name}" for found in pkgutil.iter_modules(home.__path__) if found.name[0] != "_"]
    packages += [point.module for point in importlib.metadata.entry_points(group=_HOME)]
    packages += filter(None, os.environ.get("DAMIER_GAMES", "").split(","))
    found = [load(package) for package in packages]
    return {game.id: game for game in sorted(found, key=lambda game: game.id)}


def load(package: str) -> Game:
    """Return the game that a package defines as `GAME`."""
    game = importlib.import_module(package).GAME
    assert isinstance(game, Game), f"{package}.GAME is not a Game"
    return game


def game(name: str) -> Game:
    """Return a game by its id."""
    known = games()
    if name not in known:
        raise Unknown(message("error.game-unknown", game=name, known=", ".join(known)))
    return known[name]
