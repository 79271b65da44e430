"""Template: take one, two or three sticks; the player who takes the last one wins."""

from damier.core.game import Game
from damier.games._template import moves, options, rules, view
from damier.games._template.bot import hooks

GAME = Game(
    id="template",
    package=__name__,
    seats=range(2, 5),
    options=options.TemplateOptions,
    rules=rules,
    moves=moves,
    view=view,
    bot=hooks,
)
