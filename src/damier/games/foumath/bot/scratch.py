"""The table a search moves pawns about on, forth and back, and what it remembers of each seat meanwhile."""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import StateData
from damier.core.game import state_type
from damier.games.foumath.bot.chances import FACES, RESERVE, SQUARES
from damier.games.foumath.bot.stakes import WIDTH, fill
from damier.games.foumath.squares import MOST_SEATS, PAWNS

# The columns of `known`, a row for each seat: whether the rest is still true, ...
FRESH = 0
BOTH = 1  # what a throw of both dice adds to its chance of the game by a line now; `needed`: what keeping a number adds
MEAN = 2  # what a line adds, in the mean over those in reach
NEXT = 3  # the chance to line up at its next turn, whatever dice will lie there then
LATER = 4  # ... and at any turn after that
KEPT = 5  # which part of its chance of the game is left when another wins the round
KNOWN = 6


TABLE = state_type(
    "foumath_table",
    ("seats", np.int64),
    ("addition", np.int64),
    ("again", np.int64),
    ("only", np.int64),  # the seat whose lines alone are seen; 0 if all are
    ("near", np.int64),  # 1 if what may come after everybody's next turn is not looked at
    ("pawns", np.int64, (MOST_SEATS + 1, PAWNS)),  # these two as in `chances`
    ("board", np.int64, (SQUARES,)),
    ("stakes", np.float64, (MOST_SEATS + 1, WIDTH)),
    ("known", np.float64, (MOST_SEATS + 1, KNOWN)),
    ("needed", np.float64, (MOST_SEATS + 1, FACES)),
    ("rising", np.float64, (FACES,)),  # to sort in
    # The squares on which what is known of a seat depends carry that seat's present stamp.
    ("watched", np.int64, (MOST_SEATS + 1, SQUARES)),
    ("stamps", np.int64, (MOST_SEATS + 1,)),
    ("counted", np.int64, (SQUARES,)),  # throws, the lower number first, stamped likewise: one stamp for each count
)


@compiled
def lay(table: StateData, state: StateData) -> None:
    """Fill a zeroed table with what lies there in a state."""
    table.seats = state.seats
    table.addition = state.addition
    table.again = state.again
    for seat in range(1, int(state.seats) + 1):
        for i in range(PAWNS):
            square = int(state.pawns[seat, i])
            table.pawns[seat, i] = square
            if square != RESERVE:
                table.board[square] = seat
    fill(state, table.stakes)


@compiled
def shift(table: StateData, seat: int, index: int, target: int) -> int:
    """Put a pawn of a seat somewhere, the reserve too, and forget what is no longer true; answer where it was.

    A negative index moves nothing.
    """
    if index < 0:
        return RESERVE
    origin = int(table.pawns[seat, index])
    if origin != RESERVE:
        table.board[origin] = 0
    if target != RESERVE:
        table.board[target] = seat
    table.pawns[seat, index] = target
    for other in range(1, int(table.seats) + 1):
        stamp = table.stamps[other]
        if other == seat or table.watched[other, origin] == stamp or table.watched[other, target] == stamp:
            table.known[other, FRESH] = 0.0
    return origin
