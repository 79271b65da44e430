"""A sample of what a seat does not see: the unseen cards dealt at random, known cards where they are known to be.

Of some cards the seat knows in whose hands they are (`known.py`). These are placed first, one after another, each in a
hand that leaves room for the rest (Hall's condition over the few hands there are), so that no card is left without a
place.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData
from damier.core.rng import weighted
from damier.games.course.cards import KINDS, NO_CARD
from damier.games.course.known import MASK
from damier.games.course.state import GIVE, insert

_HOLDERS = 5  # four hands, and at 0 the card that the Horloge has taken


@compiled
def determinize(view: StateData, seat: int, rng: Ints) -> None:
    """Fill the hidden hands, and the card that the Horloge has taken, from the cards the seat does not see."""
    room = np.zeros(_HOLDERS, np.int64)
    for other in range(1, int(view.seats) + 1):
        if other != seat:
            room[other] = view.held[other]
            view.held[other] = 0  # `insert` counts anew
    if view.phase == GIVE and view.taken == NO_CARD:
        room[0] = 1
    _place_known(view, seat, room, rng)
    for holder in range(_HOLDERS):
        while room[holder] > 0:
            _place(view, holder, weighted(rng, view.stock, KINDS), room)


@compiled
def _place_known(view: StateData, seat: int, room: Ints, rng: Ints) -> None:
    n = int(view.known_n[seat])
    weights = np.zeros(_HOLDERS, np.int64)
    for i in range(n):
        entry = int(view.known[seat, i])
        for holder in range(_HOLDERS):
            weights[holder] = 0
            if entry >> holder & 1 != 0 and room[holder] > 0:
                room[holder] -= 1
                fits = _rest_fits(view.known[seat], i + 1, n, room)
                room[holder] += 1
                weights[holder] = room[holder] if fits else 0
        _place(view, weighted(rng, weights, _HOLDERS), entry >> 5, room)


@compiled
def _rest_fits(known: Ints, first: int, n: int, room: Ints) -> bool:
    """Return whether the remaining known cards can be placed: no set of hands must hold more than it has room for."""
    for hands in range(1, 1 << _HOLDERS):
        needed = 0
        for i in range(first, n):
            if int(known[i]) & MASK & ~hands == 0:
                needed += 1
        free = 0
        for holder in range(_HOLDERS):
            free += int(room[holder]) * (hands >> holder & 1)
        if needed > free:
            return False
    return True


@compiled
def _place(view: StateData, holder: int, card: int, room: Ints) -> None:
    if holder == 0:
        view.taken = card
    else:
        insert(view, holder, card)
    view.stock[card] -= 1
    room[holder] -= 1
