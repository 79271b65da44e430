"""The working memory of a search: the pawns it moves to and fro, and a summary of each seat's prospects."""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import StateData
from damier.core.game import state_type
from damier.games.foumath.bot.line_chances import FACES, RESERVE, SQUARES
from damier.games.foumath.bot.win_chances import WIDTH, fill
from damier.games.foumath.squares import MOST_SEATS, PAWNS

# The columns of `summary`, a row for each seat. A gain is what a line adds to the seat's chance to win the game.
VALID = 0  # whether the rest of the row fits the board as it is now
BOTH_GAIN = 1  # the expected gain of throwing both dice; `keep_gains` has that of keeping each number
MEAN_GAIN = 2  # the mean gain of the lines in reach
NEXT_TURN = 3  # the chance to complete a line on the seat's next turn, over all dice that may lie there then
LATER_TURN = 4  # ... and on each turn after that
SHARE_LEFT = 5  # the share of its chance to win the game that is left when another seat wins the round
COLUMNS = 6


SCRATCHPAD = state_type(
    "foumath_scratchpad",
    ("seats", np.int64),
    ("addition", np.int64),
    ("again", np.int64),
    ("only_seat", np.int64),  # the only seat whose lines are looked at; 0 for all
    ("ignores_later", np.int64),  # 1 if nothing after everybody's next turn is looked at
    ("pawns", np.int64, (MOST_SEATS + 1, PAWNS)),  # these two as in `line_chances`
    ("board", np.int64, (SQUARES,)),
    ("win_chances", np.float64, (MOST_SEATS + 1, WIDTH)),
    ("summary", np.float64, (MOST_SEATS + 1, COLUMNS)),
    ("keep_gains", np.float64, (MOST_SEATS + 1, FACES)),
    ("sorted_gains", np.float64, (FACES,)),  # room for sorting `keep_gains`
    # A seat's summary depends on the squares that carry the seat's present stamp.
    ("depends_on", np.int64, (MOST_SEATS + 1, SQUARES)),
    ("stamps", np.int64, (MOST_SEATS + 1,)),
    ("counted_throws", np.int64, (SQUARES,)),  # throws, the lower number first; those already counted carry `stamps[0]`
)


@compiled
def load(pad: StateData, state: StateData) -> None:
    """Fill a zeroed scratchpad from a state."""
    pad.seats = state.seats
    pad.addition = state.addition
    pad.again = state.again
    for seat in range(1, int(state.seats) + 1):
        for i in range(PAWNS):
            square = int(state.pawns[seat, i])
            pad.pawns[seat, i] = square
            if square != RESERVE:
                pad.board[square] = seat
    fill(state, pad.win_chances)


@compiled
def move_pawn(pad: StateData, seat: int, index: int, target: int) -> int:
    """Move a pawn, mark the summaries that depend on the two squares as out of date, and return where the pawn was.

    The target may be the reserve. A negative index moves nothing.
    """
    if index < 0:
        return RESERVE
    origin = int(pad.pawns[seat, index])
    if origin != RESERVE:
        pad.board[origin] = 0
    if target != RESERVE:
        pad.board[target] = seat
    pad.pawns[seat, index] = target
    for other in range(1, int(pad.seats) + 1):
        stamp = pad.stamps[other]
        if other == seat or pad.depends_on[other, origin] == stamp or pad.depends_on[other, target] == stamp:
            pad.summary[other, VALID] = 0.0
    return origin
