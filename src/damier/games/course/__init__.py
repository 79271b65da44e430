"""La Course des multiplications: hidden hands, attacks and defences; the first to lay exactly 400 points wins."""

from damier.core.game import Game
from damier.games.course import belief, moves, options, rules, view
from damier.games.course.bot import hooks

GAME = Game(
    id="course",
    package=__name__,
    seats=range(2, 5),
    options=options.CourseOptions,
    rules=rules,
    moves=moves,
    view=view,
    bot=hooks,
    belief=belief,
    rules_version=2,
)
