"""From whole turns to decisions: which turns to consider, which action comes first, whether to take a token."""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData
from damier.games.mathable.bot.policy import swap_everything, swap_hard_tokens, with_claims
from damier.games.mathable.bot.rack_value import POINT, fill_release_values
from damier.games.mathable.bot.turns import LENGTH_AT, NEVER, STEPS_AT, TURN, VALUE_AT, best_turns, near
from damier.games.mathable.equations import KINDS, PLACE, RACK, SIGN, square_of
from damier.games.mathable.racks import add
from damier.games.mathable.rules import BONUS, END, LEAVE, SWAP, TAKE

MAX_TURNS = 8  # considered at most
MAX_NODES = 40_000  # hardly ever needed


@compiled
def plan(state: StateData, seat: int, keep: Ints, extra: int, turns: Ints) -> int:
    """Write the turns that look best into `turns`, perhaps with an exchange among them, and return how many."""
    release_values = np.zeros(KINDS + 1, np.int64)
    fill_release_values(state, keep, release_values)
    _best(state, state.rack[seat], release_values, extra, turns)
    swap = swap_hard_tokens(state, seat)
    if turns[0, LENGTH_AT] == 0 and state.idle + 1 < 2 * state.seats:
        swap = swap_everything(
            state, seat
        )  # two rounds without a placement would end the game: something must fit soon
    if swap != END:
        worth = 1  # better than nothing at all
        for i in range(RACK):
            if ((swap - SWAP) >> i) & 1:
                worth += int(release_values[state.rack[seat, i]])
        _insert(turns, worth, swap)
    n = 0
    while n < len(turns) and turns[n, VALUE_AT] != NEVER:
        n += 1
    return n


@compiled
def _best(state: StateData, rack: StateData, release_values: Ints, extra: int, turns: Ints) -> None:
    bonus = POINT * BONUS if state.began == RACK else 0
    best_turns(state.board, state.rows, rack, release_values, extra if state.left > 0 else 0, bonus, MAX_NODES, turns)


@compiled
def _insert(turns: Ints, worth: int, action: int) -> None:
    """Insert an exchange into the turns, which are sorted, dropping the last."""
    i = len(turns) - 1
    while i > 0 and turns[i - 1, VALUE_AT] < worth:
        turns[i] = turns[i - 1]
        i -= 1
    turns[i, VALUE_AT] = worth
    turns[i, LENGTH_AT] = 1
    turns[i, STEPS_AT] = action


@compiled
def first_of(state: StateData, turn: Ints) -> int:
    """Return the first action of a turn: if the order is free, one that brings an extra token for the rest to use."""
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
            return with_claims(state, int(turn[STEPS_AT + step]))
    return with_claims(state, int(turn[STEPS_AT]))


@compiled
def decide_offer(state: StateData, seat: int, keep: Ints, extra: int) -> int:
    """Return TAKE or LEAVE, by expectation over all unseen tokens (R7)."""
    release_values = np.zeros(KINDS + 1, np.int64)
    fill_release_values(state, keep, release_values)
    turns = np.zeros((1, TURN), np.int64)
    rack = np.zeros(RACK, np.int64)
    _best(state, state.rack[seat], release_values, extra, turns)
    without = int(turns[0, VALUE_AT])
    total = 0
    weights = 0
    for token in range(1, KINDS + 1):
        weight = int(state.bag[token])
        if weight > 0:
            for i in range(RACK):
                rack[i] = state.rack[seat, i]
            add(rack, token)
            _best(state, rack, release_values, extra, turns)
            total += weight * (int(turns[0, VALUE_AT]) + int(keep[token]))
            weights += weight
    return TAKE if total >= weights * without else LEAVE
