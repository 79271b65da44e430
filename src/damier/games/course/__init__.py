"""La Course des multiplications: hidden hands, attacks, answers out of turn; first to lay exactly 400."""

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
)
