"""The bot that looks several plies ahead and weighs what chance may bring: expectimax, deepened step by step.

Every seat is expected to play for its own value (max^n). With two seats and opposed values that is the ordinary
search; with more it neither lets the others gang up, as paranoid search does, nor needs any guess about alliances.
A ply is one step, of a seat or of chance. Nothing is pruned but what cannot change the result.
"""

import sys

import numpy as np
from numpy.typing import NDArray

from damier.core.compiled import compiled, copy, lowest
from damier.core.contract import (
    CHANCE,
    MAX_ACTIONS,
    MAX_OUTCOMES,
    MAX_SEATS,
    OVER,
    SURE,
    Ints,
    StateData,
    actors,
    apply,
    chances,
    determinize,
    legal,
)
from damier.core.rng import below
from damier.core.state import View
from damier.core.thinking import Budget, Thought
from damier.players.greedy import worth
from damier.players.player import player

Floats = NDArray[np.float64]

WORLDS = 4  # imagined, where a game hides something
DEEPEST = 12  # plies; chance makes trees too broad for more

NODES, LEFT_OPEN = range(2)  # what a search counts: nodes still to spend, positions judged by their looks


@player("expectimax")
def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """The action with the best mean value over what chance and, where a game hides things, the others may hold."""
    bound = view.engine.bind(sys.modules[__name__])
    deepest = min(budget.depth, DEEPEST)
    worlds = view.engine.blank(WORLDS if view.game.view.HIDES else 1)
    worlds[:] = view.data[0]
    order = np.array(actions, np.int64)
    bound.prepare(worlds, view.seat, order, rng)
    memory = view.engine.blank(deepest)
    found = np.zeros(len(actions))
    counts = np.zeros(2, np.int64)
    thought = Thought(int(order[0]))
    depth = spent = 0
    for portion in budget.portions():
        counts[NODES] = portion
        while depth < deepest and bound.search(worlds, view.seat, view.seats, order, memory, depth + 1, found, counts):
            depth += 1
            best = int(found.argmax())
            whole = bool(counts[LEFT_OPEN] == 0)
            used = spent + portion - int(counts[NODES])
            exact = whole and not view.game.view.HIDES
            thought = Thought(int(order[best]), float(found[best]), exact, None, used)
            if whole:
                deepest = depth
        spent += portion
        if depth == deepest:
            break
    return thought


@compiled
def prepare(worlds: StateData, seat: int, actions: Ints, rng: Ints) -> None:
    """Imagine what is hidden, and put the actions in an order by lot: of equals the first is chosen."""
    for world in range(len(worlds)):
        determinize(worlds[world], seat, rng)
    for i in range(len(actions) - 1, 0, -1):
        j = below(rng, i + 1)
        swapped = int(actions[i])
        actions[i] = actions[j]
        actions[j] = swapped


@compiled
def search(
    worlds: StateData, seat: int, seats: int, actions: Ints, memory: StateData, depth: int, found: Floats, counts: Ints
) -> bool:
    """Write the value of each action to this depth; False, and nothing written, if the nodes do not suffice."""
    lists = np.empty((depth, 2, max(MAX_ACTIONS, MAX_OUTCOMES)), np.int64)
    values = np.zeros((depth, MAX_SEATS + 1))
    sums = np.zeros((depth, MAX_SEATS + 1))
    fresh = np.zeros(len(actions))
    counts[LEFT_OPEN] = 0
    for i in range(len(actions)):
        for world in range(len(worlds)):
            copy(memory[0], worlds[world])
            apply(memory[0], seat, actions[i])
            _value(memory, depth - 1, seats, lists, values, sums, counts)
            if counts[NODES] < 0:
                return False
            fresh[i] += values[0, seat]
    for i in range(len(actions)):
        found[i] = fresh[i] / len(worlds)
    return True


@compiled
def _value(
    memory: StateData, deepest: int, seats: int, lists: Ints, values: Floats, sums: Floats, counts: Ints
) -> None:
    """Write what `memory[0]` is worth to each seat, so many plies ahead, into `values[0]`.

    A stack of plies, not a function that calls itself: numba's cache does not find such a one again.
    """
    tried = np.zeros(deepest + 1, np.int64)
    listed = np.zeros(deepest + 1, np.int64)
    actor = np.zeros(deepest + 1, np.int64)
    total = np.zeros(deepest + 1, np.int64)
    ply = 0
    entered = False
    while ply >= 0:
        if not entered:
            counts[NODES] -= 1
            if counts[NODES] < 0:
                return
            mask = actors(memory[ply])
            if mask == OVER or ply == deepest:
                counts[LEFT_OPEN] += 1 if mask != OVER else 0
                for seat in range(1, seats + 1):
                    values[ply, seat] = min(SURE, max(-SURE, worth(memory[ply], seat)))
                ply -= 1
                entered = True
                continue
            who = lowest(mask)  # of several who may act at once, one after the other
            n = chances(memory[ply], lists[ply, 0], lists[ply, 1]) if who == CHANCE else 0
            listed[ply] = n if who == CHANCE else legal(memory[ply], who, lists[ply, 0])
            actor[ply] = who
            tried[ply] = 0
            total[ply] = 0
        elif actor[ply] == CHANCE:
            weight = int(lists[ply, 1, tried[ply]])
            for seat in range(1, seats + 1):
                sums[ply, seat] = (sums[ply, seat] if tried[ply] > 0 else 0.0) + weight * values[ply + 1, seat]
            total[ply] += weight
            tried[ply] += 1
        else:
            if tried[ply] == 0 or values[ply + 1, actor[ply]] > sums[ply, actor[ply]]:
                for seat in range(1, seats + 1):
                    sums[ply, seat] = values[ply + 1, seat]
            # Nothing can be better than a game won.
            tried[ply] = listed[ply] if sums[ply, actor[ply]] == SURE else tried[ply] + 1
        entered = tried[ply] == listed[ply]
        if entered:
            for seat in range(1, seats + 1):
                values[ply, seat] = sums[ply, seat] / total[ply] if actor[ply] == CHANCE else sums[ply, seat]
            ply -= 1
        else:
            copy(memory[ply + 1], memory[ply])
            apply(memory[ply + 1], int(actor[ply]), int(lists[ply, 0, tried[ply]]))
            ply += 1
