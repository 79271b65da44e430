"""Information-set Monte-Carlo tree search with one tree for all determinizations.

Each simulation samples what the seat cannot see, descends the tree to a node with an untried action, adds that action
as a new node, plays on by the game's `policy` and adds the result to every node on its path.

A node stands for one action of one seat. It counts its visits, how often it was available (its action was legal when
its parent was visited; with hidden information that differs from simulation to simulation) and the rewards of the seat
that acted. In games that hide something, chance outcomes are not part of the tree, because the seat need not see them;
in other games the outcomes since the last action identify a node together with its action. Only sums, products and
square roots are computed, so that results are the same on every machine.
"""

import math
import sys
from typing import NamedTuple

import numpy as np

from damier.core.compiled import compiled, copy, lowest
from damier.core.contract import (
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
from damier.players.scratch import Reals, Records, record_type

EXPLORATION = 0.2  # the weight of the UCB term
WIDENING = 0.3  # where a game ranks its actions, 1 + this times the root of the visits are tried (progressive widening)
MAX_PATH = 400  # nodes of one simulation

ROOT = 0

# The rows of `Search.links`, which identify a node. They are no fields of NODE, because comparing record fields in
# `slot_of` takes numba's code twice the time.
PARENT = 0
CHANCE = 1  # a hash of the outcomes between the parent's action and this one
MOVE = 2  # the action and the seat that takes it, see `move_of`

NODE = record_type(
    ("visits", np.int64),
    ("available", np.int64),  # how often it was legal when its parent was visited
    ("reward", np.float64),  # the sum over all visits, for the seat that acts
)
SETTINGS = record_type(
    ("seat", np.int64),
    ("seats", np.int64),
    ("plies", np.int64),  # played on after the tree
    ("ranked", np.int64),  # 1 where the game ranks its actions
    ("hidden", np.int64),  # 1 where the game hides something
    ("tree_size", np.int64),
    ("exploration", np.float64),
    ("widening", np.float64),
)
# Unfinished games are valued by `evaluate`, on the scale the game declares or else on that of the values met so far.
SCALE = record_type(("declared", np.float64), ("count", np.float64), ("total", np.float64))

_PRIME = 2147483629


class Search(NamedTuple):
    """The tree and the memory of one search.

    Compiled loops take the arrays out of it first: numba counts a reference each time one is read from a tuple.
    """

    settings: Records  # one SETTINGS record
    nodes: Records  # of NODE; the first is the root
    links: Ints  # PARENT, CHANCE and MOVE of each node
    slots: Ints  # a hash table of node numbers, 0 where a slot is empty
    actions: Ints  # those of the seat to move
    children: Ints  # the node of each, or 0
    ranks: Ints
    rng: Ints


@player("mcts")
def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """Return the most visited action after as many simulations as the budget has nodes.

    Each is played on for as many plies as the budget has depth.
    """
    bound = view.engine.bind(sys.modules[__name__])
    memory = view.engine.blank(2)
    memory[0] = view.data[0]
    candidates = np.array(actions, np.int64)
    if hasattr(view.game.bot, "rank"):
        candidates = candidates[: bound.narrow(memory, view.seat, candidates, rng)]
    if len(candidates) == 1:
        return Thought(int(candidates[0]))
    search = search_for(view, budget, rng)
    scale = scale_of(view)
    simulations = 0
    for portion in budget.portions():
        bound.simulate(memory, candidates, search, scale, portion)
        simulations += portion
    number = int(bound.most_visited(candidates, search))
    chosen = search.nodes[number]
    action = int(search.links[MOVE, number]) >> 4
    return Thought(action, value=float(chosen.reward / chosen.visits), nodes=simulations)


def search_for(view: View, budget: Budget, rng: Ints) -> Search:
    """Return a search with an empty tree that has room for the budget's nodes."""
    room = budget.nodes + 1
    settings = np.zeros(1, SETTINGS)
    settings["seat"] = view.seat
    settings["seats"] = view.seats
    settings["plies"] = budget.depth
    settings["ranked"] = hasattr(view.game.bot, "rank")
    settings["hidden"] = view.game.view.HIDES
    settings["tree_size"] = 1
    settings["exploration"] = EXPLORATION
    settings["widening"] = WIDENING
    actions, children, ranks = np.zeros((3, view.game.rules.MAX_ACTIONS), np.int64)
    slots = np.zeros(1 << (2 * room).bit_length(), np.int64)
    nodes, links = np.zeros(room, NODE), np.zeros((MOVE + 1, room), np.int64)
    return Search(settings, nodes, links, slots, actions, children, ranks, rng)


def scale_of(view: View) -> Records:
    """Return the record by which `reward_of` turns evaluations into chances to win."""
    scale = np.zeros(1, SCALE)
    scale["declared"] = getattr(view.game.bot, "SCALE", 0)
    return scale


@compiled
def narrow(memory: StateData, seat: int, actions: Ints, rng: Ints) -> int:
    """Move the actions that rank as sure to the front and return how many actions to consider: those, or all.

    The view is `memory[0]`; the determinization they were ranked in is left in `memory[1]`.
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
def simulate(memory: StateData, candidates: Ints, search: Search, scale: Records, simulations: int) -> None:
    """Run simulations from the view `memory[0]`, where the seat chooses between the candidates, in `memory[1]`."""
    state = memory[1]
    settings = search.settings[0]
    nodes, links, actions, children = search.nodes, search.links, search.actions, search.children
    rng = search.rng
    outcomes = np.empty(MAX_OUTCOMES, np.int64)
    weights = np.empty(MAX_OUTCOMES, np.int64)
    path = np.empty(MAX_PATH, np.int64)
    rewards = np.zeros(MAX_SEATS + 1, np.float64)
    seat = int(settings.seat)
    for _ in range(simulations):
        copy(state, memory[0])
        determinize(state, seat, rng)
        node = ROOT
        chance = 0
        length = 0
        size = int(settings.tree_size)
        who = actors(state)
        while who != OVER and length < MAX_PATH and int(settings.tree_size) == size:
            if who & 1 != 0:
                outcome = draw(state, outcomes, weights, rng)
                apply(state, 0, outcome)
                if settings.hidden == 0:
                    chance = (chance * 1000003 + outcome % _PRIME + 1) % _PRIME
            else:
                mover = seat if length == 0 else lowest(who)
                if length == 0:
                    n = len(candidates)
                    actions[:n] = candidates
                else:
                    n = legal(state, mover, actions)
                chosen = select(state, mover, n, node, chance, search)
                apply(state, mover, actions[chosen])
                node = int(children[chosen])
                chance = 0
                path[length] = node
                length += 1
            who = actors(state)
        play_on(state, int(settings.plies), outcomes, weights, rng, rng)
        reward_of(state, int(settings.seats), scale[0], rewards)
        for i in range(length):
            visited = nodes[path[i]]
            visited.visits += 1
            visited.reward += rewards[links[MOVE, path[i]] & 15]


@compiled
def draw(state: StateData, outcomes: Ints, weights: Ints, rng: Ints) -> int:
    """Return an outcome of the chance event due, drawn by weight."""
    return int(outcomes[weighted(rng, weights, chances(state, outcomes, weights))])


@compiled
def select(state: StateData, mover: int, n: int, node: int, chance: int, search: Search) -> int:
    """Return the index of the action to simulate: an untried one, which becomes a node, or the one UCB selects.

    `search.actions` holds n actions; their nodes are written into `search.children`.
    """
    settings = search.settings[0]
    nodes, links, slots = search.nodes, search.links, search.slots
    actions, children = search.actions, search.children
    tried = 0
    visits = 0
    for i in range(n):
        child = int(slots[slot_of(node, chance, move_of(actions[i], mover), links, slots)])
        children[i] = child
        if child != 0:
            tried += 1
            visits += int(nodes[child].visits)
            nodes[child].available += 1
    width = n if settings.ranked == 0 else min(n, 1 + int(settings.widening * math.sqrt(visits)))
    if tried < width:
        chosen = untried(state, mover, n, search)
        if chosen >= 0:
            children[chosen] = add_node(node, chance, move_of(actions[chosen], mover), search)
            return chosen
    return best_by_ucb(n, search)


@compiled
def add_node(parent: int, chance: int, move: int, search: Search) -> int:
    """Add a node to the tree and return its number."""
    settings = search.settings[0]
    number = int(settings.tree_size)
    links = search.links
    search.slots[slot_of(parent, chance, move, links, search.slots)] = number
    links[PARENT, number] = parent
    links[CHANCE, number] = chance
    links[MOVE, number] = move
    search.nodes[number].available = 1
    settings.tree_size = number + 1
    return number


@compiled
def untried(state: StateData, mover: int, n: int, search: Search) -> int:
    """Return the index of the highest ranked action without a node, equals at random.

    Return -1 where an action that ranks as sure has a node and none without a node does.
    """
    ranks, children, rng = search.ranks, search.children, search.rng
    if search.settings[0].ranked != 0:
        rank(state, mover, search.actions, n, ranks)
    else:
        ranks[:n] = 0
    chosen = -1
    equals = 0
    sure_tried = False
    for i in range(n):
        if children[i] != 0:
            sure_tried = sure_tried or ranks[i] >= SURE
        elif chosen < 0 or ranks[i] > ranks[chosen]:
            chosen = i
            equals = 1
        elif ranks[i] == ranks[chosen]:
            equals += 1
            if below(rng, equals) == 0:
                chosen = i
    return -1 if sure_tried and ranks[chosen] < SURE else chosen


@compiled
def best_by_ucb(n: int, search: Search) -> int:
    """Return the index of the action with the highest upper confidence bound, equals at random.

    Its exploration term has the square root of the availability where UCB1 has a logarithm.
    """
    exploration = search.settings[0].exploration
    nodes, children, rng = search.nodes, search.children, search.rng
    chosen = -1
    highest = 0.0
    equals = 0
    for i in range(n):
        child = int(children[i])
        if child == 0:
            continue
        node = nodes[child]
        visits = float(node.visits)
        bound = node.reward / visits + exploration * math.sqrt(math.sqrt(float(node.available)) / visits)
        equals = equals + 1 if chosen >= 0 and bound == highest else 1
        if chosen < 0 or bound > highest or (bound == highest and below(rng, equals) == 0):
            chosen = i
            highest = bound
    return chosen


@compiled
def move_of(action: int, seat: int) -> int:
    """Return an action and its seat as one number."""
    return int(action) << 4 | seat


@compiled
def slot_of(parent: int, chance: int, move: int, links: Ints, slots: Ints) -> int:
    """Return the slot that holds the number of this node, or the empty slot where it belongs."""
    mask = len(slots) - 1
    slot = ((parent * 1000003 + chance) % _PRIME * 40503 + move % _PRIME) % _PRIME & mask
    number = int(slots[slot])
    while number != 0 and not (
        links[PARENT, number] == parent and links[CHANCE, number] == chance and links[MOVE, number] == move
    ):
        slot = (slot + 1) & mask
        number = int(slots[slot])
    return slot


@compiled
def play_on(state: StateData, plies: int, outcomes: Ints, weights: Ints, chance_rng: Ints, rng: Ints) -> None:
    """Play on by the game's policy for so many decisions or to the end; chance draws from `chance_rng`.

    `outcomes` and `weights` are overwritten.
    """
    who = actors(state)
    while who != OVER and (plies > 0 or who & 1 != 0):
        if who & 1 != 0:
            apply(state, 0, draw(state, outcomes, weights, chance_rng))
        else:
            mover = lowest(who)
            apply(state, mover, policy(state, mover, rng))
            plies -= 1
        who = actors(state)


@compiled
def reward_of(state: StateData, seats: int, scale: Records, rewards: Reals) -> None:
    """Write each seat's reward, between 0 and 1: its share of the win, or its chances as `evaluate` sees them."""
    if actors(state) == OVER:
        final = np.zeros(MAX_SEATS + 1, np.int64)
        scores(state, final)
        most = np.max(final[1 : seats + 1])
        winners = 0
        for seat in range(1, seats + 1):
            winners += 1 if final[seat] == most else 0
        for seat in range(1, seats + 1):
            rewards[seat] = 1.0 / winners if final[seat] == most else 0.0
        return
    for seat in range(1, seats + 1):
        estimate = float(evaluate(state, seat))
        size = scale.declared
        if size == 0.0:  # the mean absolute value so far counts as a chance of 0.72
            scale.count += 1.0
            scale.total += abs(estimate)
            size = scale.total / scale.count + 1e-9
        rewards[seat] = 0.5 + 0.5 * estimate / math.sqrt(estimate * estimate + 4.0 * size * size)


@compiled
def most_visited(candidates: Ints, search: Search) -> int:
    """Return the node of the most visited candidate; equals by reward, then at random."""
    seat = int(search.settings[0].seat)
    chosen = 0
    equals = 0
    for i in range(len(candidates)):
        child = int(search.slots[slot_of(ROOT, 0, move_of(candidates[i], seat), search.links, search.slots)])
        if child == 0:
            continue
        more = search.nodes[child].visits - search.nodes[chosen].visits if chosen != 0 else 1
        better = search.nodes[child].reward - search.nodes[chosen].reward
        if more > 0 or (more == 0 and better > 0.0):
            chosen = child
            equals = 1
        elif more == 0 and better == 0.0:
            equals += 1
            if below(search.rng, equals) == 0:
                chosen = child
    return chosen
