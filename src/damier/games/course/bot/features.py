"""A seat's chances in numbers (features): what lies before it, what its hand can do, when its turn comes.

The weights were fitted to games of `policy` against itself, so that e to the power of a seat's strength is proportional
to its chance to win.
"""

import numpy as np
from numpy.typing import NDArray

from damier.core.compiled import compiled
from damier.core.contract import StateData
from damier.games.course.bot.plans import OUTS, STOPS, plan
from damier.games.course.cards import (
    COUNTERED,
    COUNTERS,
    DEFENCE_CARDS,
    DEMI_TOUR,
    FIRST_ATTACK,
    FIRST_CORRECTION,
    FIRST_DEFENCE,
    GOAL,
    HORLOGE,
    LIFTS,
    POURSUITE,
    SUMO,
    VALUE,
)
from damier.games.course.state import DRAW, MOST_HELD, can_be_attacked

Reals = NDArray[np.float64]

# The place of each feature in a row.
TOTAL, PAST_200, PAST_300, LAST_STEPS = range(4)
PLAN_1, PLAN_2, PLAN_3, PLAN_4, FREE_1, FREE_2 = range(4, 10)
OUTS_NOW, OUTS_NEXT, BEST, BEST_TWO, BEST_THREE, USELESS = range(10, 16)
CHASED, CHASED_CAN_LIFT, TURNED, WRESTLED, WRESTLED_CAN_LIFT, TWICE, STOPPED_LATE = range(16, 23)
PROTECTED = 23  # by attack, four
DEFENCE = 27  # held, by attack, four
WEAPON = 31  # held and of use, by attack, four
HOLDS_ONE, HOLDS_SQUARE, HOLDS_SMALL, HOLDS_LARGE = range(35, 39)
ON_TURN, NEXT, ON_TURN_1, NEXT_1, DRAWS, ON_TURN_2 = range(39, 45)
FEATURES = 45

WEIGHTS = np.array(
    [
        1.1, 0.35, -0.84, 0.05,
        3.08, 1.52, 1.26, 0.57, 2.17, 1.06,
        -0.43, 0.15, 0.03, -0.78, 1.73, -0.64,
        -1.21, 1.21, -0.45, -1.48, 1.14, 1.25, -0.73,
        0.26, 0.01, 0.17, 0.28,
        0.48, 0.01, 0.53, 0.55,
        0.17, -0.05, 0.18, 0.3,
        0.11, 0.16, 0.13, 0.03,
        0.22, 0.23, 2.81, 0.63, 0.18, 0.84,
    ]
)  # fmt: skip


@compiled
def strength(state: StateData, seat: int, row: Reals) -> float:
    """Return the weighted sum of the seat's features, which are written into `row`."""
    fill_features(state, seat, row)
    total = 0.0
    for i in range(FEATURES):
        total += WEIGHTS[i] * row[i]
    return total


@compiled
def fill_features(state: StateData, seat: int, row: Reals) -> None:
    """Write the seat's features into `row`."""
    row[:] = 0.0
    total = int(state.totals[seat])
    attacks = int(state.attacks[seat])
    row[TOTAL] = total / 100.0
    row[PAST_200] = max(0, total - 200) / 100.0
    row[PAST_300] = max(0, total - 300) / 100.0
    row[LAST_STEPS] = 1.0 if GOAL - total <= 4 else 0.0
    turns = max(1, plan(state, seat) >> MOST_HELD)
    if turns <= 4:
        row[PLAN_1 + turns - 1] = 1.0
    if turns <= 2 and attacks == 0:
        row[FREE_1 + turns - 1] = 1.0
    _of_hand(state, seat, row)
    _of_attacks(attacks, total, row)
    seats = int(state.seats)
    away = (seat - int(state.turn) + seats) % seats
    if away == 0 and state.done == 0:
        row[ON_TURN] = 1.0
        row[ON_TURN_1] = row[FREE_1]
        row[ON_TURN_2] = row[FREE_2]
    elif away == 1 % seats:
        row[NEXT] = 1.0
        row[NEXT_1] = row[FREE_1]
    if state.phase == DRAW and state.drawer == seat:
        row[DRAWS] = 1.0


@compiled
def _of_hand(state: StateData, seat: int, row: Reals) -> None:
    room = GOAL - int(state.totals[seat])
    row[OUTS_NOW] = OUTS[room] / 10.0
    for place in range(len(DEFENCE_CARDS)):
        if state.defences[seat, place] > 0:
            row[PROTECTED + COUNTERED[place]] = 1.0
    first = 0
    second = 0
    third = 0
    hand = state.hands[seat]
    for i in range(int(state.held[seat])):
        card = int(hand[i])
        worth = int(VALUE[card])
        if card >= FIRST_DEFENCE:
            row[DEFENCE + COUNTERS[card]] = 1.0
        elif card >= FIRST_ATTACK:
            for other in range(1, int(state.seats) + 1):
                if other != seat and can_be_attacked(state, other, card - FIRST_ATTACK):
                    row[WEAPON + card - FIRST_ATTACK] = 1.0
        elif card >= FIRST_CORRECTION:
            row[HOLDS_SMALL + card - FIRST_CORRECTION] = 1.0
        elif worth > room:
            row[USELESS] += 0.125
        else:
            row[OUTS_NEXT] += OUTS[room - worth] / 20.0
            if worth > first:
                third = second
                second = first
                first = worth
            elif worth > second:
                third = second
                second = worth
            elif worth > third:
                third = worth
        if card < FIRST_CORRECTION:
            if int(LIFTS[card]) >> POURSUITE & 1 != 0:
                row[HOLDS_ONE] = 1.0 - row[PROTECTED + POURSUITE]
            if int(LIFTS[card]) >> SUMO & 1 != 0:
                row[HOLDS_SQUARE] = 1.0 - row[PROTECTED + SUMO]
            if card > 100 and worth <= 3:
                row[DEFENCE + HORLOGE] = 1.0
    for attack in range(4):
        if row[PROTECTED + attack] != 0.0:
            row[DEFENCE + attack] = 0.0
    row[BEST] = first / 100.0
    row[BEST_TWO] = min(room, first + second) / 100.0
    row[BEST_THREE] = min(room, first + second + third) / 100.0


@compiled
def _of_attacks(attacks: int, total: int, row: Reals) -> None:
    if attacks >> POURSUITE & 1 != 0:
        row[CHASED] = 1.0
        row[CHASED_CAN_LIFT] = row[HOLDS_ONE]
    if attacks >> DEMI_TOUR & 1 != 0:
        row[TURNED] = 1.0
    if attacks >> SUMO & 1 != 0:
        row[WRESTLED] = 1.0
        row[WRESTLED_CAN_LIFT] = row[HOLDS_SQUARE]
    if attacks & (attacks - 1) != 0:
        row[TWICE] = 1.0
    if attacks & STOPS != 0:
        row[STOPPED_LATE] = total / 400.0
