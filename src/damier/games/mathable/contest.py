"""Contests (R15): a wrong placement is taken back, with everything after it."""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import StateData
from damier.games.mathable.equations import RACK, lift, square_of, token_of
from damier.games.mathable.racks import add, drop, put_back, remember, wonder


@compiled
def take_back(state: StateData, first: int) -> None:
    """Return this placement and the later ones to the rack, and extra tokens taken since to the bag, the last first.

    Tokens placed before any extra token was taken are known to be in the rack again. Of the later ones the others
    cannot tell which were extra tokens.
    """
    seat = int(state.turn)
    returned = np.zeros(RACK, np.int8)
    doubtful = np.zeros(RACK, np.int8)
    sure = first
    while sure < state.steps - 1 and state.extra[sure] == 0:
        sure += 1
    for step in range(int(state.steps) - 1, first - 1, -1):
        action = int(state.actions[step])
        token = token_of(action)
        extra = int(state.extra[step])
        if extra != 0:
            drop(state.rack[seat], extra)
            state.held[seat] -= 1
            put_back(state, extra)
            if returned[RACK - 1] == 0:
                add(returned, extra)
        lift(state.board, state.rows, square_of(action))
        add(state.rack[seat], token)
        state.held[seat] += 1
        state.totals[seat] -= state.scored[step]
        if step <= sure or (int(state.expected) >> step) & 1:
            add(state.known[seat], token)
        elif doubtful[RACK - 1] == 0:
            add(doubtful, token)
        forget(state, step)
    state.steps = first
    remember(state, seat, returned)
    wonder(state, seat, doubtful)


@compiled
def forget(state: StateData, step: int) -> None:
    """Clear one of the turn's placements."""
    state.actions[step] = 0
    state.scored[step] = 0
    state.lines[step] = 0
    state.extra[step] = 0
    state.wrong &= ~(1 << step)
    state.checked &= ~(1 << step)
    state.expected &= ~(1 << step)
