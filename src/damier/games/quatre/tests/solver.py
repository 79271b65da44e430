"""Exhaustive checks of what a search claims: every move is tried by the real rules, without a table or bounds."""

import sys
from random import Random

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import Ints, StateData, actors, apply, evaluate, legal
from damier.core.state import State
from damier.games.quatre import GAME
from damier.games.quatre.bot import lines
from damier.games.quatre.rules import BLUE, MAX_ACTIONS, RED, has_line, moved

WIN = 2 * 10**6
DEEP = 8


def shortest_win(state: State, plies: int) -> int | None:
    """Return in how many plies the side to move can force a win, or None if not within `plies`."""
    memory = state.engine.blank(DEEP)
    memory[0] = state.data[0]
    lists = np.zeros((DEEP, MAX_ACTIONS), np.int64)
    wins = state.engine.bind(sys.modules[__name__]).wins
    return next((n for n in range(1, plies + 1, 2) if wins(memory, lists, 0, n)), None)


def loses_within(state: State, plies: int) -> bool:
    """Return whether the other side can force a win within `plies`, whatever the side to move does."""
    return state.is_over or all(
        after.outcome is None and shortest_win(after, plies - 1) is not None
        for after in map(state.play, state.actions())
    )


def plain_value(state: State, depth: int) -> int:
    """Return the plain negamax value for the side to move."""
    memory = state.engine.blank(DEEP)
    memory[0] = state.data[0]
    lists = np.zeros((DEEP, MAX_ACTIONS), np.int64)
    return int(state.engine.bind(sys.modules[__name__]).negamax(memory, lists, 0, depth))


@compiled
def wins(memory: StateData, lists: Ints, level: int, plies: int) -> bool:
    """Return whether the side to move at a level forces a win within an odd number of plies."""
    state = memory[level]
    seat = int(state.turn)
    n = legal(state, seat, lists[level])
    for i in range(n):
        action = int(lists[level, i])
        if has_line(state, moved(int(state.pawns[seat]), action), moved(int(state.marked), action)):
            return True
    if plies <= 1:
        return False
    for i in range(n):
        copy(memory[level + 1], state)
        apply(memory[level + 1], seat, lists[level, i])
        if memory[level + 1].winner == seat:
            return True
        if memory[level + 1].ending != 0:
            continue
        other = RED + BLUE - seat
        replies = legal(memory[level + 1], other, lists[level + 1])
        lost = True
        for j in range(replies):
            copy(memory[level + 2], memory[level + 1])
            apply(memory[level + 2], other, lists[level + 1, j])
            if memory[level + 2].ending != 0 or not wins(memory, lists, level + 2, plies - 2):
                lost = False
                break
        if lost:
            return True
    return False


@compiled
def negamax(memory: StateData, lists: Ints, level: int, depth: int) -> int:
    """Return the value of a position for the side to move."""
    state = memory[level]
    seat = int(state.turn)
    if actors(state) == 0:
        return 0 if state.winner == 0 else -WIN
    if depth == 0:
        value = evaluate(state, seat)
        return value if abs(value) < 10**6 else WIN - 1 if value > 0 else 1 - WIN
    best = -WIN
    for i in range(legal(state, seat, lists[level])):
        copy(memory[level + 1], state)
        apply(memory[level + 1], seat, lists[level, i])
        value = -negamax(memory, lists, level + 1, depth - 1)
        if abs(value) > WIN - 1000:
            value -= 1 if value > 0 else -1
        best = max(best, value)
    return best


def random_position(random: Random, variant: str, jit: bool | None = None) -> State:
    """Return a position of a random game in which both sides like to line up; some have occurred before."""
    while True:
        state = State.start(GAME, {"variant": variant}, jit=jit)
        promise = state.engine.bind(lines).promise
        for _ in range(random.randrange(3, 26)):
            seat = state.actors[0]
            tried = [state.play(action) for action in random.sample(state.actions(), min(3, len(state.actions())))]
            state = max(tried, key=lambda after: promise(after.data[0], seat))
            if state.is_over:
                break
        if not state.is_over and random.random() < 0.25:
            state = there_and_back(random, state, random.randrange(1, 3))
        if not state.is_over:
            return state


def there_and_back(random: Random, state: State, times: int) -> State:
    """Return a state after both sides moved a pawn to and fro, so that positions have occurred twice (R9)."""
    for _ in range(times):
        undo = []
        after = state
        for _ in range(2):
            action = random.choice(after.actions())
            after = after.play(action)
            if after.is_over:
                return state
            undo.append((action & 63) << 6 | action >> 6)
        for action in undo:
            if action not in after.actions():
                return state
            after = after.play(action)
            if after.is_over:
                return state
        state = after
    return state
