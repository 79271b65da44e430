"""The bot that looks ahead for two: negamax with alpha-beta, deeper and deeper, remembering what it has seen.

What is proved: a value beyond ±DECIDED says that a seat can force its win, and in how many plies. Values are relative
to the node they belong to (a win in n plies is WIN - n there and fades by one on its way to the parent), so the table
keeps them as they are. Proofs must not rest on the way a position was reached, because the table knows positions
only. That is the game's part: its `apply_in_search` plays by rules in which only the position decides, and its
`table_key` tells apart what those rules tell apart.
"""

import sys

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

WIN = 2 * SURE
AT_ONCE = WIN - 1  # nothing is better
DECIDED = WIN - 10**3  # beyond this a value is a proof
DEEPEST = 48  # plies, where the budget allows more
REACH = 8  # how many plies beyond the depth forced lines are followed

NEARLY = 10  # what is better by less than this is left to chance, so that games differ
ROUGHLY = 40  # the same for who may not look deep, and so judges coarsely
ROOT = 0  # the level where a search begins

# Columns of the table.
KEY, VALUE, DEPTH, BOUND, ACTION, COLUMNS = range(6)
EXACT, AT_LEAST, AT_MOST = 0, 1, 2

# Places in the search's notebook: counters, two killers for each level, how often each action was a refutation.
NODES, LIMIT, KILLERS, HISTORY = 0, 1, 2, 2 + 2 * (DEEPEST + REACH + 2)
HISTORIES = 1 << 12
MUCH = 1 << 10  # history beyond this is halved: it never outweighs what `rank` says clearly

# Columns of the list of root actions.
CHOICE, WORTH, LOT, ROOT_COLUMNS = range(4)


@player("alphabeta", needs=Need.TWO_SEATS | Need.NO_CHANCE | Need.NOTHING_HIDDEN)
def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """The action that is best for the seat as far as can be seen; equals, and nearly equals, by lot."""
    bound = view.engine.bind(sys.modules[__name__])
    deepest = min(budget.depth, DEEPEST)
    desk = Desk(view, deepest, budget.nodes)
    roots = np.zeros((len(actions), ROOT_COLUMNS), np.int64)
    roots[:, CHOICE] = actions
    spread = NEARLY if deepest == DEEPEST else ROUGHLY
    everything = bool(bound.prepare(desk.memory, desk.lists, view.seat, roots, spread, rng))
    depth = 1
    finished = False
    for portion in budget.portions():
        desk.notes[LIMIT] += portion
        finished = True
        while finished and not settled(roots, depth, deepest):
            finished = bool(bound.deepen(*desk, ROOT, view.seat, roots, depth, REACH))
            depth += finished
        if finished:
            break
    return thought(roots, everything and finished, int(desk.notes[NODES]))


def settled(roots: Ints, depth: int, deepest: int) -> bool:
    """Whether a search to this depth could find nothing better any more."""
    value = abs(int(roots[0, WORTH]))
    return depth > deepest or (value > DECIDED and WIN - value <= depth)


def thought(roots: Ints, everything: bool, nodes: int) -> Thought:
    """What the first of the root actions is worth. A loss is proved only once every legal action was looked at."""
    action, value, _ = roots[0].tolist()
    exact = value > DECIDED or (value < -DECIDED and everything)
    return Thought(action, float(value), exact, WIN - abs(value) if exact else None, nodes)


class Desk(tuple[StateData, Ints, Ints, Ints]):
    """What a search works on: a record for each level, lists of actions, the table, the notebook."""

    __slots__ = ()

    def __new__(cls, view: View, depth: int, nodes: int) -> "Desk":
        """Memory for a search of so many plies and nodes."""
        levels = depth + REACH + 2
        memory = view.engine.blank(levels)
        memory[:] = view.data[0]
        lists = np.zeros((2 * levels, max(view.game.rules.MAX_ACTIONS, 3)), np.int64)
        places = (1 << min(max(nodes // 4, 64).bit_length(), 20)) - 1  # odd: all of a key counts
        table = np.zeros((places, COLUMNS), np.int64)
        notes = np.zeros(HISTORY + HISTORIES, np.int64)
        return super().__new__(cls, (memory, lists, table, notes))

    @property
    def memory(self) -> StateData:
        """The records; the first is the position to think about."""
        return self[0]

    @property
    def lists(self) -> Ints:
        """For each level its actions and their order."""
        return self[1]

    @property
    def notes(self) -> Ints:
        """The notebook."""
        return self[3]


@compiled
def prepare(memory: StateData, lists: Ints, seat: int, roots: Ints, spread: int, rng: Ints) -> int:
    """Bring the root actions into their first order: by rank, equals by lot. Answer 1 if they are all there are."""
    n = len(roots)
    actions = lists[0]
    ranks = lists[1]
    for i in range(n):
        actions[i] = roots[i, CHOICE]
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        kept = actions[i]
        actions[i] = actions[j]
        actions[j] = kept
    rank(memory[0], seat, actions, n, ranks)
    for i in range(n):
        bring_best(actions, ranks, i, n)
        roots[i, CHOICE] = actions[i]
        roots[i, LOT] = below(rng, spread)
    return 1 if legal(memory[0], seat, actions) == n else 0


@compiled
def deepen(
    memory: StateData, lists: Ints, table: Ints, notes: Ints, level: int, seat: int, roots: Ints, depth: int, reach: int
) -> int:
    """Search all root actions to a depth and bring the best to the front; 0 if the nodes did not last.

    (`level` is ROOT and yet given: for a literal number numba would compile `search` once more, and code of
    a recursive function with two signatures crashes when it comes out of the cache.)
    """
    best = -WIN - 1
    for i in range(len(roots)):
        action = int(roots[i, CHOICE])
        lot = int(roots[i, LOT])
        apply_in_search(memory[level], memory[level + 1], seat, action)
        bar = best - lot if abs(best) < DECIDED else best
        low = younger(bar)
        high = WIN + 1 if i == 0 else younger(bar + 1)
        value = older(search(memory, lists, table, notes, level + 1, seat, depth - 1, low, high, reach))
        if i > 0 and value > bar:
            value = older(search(memory, lists, table, notes, level + 1, seat, depth - 1, low, WIN + 1, reach))
        if notes[NODES] >= notes[LIMIT]:
            if i > 0 and best < -DECIDED:
                bring_first(roots, i, 0)  # what was looked at loses, and this may not
            return 0
        if value > bar:
            best = value + lot if abs(value) < DECIDED else value
            bring_first(roots, i, value)
            if value == AT_ONCE:
                break
    return 1


@compiled
def bring_first(roots: Ints, i: int, value: int) -> None:
    """Move a root action to the front, with what it is worth."""
    action = roots[i, CHOICE]
    lot = roots[i, LOT]
    for j in range(i, 0, -1):
        for column in range(ROOT_COLUMNS):
            roots[j, column] = roots[j - 1, column]
    roots[0, CHOICE] = action
    roots[0, WORTH] = value
    roots[0, LOT] = lot


@compiled
def search(
    memory: StateData,
    lists: Ints,
    table: Ints,
    notes: Ints,
    level: int,
    seat: int,
    depth: int,
    alpha: int,
    beta: int,
    reach: int,
) -> int:
    """What the position at a level is worth for a seat, to move or not, within a window."""
    if notes[NODES] >= notes[LIMIT]:
        return 0  # nobody looks at this: all that is unfinished is dropped
    notes[NODES] += 1
    state = memory[level]
    actions = lists[2 * level]
    ranks = lists[2 * level + 1]
    who = actors(state)
    if who == OVER:
        return result(state, seat, ranks)
    worth = evaluate(state, seat)
    if abs(worth) == SURE:
        return AT_ONCE if worth > 0 else -AT_ONCE
    if depth <= 0:
        return worth
    mover = lowest(who)
    sign = 1 if mover == seat else -1
    floor = alpha if mover == seat else -beta  # from here on all is seen by the one who moves
    ceiling = beta if mover == seat else -alpha
    key = table_key(state) + 1  # an empty place has 0
    entry = table[key % len(table)]
    first = -1
    if entry[KEY] == key:
        first = int(entry[ACTION])
        known = int(entry[VALUE])
        # A proof holds at any depth. The rest is used for the same depth only: so a value does not depend on
        # what else happens to be in the table.
        fits = entry[DEPTH] == depth or (abs(known) > DECIDED and WIN - abs(known) <= depth + 1 + reach)
        if fits and (entry[BOUND] == EXACT or (known >= ceiling if entry[BOUND] == AT_LEAST else known <= floor)):
            return sign * known
    further = depth - 1
    if reach > 0 and must_respond(state, mover) != 0:
        further = depth
        reach -= 1
    n = legal(state, mover, actions)
    rank(state, mover, actions, n, ranks)
    killers = KILLERS + 2 * level
    for i in range(n):
        action = int(actions[i])
        if action == first:
            ranks[i] = WIN
        else:
            ranks[i] += notes[HISTORY + (action & (HISTORIES - 1))]
            if action == notes[killers] or action == notes[killers + 1]:
                ranks[i] += MUCH
    best = -WIN - 1
    chosen = -1
    bound = AT_MOST
    for i in range(n):
        bring_best(actions, ranks, i, n)
        action = int(actions[i])
        apply_in_search(state, memory[level + 1], mover, action)
        low = younger(floor)
        high = younger(ceiling if i == 0 else floor + 1)
        value = older(search(memory, lists, table, notes, level + 1, mover, further, low, high, reach))
        if i > 0 and floor < value < ceiling:
            high = younger(ceiling)
            value = older(search(memory, lists, table, notes, level + 1, mover, further, low, high, reach))
        if notes[NODES] >= notes[LIMIT]:
            return 0
        if value > best:
            best = value
            chosen = action
        if value > floor:
            floor = value
            bound = EXACT
        if value >= ceiling or value == AT_ONCE:
            bound = AT_LEAST if value < AT_ONCE else EXACT
            praise(notes, killers, action, depth)
            break
    entry[KEY] = key
    entry[VALUE] = best
    entry[DEPTH] = depth
    entry[BOUND] = bound
    entry[ACTION] = chosen
    return sign * best


@compiled
def praise(notes: Ints, killers: int, action: int, depth: int) -> None:
    """Remember an action that refuted a position."""
    if notes[killers] != action:
        notes[killers + 1] = notes[killers]
        notes[killers] = action
    place = HISTORY + (action & (HISTORIES - 1))
    notes[place] += depth * depth
    if notes[place] > MUCH:
        for i in range(HISTORY, HISTORY + HISTORIES):
            notes[i] >>= 1


@compiled
def bring_best(actions: Ints, ranks: Ints, i: int, n: int) -> None:
    """Let the action that ranks highest from place i on change places with the one there."""
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
    """What the end of the game is worth for a seat."""
    scores(state, out)
    margin = int(out[seat]) - int(out[3 - seat])
    return WIN if margin > 0 else -WIN if margin < 0 else 0


@compiled
def older(value: int) -> int:
    """A value as it is one ply earlier: wins and losses are one ply farther away."""
    return value - 1 if value > DECIDED else value + 1 if value < -DECIDED else value


@compiled
def younger(bound: int) -> int:
    """The bound one ply later: `older` backwards."""
    return bound + 1 if bound > DECIDED else bound - 1 if bound < -DECIDED else bound
