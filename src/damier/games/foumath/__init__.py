"""Foumath and MadMath: two ten-sided dice point at squares of a number board; three pawns in a line win a round."""

from damier.core.game import Game
from damier.games.foumath import moves, options, rules, view
from damier.games.foumath.bot import hooks

GAME = Game(
    id="foumath",
    package=__name__,
    seats=range(2, 5),
    options=options.FoumathOptions,
    rules=rules,
    moves=moves,
    view=view,
    bot=hooks,
)
