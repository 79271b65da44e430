"""Rollouts: the policy's action and the best ranked alternatives, compared by playing on.

All candidates are tried in the same determinizations with the same chance outcomes as far as possible, and compared by
their differences, in which the luck they share cancels out. The policy's action is replaced only by one that is better
by a margin of standard errors. A candidate that falls clearly behind is dropped, so that the remaining rollouts go to
the others.
"""

import math
import sys
from typing import NamedTuple

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import MAX_SEATS, Ints, StateData, apply, determinize, policy, rank
from damier.core.rng import below
from damier.core.state import View
from damier.core.thinking import Budget, Thought
from damier.players.mcts import narrow, play_on, reward_of, scale_of
from damier.players.player import player
from damier.players.scratch import Records, record_type

MAX_CANDIDATES = 4  # where a game ranks its actions
MARGIN = 1.0  # standard errors by which an action must be better than the policy's
DROP_MARGIN = 2.0  # standard errors by which a candidate must be worse to be dropped
MIN_WORLDS = 16  # before any is dropped

_WORD = (1 << 31) - 1

CANDIDATE = record_type(
    ("action", np.int64),
    ("reward", np.float64),  # in the current world
    ("total", np.float64),  # of the rewards in all worlds
    ("gain", np.float64),  # the sum of the differences to the first candidate, which is the policy's action
    ("squares", np.float64),  # and of their squares
)
PROGRESS = record_type(
    ("seat", np.int64),
    ("seats", np.int64),
    ("plies", np.int64),  # of each rollout
    ("candidates", np.int64),  # those not dropped; they are the first ones
    ("next", np.int64),  # the candidate whose turn it is in the current world
    ("worlds", np.int64),  # finished
)


class Comparison(NamedTuple):
    """The candidates and the memory of one comparison."""

    progress: Records  # one PROGRESS record
    candidates: Records  # of CANDIDATE
    scale: Records  # one mcts.SCALE record
    sources: Ints  # the random sources of the current world: one for chance, one for the policy
    outcomes: Ints
    weights: Ints


@player("rollouts")
def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """Return the best action by as many rollouts as the budget has nodes, each of as many plies as it has depth."""
    bound = view.engine.bind(sys.modules[__name__])
    bot = view.game.bot
    memory = view.engine.blank(3)
    memory[0] = view.data[0]
    listed = np.array(actions, np.int64)
    width = MAX_CANDIDATES if hasattr(bot, "rank") else len(listed)
    listed = listed[: bound.shortlist(memory, view.seat, listed, width, rng)]
    if len(listed) == 1:
        return Thought(int(listed[0]))
    comparison = comparison_of(view, listed, budget.depth)
    progress = comparison.progress[0]
    played = 0
    for portion in budget.portions():
        played += int(bound.compare(memory, comparison, portion, rng))
        if progress.candidates == 1:
            break
    margin = MARGIN if hasattr(bot, "policy") else 0.0
    chosen = comparison.candidates[int(bound.clearly_best(comparison, margin))]
    mean = float(chosen.total / progress.worlds) if progress.worlds > 0 else None
    return Thought(int(chosen.action), value=mean, nodes=played)


def comparison_of(view: View, actions: Ints, plies: int) -> Comparison:
    """Return the comparison of these actions, before the first rollout."""
    progress = np.zeros(1, PROGRESS)
    progress["seat"] = view.seat
    progress["seats"] = view.seats
    progress["plies"] = plies
    progress["candidates"] = len(actions)
    candidates = np.zeros(len(actions), CANDIDATE)
    candidates["action"] = actions
    outcomes, weights = np.zeros((2, view.game.rules.MAX_OUTCOMES), np.int64)
    return Comparison(progress, candidates, scale_of(view), np.zeros((2, 4), np.int64), outcomes, weights)


@compiled
def shortlist(memory: StateData, seat: int, actions: Ints, width: int, rng: Ints) -> int:
    """Move the policy's action to the front and the best ranked others behind it; return how many to compare."""
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
def compare(memory: StateData, comparison: Comparison, rollouts: int, rng: Ints) -> int:
    """Play rollouts from the view `memory[0]` and return how many: fewer once one candidate is left.

    The current determinization is kept in `memory[1]`; each rollout is played in `memory[2]`.
    """
    progress = comparison.progress[0]
    world_sources, outcomes, weights = comparison.sources, comparison.outcomes, comparison.weights
    rewards = np.zeros(MAX_SEATS + 1, np.float64)
    sources = np.empty((2, 4), np.int64)  # two, so that what the policy draws does not shift the chance outcomes
    seat = int(progress.seat)
    for number in range(rollouts):
        if progress.candidates == 1:
            return number
        i = int(progress.next)
        if i == 0:
            for part in range(8):
                world_sources[part // 4, part % 4] = below(rng, _WORD)
            copy(memory[1], memory[0])
            determinize(memory[1], seat, world_sources[0])
        copy(memory[2], memory[1])
        sources[:] = world_sources
        candidate = comparison.candidates[i]
        apply(memory[2], seat, candidate.action)
        play_on(memory[2], int(progress.plies), outcomes, weights, sources[0], sources[1])
        reward_of(memory[2], int(progress.seats), comparison.scale[0], rewards)
        candidate.reward = rewards[seat]
        progress.next = i + 1
        if i + 1 == progress.candidates:
            finish_world(comparison)
    return rollouts


@compiled
def finish_world(comparison: Comparison) -> None:
    """Add the rewards of the current world to the sums, and drop the candidates that have fallen behind."""
    progress = comparison.progress[0]
    progress.next = 0
    progress.worlds += 1
    policy_reward = comparison.candidates[0].reward
    left = 0
    for i in range(int(progress.candidates)):
        candidate = comparison.candidates[i]
        gain = candidate.reward - policy_reward
        candidate.total += candidate.reward
        candidate.gain += gain
        candidate.squares += gain * gain
        if i > 0 and progress.worlds >= MIN_WORLDS and gain_bound(candidate, int(progress.worlds), -DROP_MARGIN) < 0.0:
            continue
        if left < i:
            copy(comparison.candidates[left], candidate)
        left += 1
    progress.candidates = left


@compiled
def gain_bound(candidate: Records, worlds: int, margin: float) -> float:
    """Return the mean gain over the policy's action, less so many standard errors."""
    mean = candidate.gain / worlds
    variance = max(0.0, candidate.squares / worlds - mean * mean)
    return float(mean - margin * math.sqrt(variance / max(1, worlds - 1)))


@compiled
def clearly_best(comparison: Comparison, margin: float) -> int:
    """Return the index of the candidate with the highest positive gain bound, or 0, the policy's action."""
    worlds = int(comparison.progress[0].worlds)
    chosen = 0
    highest = 0.0
    for i in range(1, int(comparison.progress[0].candidates)):
        bound = gain_bound(comparison.candidates[i], worlds, margin) if worlds > 1 else 0.0
        if bound > highest:
            chosen = i
            highest = bound
    return chosen
