"""The calls from Python into the compiled contract, on arrays of one state (numba passes those fastest).

A generic module: use it through an `Engine`, which binds it to a game.
"""

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import (
    CHANCE,
    MAX_ACTIONS,
    MAX_OUTCOMES,
    Ints,
    StateData,
    actors,
    apply,
    chances,
    legal,
    observe,
    position_key,
    scores,
    start,
)

NOT_NOW = -1
NOT_LEGAL = -2


@compiled
def begin(states: StateData, options: Ints) -> int:
    """Fill a zeroed state and return the mask of who may act."""
    start(states[0], options)
    return actors(states[0])


@compiled
def play(before: StateData, after: StateData, actor: int, action: int) -> int:
    """Write the state after one action into `after` and return who may act then; or NOT_NOW or NOT_LEGAL."""
    state = before[0]
    if (actors(state) >> actor) & 1 == 0:
        return NOT_NOW
    if actor == CHANCE:
        options = np.empty(MAX_OUTCOMES, np.int64)
        n = chances(state, options, np.empty(MAX_OUTCOMES, np.int64))
    else:
        options = np.empty(MAX_ACTIONS, np.int64)
        n = legal(state, actor, options)
    for i in range(n):
        if options[i] == action:
            copy(after[0], state)
            apply(after[0], actor, action)
            return actors(after[0])
    return NOT_LEGAL


@compiled
def actions_of(states: StateData, seat: int) -> Ints:
    """Return the legal actions of a seat."""
    out = np.empty(MAX_ACTIONS, np.int64)
    n = legal(states[0], seat, out)
    return out[:n].copy()


@compiled
def chances_of(states: StateData) -> Ints:
    """Return the outcomes of the chance event due (row 0) and their weights (row 1)."""
    both = np.empty((2, MAX_OUTCOMES), np.int64)
    n = chances(states[0], both[0], both[1])
    return both[:, :n].copy()


@compiled
def scores_of(states: StateData, out: Ints) -> None:
    """Write the result per seat into `out[1..n]`."""
    scores(states[0], out)


@compiled
def key_of(states: StateData) -> int:
    return position_key(states[0])


@compiled
def view_of(states: StateData, seat: int, view: StateData) -> None:
    """Write what the seat may know into the zeroed `view`."""
    observe(states[0], seat, view[0])
