"""Ways to exactly 400: a finish in this turn, and the fewest turns in which the cards of the hand get there."""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import StateData
from damier.games.course.cards import (
    COUNTERS,
    DEFENCE_PLACE,
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
from damier.games.course.state import ANSWER, EXTRA, LAY, LIFT, MOST_HELD, SUMO_LIMIT, TURN, action_of, is_protected

NOTHING = -1
FAR = 6  # turns: no plan
KEEP_DEFENCE, KEEP_ATTACK, KEEP_CORRECTION, KEEP_PLANNED, KEEP_ONE, KEEP_SQUARE, KEEP_HOPE = 70, 90, 60, 60, 30, 25, 6
STOPS = 1 << POURSUITE | 1 << DEMI_TOUR
_SMALL, _LARGE = FIRST_CORRECTION, FIRST_CORRECTION + 1

# By value, how many points cards of the usual deck have it: the cards ("outs") that would finish.
OUTS = np.array([sum(value == worth for value in VALUE[1:FIRST_ATTACK].tolist()) for worth in range(GOAL + 1)])
OUTS[0] = 0


@compiled
def holds(state: StateData, seat: int, card: int) -> bool:
    """Return whether a card of this kind is in the seat's hand."""
    there = 0
    hand = state.hands[seat]
    for i in range(int(state.held[seat])):
        there += 1 if hand[i] == card else 0
    return there > 0


@compiled
def attacks_countered(state: StateData, seat: int) -> int:
    """Return the attacks before a seat that defences in its hand would lift, as extra cards."""
    mask = 0
    for card in range(FIRST_DEFENCE, FIRST_DEFENCE + 3):
        if holds(state, seat, card):
            mask |= 1 << COUNTERS[card]
    return mask & int(state.attacks[seat])


@compiled
def _countering(attacks: int) -> int:
    """Return the action that lays the first of the defences against these attacks as an extra card."""
    for card in range(FIRST_DEFENCE, FIRST_DEFENCE + 3):
        if attacks >> COUNTERS[card] & 1 != 0:
            return action_of(EXTRA, card, 0)
    return NOTHING


@compiled
def _cheapest_lift(state: StateData, seat: int, attack: int) -> int:
    """Return the action that puts the card of least value on an attack to lift it; or NOTHING."""
    chosen = NOTHING
    least = GOAL
    hand = state.hands[seat]
    for i in range(int(state.held[seat])):
        card = int(hand[i])
        if int(LIFTS[card]) >> attack & 1 != 0 and VALUE[card] < least:
            least = int(VALUE[card])
            chosen = action_of(LIFT, card, attack)
    return chosen


@compiled
def finish(state: StateData, seat: int) -> int:
    """Return the first action of a sure way to exactly 400 in this turn, whatever is drawn meanwhile; or NOTHING.

    Defences that lift attacks come first, as extra cards; then the main card, or a lift; then the corrections.
    """
    if state.phase != TURN or state.turn != seat:
        return NOTHING
    room = GOAL - int(state.totals[seat])
    free = attacks_countered(state, seat)
    left = int(state.attacks[seat]) & ~free
    small = holds(state, seat, _SMALL)
    large = holds(state, seat, _LARGE)
    for sum_of in range(4):
        if (sum_of & 1 != 0 and not small) or (sum_of & 2 != 0 and not large):
            continue
        extra = 2 * (sum_of & 1) + 10 * (sum_of & 2)
        main = room - extra
        heavy = sum_of & 2 != 0
        if main == 0 and left & _stopping(heavy) == 0:
            return _next_step(free, heavy, NOTHING, sum_of)
        if state.done != 0:
            continue
        if main == 0:
            for attack in range(SUMO + 1):
                if left & _stopping(heavy) == 1 << attack:
                    lift = _cheapest_lift(state, seat, attack)
                    if lift != NOTHING:
                        return _next_step(free, heavy, lift, sum_of)
        elif main > 0:
            card = _worth(state, seat, main)
            heavy = heavy or main > SUMO_LIMIT
            if card != 0 and left & _stopping(heavy) == 0:
                return _next_step(free, heavy, action_of(LAY, card, 0), sum_of)
    return NOTHING


@compiled
def _stopping(heavy: bool) -> int:
    """Return the attacks that stop the points; a Sumo does only if one of the cards is above 10 (R7–R9)."""
    return STOPS | 1 << SUMO if heavy else STOPS


@compiled
def _next_step(free: int, heavy: bool, main: int, sum_of: int) -> int:
    first = free & _stopping(heavy)
    if first != 0:
        return _countering(first)
    if main != NOTHING:
        return main
    return action_of(EXTRA, _SMALL if sum_of & 1 != 0 else _LARGE, 0)


@compiled
def _worth(state: StateData, seat: int, points: int) -> int:
    """Return a card of the hand, not a correction, that is worth so many points; or no card."""
    found = 0
    hand = state.hands[seat]
    for i in range(int(state.held[seat])):
        if hand[i] < FIRST_CORRECTION and VALUE[hand[i]] == points:
            found = int(hand[i])
    return found


@compiled
def is_lift(state: StateData, seat: int, action: int) -> bool:
    """Return whether an action takes away an attack that lies before the seat, at no more cost than it must.

    A defence costs nothing as an extra card, so laying it as the main thing does not count.
    """
    verb = action >> 12
    card = action >> 4 & 255
    if verb == LIFT:
        return True
    return verb == EXTRA and card >= FIRST_DEFENCE and int(state.attacks[seat]) >> COUNTERS[card] & 1 != 0


@compiled
def is_parry(state: StateData, seat: int, action: int) -> bool:
    """Return whether an action of an attacked seat is a defence against the attack it is asked about."""
    if state.phase != ANSWER or state.victim != seat or action >> 12 != EXTRA:
        return False
    return bool(COUNTERS[action >> 4 & 255] == state.pending)


@compiled
def is_free_protection(state: StateData, seat: int, action: int) -> bool:
    """Return whether an attacked seat lays one of the three defences against an attack that may still come."""
    card = action >> 4 & 255
    if state.phase != ANSWER or action >> 12 != EXTRA or card < FIRST_DEFENCE:
        return False
    return not is_protected(state, seat, int(COUNTERS[card]))


@compiled
def plan(state: StateData, seat: int) -> int:
    """Find the fewest main cards of the hand that, with corrections, make exactly what is missing.

    Return `turns << MOST_HELD | mask of their places in the hand`; FAR turns and no card where there is no such plan.
    """
    room = GOAL - int(state.totals[seat])
    sums = np.empty(1 << MOST_HELD, np.int64)
    places = np.empty(MOST_HELD, np.int64)
    extra = 0
    n = 0
    hand = state.hands[seat]
    for i in range(int(state.held[seat])):
        card = int(hand[i])
        if card < FIRST_CORRECTION:
            if VALUE[card] <= room:
                places[n] = i
                n += 1
        elif card < FIRST_ATTACK:
            extra |= 1 << (card - FIRST_CORRECTION)
    best = FAR << MOST_HELD
    turns = FAR
    sums[0] = room
    # Card by card: the sums of the subsets with the new card are those without it, less its value.
    for i in range(n):
        worth = int(VALUE[hand[places[i]]])
        for without in range(1 << i):
            sums[without + (1 << i)] = sums[without] - worth
    for subset in range(1 << n):
        rest = int(sums[subset])
        if rest >= 0 and rest <= 22 and _made_by(rest, extra):
            many = 0
            mask = 0
            for i in range(n):
                if subset >> i & 1 != 0:
                    many += 1
                    mask |= 1 << places[i]
            if many < turns:
                turns = many
                best = many << MOST_HELD | mask
    return best


@compiled
def _made_by(rest: int, extra: int) -> bool:
    """Return whether some corrections of the mask make the rest."""
    if rest == 0:
        return True
    if rest == 2:
        return extra & 1 != 0
    if rest == 20:
        return extra & 2 != 0
    return rest == 22 and extra == 3


@compiled
def chances_after(state: StateData, seat: int, but: int, room: int) -> int:
    """Return how many cards of the deck finish from `room`, plus a quarter of those that do so after a card held."""
    if room <= 0:
        return 0
    value = 4 * int(OUTS[room])
    hand = state.hands[seat]
    for i in range(int(state.held[seat])):
        worth = int(VALUE[hand[i]])
        if i != but and worth > 0:
            if worth == room:
                value += 100
            elif worth < room:
                value += int(OUTS[room - worth])
    return value // 4


@compiled
def keeping(state: StateData, seat: int, i: int, planned: int) -> int:
    """Return what it is worth, in points or so, to keep the card at place `i` of the hand."""
    card = int(state.hands[seat, i])
    return worth_keeping(state, seat, card, i, planned >> i & 1 != 0)


@compiled
def worth_keeping(state: StateData, seat: int, card: int, i: int, planned: bool) -> int:
    """Return the same for any card; `i` is its place in the hand, or NOTHING."""
    if card >= FIRST_DEFENCE:
        return KEEP_DEFENCE if state.defences[seat, int(DEFENCE_PLACE[card])] == 0 else 10
    if card >= FIRST_ATTACK:
        return 35 if card == FIRST_ATTACK + HORLOGE else KEEP_ATTACK
    room = GOAL - int(state.totals[seat])
    worth = int(VALUE[card])
    value = 0
    if worth <= room:
        if card >= FIRST_CORRECTION:
            value = KEEP_CORRECTION
        elif room - worth > 100:
            value = worth
        else:
            value = worth // 4 + KEEP_HOPE * chances_after(state, seat, i, room - worth)
        if worth == room:
            value += 150
        if planned:
            value += KEEP_PLANNED
    if int(LIFTS[card]) >> POURSUITE & 1 != 0 and not is_protected(state, seat, POURSUITE):
        value += KEEP_ONE
    if int(LIFTS[card]) >> SUMO & 1 != 0 and not is_protected(state, seat, SUMO):
        value += KEEP_SQUARE
    return value
