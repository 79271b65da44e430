"""What a round is worth: each seat's chance to win the game, as the totals stand and after a line (R11, R13)."""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import StateData
from damier.games.foumath.bot.chances import Floats
from damier.games.foumath.options import EXPERT, JUNIOR

MOST_POINTS = 216  # the line 7 · 9, 8 · 9, 9 · 9
HIGHEST = 81

# The columns of a table of stakes, a row for each seat.
NOW = MOST_POINTS + 1  # the seat's chance as things stand
TYPICAL = NOW + 1  # its chance after a line of usual size
LOSS = TYPICAL + 1  # + the highest number under its pawns: which part of its chance is left when another wins
WIDTH = LOSS + HIGHEST + 1

USUAL_POINTS = np.array([75, 30])  # of a line, by board
STEP = 0.42  # how much a chance shrinks with each more line that is needed


def _shrunk() -> Floats:
    """STEP to the power of hundredths of a line, as a table: powers are not computed alike everywhere."""
    return np.array([STEP ** (i / 100) for i in range(100 * 64)])


_SHRUNK = _shrunk()


@compiled
def weight(total: int, target: int, usual: int) -> float:
    """How a seat's chance compares with another's: by the lines it still needs, the last one whatever its size."""
    missing = max(0, target + 1 - total - usual // 2)
    return float(_SHRUNK[min(len(_SHRUNK) - 1, 100 * missing // usual)])


@compiled
def fill(state: StateData, stakes: Floats) -> None:
    """Write the table of stakes for a round that is being played."""
    seats = int(state.seats)
    usual = int(USUAL_POINTS[state.addition])
    target = int(state.target)
    for seat in range(1, seats + 1):
        if state.level == JUNIOR:
            stakes[seat, :] = 1.0
            stakes[seat, NOW] = 1.0 / seats
            continue
        total = int(state.totals[seat])
        others = 0.0
        for other in range(1, seats + 1):
            if other != seat:
                others += weight(int(state.totals[other]), target, usual)
        own = weight(total, target, usual)
        stakes[seat, NOW] = own / (own + others)
        for points in range(MOST_POINTS + 1):
            more = weight(total + points, target, usual)
            stakes[seat, points] = 1.0 if total + points > target else more / (more + others)
        stakes[seat, TYPICAL] = stakes[seat, usual]
        for number in range(HIGHEST + 1):
            left = weight(max(0, total - number), target, usual) if state.level == EXPERT else own
            stakes[seat, LOSS + number] = left / own
