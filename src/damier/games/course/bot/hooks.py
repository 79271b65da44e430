"""What the searches ask of the Course: each seat's chance to win, what looks promising, what a beginner misses."""

import math

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import StateData
from damier.core.thinking import Level
from damier.games.course.bot.features import FEATURES, strength
from damier.games.course.bot.move_ranking import policy as policy
from damier.games.course.bot.move_ranking import rank as rank
from damier.games.course.bot.plans import finish
from damier.games.course.bot.reasons import reason as reason
from damier.games.course.cards import GOAL, HORLOGE, VALUE
from damier.games.course.state import ATTACK, DISCARD, END, EXTRA, LAY, LIFT, PASS, RETURN, TURN

LEVELS = {
    "gentle": Level("greedy", misses=100),
    "steady": Level("greedy", misses=50),
    "strong": Level("rollouts", nodes=40, depth=0),  # compares the positions after its most promising moves
    "master": Level("rollouts", nodes=1000, depth=30),
}

SCALE = 1000  # of `evaluate`: a value this high means that winning is about e times as likely as not

_DOUBLINGS = 10


@compiled
def evaluate(state: StateData, seat: int) -> int:
    """Return the seat's chance to win on a scale where 0 is one half and certainty is far away."""
    row = np.empty(FEATURES, np.float64)
    own = strength(state, seat, row)
    others = 0.0
    for other in range(1, int(state.seats) + 1):
        if other != seat:
            others += _power(strength(state, other, row) - own)
    lead = (1.0 - others) / (1.0 + others)
    return int(SCALE * 2.0 * lead / math.sqrt(1.0001 - lead * lead))


@compiled
def _power(exponent: float) -> float:
    """Return e to the power of a number, by multiplication alone: the same on every machine."""
    value = 1.0 + max(-20.0, min(20.0, exponent)) / (1 << _DOUBLINGS)
    for _ in range(_DOUBLINGS):
        value *= value
    return value


@compiled
def miss_chance(state: StateData, seat: int, action: int) -> int:
    """Return the percentage of beginners who overlook an action.

    They play one card a turn: extra cards, lifts and a finish with two cards are easily forgotten.
    """
    verb = action >> 12
    card = action >> 4 & 255
    if verb in (END, PASS, RETURN):
        return 0
    if state.phase != TURN:
        return 50
    worth = int(VALUE[card])
    if action & 15 == HORLOGE and verb in (LAY, EXTRA):
        return 76
    if verb == LAY and worth > 0:
        if int(state.totals[seat]) + worth == GOAL:
            return 30
        return 76 if action == finish(state, seat) else 48
    if verb == EXTRA:
        return 73 if state.done == 0 else 64
    if verb == LIFT:
        return 76 if worth == 1 else 61
    return 58 if verb in (ATTACK, DISCARD) else 70
