"""A miniature that uses all the contract has: dice, hidden draws, answers out of turn, votes of all at once.

Everybody holds a hidden token. On a turn one throws two dice for points (a seven loses the turn) or challenges
somebody, who answers by showing his token or conceding. After each round all vote at once whether to stop.
"""

from damier.core.game import Game
from miniature import belief, moves, options, rules, view
from miniature.bot import hooks

GAME = Game(
    id="miniature",
    package=__name__,
    seats=range(2, 5),
    options=options.MiniatureOptions,
    rules=rules,
    moves=moves,
    view=view,
    bot=hooks,
    belief=belief,
)
