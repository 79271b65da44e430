"""Monte-Carlo tree search over beliefs: every walk imagines what the seat cannot see, goes down a tree that all walks
share, adds one node, plays on by the game's `policy` and tells the nodes it passed how it went.

A node is reached by one action of one seat, and keeps how often it was offered, how often taken, and what that brought
the seat that took it. Where a game hides things, chance leaves no trace in the tree: the seat would not see it either.
Elsewhere an outcome is part of the way to a node. Only sums, products and square roots: the same on every machine.
"""

import math
import sys

import numpy as np
from numpy.typing import NDArray

from damier.core.compiled import compiled, copy, lowest
from damier.core.contract import (
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
    evaluate,
    legal,
    policy,
    rank,
    scores,
)
from damier.core.rng import below, weighted
from damier.core.state import View
from damier.core.thinking import Budget, Thought
from damier.players.player import player

Reals = NDArray[np.float64]

CURIOSITY = 0.2  # how much a rarely tried action is favoured
WIDTH = 0.3  # where a game ranks its actions, about this many times the root of the visits are looked at
LONGEST = 400  # nodes of one walk

# The rows of the tree: whence a node comes (its parent, what chance did since, whose action), and its counts.
PARENT, LUCK, KEY, TAKEN, OFFERED = range(5)
# What is passed through: how the search is set up, and how far it has come.
SEAT, SEATS, PLIES, RANKED, HIDDEN, GROWN = range(6)
# For valuing unfinished games: the game's own scale, or what was seen so far.
SCALE, SEEN, SEEN_SUM, CURIOUS, WIDE = range(5)

_PRIME = 2147483629


@player("mcts")
def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """As many walks as there are nodes in the budget; each plays on for as many plies as its depth."""
    kernel = view.engine.bind(sys.modules[__name__])
    bot = view.game.bot
    memory = view.engine.blank(2)
    memory[0] = view.data[0]
    listed = np.array(actions, np.int64)
    if hasattr(bot, "rank"):
        listed = listed[: kernel.narrow(memory, view.seat, listed, rng)]
    if len(listed) == 1:
        return Thought(int(listed[0]))
    room = budget.nodes + 1
    tree = np.zeros((OFFERED + 1, room), np.int64)
    brought = np.zeros(room, np.float64)
    slots = np.zeros(1 << (2 * room).bit_length(), np.int64)
    setting = np.array([view.seat, view.seats, budget.depth, hasattr(bot, "rank"), view.game.view.HIDES, 1], np.int64)
    looks = np.array([getattr(bot, "SCALE", 0), 0, 0, CURIOSITY, WIDTH], np.float64)
    walks = 0
    for portion in budget.portions():
        kernel.walk(memory, listed, tree, brought, slots, setting, looks, portion, rng)
        walks += portion
    chosen = int(kernel.most_taken(listed, tree, brought, slots, view.seat, rng))
    action = int(tree[KEY, chosen]) >> 4
    return Thought(action, value=float(brought[chosen] / tree[TAKEN, chosen]), nodes=walks)


@compiled
def narrow(memory: StateData, seat: int, actions: Ints, rng: Ints) -> int:
    """Move the sure actions, if there are any, to the front; answer how many actions are to be looked at.

    What was imagined for it stays in `memory[1]`.
    """
    ranks = np.empty(len(actions), np.int64)
    copy(memory[1], memory[0])
    determinize(memory[1], seat, rng)
    rank(memory[1], seat, actions, len(actions), ranks)
    n = 0
    for i in range(len(actions)):
        if ranks[i] >= SURE:
            actions[n] = actions[i]
            n += 1
    return n if n > 0 else len(actions)


@compiled
def walk(
    memory: StateData,
    first: Ints,
    tree: Ints,
    brought: Reals,
    slots: Ints,
    setting: Ints,
    looks: Reals,
    walks: int,
    rng: Ints,
) -> None:
    """So many walks from the view in `memory[0]`, where the seat has the actions `first`, played in `memory[1]`."""
    state = memory[1]
    actions = np.empty(MAX_ACTIONS, np.int64)
    children = np.empty(MAX_ACTIONS, np.int64)
    outcomes = np.empty(MAX_OUTCOMES, np.int64)
    weights = np.empty(MAX_OUTCOMES, np.int64)
    ranks = np.empty(MAX_ACTIONS, np.int64)
    path = np.empty(LONGEST, np.int64)
    result = np.zeros(MAX_SEATS + 1, np.float64)
    seat = int(setting[SEAT])
    for _ in range(walks):
        copy(state, memory[0])
        determinize(state, seat, rng)
        node = 0
        luck = 0
        length = 0
        grown = int(setting[GROWN])
        who = actors(state)
        while who != OVER and length < LONGEST and int(setting[GROWN]) == grown:
            if who & 1 != 0:
                outcome = int(outcomes[weighted(rng, weights, chances(state, outcomes, weights))])
                apply(state, 0, outcome)
                if setting[HIDDEN] == 0:
                    luck = (luck * 1000003 + outcome % _PRIME + 1) % _PRIME
            else:
                mover = seat if length == 0 else lowest(who)
                if length == 0:
                    n = len(first)
                    actions[:n] = first
                else:
                    n = legal(state, mover, actions)
                chosen = step(
                    state, mover, actions, n, node, luck, children, ranks, tree, brought, slots, setting, looks, rng
                )
                apply(state, mover, actions[chosen])
                node = int(children[chosen])
                luck = 0
                path[length] = node
                length += 1
            who = actors(state)
        play_on(state, int(setting[PLIES]), outcomes, weights, rng, rng)
        value(state, int(setting[SEATS]), looks, result)
        for i in range(length):
            node = int(path[i])
            tree[TAKEN, node] += 1
            brought[node] += result[tree[KEY, node] & 15]


@compiled
def step(
    state: StateData,
    mover: int,
    actions: Ints,
    n: int,
    node: int,
    luck: int,
    children: Ints,
    ranks: Ints,
    tree: Ints,
    brought: Reals,
    slots: Ints,
    setting: Ints,
    looks: Reals,
    rng: Ints,
) -> int:
    """The place of the action to take: a new one, which gets a node, or the best so far, doubt in its favour."""
    tried = 0
    visits = 0
    for i in range(n):
        child = int(slots[slot_of(node, luck, int(actions[i]) << 4 | mover, tree, slots)])
        children[i] = child
        if child != 0:
            tried += 1
            visits += int(tree[TAKEN, child])
            tree[OFFERED, child] += 1
    width = n if setting[RANKED] == 0 else min(n, 1 + int(looks[WIDE] * math.sqrt(visits)))
    if tried < width:
        chosen = untried(state, mover, actions, n, children, ranks, setting[RANKED] != 0, rng)
        if chosen >= 0:
            key = int(actions[chosen]) << 4 | mover
            child = int(setting[GROWN])
            slots[slot_of(node, luck, key, tree, slots)] = child
            tree[PARENT, child] = node
            tree[LUCK, child] = luck
            tree[KEY, child] = key
            tree[OFFERED, child] = 1
            setting[GROWN] = child + 1
            children[chosen] = child
            return chosen
    return most_promising(n, children, tree, brought, looks[CURIOUS], rng)


@compiled
def untried(
    state: StateData, mover: int, actions: Ints, n: int, children: Ints, ranks: Ints, ranked: bool, rng: Ints
) -> int:
    """The best ranked action without a node, equals by lot; or -1, where all that is sure has been tried."""
    if ranked:
        rank(state, mover, actions, n, ranks)
    else:
        ranks[:n] = 0
    chosen = -1
    equals = 0
    sure_known = False
    for i in range(n):
        if children[i] != 0:
            sure_known = sure_known or ranks[i] >= SURE
        elif chosen < 0 or ranks[i] > ranks[chosen]:
            chosen = i
            equals = 1
        elif ranks[i] == ranks[chosen]:
            equals += 1
            if below(rng, equals) == 0:
                chosen = i
    return -1 if sure_known and ranks[chosen] < SURE else chosen


@compiled
def most_promising(n: int, children: Ints, tree: Ints, brought: Reals, curiosity: float, rng: Ints) -> int:
    """What it brought on average, and more for what was often offered and seldom taken; equals by lot."""
    chosen = -1
    most = 0.0
    equals = 0
    for i in range(n):
        child = int(children[i])
        if child == 0:
            continue
        taken = float(tree[TAKEN, child])
        promise = brought[child] / taken + curiosity * math.sqrt(math.sqrt(float(tree[OFFERED, child])) / taken)
        equals = equals + 1 if chosen >= 0 and promise == most else 1
        if chosen < 0 or promise > most or (promise == most and below(rng, equals) == 0):
            chosen = i
            most = promise
    return chosen


@compiled
def slot_of(node: int, luck: int, key: int, tree: Ints, slots: Ints) -> int:
    """The slot that holds the child of a node, or the empty one where it belongs."""
    mask = len(slots) - 1
    place = ((node * 1000003 + luck) % _PRIME * 40503 + key % _PRIME) % _PRIME & mask
    child = int(slots[place])
    while child != 0 and not (tree[PARENT, child] == node and tree[LUCK, child] == luck and tree[KEY, child] == key):
        place = (place + 1) & mask
        child = int(slots[place])
    return place


@compiled
def play_on(state: StateData, plies: int, outcomes: Ints, weights: Ints, luck: Ints, rng: Ints) -> None:
    """Go on by the game's policy for so many decisions, or to the end; chance draws from a source of its own."""
    who = actors(state)
    while who != OVER and (plies > 0 or who & 1 != 0):
        if who & 1 != 0:
            apply(state, 0, outcomes[weighted(luck, weights, chances(state, outcomes, weights))])
        else:
            mover = lowest(who)
            apply(state, mover, policy(state, mover, rng))
            plies -= 1
        who = actors(state)


@compiled
def value(state: StateData, seats: int, looks: Reals, result: Reals) -> None:
    """Per seat between 0 and 1: the win, shared among equals; before the end, what the evaluation makes likely."""
    if actors(state) == OVER:
        final = np.zeros(MAX_SEATS + 1, np.int64)
        scores(state, final)
        most = np.max(final[1 : seats + 1])
        winners = 0
        for seat in range(1, seats + 1):
            winners += 1 if final[seat] == most else 0
        for seat in range(1, seats + 1):
            result[seat] = 1.0 / winners if final[seat] == most else 0.0
        return
    for seat in range(1, seats + 1):
        seen = float(evaluate(state, seat))
        scale = looks[SCALE]
        if scale == 0.0:  # the game says nothing: what is usual counts as two to one on
            looks[SEEN] += 1.0
            looks[SEEN_SUM] += abs(seen)
            scale = looks[SEEN_SUM] / looks[SEEN] + 1e-9
        result[seat] = 0.5 + 0.5 * seen / math.sqrt(seen * seen + 4.0 * scale * scale)


@compiled
def most_taken(first: Ints, tree: Ints, brought: Reals, slots: Ints, seat: int, rng: Ints) -> int:
    """The node of the action that was taken most; of those the one that brought more, equals by lot."""
    chosen = 0
    equals = 0
    for i in range(len(first)):
        child = int(slots[slot_of(0, 0, int(first[i]) << 4 | seat, tree, slots)])
        if child == 0:
            continue
        more = tree[TAKEN, child] - tree[TAKEN, chosen] if chosen != 0 else 1
        better = brought[child] - brought[chosen]
        if more > 0 or (more == 0 and better > 0.0):
            chosen = child
            equals = 1
        elif more == 0 and better == 0.0:
            equals += 1
            if below(rng, equals) == 0:
                chosen = child
    return chosen
