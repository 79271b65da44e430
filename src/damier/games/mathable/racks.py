"""Racks, bag, and what the table knows of them.

A rack has seven places: its tokens ascending, then zeros. Everybody remembers what was seen of the others' tokens:

- `known[seat]` lie in that seat's rack, and everybody knows: drawn openly to begin (R3), or taken back (R15).
- `away[eye]` were seen going into the bag, or perhaps so, by that eye (a seat, or 0 for a watcher). Of the seat's
  tokens that are not known, `old[eye, seat]` were in its rack already, so they are others.

The second kind fades: a token that leaves a rack counts as one of the old, and a new memory takes the place of the
last. Whatever is remembered is true.
"""

from damier.core.compiled import compiled
from damier.core.contract import StateData
from damier.games.mathable.equations import RACK


@compiled
def add(rack: StateData, token: int) -> None:
    """Put a token in its place."""
    i = RACK - 1
    while i > 0 and (rack[i - 1] == 0 or rack[i - 1] > token):
        rack[i] = rack[i - 1]
        i -= 1
    rack[i] = token


@compiled
def drop(rack: StateData, token: int) -> bool:
    """Take a token out, if it is there."""
    for i in range(RACK):
        if rack[i] == token:
            for j in range(i, RACK - 1):
                rack[j] = rack[j + 1]
            rack[RACK - 1] = 0
            return True
    return False


@compiled
def size(rack: StateData) -> int:
    """How many tokens there are."""
    n = 0
    while n < RACK and rack[n] != 0:
        n += 1
    return n


@compiled
def draw(state: StateData, seat: int, token: int) -> None:
    """A token comes out of the bag."""
    state.bag[token] -= 1
    state.left -= 1
    add(state.rack[seat], token)
    state.held[seat] += 1


@compiled
def put_back(state: StateData, token: int) -> None:
    """A token goes into the bag."""
    state.bag[token] += 1
    state.left += 1


@compiled
def give(state: StateData, seat: int, token: int) -> bool:
    """A token leaves a rack; answers whether everybody knew that it was there."""
    drop(state.rack[seat], token)
    state.held[seat] -= 1
    if drop(state.known[seat], token):
        return True
    for eye in range(int(state.seats) + 1):
        state.old[eye, seat] = max(0, int(state.old[eye, seat]) - 1)
    return False


@compiled
def remember(state: StateData, eye: int, seen: StateData) -> None:
    """An eye saw tokens going back to the bag: what the others hold now are other tokens."""
    if seen[0] == 0:
        return
    state.away[eye] = seen
    for seat in range(1, int(state.seats) + 1):
        state.old[eye, seat] = int(state.held[seat]) - size(state.known[seat])


@compiled
def wonder(state: StateData, seat: int, doubtful: StateData) -> None:
    """Everybody else knows only that these tokens lie in the seat's rack or in the bag."""
    if doubtful[0] == 0:
        return
    for eye in range(int(state.seats) + 1):
        if eye != seat:
            remember(state, eye, doubtful)
            state.old[eye, seat] = 0
