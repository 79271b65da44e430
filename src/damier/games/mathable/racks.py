"""Racks, the bag, and what each seat remembers of them.

A rack has seven places: its tokens in ascending order, then zeros. What was seen of other racks is remembered:

- `known[seat]`: tokens that everybody knows to be in that seat's rack: drawn to begin (R3), or taken back (R15).
- `away[eye]`: tokens that a seat (or 0, a watcher) saw going into the bag, or may have seen. Of the unknown tokens of
  each seat, `old[eye, seat]` were in its rack before that, so they are other tokens.

The second kind fades: a token that leaves a rack counts as one of the old ones, and a new memory replaces the last.
Whatever is remembered is true.
"""

from damier.core.compiled import compiled
from damier.core.contract import StateData
from damier.games.mathable.equations import RACK


@compiled
def add(rack: StateData, token: int) -> None:
    """Insert a token into a rack."""
    i = RACK - 1
    while i > 0 and (rack[i - 1] == 0 or rack[i - 1] > token):
        rack[i] = rack[i - 1]
        i -= 1
    rack[i] = token


@compiled
def drop(rack: StateData, token: int) -> bool:
    """Remove a token from a rack; return whether it was there."""
    for i in range(RACK):
        if rack[i] == token:
            for j in range(i, RACK - 1):
                rack[j] = rack[j + 1]
            rack[RACK - 1] = 0
            return True
    return False


@compiled
def size(rack: StateData) -> int:
    """Return how many tokens a rack holds."""
    n = 0
    while n < RACK and rack[n] != 0:
        n += 1
    return n


@compiled
def draw(state: StateData, seat: int, token: int) -> None:
    """Move a token from the bag to a rack."""
    state.bag[token] -= 1
    state.left -= 1
    add(state.rack[seat], token)
    state.held[seat] += 1


@compiled
def put_back(state: StateData, token: int) -> None:
    """Put a token into the bag."""
    state.bag[token] += 1
    state.left += 1


@compiled
def give(state: StateData, seat: int, token: int) -> bool:
    """Take a token from a rack; return whether everybody knew that it was there."""
    drop(state.rack[seat], token)
    state.held[seat] -= 1
    if drop(state.known[seat], token):
        return True
    for eye in range(int(state.seats) + 1):
        state.old[eye, seat] = max(0, int(state.old[eye, seat]) - 1)
    return False


@compiled
def remember(state: StateData, eye: int, seen: StateData) -> None:
    """Remember that a seat saw these tokens go into the bag: what the others hold now are other tokens."""
    if seen[0] == 0:
        return
    state.away[eye] = seen
    for seat in range(1, int(state.seats) + 1):
        state.old[eye, seat] = int(state.held[seat]) - size(state.known[seat])


@compiled
def wonder(state: StateData, seat: int, doubtful: StateData) -> None:
    """Remember, for everybody else, that these tokens are either in the seat's rack or in the bag."""
    if doubtful[0] == 0:
        return
    for eye in range(int(state.seats) + 1):
        if eye != seat:
            remember(state, eye, doubtful)
            state.old[eye, seat] = 0
