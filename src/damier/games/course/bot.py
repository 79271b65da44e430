"""What a search must know of the Course: points, attacks and defences on the table, and what a hand is good for."""

from damier.core.compiled import compiled
from damier.core.contract import Record
from damier.games.course.cards import (
    DEMI_TOUR,
    FIRST_ATTACK,
    FIRST_CORRECTION,
    FIRST_DEFENCE,
    GOAL,
    GUARD_OF,
    GUARDS,
    POURSUITE,
    SUMO,
    VALUE,
)

# In tenths of a point. To be stopped costs about what the turns until it is over would have brought.
POINT = 10
STOPPED, SLOWED = 700, 500
LAID_DEFENCE, HELD_DEFENCE, HELD_ATTACK = 160, 120, 170
FITS, FINISHES, NEARLY = 25, 600, 200
CORRECTION = 110
TURN_LEFT = 5  # an extra card laid before the main thing leaves that to do


@compiled
def evaluate(state: Record, seat: int) -> int:
    """The seat's prospects against those of the others, most of all of the one in front."""
    leader = 0
    others = 0
    for other in range(1, int(state.seats) + 1):
        if other != seat:
            standing = _standing(state, other)
            leader = max(leader, standing)
            others += standing
    value = 4 * _standing(state, seat) - 2 * leader - 2 * others // (int(state.seats) - 1)
    value += 4 * _hand(state, seat)
    return value + TURN_LEFT if state.turn == seat and state.done == 0 else value


@compiled
def _standing(state: Record, seat: int) -> int:
    """What lies before a seat. An attack weighs more the nearer its victim is to the goal."""
    total = int(state.totals[seat])
    value = POINT * total
    attacks = int(state.attacks[seat])
    pressing = GOAL + total
    if attacks & (1 << POURSUITE | 1 << DEMI_TOUR) != 0:
        value -= STOPPED * pressing // GOAL
    if attacks >> SUMO & 1 != 0:
        value -= SLOWED * pressing // GOAL // (1 if attacks == 1 << SUMO else 4)
    for place in range(len(GUARDS)):
        if state.guards[seat, place] > 0:
            value += LAID_DEFENCE if place >= 3 else LAID_DEFENCE // 4
    return value


@compiled
def _hand(state: Record, seat: int) -> int:
    """What the cards in hand may still bring; the last step to the goal counts most."""
    room = GOAL - int(state.totals[seat])
    n = int(state.held[seat])
    value = 0
    best = 0
    for i in range(n):
        card = int(state.hands[seat, i])
        worth = int(VALUE[card])
        if card >= FIRST_DEFENCE:
            value += HELD_DEFENCE if state.guards[seat, int(GUARD_OF[card])] == 0 else 0
        elif card >= FIRST_ATTACK:
            value += HELD_ATTACK
        elif worth <= room:
            value += CORRECTION if card >= FIRST_CORRECTION else FITS + worth
            if worth == room:
                best = FINISHES
            elif best < NEARLY and _has(state, seat, i, room - worth):
                best = NEARLY
    return value + best


@compiled
def _has(state: Record, seat: int, but: int, worth: int) -> bool:
    """Whether another card of the hand is worth so much."""
    there = 0
    for i in range(int(state.held[seat])):
        there += 1 if i != but and VALUE[state.hands[seat, i]] == worth else 0
    return there > 0
