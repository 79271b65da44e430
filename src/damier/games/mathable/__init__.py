"""Mathable: a crossword of numbers; each token must be the result of two numbers beside it."""

from damier.core.game import Game
from damier.games.mathable import belief, moves, options, rules, view
from damier.games.mathable.bot import hooks

GAME = Game(
    id="mathable",
    package=__name__,
    seats=range(2, 5),
    options=options.MathableOptions,
    rules=rules,
    moves=moves,
    view=view,
    bot=hooks,
    belief=belief,
)
