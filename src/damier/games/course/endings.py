"""Dead games (R14): when nobody can reach 400 any more, and when the last round begins because nobody gets on.

Both are looked at only when a turn begins, before its draw.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData
from damier.games.course.cards import GOAL, MAX_VALUE
from damier.games.course.state import PATIENCE


@compiled
def can_be_won(state: StateData) -> bool:
    """Return whether some choice of the points cards not lying before players brings some seat to exactly 400."""
    loose = state.loose
    most = 0
    for seat in range(1, int(state.seats) + 1):
        room = GOAL - int(state.totals[seat])
        if _is_found_quickly(loose, room):
            return True
        most = max(most, room)
    sums = _reachable_sums(loose, most)
    winnable = 0
    for seat in range(1, int(state.seats) + 1):
        winnable += int(sums[GOAL - int(state.totals[seat])])
    return winnable > 0


@compiled
def _is_found_quickly(loose: Ints, room: int) -> bool:
    """Return whether taking the highest card that fits, again and again, makes `room`. False proves nothing."""
    value = min(room, MAX_VALUE)
    while value > 0:
        if room <= value and loose[room] > 0:
            return True
        left = int(loose[value])
        while left > 0 and room >= value:
            room -= value
            left -= 1
        if room == 0:
            return True
        value = min(room, value - 1)
    return False


@compiled
def _reachable_sums(loose: Ints, most: int) -> Ints:
    """Return an array that has 1 at every sum up to `most` that some of the cards make."""
    sums = np.zeros(GOAL + 1, np.int64)
    sums[0] = 1
    for value in range(1, min(MAX_VALUE, most) + 1):
        for _ in range(min(int(loose[value]), most // value)):
            for total in range(most, value - 1, -1):
                sums[total] |= sums[total - value]
    return sums


@compiled
def is_stalled(state: StateData, turns_without_points: int, turns_without_piles: int) -> bool:
    """Return whether so many turns without points, or without points, stock and discard, begin the last round."""
    seats = int(state.seats)
    return turns_without_points >= PATIENCE * seats or turns_without_piles >= seats


@compiled
def points_pause_after(state: StateData) -> int:
    """Return how many turns in a row will have passed without points when this one ends."""
    return 0 if state.scored != 0 else int(state.turns_without_points) + 1


@compiled
def piles_pause_after(state: StateData) -> int:
    """Return how many turns in a row will have passed without points, stock and discard when this one ends."""
    return 0 if state.scored != 0 or state.piles_used != 0 else int(state.turns_without_piles) + 1


@compiled
def last_round_follows(state: StateData) -> bool:
    """Return whether the last round begins when this turn ends."""
    if state.last_round != 0 or not is_stalled(state, points_pause_after(state), piles_pause_after(state)):
        return False
    return can_be_won(state)
