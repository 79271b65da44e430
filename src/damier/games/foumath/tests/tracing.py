"""Random games played inside the engine, with everything it said on the way. Quick enough to follow thousands of them.

A generic module: use it through `engine.bind`.
"""

import sys

import numpy as np

from damier.core.compiled import compiled, lowest
from damier.core.contract import MAX_ACTIONS, MAX_OUTCOMES, OVER, Ints, StateData, actors, apply, chances, legal, scores
from damier.core.rng import below
from damier.core.state import State

LENGTH = 4096  # the most events of one call
# Columns of a row: who may act (bit mask), what was done, how many choices there were, whether chance listed 0, 1, 2 …
# with weight 1 each; then the scores before it, then the legal actions.
MASK, DONE, CHOICES, EVEN, SCORES = range(5)
ACTIONS = SCORES + 5


def trace(memory: StateData, state: State, rng: Ints) -> list[list[int]]:
    """Play on from `memory[0]` and return a row for each event, at most `LENGTH`; after the end nobody may act."""
    rows = np.zeros((LENGTH, ACTIONS + state.game.rules.MAX_ACTIONS), np.int64)
    n = state.engine.bind(sys.modules[__name__]).play_on(memory, rows, rng)
    traced: list[list[int]] = rows[:n].tolist()
    return traced


@compiled
def play_on(memory: StateData, rows: Ints, rng: Ints) -> int:
    """Play random events, write each with its alternatives into `rows`, and return how many."""
    actions = np.empty(max(MAX_ACTIONS, MAX_OUTCOMES), np.int64)
    weights = np.empty(MAX_OUTCOMES, np.int64)
    state = memory[0]
    for i in range(len(rows)):
        row = rows[i]
        who = actors(state)
        row[MASK] = who
        scores(state, row[SCORES:ACTIONS])
        if who == OVER:
            return i + 1
        if who & 1 != 0:
            n = chances(state, actions, weights)
            row[EVEN] = 1
            for j in range(n):
                if actions[j] != j or weights[j] != 1:
                    row[EVEN] = 0
        else:
            n = legal(state, lowest(who), actions)
            for j in range(n):
                row[ACTIONS + j] = actions[j]
        row[CHOICES] = n
        row[DONE] = actions[below(rng, n)]
        apply(state, lowest(who), int(row[DONE]))
    return len(rows)
