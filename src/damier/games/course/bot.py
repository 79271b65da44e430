"""What a search must know of the Course: each seat's chance to win, what looks promising, what a beginner misses."""

import math

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Record
from damier.games.course.judgement import policy as policy
from damier.games.course.judgement import rank as rank
from damier.games.course.prospects import NUMBERS, strength

SCALE = 1000  # of `evaluate`: this much is about e to one on

_DOUBLINGS = 10


@compiled
def evaluate(state: Record, seat: int) -> int:
    """The seat's chance to win, spread so that 0 is one half and certainty is far away."""
    row = np.empty(NUMBERS, np.float64)
    own = strength(state, seat, row)
    others = 0.0
    for other in range(1, int(state.seats) + 1):
        if other != seat:
            others += _power(strength(state, other, row) - own)
    lead = (1.0 - others) / (1.0 + others)
    return int(SCALE * 2.0 * lead / math.sqrt(1.0001 - lead * lead))


@compiled
def _power(exponent: float) -> float:
    """e to the power of a number, by multiplying alone: the same on every machine."""
    value = 1.0 + max(-20.0, min(20.0, exponent)) / (1 << _DOUBLINGS)
    for _ in range(_DOUBLINGS):
        value *= value
    return value
