"""From Python into the contract: one call per question, on arrays of one state (numba passes those fastest).

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
    """Fill a zeroed state; answer who may act."""
    start(states[0], options)
    return actors(states[0])


@compiled
def play(before: StateData, after: StateData, actor: int, action: int) -> int:
    """The state after one action, and who may act then; or NOT_NOW, NOT_LEGAL and nothing done."""
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
    """The legal actions of a seat."""
    out = np.empty(MAX_ACTIONS, np.int64)
    n = legal(states[0], seat, out)
    return out[:n].copy()


@compiled
def chances_of(states: StateData) -> Ints:
    """Row 0: the outcomes of the chance event due. Row 1: their weights."""
    both = np.empty((2, MAX_OUTCOMES), np.int64)
    n = chances(states[0], both[0], both[1])
    return both[:, :n].copy()


@compiled
def scores_of(states: StateData, out: Ints) -> None:
    """The result per seat, in `out[1..n]`."""
    scores(states[0], out)


@compiled
def key_of(states: StateData) -> int:
    """The position key."""
    return position_key(states[0])


@compiled
def view_of(states: StateData, seat: int, view: StateData) -> None:
    """What the seat may know, in the zeroed `view`."""
    observe(states[0], seat, view[0])
