"""What computer players know of Foumath. Its own levels play for the chance to win the game, not for points.

`line_chances` counts how likely a line is, `win_chances` estimates what it does for the game, `outlook` how the round
will end, and `turns` looks ahead with all three.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import SURE, Ints, StateData
from damier.core.rng import below
from damier.core.state import View
from damier.core.thinking import OWN, Budget, Level, Thought
from damier.games.foumath.bot.line_chances import THIRDS, Floats
from damier.games.foumath.bot.reasons import reason
from damier.games.foumath.bot.turns import EVERYBODY, OWN_LINES, WHOLE_TURN, best_line_throws, standing, values
from damier.games.foumath.rules import CHOOSE, PLACE, ROLL
from damier.games.foumath.squares import FROM, MOST_SEATS, PAWNS

__all__ = ["LEVELS", "evaluate", "miss_chance", "reason", "think"]

LEVELS = {
    "gentle": Level(OWN, depth=OWN_LINES, misses=100),
    "steady": Level(OWN, depth=OWN_LINES, misses=50),
    "strong": Level(OWN, depth=EVERYBODY),
    "master": Level(OWN, depth=WHOLE_TURN),
}


def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """Return the action with the best chance to win the game; equals are decided by lot."""
    listed = np.array(actions, np.int64)
    found = np.zeros(len(actions))
    best = int(choose(view.data, view.seat, listed, budget.depth, found, rng))
    return Thought(int(listed[best]), float(found[best]), nodes=len(actions))


@compiled
def choose(states: StateData, seat: int, actions: Ints, depth: int, found: Floats, rng: Ints) -> int:
    """Write the chances of the actions into `found`; return the index of the best. May reorder `actions`."""
    state = states[0]
    n = len(actions)
    if state.phase == CHOOSE and depth >= EVERYBODY:
        n = best_line_throws(state, seat, actions)
    values(state, seat, actions[:n], depth, found)
    best = 0
    equals = 1
    for i in range(1, n):
        equals = equals + 1 if found[i] == found[best] else 1
        if found[i] > found[best] or (found[i] == found[best] and below(rng, equals) == 0):
            best = i
    return best


@compiled
def evaluate(state: StateData, seat: int) -> int:
    """Return the seat's chance to win the game, scaled from -SURE to SURE."""
    chances = np.zeros(MOST_SEATS + 1)
    standing(state, chances)
    return int(SURE * (2.0 * chances[seat] - 1.0))


# The percentage of beginners who overlook ...
_KEEPING = 55  # keeping a die
_GIVING_AWAY = 95  # keeping a 0
_ANY = 25  # a square that completes no line
_BESIDE, _BETWEEN, _DIAGONAL = 5, 20, 45  # the end of a row or column, its middle, any square of a diagonal


@compiled
def miss_chance(state: StateData, seat: int, action: int) -> int:
    """Return the percentage of beginners who overlook this action.

    Beginners like to throw both dice, and look along rows and columns rather than diagonals.
    """
    if state.phase == CHOOSE:
        return 0 if action == ROLL else _GIVING_AWAY if action == 0 else _KEEPING
    if state.phase != PLACE:
        return 0
    missed = _ANY
    target = action % FROM
    for i in range(PAWNS):
        for j in range(i + 1, PAWNS):
            one = int(state.pawns[seat, i])
            two = int(state.pawns[seat, j])
            if action // FROM not in (one, two) and target in (THIRDS[one, two, 0], THIRDS[one, two, 1]):
                gap = abs(two - one)
                straight = one // 10 == two // 10 or one % 10 == two % 10
                hard = _DIAGONAL if not straight else _BETWEEN if gap in (2, 20) else _BESIDE
                missed = min(missed, hard) if missed != _ANY else hard
    return missed
