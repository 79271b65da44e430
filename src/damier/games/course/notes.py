"""What each seat knows for certain of the hands of others (R8, R10), kept with the state because it follows from the
events.

A note is `card << 5 | mask`: one such card is in one of the hands of the mask, where bit 0 stands for the card that the
clock has between two hands. A shown card, or one given, is in one hand; after an exchange that a third seat could not
follow it is in one of two. Different notes of a seat stand for different cards. The notes at 0 are everybody's.
"""

from damier.core.compiled import compiled, count
from damier.core.contract import StateData

IN_FLIGHT = 1
MASK = 31
MOST_NOTES = 40  # all cards in four hands, and one between them


@compiled
def note_shown(state: StateData, holder: int, card: int) -> None:
    """R8: everybody saw a card that went into a hand."""
    for viewer in range(int(state.seats) + 1):
        if viewer != holder:
            _note(state, viewer, card, holder)


@compiled
def note_played(state: StateData, holder: int, card: int) -> None:
    """Everybody saw a card leave a hand."""
    for viewer in range(int(state.seats) + 1):
        _forget(state, viewer, holder, card)


@compiled
def note_taken(state: StateData, seat: int, rival: int, card: int) -> None:
    """R10: the seat has taken a card from its rival. For all others, what the rival had may now be on its way."""
    _forget(state, seat, rival, card)
    for viewer in range(int(state.seats) + 1):
        if viewer != seat and viewer != rival:
            _blur(state, viewer, 1 << rival, 1 << seat | 1 << rival | IN_FLIGHT)


@compiled
def note_exchanged(state: StateData, seat: int, rival: int, card: int, given: int) -> None:
    """R10: the seat gave a card for the one it took, or returned that (`given` is 0); two know, the others cannot."""
    if given == 0:
        _note(state, seat, card, rival)
    else:
        _note(state, seat, given, rival)
        _forget(state, rival, seat, given)
        _note(state, rival, card, seat)
    for viewer in range(int(state.seats) + 1):
        if viewer != seat and viewer != rival:
            _blur(state, viewer, 1 << seat | 1 << rival, 1 << seat | 1 << rival)
            for i in range(int(state.notes_n[viewer])):
                state.notes[viewer, i] &= ~IN_FLIGHT


@compiled
def _note(state: StateData, viewer: int, card: int, holder: int) -> None:
    state.notes[viewer, state.notes_n[viewer]] = card << 5 | 1 << holder
    state.notes_n[viewer] += 1


@compiled
def _forget(state: StateData, viewer: int, holder: int, card: int) -> None:
    """A card has left a hand in sight of the viewer.

    Where several notes may mean it, the narrowest goes: what it told passes to the others, which then hold whichever
    of the cards it was.
    """
    n = int(state.notes_n[viewer])
    gone = -1
    narrowest = MASK
    notes = state.notes[viewer]
    for i in range(n):
        note = int(notes[i])
        if _may_mean(note, holder, card) and (gone < 0 or count(note & MASK) < count(narrowest)):
            gone = i
            narrowest = note & MASK
    if gone < 0:
        return
    for i in range(n):
        if _may_mean(int(notes[i]), holder, card):
            notes[i] |= narrowest
    notes[gone] = notes[n - 1]
    notes[n - 1] = 0
    state.notes_n[viewer] = n - 1


@compiled
def _may_mean(note: int, holder: int, card: int) -> bool:
    return note >> 5 == card and note >> holder & 1 != 0


@compiled
def _blur(state: StateData, viewer: int, touched: int, mask: int) -> None:
    """Cards that may have been in a touched hand may now be in any of the mask."""
    for i in range(int(state.notes_n[viewer])):
        if int(state.notes[viewer, i]) & touched != 0:
            state.notes[viewer, i] |= mask
