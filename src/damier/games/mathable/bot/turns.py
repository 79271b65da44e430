"""The best whole turns (R9): all sequences of placements from one rack, without extra tokens, searched exactly.

Two placements that are not near each other give the same in either order: only one order is searched, in the other the
placement sleeps (sleep sets). A branch that cannot reach the best turns found so far is cut off, by an upper bound for
each token.
"""

import numpy as np

from damier.core.compiled import compiled, count, lowest
from damier.core.contract import Ints, StateData
from damier.games.mathable.bot.rack_value import POINT
from damier.games.mathable.equations import (
    AWARD,
    CELLS,
    KINDS,
    MAKES,
    MARGIN,
    RACK,
    SIGN,
    SIZE,
    STEPS,
    STRIDE,
    VALUE,
    candidates,
    equations,
    lift,
    made_at,
    placement,
    put,
    square_at,
    square_of,
    token_of,
)

MOST = SIZE * SIZE * RACK  # placements in one position, at most
NEVER = -(10**9)

# A turn found, as a row of numbers.
VALUE_AT, SET_AT, LENGTH_AT, STEPS_AT = range(4)
TURN = STEPS_AT + RACK

ON_BOARD = np.zeros(CELLS, np.int64)
for _row in range(SIZE):
    for _column in range(SIZE):
        ON_BOARD[square_at(_row, _column)] = 1
NEIGHBOURS = np.array([step * far for step in STEPS for far in (1, 2)], np.int64)
_SET_KEYS = np.random.default_rng(14).integers(
    1, 2**61, (CELLS, KINDS + 1), np.int64
)  # hash keys of sets of placements


@compiled
def gain(board: StateData, square: int, token: int, release_values: Ints, extra: int) -> int:
    """Return what a placement brings now: points, getting rid of the token, and an extra one to draw (R7)."""
    points = int(VALUE[token]) * count(equations(board, square, token)) * int(AWARD[square])
    return POINT * points + int(release_values[token]) + (extra if SIGN[square] != 0 else 0)


@compiled
def near(a: int, b: int) -> bool:
    """Return whether one of two squares may be part of an equation on the other."""
    apart = abs(a - b)
    return apart == 1 or apart == 2 or apart == STRIDE or apart == 2 * STRIDE


@compiled
def best_turns(
    board: StateData,
    rows: StateData,
    rack: StateData,
    release_values: Ints,
    extra: int,
    bonus: int,
    limit: int,
    found: Ints,
) -> int:
    """Write the best turns into `found`, each set of placements once, and return the number of nodes searched.

    `release_values` says what getting rid of each token is worth, `extra` what a token taken after a square with a
    sign is worth, `bonus` an empty rack. Only one of these two can be had: whoever takes a token has one.
    At `limit` nodes the search stops with what it has. Board and rows are left as they were.
    """
    left = np.zeros(KINDS + 1, np.int64)
    held = 0
    for i in range(RACK):
        if rack[i] != 0:
            left[rack[i]] += 1
            held += 1
    bounds = np.zeros(KINDS + 1, np.int64)
    fill_bounds(board, left, held, release_values, extra, bounds)
    found[:, VALUE_AT] = NEVER
    found[:, SET_AT] = -1
    actions = np.empty((RACK + 1, MOST), np.int64)
    gains = np.empty((RACK + 1, MOST), np.int64)
    asleep = np.empty((RACK + 1, MOST), np.int64)
    n = np.zeros(RACK + 1, np.int64)
    at = np.zeros(RACK + 1, np.int64)
    total = np.zeros(RACK + 1, np.int64)
    to_come = np.zeros(RACK + 1, np.int64)  # the most that the tokens left may bring
    set_keys = np.zeros(RACK + 1, np.int64)
    line = np.zeros(RACK + 1, np.int64)
    to_come[0] = bonus
    for i in range(held):
        top = int(bounds[rack[i]])
        if top == NEVER:
            to_come[0] -= bonus
            bonus = 0
        to_come[0] += max(0, top)
    for row in range(MARGIN, MARGIN + SIZE):
        columns = candidates(rows, row)
        while columns != 0:
            square = STRIDE * row + lowest(columns)
            columns &= columns - 1
            n[0] = _insert_placements(
                board, square, left, release_values, extra, actions[0], gains[0], asleep[0], int(n[0])
            )
    _keep_if_better(found, bonus if held == 0 else 0, 0, 0, line)
    nodes = 1
    depth = 0
    while depth >= 0:
        i = int(at[depth])
        if i == n[depth] or nodes >= limit:
            depth -= 1
            if depth >= 0:
                lift(board, rows, square_of(int(line[depth])))
                left[token_of(int(line[depth]))] += 1
            continue
        at[depth] = i + 1
        if asleep[depth, i] != 0:
            continue
        action = int(actions[depth, i])
        token = token_of(action)
        value = int(total[depth]) + int(gains[depth, i])
        still_to_come = int(to_come[depth]) - max(0, int(bounds[token]))
        if value + still_to_come <= found[-1, VALUE_AT]:
            continue
        square = square_of(action)
        nodes += 1
        put(board, rows, square, token)
        left[token] -= 1
        line[depth] = action
        depth += 1
        at[depth] = 0
        total[depth] = value
        to_come[depth] = still_to_come
        set_keys[depth] = int(set_keys[depth - 1]) ^ int(_SET_KEYS[square, token])
        reached = value if depth < held else max(value, value + bonus - extra * _restrictions(line, depth))
        _keep_if_better(found, reached, int(set_keys[depth]), depth, line)
        m = 0
        for j in range(int(n[depth - 1])):
            other = int(actions[depth - 1, j])
            beside = square_of(other)
            if beside != square and left[token_of(other)] != 0 and not near(beside, square):
                actions[depth, m] = other
                gains[depth, m] = gains[depth - 1, j]
                asleep[depth, m] = 1 if j < i else asleep[depth - 1, j]
                m += 1
        for k in range(len(NEIGHBOURS)):
            beside = square + int(NEIGHBOURS[k])
            if ON_BOARD[beside] != 0 and board[beside] == 0:
                m = _insert_placements(
                    board, beside, left, release_values, extra, actions[depth], gains[depth], asleep[depth], m
                )
        n[depth] = m
    return nodes


@compiled
def _insert_placements(
    board: StateData,
    square: int,
    left: Ints,
    release_values: Ints,
    extra: int,
    actions: Ints,
    gains: Ints,
    asleep: Ints,
    n: int,
) -> int:
    """Insert what may be placed on a square into the list, which is sorted by gain, and return its new length."""
    bits = made_at(board, square)
    while bits != 0:
        token = lowest(bits)
        bits &= bits - 1
        if left[token] == 0:
            continue
        worth = gain(board, square, token, release_values, extra)
        i = n
        while i > 0 and gains[i - 1] < worth:
            actions[i] = actions[i - 1]
            gains[i] = gains[i - 1]
            asleep[i] = asleep[i - 1]
            i -= 1
        actions[i] = placement(square, token, 0)
        gains[i] = worth
        asleep[i] = 0
        n += 1
    return n


@compiled
def _restrictions(line: Ints, n: int) -> int:
    """Return how many of the first n placements are on squares with a sign."""
    found = 0
    for i in range(n):
        found += 1 if SIGN[square_of(int(line[i]))] != 0 else 0
    return found


@compiled
def _keep_if_better(found: Ints, value: int, set_keys: int, length: int, line: Ints) -> None:
    """Insert a turn among the best if it is good enough; of equal sets of placements keep the better order."""
    last = len(found) - 1
    if value <= found[last, VALUE_AT]:
        return
    for i in range(last + 1):
        if found[i, SET_AT] == set_keys:
            if found[i, VALUE_AT] >= value:
                return
            last = i
    i = last
    while i > 0 and found[i - 1, VALUE_AT] < value:
        found[i] = found[i - 1]
        i -= 1
    found[i, VALUE_AT] = value
    found[i, SET_AT] = set_keys
    found[i, LENGTH_AT] = length
    for step in range(length):
        found[i, STEPS_AT + step] = line[step]


@compiled
def fill_bounds(board: StateData, left: Ints, held: int, release_values: Ints, extra: int, bounds: Ints) -> None:
    """Write, by token, the most it may bring in this turn, whatever is placed before it; NEVER if it never fits."""
    possible = np.zeros(CELLS, np.int64)  # by square: the tokens that are there or could be, as bits
    kinds = 0
    for token in range(1, KINDS + 1):
        if left[token] != 0:
            kinds |= 1 << token
        bounds[token] = NEVER
    for square in range(CELLS):
        if board[square] != 0:
            possible[square] = 1 << int(board[square])
    for _ in range(held):
        more = False
        for square in range(MARGIN * STRIDE, CELLS - MARGIN * STRIDE):
            if ON_BOARD[square] == 0 or board[square] != 0 or possible[square] == kinds:
                continue
            bits = 0
            for d in range(4):
                bits |= _could_make(board, possible, square, STEPS[d], left)
            bits &= kinds
            if bits & ~int(possible[square]) != 0:
                possible[square] |= bits
                more = True
        if not more:
            break
    for square in range(MARGIN * STRIDE, CELLS - MARGIN * STRIDE):
        if board[square] != 0 or possible[square] == 0:
            continue
        once = 0
        lines = np.zeros(4, np.int64)
        for d in range(4):
            lines[d] = _could_make(board, possible, square, STEPS[d], left)
            once |= int(lines[d])
        bits = once & kinds
        while bits != 0:
            token = lowest(bits)
            bits &= bits - 1
            equal = 0
            for d in range(4):
                equal += (int(lines[d]) >> token) & 1
            worth = POINT * int(VALUE[token]) * equal * int(AWARD[square]) + int(release_values[token])
            bounds[token] = max(int(bounds[token]), worth + (extra if SIGN[square] != 0 else 0))


@compiled
def _could_make(board: StateData, possible: Ints, square: int, step: int, left: Ints) -> int:
    """Return the tokens that the pair in one direction could make, once others are there."""
    first = int(possible[square + step])
    if first == 0:
        return 0
    second = int(possible[square + 2 * step])
    if second == 0:
        return 0
    makes = MAKES[SIGN[square]]
    free = board[square + step] == 0 or board[square + 2 * step] == 0
    both = board[square + step] == 0 and board[square + 2 * step] == 0
    made = 0
    while first != 0:
        a = lowest(first)
        first &= first - 1
        others = second
        while others != 0:
            b = lowest(others)
            others &= others - 1
            if both and a == b and left[a] < 2:
                continue
            bits = int(makes[a, b])
            if free:  # a token placed there is no longer on the rack
                if board[square + step] == 0 and left[a] < 2:
                    bits &= ~(1 << a)
                if board[square + 2 * step] == 0 and left[b] < 2:
                    bits &= ~(1 << b)
            made |= bits
    return made
