"""Two players and an empty bag: nothing is hidden any more, so the rest is solved, by alpha-beta over the rules.

Values are final leads of whoever has the turn. The table keeps what is still to come, so that positions reached with
other totals count as known.
"""

import numpy as np

from damier.core.compiled import compiled, copy, lowest
from damier.core.contract import Ints, Record
from damier.games.mathable.equations import (
    CELLS,
    KINDS,
    MARGIN,
    RACK,
    SIZE,
    STRIDE,
    VALUE,
    candidates,
    kinds_of,
    made_at,
    placement,
    points,
    square_of,
    token_of,
)
from damier.games.mathable.leave import POINT
from damier.games.mathable.policy import claimed
from damier.games.mathable.rules import ACCEPT, ASK, BONUS, END, PLAY, apply
from damier.games.mathable.turns import MOST, NEVER, fill_tops

FAR = 10**6
DEEPEST = 2 * RACK + 4 * (2 * RACK + 1)  # placements, and four idle turns after each

# An entry of the table: key, value still to come, and whether that is a bound.
KEY_AT, COMING_AT, KIND_AT = range(3)
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
ENTRIES = 1 << 16

# What has been counted, and how far it may go.
NODES, LIMIT = range(2)

_BITS = 2**61 - 1
_random = np.random.default_rng(21)
_ON_BOARD = _random.integers(1, 2**60, (CELLS, KINDS + 1), np.int64)
_ON_RACK = _random.integers(1, 2**60, (3, KINDS + 1), np.int64)
_SITUATION = _random.integers(1, 2**60, (3, 8, 2, 2), np.int64)  # by turn, idle turns, whether placed, full start


@compiled
def fits(state: Record) -> bool:
    """Whether everything is known and only placements are left."""
    return bool(state.seats == 2 and state.left == 0 and state.phase == PLAY)


@compiled
def solve(memory: Record, table: Ints, counted: Ints, best: Ints) -> int:
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
    return search(memory, 0, -FAR, FAR, 0, table, tops, counted, best)


@compiled
def search(
    memory: Record, depth: int, alpha: int, beta: int, board: int, table: Ints, tops: Ints, counted: Ints, best: Ints
) -> int:
    """Alpha-beta: the final lead of whose turn it is in `memory[depth]`. `board` tells boards apart."""
    state = memory[depth]
    turn = int(state.turn)
    other = 3 - turn
    now = int(state.totals[turn]) - int(state.totals[other])
    if state.ending != 0:
        return now
    counted[NODES] += 1
    if counted[NODES] > counted[LIMIT]:
        return 0
    most = now + hope(state, turn, tops) + burden(state, other)
    least = now - hope(state, other, tops) - burden(state, turn)
    if depth > 0:
        if most <= alpha:
            return most
        if least >= beta:
            return least
    key = key_of(state, board)
    entry = table[key % len(table)]
    if depth > 0 and entry[KEY_AT] == key:
        known = now + int(entry[COMING_AT])
        kind = int(entry[KIND_AT])
        if kind == EXACT or (kind == AT_LEAST and known >= beta) or (kind == AT_MOST and known <= alpha):
            return known
    actions = np.empty(MOST + 1, np.int64)
    n = choices(state, turn, actions)
    value = -FAR
    floor = alpha
    for i in range(n):
        action = int(actions[i])
        copy(memory[depth + 1], state)
        after = memory[depth + 1]
        apply(after, turn, action if action == END else claimed(state, action))
        if after.phase == ASK and after.ending == 0:
            apply(after, other, ACCEPT)
        mark = 0 if action == END else int(_ON_BOARD[square_of(action), token_of(action)])
        if after.turn == turn:
            found = search(memory, depth + 1, floor, beta, board ^ mark, table, tops, counted, best)
        else:
            found = -search(memory, depth + 1, -beta, -floor, board ^ mark, table, tops, counted, best)
        if counted[NODES] > counted[LIMIT]:
            return 0
        if found > value:
            value = found
            if depth == 0:
                best[0] = action if action == END else claimed(state, action)
        floor = max(floor, value)
        if floor >= beta:
            break
    entry[KEY_AT] = key
    entry[COMING_AT] = value - now
    entry[KIND_AT] = AT_LEAST if value >= beta else AT_MOST if value <= alpha else EXACT
    return value


@compiled
def hope(state: Record, seat: int, tops: Ints) -> int:
    """The most a seat's tokens can still bring it."""
    most = BONUS if state.held[seat] == RACK or (state.began == RACK and state.turn == seat) else 0
    for i in range(int(state.held[seat])):
        token = int(state.rack[seat, i])
        most += max(int(tops[token]), -int(VALUE[token]))
    return most


@compiled
def burden(state: Record, seat: int) -> int:
    """R13: what a seat's tokens cost when it keeps them."""
    cost = 0
    for i in range(int(state.held[seat])):
        cost += int(VALUE[state.rack[seat, i]])
    return cost


@compiled
def key_of(state: Record, board: int) -> int:
    """All that matters for what is still to come."""
    racks = 0
    for seat in range(1, 3):
        for i in range(int(state.held[seat])):
            racks = (racks + int(_ON_RACK[seat, state.rack[seat, i]])) & _BITS
    placed = 1 if state.steps != 0 else 0
    full = 1 if state.began == RACK else 0
    return board ^ racks ^ int(_SITUATION[state.turn, state.idle, placed, full])


@compiled
def choices(state: Record, seat: int, out: Ints) -> int:
    """The right placements, the best first, then the end of the turn."""
    worths = np.empty(MOST + 1, np.int64)
    tokens = kinds_of(state.rack[seat])
    n = 0
    for row in range(MARGIN, MARGIN + SIZE):
        columns = candidates(state.rows, row)
        while columns != 0:
            square = STRIDE * row + lowest(columns)
            columns &= columns - 1
            bits = tokens & made_at(state.board, square)
            while bits != 0:
                token = lowest(bits)
                bits &= bits - 1
                action = placement(square, token, 0)
                worth = points(state.board, action) + int(VALUE[token])
                i = n
                while i > 0 and worths[i - 1] < worth:
                    out[i] = out[i - 1]
                    worths[i] = worths[i - 1]
                    i -= 1
                out[i] = action
                worths[i] = worth
                n += 1
    out[n] = END
    return n + 1
