"""Whether a lesson teaches good moves, by what the level `master` finds.

The bot behind `master` says what it would play where the lesson asks for a move. A taught move that it would not play
is compared with the one it would, in the first of these ways that applies:

- proofs: a proved win is better than all that is not, anything is better than a proved loss;
- rollouts, for games with a `policy` of their own and for levels that sample: both moves are played on in the same
  determinizations with the same chance outcomes, and their rewards compared;
- values between 0 and 1, which are chances to win.

Where none applies (a search whose values are in units of its own, such as alpha-beta's), nothing is found against the
move. Smaller differences than MARGIN are no reason against a move in a lesson.
"""

import math
from types import ModuleType
from typing import cast

import numpy as np

from damier.core.lesson import Scene
from damier.core.rng import seeded
from damier.core.state import View
from damier.core.thinking import LADDER, OWN, Budget, Thought
from damier.players import rollouts
from damier.players.levels import levels
from damier.players.player import find

MASTER = LADDER[-1]
SEEDS = 2  # how often master is asked
MARGIN = 0.005  # of the chance to win
ERRORS = 3.0  # standard errors by which rollouts must differ beyond the margin
ROUNDS = 80  # of rollouts, each in as many worlds as cannot drop a candidate
SAMPLERS = ("mcts", "rollouts")


def objections(scene: Scene) -> list[str]:
    """Return a sentence for each taught move that master finds worse than another."""
    state, seat = scene.state, scene.seat
    view, actions = state.view(seat), state.actions(seat)
    if len(actions) == 1:
        return []
    preferred = {
        find(MASTER).think(view, actions, Budget(), seeded("lesson", scene.number, seed)).action
        for seed in range(SEEDS)
    }
    return [
        f"step {scene.number}: {state.write(seat, other)} is better than {state.write(seat, taught)}"
        for taught in scene.find
        if taught not in preferred
        for other in sorted(preferred)
        if is_worse(view, taught, other)
    ]


def is_worse(view: View, taught: int, other: int) -> bool:
    """Return whether a move is clearly worse for the seat than another."""
    alone = [_ask(view, action) for action in (taught, other)]
    if any(thought.exact for thought in alone):
        return _proved(alone[0]) < _proved(alone[1])
    if hasattr(view.game.bot, "policy") or levels(view.game)[MASTER].thinker in SAMPLERS:
        gain, error = _rollout_gain(view, taught, other)
        return gain + ERRORS * error < -MARGIN
    chances = [thought.value for thought in alone if thought.value is not None and 0.0 <= thought.value <= 1.0]
    return len(chances) == 2 and chances[0] < chances[1] - MARGIN


def _ask(view: View, action: int) -> Thought:
    """Return what the bot behind master finds about one action alone."""
    level = levels(view.game)[MASTER]
    budget = Budget(nodes=level.nodes, depth=level.depth)
    if level.thinker != OWN:
        return find(level.thinker).think(view, [action], budget, seeded("lesson", action))
    own = view.engine.bind(cast(ModuleType, view.game.bot))
    thought: Thought = own.think(view, [action], budget, seeded("lesson", action))
    # A search that plans whole turns may not look at the actions it is given.
    return thought if thought.action == action else Thought(action)


def _proved(thought: Thought) -> int:
    """Return 1 for a proved win, -1 for a proved loss, else 0."""
    if not thought.exact or not thought.value:
        return 0
    return 1 if thought.value > 0 else -1


def _rollout_gain(view: View, taught: int, other: int) -> tuple[float, float]:
    """Return how much more reward a move brings than another, and the standard error of that."""
    memory = view.engine.blank(3)
    memory[0] = view.data[0]
    compare = view.engine.bind(rollouts).compare
    rng = seeded("lesson", taught, other)
    worlds = rollouts.MIN_WORLDS - 1
    gain = squares = 0.0
    for _ in range(ROUNDS):
        comparison = rollouts.comparison_of(view, np.array([other, taught], np.int64), levels(view.game)[MASTER].depth)
        compare(memory, comparison, 2 * worlds, rng)
        gain += float(comparison.candidates["gain"][1])
        squares += float(comparison.candidates["squares"][1])
    n = ROUNDS * worlds
    mean = gain / n
    return mean, math.sqrt(max(0.0, squares / n - mean * mean) / (n - 1))
