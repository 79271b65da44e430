"""Playouts that put the game's `policy` to the test: what it would do, and what else looks good, are each played on in
the same imagined worlds with the same luck, and another action is preferred only where it is clearly better.

What counts is the difference between two actions in one world: the luck they share cancels out. Actions that have
fallen clearly behind are no longer tried, so that the playouts left go to the others.
"""

import math
import sys

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import MAX_OUTCOMES, MAX_SEATS, Ints, StateData, apply, determinize, policy, rank
from damier.core.rng import below
from damier.core.state import View
from damier.core.thinking import Budget, Thought
from damier.players.mcts import Reals, narrow, play_on, value
from damier.players.player import player

WIDTH = 4  # where a game ranks its actions, so many are compared
DOUBT = 1.0  # an action must be better than the policy's by so many standard errors
FALLEN = 2.0  # and is given up when it is worse by so many
LEAST = 16  # worlds before any is given up

_WORD = (1 << 31) - 1

# What is passed through: how the comparison is set up, and how far it has come.
SEAT, SEATS, PLIES, ALIVE, NEXT, WORLDS = range(6)
# Per candidate: what it brought here, in all, and how much more than the first, which is the policy's.
HERE, BROUGHT, MORE, SQUARES = range(4)


@player("rollouts")
def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """As many playouts as there are nodes in the budget, each for as many plies as its depth; one is the policy."""
    kernel = view.engine.bind(sys.modules[__name__])
    bot = view.game.bot
    memory = view.engine.blank(3)
    memory[0] = view.data[0]
    listed = np.array(actions, np.int64)
    width = WIDTH if hasattr(bot, "rank") else len(listed)
    listed = listed[: kernel.shortlist(memory, view.seat, listed, width, rng)]
    if len(listed) == 1:
        return Thought(int(listed[0]))
    setting = np.array([view.seat, view.seats, budget.depth, len(listed), 0, 0], np.int64)
    looks = np.array([getattr(bot, "SCALE", 0), 0, 0], np.float64)
    found = np.zeros((SQUARES + 1, len(listed)), np.float64)
    luck = np.zeros((2, 4), np.int64)
    played = 0
    for portion in budget.portions():
        played += int(kernel.compare(memory, listed, found, setting, looks, luck, portion, rng))
        if setting[ALIVE] == 1:
            break
    doubt = DOUBT if hasattr(bot, "policy") else 0.0
    chosen = int(kernel.clearly_best(found, setting, doubt))
    mean = float(found[BROUGHT, chosen] / setting[WORLDS]) if setting[WORLDS] > 0 else None
    return Thought(int(listed[chosen]), value=mean, nodes=played)


@compiled
def shortlist(memory: StateData, seat: int, actions: Ints, width: int, rng: Ints) -> int:
    """Move what the policy would do to the front, and the best ranked others behind it; answer how many those are."""
    allowed = narrow(memory, seat, actions, rng)
    ranks = np.empty(allowed, np.int64)
    rank(memory[1], seat, actions, allowed, ranks)
    usual = policy(memory[1], seat, rng)
    n = min(width, allowed)
    for place in range(n):
        best = place
        for i in range(place, allowed):
            if place == 0 and actions[i] == usual:
                best = i
                break
            if ranks[i] > ranks[best]:
                best = i
        actions[best], actions[place] = actions[place], actions[best]
        ranks[best], ranks[place] = ranks[place], ranks[best]
    return n


@compiled
def compare(
    memory: StateData, actions: Ints, found: Reals, setting: Ints, looks: Reals, luck: Ints, playouts: int, rng: Ints
) -> int:
    """So many playouts from the view in `memory[0]`, in the world `memory[1]`, played in `memory[2]`; how many were."""
    outcomes = np.empty(MAX_OUTCOMES, np.int64)
    weights = np.empty(MAX_OUTCOMES, np.int64)
    result = np.zeros(MAX_SEATS + 1, np.float64)
    sources = np.empty((2, 4), np.int64)  # lots that the policy draws must not shift what chance brings
    seat = int(setting[SEAT])
    for number in range(playouts):
        if setting[ALIVE] == 1:
            return number
        i = int(setting[NEXT])
        if i == 0:
            for part in range(8):
                luck[part // 4, part % 4] = below(rng, _WORD)
            copy(memory[1], memory[0])
            determinize(memory[1], seat, luck[0])
        copy(memory[2], memory[1])
        sources[:] = luck
        apply(memory[2], seat, actions[i])
        play_on(memory[2], int(setting[PLIES]), outcomes, weights, sources[0], sources[1])
        value(memory[2], int(setting[SEATS]), looks, result)
        found[HERE, i] = result[seat]
        setting[NEXT] = i + 1
        if i + 1 == setting[ALIVE]:
            conclude(actions, found, setting)
    return playouts


@compiled
def conclude(actions: Ints, found: Reals, setting: Ints) -> None:
    """Add up what a world showed, and give up the actions that have fallen behind."""
    setting[NEXT] = 0
    setting[WORLDS] += 1
    alive = 0
    for i in range(int(setting[ALIVE])):
        more = found[HERE, i] - found[HERE, 0]
        found[BROUGHT, i] += found[HERE, i]
        found[MORE, i] += more
        found[SQUARES, i] += more * more
        if i > 0 and setting[WORLDS] >= LEAST and surely_more(found, i, int(setting[WORLDS]), -FALLEN) < 0.0:
            continue
        actions[alive] = actions[i]
        found[:, alive] = found[:, i]
        alive += 1
    setting[ALIVE] = alive


@compiled
def surely_more(found: Reals, i: int, worlds: int, doubt: float) -> float:
    """How much more an action brings on average than the policy's, less so many standard errors."""
    mean = found[MORE, i] / worlds
    spread = max(0.0, found[SQUARES, i] / worlds - mean * mean)
    return float(mean - doubt * math.sqrt(spread / max(1, worlds - 1)))


@compiled
def clearly_best(found: Reals, setting: Ints, doubt: float) -> int:
    """The place of the action that is surely most above the policy's; else of the policy's own."""
    chosen = 0
    most = 0.0
    for i in range(1, int(setting[ALIVE])):
        more = surely_more(found, i, int(setting[WORLDS]), doubt) if setting[WORLDS] > 1 else 0.0
        if more > most:
            chosen = i
            most = more
    return chosen
