"""Perft: the number of event sequences of a given length, the usual check and benchmark of a rules engine."""

import sys

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import (
    CHANCE,
    MAX_OUTCOMES,
    MAX_SEATS,
    Ints,
    StateData,
    actors,
    apply,
    chances,
    legal,
)
from damier.core.state import State


def perft(state: State, depth: int) -> int:
    """Return the number of event sequences of exactly this length; games that end earlier do not count."""
    if depth == 0:
        return 1
    stack = state.engine.blank(depth)
    stack[0] = state.data[0]
    widest = max(state.game.rules.MAX_ACTIONS, state.game.rules.MAX_OUTCOMES)
    buffers = np.zeros((depth, widest), np.int64)
    return int(state.engine.bind(sys.modules[__name__]).sequences(stack, buffers, 0, depth))


@compiled
def sequences(stack: StateData, buffers: Ints, level: int, depth: int) -> int:
    """Return the number of sequences from the state at `level` of the stack; the levels above it are scratch."""
    state = stack[level]
    who = actors(state)
    out = buffers[level]
    total = 0
    for actor in range(MAX_SEATS + 1):
        if (who >> actor) & 1 == 0:
            continue
        n = chances(state, out, np.empty(MAX_OUTCOMES, np.int64)) if actor == CHANCE else legal(state, actor, out)
        if depth == 1:
            total += n
            continue
        for i in range(n):
            copy(stack[level + 1], state)
            apply(stack[level + 1], actor, out[i])
            total += sequences(stack, buffers, level + 1, depth - 1)
    return total
