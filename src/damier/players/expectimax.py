"""Expectimax by iterative deepening, for any number of seats.

Every seat maximises its own value (max^n). With two seats of opposed values that is the usual expectimax; with more,
the others are taken neither as one hostile side, as paranoid search does, nor as allies. A ply is one event, of a seat
or of chance. Only the alternatives to a won move are pruned, so that values are exact to the depth searched.
"""

import sys
from typing import NamedTuple

import numpy as np

from damier.core.compiled import compiled, copy, lowest
from damier.core.contract import (
    CHANCE,
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
from damier.players.greedy import value_of
from damier.players.player import player
from damier.players.scratch import Reals, Records, record_type

WORLDS = 4  # determinizations, where a game hides something
MAX_DEPTH = 12  # plies; with chance, trees are too broad for more

COUNTERS = record_type(
    ("nodes_left", np.int64),  # below 0 when they did not suffice
    ("open_leaves", np.int64),  # unfinished positions at the depth limit: none, and the values are exact
)
PLY = record_type(
    ("actor", np.int64),
    ("branches", np.int64),  # actions or outcomes
    ("done", np.int64),  # of those
    ("weight", np.int64),  # of the outcomes done
)


class Scratch(NamedTuple):
    """The memory of one search; all but the counters has one entry per ply."""

    counters: Records  # one COUNTERS record
    states: StateData
    stack: Records  # of PLY
    actions: Ints  # actions or outcomes
    weights: Ints
    values: Reals  # of each seat, once a ply is done
    sums: Reals  # of each seat until then: the best so far, or the weighted sum over outcomes


@player("expectimax")
def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """Return the action with the best mean value over chance outcomes and, in games that hide things, worlds."""
    bound = view.engine.bind(sys.modules[__name__])
    deepest = min(budget.depth, MAX_DEPTH)
    worlds = view.engine.blank(WORLDS if view.game.view.HIDES else 1)
    worlds[:] = view.data[0]
    order = np.array(actions, np.int64)
    bound.prepare(worlds, view.seat, order, rng)
    scratch = scratch_for(view, deepest)
    counters = scratch.counters[0]
    values = np.zeros(len(actions))
    thought = Thought(int(order[0]))
    depth = spent = 0
    for portion in budget.portions():
        counters.nodes_left = portion
        while depth < deepest and bound.search(worlds, view.seat, order, depth + 1, scratch, values):
            depth += 1
            best = int(values.argmax())
            complete = bool(counters.open_leaves == 0)
            used = spent + portion - int(counters.nodes_left)
            exact = complete and not view.game.view.HIDES
            thought = Thought(int(order[best]), float(values[best]), exact, None, used)
            if complete:
                deepest = depth
        spent += portion
        if depth == deepest:
            break
    return thought


def scratch_for(view: View, depth: int) -> Scratch:
    """Return memory for a search of so many plies."""
    width = max(view.game.rules.MAX_ACTIONS, view.game.rules.MAX_OUTCOMES)
    actions, weights = np.zeros((2, depth, width), np.int64)
    values, sums = np.zeros((2, depth, view.seats + 1))
    counters, stack = np.zeros(1, COUNTERS), np.zeros(depth, PLY)
    return Scratch(counters, view.engine.blank(depth), stack, actions, weights, values, sums)


@compiled
def prepare(worlds: StateData, seat: int, actions: Ints, rng: Ints) -> None:
    """Determinize the worlds and shuffle the actions: of equal ones the first is chosen."""
    for world in range(len(worlds)):
        determinize(worlds[world], seat, rng)
    for i in range(len(actions) - 1, 0, -1):
        j = below(rng, i + 1)
        swapped = int(actions[i])
        actions[i] = actions[j]
        actions[j] = swapped


@compiled
def search(worlds: StateData, seat: int, actions: Ints, depth: int, scratch: Scratch, values: Reals) -> bool:
    """Write the value of each action to this depth; return False, and write nothing, if the nodes do not suffice."""
    counters = scratch.counters[0]
    totals = np.zeros(len(actions))
    counters.open_leaves = 0
    for i in range(len(actions)):
        for world in range(len(worlds)):
            copy(scratch.states[0], worlds[world])
            apply(scratch.states[0], seat, actions[i])
            value_of_first(depth - 1, scratch)
            if counters.nodes_left < 0:
                return False
            totals[i] += scratch.values[0, seat]
    for i in range(len(actions)):
        values[i] = totals[i] / len(worlds)
    return True


@compiled
def value_of_first(deepest: int, scratch: Scratch) -> None:
    """Write into `values[0]` what `states[0]` is worth to each seat, looking so many plies ahead.

    An explicit stack instead of recursion, because numba does not find a recursive function in its cache again.
    """
    counters = scratch.counters[0]
    states, stack, actions, weights = scratch.states, scratch.stack, scratch.actions, scratch.weights
    values, sums = scratch.values, scratch.sums
    seats = values.shape[1] - 1
    depth = 0
    returning = False  # from the ply below
    while depth >= 0:
        ply = stack[depth]
        if not returning:
            counters.nodes_left -= 1
            if counters.nodes_left < 0:
                return
            mask = actors(states[depth])
            if mask == OVER or depth == deepest:
                counters.open_leaves += 1 if mask != OVER else 0
                for seat in range(1, seats + 1):
                    values[depth, seat] = min(SURE, max(-SURE, value_of(states[depth], seat)))
                depth -= 1
                returning = True
                continue
            who = lowest(mask)  # where several may act at once, one after the other
            if who == CHANCE:
                ply.branches = chances(states[depth], actions[depth], weights[depth])
            else:
                ply.branches = legal(states[depth], who, actions[depth])
            ply.actor = who
            ply.done = 0
            ply.weight = 0
        elif ply.actor == CHANCE:
            weight = int(weights[depth, ply.done])
            for seat in range(1, seats + 1):
                before = sums[depth, seat] if ply.done > 0 else 0.0
                sums[depth, seat] = before + weight * values[depth + 1, seat]
            ply.weight += weight
            ply.done += 1
        else:
            if ply.done == 0 or values[depth + 1, ply.actor] > sums[depth, ply.actor]:
                for seat in range(1, seats + 1):
                    sums[depth, seat] = values[depth + 1, seat]
            # Nothing is better than a win.
            ply.done = ply.branches if sums[depth, ply.actor] == SURE else ply.done + 1
        returning = ply.done == ply.branches
        if returning:
            for seat in range(1, seats + 1):
                values[depth, seat] = sums[depth, seat] / ply.weight if ply.actor == CHANCE else sums[depth, seat]
            depth -= 1
        else:
            copy(states[depth + 1], states[depth])
            apply(states[depth + 1], int(ply.actor), int(actions[depth, ply.done]))
            depth += 1
