"""What a search must know of Foumath: how likely each seat is to line up next, and what that is worth.

Values are in hundredths of a point.
"""

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import CHANCE, Record
from damier.games.foumath.options import JUNIOR
from damier.games.foumath.rules import CHOOSE, MAX_ACTIONS, MAX_OUTCOMES, NO_NUMBER, STATE, THROW, apply, chances, legal
from damier.games.foumath.squares import PAWNS, is_free, touches, value

JUNIOR_LINE = 100  # what a line is worth where nobody counts
GAME_WON = 500_000
PRESENCE = 20  # a pawn on the board is a little better than one in reserve: a first pawn makes no line yet


@compiled
def evaluate(state: Record, seat: int) -> int:
    """While dice roll, the mean of what they can bring, each throw used as well as can be; else how things stand."""
    if state.phase != THROW or state.ending != 0:
        return _standing(state, seat)
    memory = np.empty(2, STATE)
    outcomes = np.empty(MAX_OUTCOMES, np.int64)
    n = chances(state, outcomes, np.empty(MAX_OUTCOMES, np.int64))
    total = 0
    for i in range(n):
        copy(memory[0], state)
        apply(memory[0], CHANCE, outcomes[i])
        total += _best(memory, int(state.turn), seat)
    return total // n


@compiled
def _best(memory: Record, mover: int, seat: int) -> int:
    """How things stand for a seat after the mover's best move from `memory[0]`, with `memory[1]` to try in.

    Others are expected to play against the seat.
    """
    actions = np.empty(MAX_ACTIONS, np.int64)
    n = legal(memory[0], mover, actions)
    sign = 1 if mover == seat else -1
    most = -(10**6)
    for i in range(n):
        copy(memory[1], memory[0])
        apply(memory[1], mover, actions[i])
        most = max(most, sign * _standing(memory[1], seat))
    return sign * most


@compiled
def _standing(state: Record, seat: int) -> int:
    """A seat's prospects against those of the strongest other."""
    mine = 0
    strongest = -(10**6)
    for other in range(1, int(state.seats) + 1):
        prospect = _prospect(state, other)
        if other == seat:
            mine = prospect
        else:
            strongest = max(strongest, prospect)
    return mine - strongest


@compiled
def _prospect(state: Record, seat: int) -> int:
    """What a seat has, and what it can expect of its next throw."""
    won = state.winner == seat
    if state.level == JUNIOR:
        return 100 * JUNIOR_LINE if won else _promise(state, seat)
    sure = 100 * int(state.totals[seat])
    if state.ending != 0:
        return sure + (GAME_WON if won else 0)
    return sure + _promise(state, seat)


@compiled
def _promise(state: Record, seat: int) -> int:
    """The points of each line within reach times its chance in hundredths, by the best of the three throws (R5)."""
    if state.winner != 0:
        return 0  # the board is about to be cleared
    own = state.pawns[seat]
    chooses = state.phase == CHOOSE and state.turn == seat
    first = int(state.first) if chooses else NO_NUMBER
    second = int(state.second) if chooses else NO_NUMBER
    both = 0
    keeping_first = 0
    keeping_second = 0
    placed = 0
    for i in range(PAWNS):
        placed += 1 if own[i] != 0 else 0
        for j in range(i + 1, PAWNS):
            for way in range(2):
                square = _completing(int(own[i]), int(own[j]), way)
                if square == 0 or not is_free(state.pawns, square):
                    continue
                points = _points(state, int(own[i]), int(own[j]), square)
                row = square // 10
                column = square % 10
                both += points if row == column else 2 * points
                keeping_first += 10 * points if first in (row, column) else 0
                keeping_second += 10 * points if second in (row, column) else 0
    return max(both, keeping_first, keeping_second) + PRESENCE * placed


@compiled
def _completing(low: int, high: int, way: int) -> int:
    """A square that makes a line of two pawns: before or after them, or the one between them; 0 if there is none."""
    gap = high - low
    square = 0
    if low == 0:
        return 0
    if touches(gap):
        square = low - gap if way == 0 else high + gap
    elif way == 0 and gap % 2 == 0 and touches(gap // 2):
        square = low + gap // 2
    return square if 11 <= square <= 99 and square % 10 != 0 else 0


@compiled
def _points(state: Record, one: int, two: int, three: int) -> int:
    addition = int(state.addition)
    if state.level == JUNIOR:
        return JUNIOR_LINE
    return value(one, addition) + value(two, addition) + value(three, addition)
