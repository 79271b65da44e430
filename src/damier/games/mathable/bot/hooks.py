"""What a search must know of Mathable, and Mathable's own way of thinking: whole turns, replies, solved endgames."""

import numpy as np

from damier.core.compiled import compiled, count
from damier.core.contract import Ints, StateData
from damier.core.state import View
from damier.core.thinking import OWN, Budget, Level, Thought
from damier.games.mathable.belief import determinize
from damier.games.mathable.bot.endgame import DEEPEST, ENTRIES, LIMIT, NODES, fits, solve
from damier.games.mathable.bot.miss_chance import miss_chance
from damier.games.mathable.bot.planning import WIDTH, decide_offer, first_of, plan
from damier.games.mathable.bot.policy import answer, policy
from damier.games.mathable.bot.rack_value import EXTRA_TOKEN, KEEP, POINT, worth_of
from damier.games.mathable.bot.reasons import reason
from damier.games.mathable.bot.turn_rollouts import judge
from damier.games.mathable.bot.turns import TURN, VALUE_AT
from damier.games.mathable.equations import RACK, best_points, kinds_of
from damier.games.mathable.rules import ASK, EXTRA, OFFER, PLAY

__all__ = ["LEVELS", "evaluate", "miss_chance", "policy", "reason", "think"]

UNKNOWN = 4  # what a token to be drawn is worth less than a handy one
DRAW = 24  # what an extra token is worth
SHAME = 500  # of a wrong placement, which will be contested

LEVELS = {
    "gentle": Level("greedy", misses=100),
    "steady": Level("greedy"),
    "strong": Level(OWN, nodes=1),
    "master": Level(OWN, nodes=3000),
}
REPLIES = 2  # turns played on after the one that is judged
ENDGAME = 15  # positions of an endgame looked at, for each reply a budget allows


def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
    """The best whole turn as it looks; with nodes for replies, judged by those, and endgames solved."""
    memory = view.engine.blank(3)
    memory[0] = view.data[0]
    record = view.fields
    if record.phase == ASK:
        return Thought(int(answer(memory[0])))
    if record.phase == OFFER:
        return Thought(int(decide_offer(memory[0], view.seat, KEEP, EXTRA_TOKEN)))
    if budget.nodes > 1 and fits(memory[0]):
        solved = _solved(view, budget, rng)
        if solved is not None:
            return solved
    turns = np.zeros((WIDTH, TURN), np.int64)
    n = int(plan(memory[0], view.seat, KEEP, EXTRA_TOKEN, turns))
    if n == 1 or budget.nodes == 1:
        return Thought(int(first_of(memory[0], turns[0])), float(turns[0, VALUE_AT]) / POINT)
    return _judged(view, memory, turns[:n], budget, rng)


def _solved(view: View, budget: Budget, rng: Ints) -> Thought | None:
    """The endgame, if it is small enough."""
    memory = view.engine.blank(DEEPEST + 1)
    memory[0] = view.data[0]
    determinize(memory[0], view.seat, rng)  # there is one way only
    best = np.zeros(1, np.int64)
    counted = np.array([0, ENDGAME * budget.nodes], np.int64)
    value = int(solve(memory, np.zeros((ENTRIES, 3), np.int64), counted, best))
    if counted[NODES] > counted[LIMIT]:
        return None
    return Thought(int(best[0]), float(value), exact=True, nodes=int(counted[NODES]))


def _judged(view: View, memory: StateData, turns: Ints, budget: Budget, rng: Ints) -> Thought:
    """The turn that came out best in the games played on, first of equals."""
    sums = np.zeros(len(turns), np.int64)
    samples = 0
    for portion in budget.portions():
        some = max(1, portion // len(turns))
        judge(memory, view.seat, turns, len(turns), some, REPLIES, KEEP, rng, sums)
        samples += some
    best = int(np.argmax(sums))
    value = float(sums[best]) / samples / POINT
    return Thought(int(first_of(memory[0], turns[best])), value, nodes=samples * len(turns))


@compiled
def evaluate(state: StateData, seat: int) -> int:
    """The lead, what may be placed next, and what lies on the rack."""
    best = -(10**6)
    for other in range(1, int(state.seats) + 1):
        if other != seat:
            best = max(best, int(state.totals[other]))
    value = POINT * (int(state.totals[seat]) - best) + worth_of(state, seat, KEEP)
    value -= UNKNOWN * (RACK - int(state.held[seat]))
    if state.turn != seat:
        return value - count(int(state.checked))  # contesting what is right is idle
    if state.wrong != 0:
        value -= _unearned(state)
    if state.phase == PLAY or state.phase == OFFER or state.phase == EXTRA:
        value += POINT // 2 * max(0, best_points(state.board, state.rows, kinds_of(state.rack[seat])))
    if state.phase == EXTRA:
        value += DRAW
        if state.began == RACK and state.held[seat] <= 2:  # the bonus is near
            value -= 50 * POINT if state.held[seat] == 0 else 10 * POINT
    return value


@compiled
def _unearned(state: StateData) -> int:
    """R15: what will be lost when the first wrong placement of the turn is contested."""
    lost = SHAME
    found = False
    for step in range(int(state.steps)):
        found = found or (int(state.wrong) >> step) & 1 == 1
        if found:
            lost += POINT * int(state.scored[step])
    return lost
