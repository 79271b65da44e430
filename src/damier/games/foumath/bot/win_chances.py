"""Each seat's estimated chance to win the game, as the totals stand and after a line (R11, R13)."""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import StateData
from damier.games.foumath.bot.line_chances import Floats
from damier.games.foumath.options import EXPERT, JUNIOR

MOST_POINTS = 216  # the line 7 · 9, 8 · 9, 9 · 9
HIGHEST = 81

# The table has a row for each seat. Columns 0 to MOST_POINTS: the seat's chance after a line of so many points. Then:
NOW = MOST_POINTS + 1  # its chance as the totals stand
TYPICAL = NOW + 1  # its chance after a line of usual size
LOSS = TYPICAL + 1  # + the highest number under its pawns: the share of its chance that is left when another seat wins
WIDTH = LOSS + HIGHEST + 1

USUAL_POINTS = np.array([75, 30])  # of a line, by board
STEP = 0.42  # a seat's weight is multiplied by this for every further line it needs


def _step_powers() -> Floats:
    """Return the powers of STEP for hundredths of a line: a table, since `**` rounds differently on some machines."""
    return np.array([STEP ** (i / 100) for i in range(100 * 64)])


_STEP_POWERS = _step_powers()


@compiled
def weight(total: int, target: int, usual: int) -> float:
    """Return a seat's weight in the comparison with the others: it shrinks with the lines the seat still needs."""
    missing = max(0, target + 1 - total - usual // 2)
    return float(_STEP_POWERS[min(len(_STEP_POWERS) - 1, 100 * missing // usual)])


@compiled
def fill(state: StateData, chances: Floats) -> None:
    """Write the table for the round that is being played into `chances`."""
    seats = int(state.seats)
    usual = int(USUAL_POINTS[state.addition])
    target = int(state.target)
    for seat in range(1, seats + 1):
        if state.level == JUNIOR:
            chances[seat, :] = 1.0
            chances[seat, NOW] = 1.0 / seats
            continue
        total = int(state.totals[seat])
        others = 0.0
        for other in range(1, seats + 1):
            if other != seat:
                others += weight(int(state.totals[other]), target, usual)
        own = weight(total, target, usual)
        chances[seat, NOW] = own / (own + others)
        for points in range(MOST_POINTS + 1):
            more = weight(total + points, target, usual)
            chances[seat, points] = 1.0 if total + points > target else more / (more + others)
        chances[seat, TYPICAL] = chances[seat, usual]
        for number in range(HIGHEST + 1):
            left = weight(max(0, total - number), target, usual) if state.level == EXPERT else own
            chances[seat, LOSS + number] = left / own
