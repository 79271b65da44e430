"""From whole turns to decisions: which turns are worth a thought, what to do first, whether to take a token."""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData
from damier.games.mathable.bot.policy import claimed, clumsy_swap, whole_swap
from damier.games.mathable.bot.rack_value import POINT, fill_letting
from damier.games.mathable.bot.turns import LENGTH_AT, NEVER, STEPS_AT, TURN, VALUE_AT, best_turns, near
from damier.games.mathable.equations import KINDS, PLACE, RACK, SIGN, square_of
from damier.games.mathable.racks import add
from damier.games.mathable.rules import BONUS, END, LEAVE, SWAP, TAKE

WIDTH = 8  # turns worth a thought
PATIENCE = 40_000  # nodes; so many are hardly ever needed


@compiled
def plan(state: StateData, seat: int, keep: Ints, extra: int, turns: Ints) -> int:
    """Fill in the turns that look best, an exchange among them where it does; answer how many."""
    letting = np.zeros(KINDS + 1, np.int64)
    fill_letting(state, keep, letting)
    _best(state, state.rack[seat], letting, extra, turns)
    swap = clumsy_swap(state, seat)
    if turns[0, LENGTH_AT] == 0 and state.idle + 1 < 2 * state.seats:
        swap = whole_swap(state, seat)  # two rounds without a placement would end the game: something must fit soon
    if swap != END:
        worth = 1  # better than nothing at all
        for i in range(RACK):
            if ((swap - SWAP) >> i) & 1:
                worth += int(letting[state.rack[seat, i]])
        _insert(turns, worth, swap)
    n = 0
    while n < len(turns) and turns[n, VALUE_AT] != NEVER:
        n += 1
    return n


@compiled
def _best(state: StateData, rack: StateData, letting: Ints, extra: int, turns: Ints) -> None:
    bonus = POINT * BONUS if state.began == RACK else 0
    best_turns(state.board, state.rows, rack, letting, extra if state.left > 0 else 0, bonus, PATIENCE, turns)


@compiled
def _insert(turns: Ints, worth: int, action: int) -> None:
    """Put an exchange among the turns, in place of the last."""
    i = len(turns) - 1
    while i > 0 and turns[i - 1, VALUE_AT] < worth:
        turns[i] = turns[i - 1]
        i -= 1
    turns[i, VALUE_AT] = worth
    turns[i, LENGTH_AT] = 1
    turns[i, STEPS_AT] = action


@compiled
def first_of(state: StateData, turn: Ints) -> int:
    """What to do first. What brings an extra token comes first where the order is free: the rest may fit it then."""
    n = int(turn[LENGTH_AT])
    if n == 0:
        return END
    if turn[STEPS_AT] < PLACE:
        return int(turn[STEPS_AT])
    for step in range(n):
        square = square_of(int(turn[STEPS_AT + step]))
        free = SIGN[square] != 0
        for before in range(step):
            free = free and not near(square, square_of(int(turn[STEPS_AT + before])))
        if free:
            return claimed(state, int(turn[STEPS_AT + step]))
    return claimed(state, int(turn[STEPS_AT]))


@compiled
def decide_offer(state: StateData, seat: int, keep: Ints, extra: int) -> int:
    """R7: by expectation over all unseen tokens."""
    letting = np.zeros(KINDS + 1, np.int64)
    fill_letting(state, keep, letting)
    turns = np.zeros((1, TURN), np.int64)
    rack = np.zeros(RACK, np.int64)
    _best(state, state.rack[seat], letting, extra, turns)
    without = int(turns[0, VALUE_AT])
    total = 0
    weights = 0
    for token in range(1, KINDS + 1):
        weight = int(state.bag[token])
        if weight > 0:
            for i in range(RACK):
                rack[i] = state.rack[seat, i]
            add(rack, token)
            _best(state, rack, letting, extra, turns)
            total += weight * (int(turns[0, VALUE_AT]) + int(keep[token]))
            weights += weight
    return TAKE if total >= weights * without else LEAVE
