"""Random playouts: whole games inside the engine, to measure its speed."""

import sys

import numpy as np

from damier.core.compiled import compiled, copy, count, lowest
from damier.core.contract import (
    MAX_ACTIONS,
    MAX_OUTCOMES,
    OVER,
    Ints,
    StateData,
    actors,
    apply,
    chances,
    legal,
)
from damier.core.rng import below, weighted
from damier.core.state import State


def playouts(state: State, games: int, rng: Ints) -> int:
    """Play random games to the end from a state and return the number of decisions taken in all."""
    memory = state.engine.blank(2)
    memory[0] = state.data[0]
    return int(state.engine.bind(sys.modules[__name__]).play_random(memory, games, rng))


@compiled
def play_random(memory: StateData, games: int, rng: Ints) -> int:
    """Play random games from `memory[0]` in `memory[1]` and return the number of decisions taken."""
    actions = np.empty(MAX_ACTIONS, np.int64)
    outcomes = np.empty(MAX_OUTCOMES, np.int64)
    weights = np.empty(MAX_OUTCOMES, np.int64)
    decisions = 0
    state = memory[1]
    for _ in range(games):
        copy(state, memory[0])
        who = actors(state)
        while who != OVER:
            if who & 1:
                n = chances(state, outcomes, weights)
                apply(state, 0, outcomes[weighted(rng, weights, n)])
            else:
                seat = one_of(who, rng)
                n = legal(state, seat, actions)
                apply(state, seat, actions[below(rng, n)])
                decisions += 1
            who = actors(state)
    return decisions


@compiled
def one_of(who: int, rng: Ints) -> int:
    """Return a random seat of a mask; nothing is drawn where there is only one."""
    skipped = below(rng, count(who)) if who & (who - 1) != 0 else 0
    for _ in range(skipped):
        who &= who - 1
    return lowest(who)
