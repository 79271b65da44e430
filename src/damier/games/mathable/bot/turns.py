"""The best whole turns (R9): all sequences of placements from one rack, without extra tokens, searched exactly.

Two placements that do not lie near each other give the same in either order: of such orders one is looked at, the
other sleeps. What cannot reach the best turns found so far is cut off, by a bound for each token that no sequence
exceeds.
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

MOST = SIZE * SIZE * RACK  # placements at once
NEVER = -(10**9)

# A turn found, as a row of numbers.
VALUE_AT, SET_AT, LENGTH_AT, STEPS_AT = range(4)
TURN = STEPS_AT + RACK

ON_BOARD = np.zeros(CELLS, np.int64)
for _row in range(SIZE):
    for _column in range(SIZE):
        ON_BOARD[square_at(_row, _column)] = 1
NEIGHBOURS = np.array([step * far for step in STEPS for far in (1, 2)], np.int64)
_MARKS = np.random.default_rng(14).integers(1, 2**61, (CELLS, KINDS + 1), np.int64)  # tell sets of placements apart


@compiled
def gain(board: StateData, square: int, token: int, letting: Ints, extra: int) -> int:
    """What a placement brings now: points, being rid of the token, and an extra one to draw (R7)."""
    points = int(VALUE[token]) * count(equations(board, square, token)) * int(AWARD[square])
    return POINT * points + int(letting[token]) + (extra if SIGN[square] != 0 else 0)


@compiled
def near(a: int, b: int) -> bool:
    """Whether one of two squares may be part of an equation on the other."""
    apart = abs(a - b)
    return apart == 1 or apart == 2 or apart == STRIDE or apart == 2 * STRIDE


@compiled
def best_turns(
    board: StateData, rows: StateData, rack: StateData, letting: Ints, extra: int, bonus: int, limit: int, found: Ints
) -> int:
    """Fill `found` with the best turns, each set of placements once; answer the nodes looked at.

    `letting` says what letting each token go is worth, `extra` a token taken after a restriction square, `bonus` an
    empty rack: one or the other, for who takes a token has one.
    At `limit` nodes the search ends with what it has. Board and rows are as before afterwards.
    """
    left = np.zeros(KINDS + 1, np.int64)
    held = 0
    for i in range(RACK):
        if rack[i] != 0:
            left[rack[i]] += 1
            held += 1
    tops = np.zeros(KINDS + 1, np.int64)
    fill_tops(board, left, held, letting, extra, tops)
    found[:, VALUE_AT] = NEVER
    found[:, SET_AT] = -1
    actions = np.empty((RACK + 1, MOST), np.int64)
    gains = np.empty((RACK + 1, MOST), np.int64)
    asleep = np.empty((RACK + 1, MOST), np.int64)
    n = np.zeros(RACK + 1, np.int64)
    at = np.zeros(RACK + 1, np.int64)
    total = np.zeros(RACK + 1, np.int64)
    hope = np.zeros(RACK + 1, np.int64)  # what the tokens left may bring at most
    marks = np.zeros(RACK + 1, np.int64)
    line = np.zeros(RACK + 1, np.int64)
    hope[0] = bonus
    for i in range(held):
        top = int(tops[rack[i]])
        if top == NEVER:
            hope[0] -= bonus
            bonus = 0
        hope[0] += max(0, top)
    for row in range(MARGIN, MARGIN + SIZE):
        columns = candidates(rows, row)
        while columns != 0:
            square = STRIDE * row + lowest(columns)
            columns &= columns - 1
            n[0] = _list(board, square, left, letting, extra, actions[0], gains[0], asleep[0], int(n[0]))
    _note(found, bonus if held == 0 else 0, 0, 0, line)
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
        hoped = int(hope[depth]) - max(0, int(tops[token]))
        if value + hoped <= found[-1, VALUE_AT]:
            continue
        square = square_of(action)
        nodes += 1
        put(board, rows, square, token)
        left[token] -= 1
        line[depth] = action
        depth += 1
        at[depth] = 0
        total[depth] = value
        hope[depth] = hoped
        marks[depth] = int(marks[depth - 1]) ^ int(_MARKS[square, token])
        reached = value if depth < held else max(value, value + bonus - extra * _restrictions(line, depth))
        _note(found, reached, int(marks[depth]), depth, line)
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
                m = _list(board, beside, left, letting, extra, actions[depth], gains[depth], asleep[depth], m)
        n[depth] = m
    return nodes


@compiled
def _list(
    board: StateData,
    square: int,
    left: Ints,
    letting: Ints,
    extra: int,
    actions: Ints,
    gains: Ints,
    asleep: Ints,
    n: int,
) -> int:
    """Add what may be placed on a square to the list, which descends by gain; answer its new length."""
    bits = made_at(board, square)
    while bits != 0:
        token = lowest(bits)
        bits &= bits - 1
        if left[token] == 0:
            continue
        worth = gain(board, square, token, letting, extra)
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
    """How many of the first n placements lie on restriction squares."""
    found = 0
    for i in range(n):
        found += 1 if SIGN[square_of(int(line[i]))] != 0 else 0
    return found


@compiled
def _note(found: Ints, value: int, marks: int, length: int, line: Ints) -> None:
    """Keep a turn among the best, ordered; of equal sets of placements the better order."""
    last = len(found) - 1
    if value <= found[last, VALUE_AT]:
        return
    for i in range(last + 1):
        if found[i, SET_AT] == marks:
            if found[i, VALUE_AT] >= value:
                return
            last = i
    i = last
    while i > 0 and found[i - 1, VALUE_AT] < value:
        found[i] = found[i - 1]
        i -= 1
    found[i, VALUE_AT] = value
    found[i, SET_AT] = marks
    found[i, LENGTH_AT] = length
    for step in range(length):
        found[i, STEPS_AT + step] = line[step]


@compiled
def fill_tops(board: StateData, left: Ints, held: int, letting: Ints, extra: int, tops: Ints) -> None:
    """By token: the most its placement may bring in this turn, whatever is placed before; NEVER where it cannot be."""
    may = np.zeros(CELLS, np.int64)  # by square: the tokens that lie there or might, as bits
    kinds = 0
    for token in range(1, KINDS + 1):
        if left[token] != 0:
            kinds |= 1 << token
        tops[token] = NEVER
    for square in range(CELLS):
        if board[square] != 0:
            may[square] = 1 << int(board[square])
    for _ in range(held):
        more = False
        for square in range(MARGIN * STRIDE, CELLS - MARGIN * STRIDE):
            if ON_BOARD[square] == 0 or board[square] != 0 or may[square] == kinds:
                continue
            bits = 0
            for d in range(4):
                bits |= _might(board, may, square, STEPS[d], left)
            bits &= kinds
            if bits & ~int(may[square]) != 0:
                may[square] |= bits
                more = True
        if not more:
            break
    for square in range(MARGIN * STRIDE, CELLS - MARGIN * STRIDE):
        if board[square] != 0 or may[square] == 0:
            continue
        once = 0
        lines = np.zeros(4, np.int64)
        for d in range(4):
            lines[d] = _might(board, may, square, STEPS[d], left)
            once |= int(lines[d])
        bits = once & kinds
        while bits != 0:
            token = lowest(bits)
            bits &= bits - 1
            equal = 0
            for d in range(4):
                equal += (int(lines[d]) >> token) & 1
            worth = POINT * int(VALUE[token]) * equal * int(AWARD[square]) + int(letting[token])
            tops[token] = max(int(tops[token]), worth + (extra if SIGN[square] != 0 else 0))


@compiled
def _might(board: StateData, may: Ints, square: int, step: int, left: Ints) -> int:
    """The tokens that the pair in one direction might make, once others lie there."""
    first = int(may[square + step])
    if first == 0:
        return 0
    second = int(may[square + 2 * step])
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
            if free:  # a token that lies beside is not on the rack any more
                if board[square + step] == 0 and left[a] < 2:
                    bits &= ~(1 << a)
                if board[square + 2 * step] == 0 and left[b] < 2:
                    bits &= ~(1 << b)
            made |= bits
    return made
