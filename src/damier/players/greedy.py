"""Greedy: one move ahead, to the position that the game evaluates highest."""

import sys

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import (
    MAX_SEATS,
    OVER,
    Ints,
    StateData,
    actors,
    apply,
    determinize,
    evaluate,
    scores,
)
from damier.core.rng import below
from damier.core.state import View
from damier.core.thinking import Budget, Thought
from damier.players.player import player

WIN = 10**9


@player("greedy", takes_nodes=False)
def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """Return the action after which the position evaluates highest, equals at random."""
    memory = view.engine.blank(2)
    memory[0] = view.data[0]
    listed = np.array(actions, np.int64)
    return Thought(int(view.engine.bind(sys.modules[__name__]).best(memory, view.seat, listed, rng)))


@compiled
def best(memory: StateData, seat: int, actions: Ints, rng: Ints) -> int:
    """Return the best of the actions in the view `memory[0]`; they are tried in `memory[1]`."""
    determinize(memory[0], seat, rng)
    chosen = -1
    highest = -2 * WIN
    equals = 0
    for i in range(len(actions)):
        copy(memory[1], memory[0])
        apply(memory[1], seat, actions[i])
        value = value_of(memory[1], seat)
        equals = equals + 1 if value == highest else 1
        if value > highest or (value == highest and below(rng, equals) == 0):
            highest = max(highest, value)
            chosen = int(actions[i])
    return chosen


@compiled
def value_of(state: StateData, seat: int) -> int:
    """Return a state's value for a seat: ±WIN or 0 for a finished game, else its evaluation."""
    if actors(state) != OVER:
        return evaluate(state, seat)
    final = np.zeros(MAX_SEATS + 1, np.int64)
    scores(state, final)
    margin = -WIN
    for other in range(1, MAX_SEATS + 1):
        if other != seat:
            margin = max(margin, int(final[other]))
    return WIN if final[seat] > margin else 0 if final[seat] == margin else -WIN
