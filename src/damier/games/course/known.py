"""What each seat knows for certain of the hands of others (R8, R10). It follows from the events, so the state keeps it.

An entry is `card << 5 | mask`: one such card is in one of the hands of the mask, where bit 0 stands for the card that
the Horloge has taken and not yet given back. A card that was shown or given is in one hand; after an exchange that a
third seat could not follow it is in one of two. Different entries of a seat stand for different cards. The entries of
seat 0 are what everybody knows.
"""

from damier.core.compiled import compiled, count
from damier.core.contract import StateData

IN_FLIGHT = 1
MASK = 31
MOST_KNOWN = 40  # more than four hands and the card that was taken


@compiled
def learn_shown(state: StateData, holder: int, card: int) -> None:
    """Everybody saw the card that went into this hand (R8)."""
    for viewer in range(int(state.seats) + 1):
        if viewer != holder:
            _add(state, viewer, card, holder)


@compiled
def forget_played(state: StateData, holder: int, card: int) -> None:
    """Everybody saw the card leave this hand."""
    for viewer in range(int(state.seats) + 1):
        _forget(state, viewer, holder, card)


@compiled
def learn_taken(state: StateData, seat: int, victim: int, card: int) -> None:
    """The seat has taken a card from its victim (R10). To all others, any card of the victim may be the one taken."""
    _forget(state, seat, victim, card)
    for viewer in range(int(state.seats) + 1):
        if viewer != seat and viewer != victim:
            _widen(state, viewer, 1 << victim, 1 << seat | 1 << victim | IN_FLIGHT)


@compiled
def learn_exchanged(state: StateData, seat: int, victim: int, card: int, given: int) -> None:
    """The seat gave a card for the one it took, or returned that one (`given` is 0). Only the two know which (R10)."""
    if given == 0:
        _add(state, seat, card, victim)
    else:
        _add(state, seat, given, victim)
        _forget(state, victim, seat, given)
        _add(state, victim, card, seat)
    for viewer in range(int(state.seats) + 1):
        if viewer != seat and viewer != victim:
            _widen(state, viewer, 1 << seat | 1 << victim, 1 << seat | 1 << victim)
            for i in range(int(state.known_n[viewer])):
                state.known[viewer, i] &= ~IN_FLIGHT


@compiled
def _add(state: StateData, viewer: int, card: int, holder: int) -> None:
    state.known[viewer, state.known_n[viewer]] = card << 5 | 1 << holder
    state.known_n[viewer] += 1


@compiled
def _forget(state: StateData, viewer: int, holder: int, card: int) -> None:
    """Drop the entry of a card that has left a hand in sight of the viewer.

    Where several entries may stand for it, the one with the fewest hands goes, and its hands are added to the others:
    any of them may now stand for the card that the dropped one stood for.
    """
    n = int(state.known_n[viewer])
    gone = -1
    narrowest = MASK
    entries = state.known[viewer]
    for i in range(n):
        entry = int(entries[i])
        if _may_be(entry, holder, card) and (gone < 0 or count(entry & MASK) < count(narrowest)):
            gone = i
            narrowest = entry & MASK
    if gone < 0:
        return
    for i in range(n):
        if _may_be(int(entries[i]), holder, card):
            entries[i] |= narrowest
    entries[gone] = entries[n - 1]
    entries[n - 1] = 0
    state.known_n[viewer] = n - 1


@compiled
def _may_be(entry: int, holder: int, card: int) -> bool:
    return entry >> 5 == card and entry >> holder & 1 != 0


@compiled
def _widen(state: StateData, viewer: int, touched: int, mask: int) -> None:
    """Add the hands of the mask to every entry whose card may have been in one of the touched hands."""
    for i in range(int(state.known_n[viewer])):
        if int(state.known[viewer, i]) & touched != 0:
            state.known[viewer, i] |= mask
