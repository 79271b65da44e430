"""Quatre and its variant Mix: six pawns each, steps and jumps, four in a line wins."""

from damier.core.game import Game
from damier.games.quatre import moves, options, rules, view
from damier.games.quatre.bot import hooks

GAME = Game(
    id="quatre",
    package=__name__,
    seats=range(2, 3),
    options=options.QuatreOptions,
    rules=rules,
    moves=moves,
    view=view,
    bot=hooks,
)
