"""What a seat may determinize: the unseen cards dealt out at random, each where the seat knows it to be.

The notes say of some cards in whose hands they are. They are placed first, one after another, each in a hand that
leaves room for the rest (Hall's condition over the few hands there are), so that it never comes to a dead end.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData
from damier.core.rng import weighted
from damier.games.course.cards import KINDS, NO_CARD
from damier.games.course.notes import MASK
from damier.games.course.state import GIVE, insert

_HOLDERS = 5  # the card between two hands, and four hands


@compiled
def determinize(view: StateData, seat: int, rng: Ints) -> None:
    """Fill the hidden hands, and the card between two of them, from the cards the seat does not see."""
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
    n = int(view.notes_n[seat])
    weights = np.zeros(_HOLDERS, np.int64)
    for i in range(n):
        note = int(view.notes[seat, i])
        for holder in range(_HOLDERS):
            weights[holder] = 0
            if note >> holder & 1 != 0 and room[holder] > 0:
                room[holder] -= 1
                fits = _rest_fits(view.notes[seat], i + 1, n, room)
                room[holder] += 1
                weights[holder] = room[holder] if fits else 0
        _place(view, weighted(rng, weights, _HOLDERS), note >> 5, room)


@compiled
def _rest_fits(notes: Ints, first: int, n: int, room: Ints) -> bool:
    """Whether the notes that remain can all be placed: no set of hands is asked to hold more than it has room for."""
    for hands in range(1, 1 << _HOLDERS):
        asked = 0
        for i in range(first, n):
            if int(notes[i]) & MASK & ~hands == 0:
                asked += 1
        free = 0
        for holder in range(_HOLDERS):
            free += int(room[holder]) * (hands >> holder & 1)
        if asked > free:
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
