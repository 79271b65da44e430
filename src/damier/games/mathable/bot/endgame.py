"""Two players and an empty bag: nothing is hidden any more, so the rest is solved, by alpha-beta over the rules.

Values are final leads of whoever has the turn. The table keeps what is still to come, so that positions reached with
other totals count as known.
"""

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import Ints, StateData
from damier.games.mathable.bot.policy import claimed, right_placements
from damier.games.mathable.bot.rack_value import POINT
from damier.games.mathable.bot.turns import MOST, NEVER, fill_tops
from damier.games.mathable.equations import (
    CELLS,
    KINDS,
    RACK,
    VALUE,
    points,
    square_of,
    token_of,
)
from damier.games.mathable.rules import ACCEPT, ASK, BONUS, END, PLAY, apply

FAR = 10**6
DEEPEST = 2 * RACK + 4 * (2 * RACK + 1) + 1  # placements, and four idle turns after each

# An entry of the table: key, value still to come, and whether that is a bound.
KEY_AT, COMING_AT, KIND_AT = range(3)
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
ENTRIES = 1 << 16

# What is known of a position on the way: the window, the best so far, where its actions are, what it is.
ALPHA, BETA, FLOOR, BEST, AT, N, KEY, NOW, BOARD = range(9)
FRAME = 9

# What has been counted, and how far it may go.
NODES, LIMIT = range(2)

_BITS = 2**61 - 1
_random = np.random.default_rng(21)
_ON_BOARD = _random.integers(1, 2**60, (CELLS, KINDS + 1), np.int64)
_ON_RACK = _random.integers(1, 2**60, (3, KINDS + 1), np.int64)
_SITUATION = _random.integers(1, 2**60, (3, 8, 2, 2), np.int64)  # by turn, idle turns, whether placed, full start


@compiled
def fits(state: StateData) -> bool:
    """Whether everything is known and only placements are left."""
    return bool(state.seats == 2 and state.left == 0 and state.phase == PLAY)


@compiled
def solve(memory: StateData, table: Ints, counted: Ints, best: Ints) -> int:
    """The final lead of the seat whose turn it is in `memory[0]`; its best action in `best[0]`.

    Worth nothing when `counted` says that the nodes did not suffice.
    """
    tops = np.zeros(KINDS + 1, np.int64)
    left = np.zeros(KINDS + 1, np.int64)
    nothing = np.zeros(KINDS + 1, np.int64)
    held = 0
    for seat in range(1, 3):
        for i in range(int(memory[0].held[seat])):
            left[memory[0].rack[seat, i]] += 1
            held += 1
    fill_tops(memory[0].board, left, held, nothing, 0, tops)
    for token in range(1, KINDS + 1):
        tops[token] = NEVER if tops[token] == NEVER else int(tops[token]) // POINT
    return search(memory, table, tops, counted, best)


@compiled
def search(memory: StateData, table: Ints, tops: Ints, counted: Ints, best: Ints) -> int:
    """Alpha-beta with a stack of its own: written as a function that calls itself, its machine code crashed."""
    frames = np.zeros((DEEPEST + 1, FRAME), np.int64)
    actions = np.empty((DEEPEST + 1, MOST + 1), np.int64)
    frames[0, ALPHA] = -FAR
    frames[0, BETA] = FAR
    depth = 0
    known = enter(memory[0], frames[0], actions[0], table, tops, counted, False)
    while counted[NODES] <= counted[LIMIT]:
        frame = frames[depth]
        if not known and frame[AT] < frame[N] and frame[FLOOR] < frame[BETA]:
            action = int(actions[depth, frame[AT]])
            frame[AT] += 1
            step(memory[depth], memory[depth + 1], action)
            below = frames[depth + 1]
            same = memory[depth + 1].turn == memory[depth].turn
            below[ALPHA] = frame[FLOOR] if same else -frame[BETA]
            below[BETA] = frame[BETA] if same else -frame[FLOOR]
            below[BOARD] = frame[BOARD]
            if action != END:
                below[BOARD] ^= _ON_BOARD[square_of(action), token_of(action)]
            depth += 1
            known = enter(memory[depth], below, actions[depth], table, tops, counted, True)
            continue
        if not known:
            remember(table, frame)
        known = False
        if depth == 0:
            return int(frame[BEST])
        found = int(frame[BEST])
        if memory[depth].turn != memory[depth - 1].turn:
            found = -found
        depth -= 1
        above = frames[depth]
        if found > above[BEST]:
            above[BEST] = found
            above[FLOOR] = max(int(above[FLOOR]), found)
            if depth == 0:
                best[0] = actions[0, above[AT] - 1]
    return 0


@compiled
def step(before: StateData, after: StateData, action: int) -> None:
    """The position after an action; who is asked accepts, for all is right."""
    copy(after, before)
    apply(after, int(before.turn), action)
    if after.phase == ASK:
        apply(after, 3 - int(before.turn), ACCEPT)


@compiled
def enter(state: StateData, frame: Ints, actions: Ints, table: Ints, tops: Ints, counted: Ints, may_know: bool) -> bool:
    """Begin with a position; answers whether its value is known at once, or enough of it for the window."""
    turn = int(state.turn)
    now = int(state.totals[turn]) - int(state.totals[3 - turn])
    frame[BEST] = now
    if state.ending != 0:
        return True
    counted[NODES] += 1
    frame[NOW] = now
    frame[KEY] = key_of(state, int(frame[BOARD]))
    if may_know:
        most = now + hope(state, turn, tops) + burden(state, 3 - turn)
        least = now - hope(state, 3 - turn, tops) - burden(state, turn)
        if most <= frame[ALPHA] or least >= frame[BETA]:
            frame[BEST] = most if most <= frame[ALPHA] else least
            return True
        entry = table[frame[KEY] % len(table)]
        if entry[KEY_AT] == frame[KEY]:
            value = now + int(entry[COMING_AT])
            kind = int(entry[KIND_AT])
            if (
                kind == EXACT
                or (kind == AT_LEAST and value >= frame[BETA])
                or (kind == AT_MOST and value <= frame[ALPHA])
            ):
                frame[BEST] = value
                return True
    frame[BEST] = -FAR
    frame[FLOOR] = frame[ALPHA]
    frame[AT] = 0
    frame[N] = choices(state, turn, actions)
    return False


@compiled
def remember(table: Ints, frame: Ints) -> None:
    """Keep what was found."""
    entry = table[frame[KEY] % len(table)]
    entry[KEY_AT] = frame[KEY]
    entry[COMING_AT] = frame[BEST] - frame[NOW]
    if frame[BEST] >= frame[BETA]:
        entry[KIND_AT] = AT_LEAST
    else:
        entry[KIND_AT] = AT_MOST if frame[BEST] <= frame[ALPHA] else EXACT


@compiled
def hope(state: StateData, seat: int, tops: Ints) -> int:
    """The most a seat's tokens can still bring it."""
    most = BONUS if state.held[seat] == RACK or (state.began == RACK and state.turn == seat) else 0
    for i in range(int(state.held[seat])):
        token = int(state.rack[seat, i])
        most += max(int(tops[token]), -int(VALUE[token]))
    return most


@compiled
def burden(state: StateData, seat: int) -> int:
    """R13: what a seat's tokens cost when it keeps them."""
    cost = 0
    for i in range(int(state.held[seat])):
        cost += int(VALUE[state.rack[seat, i]])
    return cost


@compiled
def key_of(state: StateData, board: int) -> int:
    """All that matters for what is still to come."""
    racks = 0
    for seat in range(1, 3):
        for i in range(int(state.held[seat])):
            racks = (racks + int(_ON_RACK[seat, state.rack[seat, i]])) & _BITS
    placed = 1 if state.steps != 0 else 0
    full = 1 if state.began == RACK else 0
    return board ^ racks ^ int(_SITUATION[state.turn, state.idle, placed, full])


@compiled
def choices(state: StateData, seat: int, out: Ints) -> int:
    """The right placements, the best first, then the end of the turn."""
    worths = np.empty(MOST, np.int64)
    listed = np.empty(MOST, np.int64)
    n = right_placements(state, seat, listed)
    for place in range(n):
        action = claimed(state, int(listed[place]))
        worth = points(state.board, action) + int(VALUE[token_of(action)])
        i = place
        while i > 0 and worths[i - 1] < worth:
            out[i] = out[i - 1]
            worths[i] = worths[i - 1]
            i -= 1
        out[i] = action
        worths[i] = worth
    out[n] = END
    return n + 1
