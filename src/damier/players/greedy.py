"""The bot that looks one move ahead: the best position by the game's own evaluation, equals by lot."""

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
    """The action after which the position looks best."""
    memory = view.engine.blank(2)
    memory[0] = view.data[0]
    seen = np.array(actions, np.int64)
    return Thought(int(view.engine.bind(sys.modules[__name__]).best(memory, view.seat, seen, rng)))


@compiled
def best(memory: StateData, seat: int, actions: Ints, rng: Ints) -> int:
    """Of the actions from the view in `memory[0]`, with `memory[1]` to try them in."""
    determinize(memory[0], seat, rng)
    chosen = -1
    most = -2 * WIN
    equals = 0
    for i in range(len(actions)):
        copy(memory[1], memory[0])
        apply(memory[1], seat, actions[i])
        value = worth(memory[1], seat)
        equals = equals + 1 if value == most else 1
        if value > most or (value == most and below(rng, equals) == 0):
            most = max(most, value)
            chosen = int(actions[i])
    return chosen


@compiled
def worth(state: StateData, seat: int) -> int:
    """A position's value for a seat: decided, or as it looks."""
    if actors(state) != OVER:
        return evaluate(state, seat)
    final = np.zeros(MAX_SEATS + 1, np.int64)
    scores(state, final)
    margin = -WIN
    for other in range(1, MAX_SEATS + 1):
        if other != seat:
            margin = max(margin, int(final[other]))
    return WIN if final[seat] > margin else 0 if final[seat] == margin else -WIN
