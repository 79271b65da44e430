"""Quick, sensible, honest play: the best placement now, and what to answer when asked. Simulated games use it."""

import numpy as np

from damier.core.compiled import compiled, count, lowest
from damier.core.contract import Ints, StateData
from damier.games.mathable.bot.turns import MOST
from damier.games.mathable.equations import (
    MARGIN,
    RACK,
    SIZE,
    STRIDE,
    VALUE,
    candidates,
    equations,
    kinds_of,
    made_at,
    placement,
    points,
    token_of,
)
from damier.games.mathable.rules import ACCEPT, ASK, CONTEST, END, LEAVE, OFFER, SWAP, TAKE


@compiled
def policy(state: StateData, seat: int, rng: Ints) -> int:
    """Whatever brings most at once; nothing here is left to chance."""
    if state.phase == ASK:
        return answer(state)
    if state.phase == OFFER:
        return LEAVE if state.held[seat] == 0 and state.began == RACK else TAKE
    best = best_placement(state, seat)
    if best >= 0:
        return best
    return clumsy_swap(state, seat)


@compiled
def answer(state: StateData) -> int:
    """R15: contest the first wrong placement; accept where all are right."""
    return CONTEST + lowest(int(state.wrong)) if state.wrong != 0 else ACCEPT


@compiled
def claimed(state: StateData, action: int) -> int:
    """R14: a right placement, with all its equations named where that is asked for."""
    if state.declared == 0:
        return action
    return action | equations(state.board, (action >> 10) & 255, (action >> 4) & 63)


@compiled
def right_placements(state: StateData, seat: int, out: Ints) -> int:
    """Write each right placement of a seat's tokens, no equations named; answer how many."""
    tokens = kinds_of(state.rack[seat])
    n = 0
    for row in range(MARGIN, MARGIN + SIZE):
        columns = candidates(state.rows, row)
        while columns != 0:
            square = STRIDE * row + lowest(columns)
            columns &= columns - 1
            bits = tokens & made_at(state.board, square)
            while bits != 0:
                out[n] = placement(square, lowest(bits), 0)
                bits &= bits - 1
                n += 1
    return n


@compiled
def best_placement(state: StateData, seat: int) -> int:
    """The right placement that scores most, of equals the one rid of the larger token; -1 where there is none."""
    listed = np.empty(MOST, np.int64)
    best = -1
    chosen = -1
    for i in range(right_placements(state, seat, listed)):
        action = int(listed[i])
        worth = 128 * points(state.board, action) + int(VALUE[token_of(action)])
        if worth > best:
            best = worth
            chosen = action
    return chosen if chosen < 0 else claimed(state, chosen)


@compiled
def clumsy_swap(state: StateData, seat: int) -> int:
    """R12: exchange what is hard to place, else all, as far as the bag goes; END where that is not allowed."""
    places = 0
    if state.steps == 0:
        for i in range(RACK - 1, -1, -1):
            token = int(state.rack[seat, i])
            if token != 0 and not 0 < VALUE[token] <= 10 and count(places) < state.left:
                twin = i > 0 and state.rack[seat, i - 1] == token  # of equal tokens the first go
                places |= 0 if twin else 1 << i
    return SWAP + places if places != 0 else whole_swap(state, seat)


@compiled
def whole_swap(state: StateData, seat: int) -> int:
    """R12: exchange everything, as far as the bag goes; END where that is not allowed."""
    n = min(int(state.held[seat]), int(state.left))
    return SWAP + (1 << n) - 1 if state.steps == 0 and n > 0 else END
