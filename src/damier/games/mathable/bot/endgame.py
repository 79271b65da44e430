"""Endgames of two players: once the bag is empty nothing is hidden, so alpha-beta search solves the rest.

Values are final leads of the seat whose turn it is. The transposition table stores what is still to come, so that an
entry serves positions with other totals too.
"""

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import Ints, StateData
from damier.games.mathable.bot.policy import right_placements, with_claims
from damier.games.mathable.bot.rack_value import POINT
from damier.games.mathable.bot.turns import MOST, NEVER, fill_bounds
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

INFINITE = 10**6
DEEPEST = 2 * RACK + 4 * (2 * RACK + 1) + 1  # placements, and four idle turns after each

# An entry of the transposition table: key, value still to come, and whether that is exact or a bound.
KEY_AT, COMING_AT, KIND_AT = range(3)
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
ENTRIES = 1 << 16

# A node of the search: window, best value so far, next action, number of actions, key, present lead, hash of the board.
ALPHA, BETA, FLOOR, BEST, AT, N, KEY, NOW, BOARD = range(9)
FRAME = 9

# Nodes searched, and how many may be.
NODES, LIMIT = range(2)

_BITS = 2**61 - 1
_random = np.random.default_rng(21)
_ON_BOARD = _random.integers(1, 2**60, (CELLS, KINDS + 1), np.int64)
_ON_RACK = _random.integers(1, 2**60, (3, KINDS + 1), np.int64)
_SITUATION = _random.integers(1, 2**60, (3, 8, 2, 2), np.int64)  # by turn, idle turns, whether placed, full start


@compiled
def is_solvable(state: StateData) -> bool:
    """Return whether everything is known and only placements are left."""
    return bool(state.seats == 2 and state.left == 0 and state.phase == PLAY)


@compiled
def solve(memory: StateData, table: Ints, counted: Ints, best: Ints) -> int:
    """Return the final lead of the seat whose turn it is in `memory[0]`, and write its best action into `best[0]`.

    The result is meaningless if `counted` says that there were not enough nodes.
    """
    bounds = np.zeros(KINDS + 1, np.int64)
    left = np.zeros(KINDS + 1, np.int64)
    nothing = np.zeros(KINDS + 1, np.int64)
    held = 0
    for seat in range(1, 3):
        for i in range(int(memory[0].held[seat])):
            left[memory[0].rack[seat, i]] += 1
            held += 1
    fill_bounds(memory[0].board, left, held, nothing, 0, bounds)
    for token in range(1, KINDS + 1):
        bounds[token] = NEVER if bounds[token] == NEVER else int(bounds[token]) // POINT
    return search(memory, table, bounds, counted, best)


@compiled
def search(memory: StateData, table: Ints, bounds: Ints, counted: Ints, best: Ints) -> int:
    """Search by alpha-beta, with an explicit stack: the machine code of a recursive version crashed."""
    frames = np.zeros((DEEPEST + 1, FRAME), np.int64)
    actions = np.empty((DEEPEST + 1, MOST + 1), np.int64)
    frames[0, ALPHA] = -INFINITE
    frames[0, BETA] = INFINITE
    depth = 0
    known = open_node(memory[0], frames[0], actions[0], table, bounds, counted, False)
    while counted[NODES] <= counted[LIMIT]:
        frame = frames[depth]
        if not known and frame[AT] < frame[N] and frame[FLOOR] < frame[BETA]:
            action = int(actions[depth, frame[AT]])
            frame[AT] += 1
            play_action(memory[depth], memory[depth + 1], action)
            below = frames[depth + 1]
            same = memory[depth + 1].turn == memory[depth].turn
            below[ALPHA] = frame[FLOOR] if same else -frame[BETA]
            below[BETA] = frame[BETA] if same else -frame[FLOOR]
            below[BOARD] = frame[BOARD]
            if action != END:
                below[BOARD] ^= _ON_BOARD[square_of(action), token_of(action)]
            depth += 1
            known = open_node(memory[depth], below, actions[depth], table, bounds, counted, True)
            continue
        if not known:
            store(table, frame)
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
def play_action(before: StateData, after: StateData, action: int) -> None:
    """Write the position after an action; the opponent accepts it, because it is right."""
    copy(after, before)
    apply(after, int(before.turn), action)
    if after.phase == ASK:
        apply(after, 3 - int(before.turn), ACCEPT)


@compiled
def open_node(
    state: StateData, frame: Ints, actions: Ints, table: Ints, bounds: Ints, counted: Ints, may_know: bool
) -> bool:
    """Set up a node; return whether its value is known at once, or well enough for the window."""
    turn = int(state.turn)
    now = int(state.totals[turn]) - int(state.totals[3 - turn])
    frame[BEST] = now
    if state.ending != 0:
        return True
    counted[NODES] += 1
    frame[NOW] = now
    frame[KEY] = key_of(state, int(frame[BOARD]))
    if may_know:
        most = now + most_to_come(state, turn, bounds) + rack_cost(state, 3 - turn)
        least = now - most_to_come(state, 3 - turn, bounds) - rack_cost(state, turn)
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
    frame[BEST] = -INFINITE
    frame[FLOOR] = frame[ALPHA]
    frame[AT] = 0
    frame[N] = choices(state, turn, actions)
    return False


@compiled
def store(table: Ints, frame: Ints) -> None:
    """Store what was found in the transposition table."""
    entry = table[frame[KEY] % len(table)]
    entry[KEY_AT] = frame[KEY]
    entry[COMING_AT] = frame[BEST] - frame[NOW]
    if frame[BEST] >= frame[BETA]:
        entry[KIND_AT] = AT_LEAST
    else:
        entry[KIND_AT] = AT_MOST if frame[BEST] <= frame[ALPHA] else EXACT


@compiled
def most_to_come(state: StateData, seat: int, bounds: Ints) -> int:
    """Return the most that a seat's tokens can still bring it."""
    most = BONUS if state.held[seat] == RACK or (state.began == RACK and state.turn == seat) else 0
    for i in range(int(state.held[seat])):
        token = int(state.rack[seat, i])
        most += max(int(bounds[token]), -int(VALUE[token]))
    return most


@compiled
def rack_cost(state: StateData, seat: int) -> int:
    """Return what a seat's tokens cost if they are left over (R13)."""
    cost = 0
    for i in range(int(state.held[seat])):
        cost += int(VALUE[state.rack[seat, i]])
    return cost


@compiled
def key_of(state: StateData, board: int) -> int:
    """Return a hash of all that matters for what is still to come."""
    racks = 0
    for seat in range(1, 3):
        for i in range(int(state.held[seat])):
            racks = (racks + int(_ON_RACK[seat, state.rack[seat, i]])) & _BITS
    placed = 1 if state.steps != 0 else 0
    full = 1 if state.began == RACK else 0
    return board ^ racks ^ int(_SITUATION[state.turn, state.idle, placed, full])


@compiled
def choices(state: StateData, seat: int, out: Ints) -> int:
    """Write the right placements, the best first, then the end of the turn; return how many."""
    worths = np.empty(MOST, np.int64)
    listed = np.empty(MOST, np.int64)
    n = right_placements(state, seat, listed)
    for place in range(n):
        action = with_claims(state, int(listed[place]))
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
