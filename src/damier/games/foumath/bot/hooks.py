"""What a search must know of Foumath, and its own bots: they play for the chance to win the game.

`chances` counts how likely a line is, `stakes` what it is worth, `race` how a round stands, `turns` looks ahead.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import SURE, Ints, StateData
from damier.core.rng import below
from damier.core.state import View
from damier.core.thinking import OWN, Budget, Level, Thought
from damier.games.foumath.bot.chances import THIRDS, Floats
from damier.games.foumath.bot.reasons import reason
from damier.games.foumath.bot.turns import EVERYBODY, OWN_LINES, WHOLE_TURN, likeliest, standing, values
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
    """The action with the best chance to win the game, equals by lot."""
    listed = np.array(actions, np.int64)
    found = np.zeros(len(actions))
    best = int(choose(view.data, view.seat, listed, budget.depth, found, rng))
    return Thought(int(listed[best]), float(found[best]), nodes=len(actions))


@compiled
def choose(states: StateData, seat: int, actions: Ints, depth: int, found: Floats, rng: Ints) -> int:
    """Write what the actions are worth; answer the index of the best. Throws may be put in another order."""
    state = states[0]
    n = len(actions)
    if state.phase == CHOOSE and depth >= EVERYBODY:
        n = likeliest(state, seat, actions)
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
    """The chance to win the game, from -SURE to SURE."""
    chances = np.zeros(MOST_SEATS + 1)
    standing(state, chances)
    return int(SURE * (2.0 * chances[seat] - 1.0))


# How many of a hundred beginners do not see ...
_KEEPING = 55  # what a kept die is good for
_GIVING_AWAY = 95  # that a 0 can be kept
_ANY = 25  # a square that makes no line
_BESIDE, _BETWEEN, _DIAGONAL = 5, 20, 45  # a line in a row or column, its middle, one on a diagonal


@compiled
def miss_chance(state: StateData, seat: int, action: int) -> int:
    """Beginners throw both dice, and look along rows and columns."""
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
