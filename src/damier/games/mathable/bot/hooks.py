"""What searches need to know of Mathable, and its own search: whole turns, rollouts, solved endgames."""

import numpy as np

from damier.core.compiled import compiled, count
from damier.core.contract import Ints, StateData
from damier.core.state import View
from damier.core.thinking import OWN, Budget, Level, Thought
from damier.games.mathable.belief import determinize
from damier.games.mathable.bot.endgame import DEEPEST, ENTRIES, LIMIT, NODES, is_solvable, solve
from damier.games.mathable.bot.miss_chance import miss_chance
from damier.games.mathable.bot.planning import MAX_TURNS, decide_offer, first_of, plan
from damier.games.mathable.bot.policy import policy, reply
from damier.games.mathable.bot.rack_value import EXTRA_TOKEN, KEEP, POINT, worth_of
from damier.games.mathable.bot.reasons import reason
from damier.games.mathable.bot.turn_rollouts import roll_out
from damier.games.mathable.bot.turns import TURN, VALUE_AT
from damier.games.mathable.equations import RACK, best_points, kinds_of
from damier.games.mathable.rules import ASK, EXTRA, OFFER, PLAY

__all__ = ["LEVELS", "evaluate", "miss_chance", "policy", "reason", "think"]

DRAW_COST = 4  # how much less a token still to be drawn is worth than a useful one
EXTRA_TOKEN_VALUE = 24  # what an extra token is worth
WRONG_PENALTY = 500  # for a wrong placement, which will be contested

LEVELS = {
    "gentle": Level("greedy", misses=100),
    "steady": Level("greedy"),
    "strong": Level(OWN, nodes=1),
    "master": Level(OWN, nodes=3000),
}
REPLIES = 2  # turns played in a rollout after the one to be judged
ENDGAME = 15  # nodes of an endgame search, for each rollout that a budget allows


def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """Return the turn that looks best; with more than one node, the best by rollouts, or by solving an endgame."""
    memory = view.engine.blank(3)
    memory[0] = view.data[0]
    record = view.fields
    if record.phase == ASK:
        return Thought(int(reply(memory[0])))
    if record.phase == OFFER:
        return Thought(int(decide_offer(memory[0], view.seat, KEEP, EXTRA_TOKEN)))
    if budget.nodes > 1 and is_solvable(memory[0]):
        solved = _by_solving(view, budget, rng)
        if solved is not None:
            return solved
    turns = np.zeros((MAX_TURNS, TURN), np.int64)
    n = int(plan(memory[0], view.seat, KEEP, EXTRA_TOKEN, turns))
    if n == 1 or budget.nodes == 1:
        return Thought(int(first_of(memory[0], turns[0])), float(turns[0, VALUE_AT]) / POINT)
    return _by_rollouts(view, memory, turns[:n], budget, rng)


def _by_solving(view: View, budget: Budget, rng: Ints) -> Thought | None:
    """Return the solution of an endgame, if it is small enough."""
    memory = view.engine.blank(DEEPEST + 1)
    memory[0] = view.data[0]
    determinize(memory[0], view.seat, rng)  # there is only one way
    best = np.zeros(1, np.int64)
    counted = np.array([0, ENDGAME * budget.nodes], np.int64)
    value = int(solve(memory, np.zeros((ENTRIES, 3), np.int64), counted, best))
    if counted[NODES] > counted[LIMIT]:
        return None
    return Thought(int(best[0]), float(value), exact=True, nodes=int(counted[NODES]))


def _by_rollouts(view: View, memory: StateData, turns: Ints, budget: Budget, rng: Ints) -> Thought:
    """Return the turn that came out best in rollouts, the first among equals."""
    sums = np.zeros(len(turns), np.int64)
    samples = 0
    for portion in budget.portions():
        some = max(1, portion // len(turns))
        roll_out(memory, view.seat, turns, len(turns), some, REPLIES, KEEP, rng, sums)
        samples += some
    best = int(np.argmax(sums))
    value = float(sums[best]) / samples / POINT
    return Thought(int(first_of(memory[0], turns[best])), value, nodes=samples * len(turns))


@compiled
def evaluate(state: StateData, seat: int) -> int:
    """Return the lead, plus what may be placed next and what the rack is worth."""
    best = -(10**6)
    for other in range(1, int(state.seats) + 1):
        if other != seat:
            best = max(best, int(state.totals[other]))
    value = POINT * (int(state.totals[seat]) - best) + worth_of(state, seat, KEEP)
    value -= DRAW_COST * (RACK - int(state.held[seat]))
    if state.turn != seat:
        return value - count(int(state.checked))  # contesting what is right is pointless
    if state.wrong != 0:
        value -= _unearned(state)
    if state.phase == PLAY or state.phase == OFFER or state.phase == EXTRA:
        value += POINT // 2 * max(0, best_points(state.board, state.rows, kinds_of(state.rack[seat])))
    if state.phase == EXTRA:
        value += EXTRA_TOKEN_VALUE
        if state.began == RACK and state.held[seat] <= 2:  # the bonus is near
            value -= 50 * POINT if state.held[seat] == 0 else 10 * POINT
    return value


@compiled
def _unearned(state: StateData) -> int:
    """Return what will be lost when the first wrong placement of the turn is contested (R15)."""
    lost = WRONG_PENALTY
    found = False
    for step in range(int(state.steps)):
        found = found or (int(state.wrong) >> step) & 1 == 1
        if found:
            lost += POINT * int(state.scored[step])
    return lost
