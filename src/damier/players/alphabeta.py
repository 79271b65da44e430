"""Alpha-beta for two seats: negamax with iterative deepening, a transposition table, killer moves and history.

A value beyond ±PROVED is a proved win or loss: WIN - n stands for a win in n plies, counted from the node it belongs
to. On the way to the parent it loses one ply (`to_parent`), so the table can store values as they are.

The table knows positions, not how they were reached, so a proof must not depend on the history. That is the game's
part: its `apply_in_search` plays by rules in which only the position counts, and its `table_key` tells apart whatever
those rules tell apart.
"""

import sys
from typing import NamedTuple

import numpy as np

from damier.core.compiled import compiled, lowest
from damier.core.contract import (
    OVER,
    SURE,
    Ints,
    StateData,
    actors,
    apply_in_search,
    evaluate,
    legal,
    must_respond,
    rank,
    scores,
    table_key,
)
from damier.core.rng import below
from damier.core.state import View
from damier.core.thinking import Budget, Thought
from damier.players.player import Need, player
from damier.players.scratch import Records, record_type

WIN = 2 * SURE
WIN_AT_ONCE = WIN - 1
PROVED = WIN - 10**3
MAX_DEPTH = 48  # plies
MAX_EXTENSIONS = 8  # plies by which forced lines are followed beyond the depth
PLIES = MAX_DEPTH + MAX_EXTENSIONS + 2
ROOT_PLY = 0

NOISE = 10  # root actions get a random bonus below this, so that games differ
SHALLOW_NOISE = 40  # for a limited depth, where values are less precise

HISTORY = 1 << 12  # actions are counted modulo this
MAX_HISTORY = 1 << 10  # counts beyond are halved, so that they never outweigh a clear `rank`

EXACT, LOWER_BOUND, UPPER_BOUND = 0, 1, 2

ENTRY = record_type(
    ("key", np.int64), ("value", np.int64), ("depth", np.int64), ("bound", np.int64), ("action", np.int64)
)
COUNTERS = record_type(
    ("nodes", np.int64),  # visited so far
    ("limit", np.int64),  # of nodes, for now
    ("killers", np.int64, (PLIES, 2)),  # the last two actions that caused a cutoff at each ply
    ("history", np.int64, (HISTORY,)),  # how much each action has cut off
)
ROOT_ACTION = record_type(("action", np.int64), ("value", np.int64), ("noise", np.int64))


class Scratch(NamedTuple):
    """The memory of one search."""

    states: StateData  # one for each ply; the first is the position to think about
    actions: Ints  # for each ply its legal actions
    ranks: Ints  # and the order in which to try them
    table: Records  # of ENTRY
    counters: Records  # one COUNTERS record


def scratch_for(view: View, depth: int, nodes: int) -> Scratch:
    """Return memory for a search of so many plies and nodes."""
    plies = depth + MAX_EXTENSIONS + 2
    states = view.engine.blank(plies)
    states[:] = view.data[0]
    width = max(view.game.rules.MAX_ACTIONS, 3)  # `result` writes the scores of both seats there
    actions, ranks = np.zeros((2, plies, width), np.int64)
    entries = (1 << min(max(nodes // 4, 64).bit_length(), 20)) - 1  # odd, so that all bits of a key count
    return Scratch(states, actions, ranks, np.zeros(entries, ENTRY), np.zeros(1, COUNTERS))


@player("alphabeta", needs=Need.TWO_SEATS | Need.NO_CHANCE | Need.NOTHING_HIDDEN)
def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """Return the action with the best value; actions of about the same value are chosen between at random."""
    bound = view.engine.bind(sys.modules[__name__])
    deepest = min(budget.depth, MAX_DEPTH)
    scratch = scratch_for(view, deepest, budget.nodes)
    roots = np.zeros(len(actions), ROOT_ACTION)
    roots["action"] = actions
    noise = NOISE if deepest == MAX_DEPTH else SHALLOW_NOISE
    complete = bool(bound.order_roots(scratch, view.seat, roots, noise, rng))
    depth = 1
    finished = False
    for portion in budget.portions():
        scratch.counters["limit"] += portion
        finished = True
        while finished and not settled(roots, depth, deepest):
            finished = bool(bound.deepen(scratch, ROOT_PLY, view.seat, roots, depth, MAX_EXTENSIONS))
            depth += finished
        if finished:
            break
    return thought(roots, complete and finished, int(scratch.counters["nodes"][0]))


def settled(roots: Records, depth: int, deepest: int) -> bool:
    """Return whether a search to this depth could not find anything better."""
    value = abs(int(roots["value"][0]))
    return depth > deepest or (value > PROVED and WIN - value <= depth)


def thought(roots: Records, complete: bool, nodes: int) -> Thought:
    """Return what is known of the first root action. A loss is proved only if every legal action was searched."""
    action, value, _ = roots[0].item()
    exact = value > PROVED or (value < -PROVED and complete)
    return Thought(action, float(value), exact, WIN - abs(value) if exact else None, nodes)


@compiled
def order_roots(scratch: Scratch, seat: int, roots: Records, noise: int, rng: Ints) -> int:
    """Sort the root actions by rank, equals at random, and give each its noise.

    Return 1 if they are all the legal actions, else 0.
    """
    n = len(roots)
    state = scratch.states[0]
    actions = scratch.actions[0]
    ranks = scratch.ranks[0]
    for i in range(n):
        actions[i] = roots[i].action
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        swapped = actions[i]
        actions[i] = actions[j]
        actions[j] = swapped
    rank(state, seat, actions, n, ranks)
    for i in range(n):
        swap_in_best(actions, ranks, i, n)
        roots[i].action = actions[i]
        roots[i].noise = below(rng, noise)
    return 1 if legal(state, seat, actions) == n else 0


@compiled
def deepen(scratch: Scratch, ply: int, seat: int, roots: Records, depth: int, extensions: int) -> int:
    """Search all root actions to a depth and move the best to the front; return 0 if the nodes did not suffice.

    `ply` is always ROOT_PLY. It is a parameter because for a literal number numba would compile `search` a second
    time, and a recursive function with two signatures crashes when it comes out of numba's cache.
    """
    best = -WIN - 1  # the noise included
    counters = scratch.counters[0]
    for i in range(len(roots)):
        action = int(roots[i].action)
        noise = int(roots[i].noise)
        apply_in_search(scratch.states[ply], scratch.states[ply + 1], seat, action)
        bar = best - noise if abs(best) < PROVED else best
        low = to_child(bar)
        high = WIN + 1 if i == 0 else to_child(bar + 1)
        value = to_parent(search(scratch, ply + 1, seat, depth - 1, low, high, extensions))
        if i > 0 and value > bar:
            value = to_parent(search(scratch, ply + 1, seat, depth - 1, low, WIN + 1, extensions))
        if counters.nodes >= counters.limit:
            if i > 0 and best < -PROVED:
                move_to_front(roots, i, 0)  # every action before this one loses; this one may not
            return 0
        if value > bar:
            best = value + noise if abs(value) < PROVED else value
            move_to_front(roots, i, value)
            if value == WIN_AT_ONCE:
                break
    return 1


@compiled
def move_to_front(roots: Records, i: int, value: int) -> None:
    """Move root action i to the front and set its value."""
    action = roots[i].action
    noise = roots[i].noise
    for j in range(i, 0, -1):
        roots[j].action = roots[j - 1].action
        roots[j].value = roots[j - 1].value
        roots[j].noise = roots[j - 1].noise
    roots[0].action = action
    roots[0].value = value
    roots[0].noise = noise


@compiled
def search(scratch: Scratch, ply: int, seat: int, depth: int, alpha: int, beta: int, extensions: int) -> int:
    """Return the value of the state at a ply for a seat, whoever is to move, within the window (alpha, beta)."""
    counters = scratch.counters[0]
    if counters.nodes >= counters.limit:
        return 0  # discarded: every caller checks the limit, too
    counters.nodes += 1
    state = scratch.states[ply]
    actions = scratch.actions[ply]
    ranks = scratch.ranks[ply]
    who = actors(state)
    if who == OVER:
        return result(state, seat, ranks)
    estimate = evaluate(state, seat)
    if abs(estimate) == SURE:
        return WIN_AT_ONCE if estimate > 0 else -WIN_AT_ONCE
    if depth <= 0:
        return estimate
    mover = lowest(who)
    sign = 1 if mover == seat else -1
    low = alpha if mover == seat else -beta  # from here on values are the mover's
    high = beta if mover == seat else -alpha
    key = table_key(state) + 1  # an empty entry has 0
    entry = scratch.table[key % len(scratch.table)]
    table_action = -1
    if entry.key == key:
        table_action = int(entry.action)
        known = int(entry.value)
        # A proof holds at any depth. Other values are used at the same depth only, so that what the table happens to
        # hold does not change the value of a position.
        usable = entry.depth == depth or (abs(known) > PROVED and WIN - abs(known) <= depth + 1 + extensions)
        if usable and (entry.bound == EXACT or (known >= high if entry.bound == LOWER_BOUND else known <= low)):
            return sign * known
    next_depth = depth - 1
    if extensions > 0 and must_respond(state, mover) != 0:
        next_depth = depth
        extensions -= 1
    n = legal(state, mover, actions)
    rank(state, mover, actions, n, ranks)
    for i in range(n):
        action = int(actions[i])
        if action == table_action:
            ranks[i] = WIN
        else:
            ranks[i] += counters.history[action & (HISTORY - 1)]
            if action == counters.killers[ply, 0] or action == counters.killers[ply, 1]:
                ranks[i] += MAX_HISTORY
    best = -WIN - 1
    best_action = -1
    bound = UPPER_BOUND
    for i in range(n):
        swap_in_best(actions, ranks, i, n)
        action = int(actions[i])
        apply_in_search(state, scratch.states[ply + 1], mover, action)
        child_low = to_child(low)
        child_high = to_child(high if i == 0 else low + 1)
        value = to_parent(search(scratch, ply + 1, mover, next_depth, child_low, child_high, extensions))
        if i > 0 and low < value < high:
            child_high = to_child(high)
            value = to_parent(search(scratch, ply + 1, mover, next_depth, child_low, child_high, extensions))
        if counters.nodes >= counters.limit:
            return 0
        if value > best:
            best = value
            best_action = action
        if value > low:
            low = value
            bound = EXACT
        if value >= high or value == WIN_AT_ONCE:
            bound = LOWER_BOUND if value < WIN_AT_ONCE else EXACT
            record_cutoff(scratch, ply, action, depth)
            break
    entry.key = key
    entry.value = best
    entry.depth = depth
    entry.bound = bound
    entry.action = best_action
    return sign * best


@compiled
def record_cutoff(scratch: Scratch, ply: int, action: int, depth: int) -> None:
    """Count an action that cut off a node as killer and in the history."""
    counters = scratch.counters[0]
    if counters.killers[ply, 0] != action:
        counters.killers[ply, 1] = counters.killers[ply, 0]
        counters.killers[ply, 0] = action
    place = action & (HISTORY - 1)
    counters.history[place] += depth * depth
    if counters.history[place] > MAX_HISTORY:
        for i in range(HISTORY):
            counters.history[i] >>= 1


@compiled
def swap_in_best(actions: Ints, ranks: Ints, i: int, n: int) -> None:
    """Swap the highest ranked of the actions i to n - 1 into place i."""
    best = i
    for j in range(i + 1, n):
        if ranks[j] > ranks[best]:
            best = j
    action = actions[best]
    ranked = ranks[best]
    actions[best] = actions[i]
    ranks[best] = ranks[i]
    actions[i] = action
    ranks[i] = ranked


@compiled
def result(state: StateData, seat: int, out: Ints) -> int:
    """Return the value of a finished game; `out` is overwritten."""
    scores(state, out)
    margin = int(out[seat]) - int(out[3 - seat])
    return WIN if margin > 0 else -WIN if margin < 0 else 0


@compiled
def to_parent(value: int) -> int:
    """Convert a child's value for its parent, where wins and losses are one ply farther away."""
    return value - 1 if value > PROVED else value + 1 if value < -PROVED else value


@compiled
def to_child(bound: int) -> int:
    """Convert a bound for a child: the inverse of `to_parent`."""
    return bound + 1 if bound > PROVED else bound - 1 if bound < -PROVED else bound
