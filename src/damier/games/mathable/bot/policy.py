"""A quick, sensible and honest policy for rollouts: the best placement now, and whether to accept or contest."""

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
    """Return what brings most at once. The choice does not depend on `rng`."""
    if state.phase == ASK:
        return reply(state)
    if state.phase == OFFER:
        return LEAVE if state.held[seat] == 0 and state.began == RACK else TAKE
    best = best_placement(state, seat)
    if best >= 0:
        return best
    return swap_hard_tokens(state, seat)


@compiled
def reply(state: StateData) -> int:
    """Contest the first wrong placement, or accept if all are right (R15)."""
    return CONTEST + lowest(int(state.wrong)) if state.wrong != 0 else ACCEPT


@compiled
def with_claims(state: StateData, action: int) -> int:
    """Return a right placement with all its equations claimed, where claims are declared (R14)."""
    if state.declared == 0:
        return action
    return action | equations(state.board, (action >> 10) & 255, (action >> 4) & 63)


@compiled
def right_placements(state: StateData, seat: int, out: Ints) -> int:
    """Write each right placement of a seat's tokens into `out`, without claims, and return how many."""
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
    """Return the right placement that scores most, among equals that of the larger token; -1 if there is none."""
    listed = np.empty(MOST, np.int64)
    best = -1
    chosen = -1
    for i in range(right_placements(state, seat, listed)):
        action = int(listed[i])
        worth = 128 * points(state.board, action) + int(VALUE[token_of(action)])
        if worth > best:
            best = worth
            chosen = action
    return chosen if chosen < 0 else with_claims(state, chosen)


@compiled
def swap_hard_tokens(state: StateData, seat: int) -> int:
    """Return an exchange of what is hard to place, or of all, as far as the bag goes (R12); END if not allowed."""
    places = 0
    if state.steps == 0:
        for i in range(RACK - 1, -1, -1):
            token = int(state.rack[seat, i])
            if token != 0 and not 0 < VALUE[token] <= 10 and count(places) < state.left:
                repeated = i > 0 and state.rack[seat, i - 1] == token  # of equal tokens the first is exchanged
                places |= 0 if repeated else 1 << i
    return SWAP + places if places != 0 else swap_everything(state, seat)


@compiled
def swap_everything(state: StateData, seat: int) -> int:
    """Return an exchange of everything, as far as the bag goes (R12); END if not allowed."""
    n = min(int(state.held[seat]), int(state.left))
    return SWAP + (1 << n) - 1 if state.steps == 0 and n > 0 else END
