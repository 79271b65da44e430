"""The rules of Template (R1–R3): functions over one state, which run as plain Python and compiled by numba alike.

Seats are numbered from 1; masks of seats are `1 << seat`. `state_type` adds the field `ending`: 0 while the game goes
on, else the place of the reason in ENDINGS.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import OVER, Ints, StateData
from damier.core.game import state_type
from damier.core.outcome import Outcome
from damier.games._template.options import SEATS, STICKS

MAX_TAKEN = 3
ENDINGS: tuple[str, ...] = ("", "last-stick")  # the sentences are `end.last-stick` in the catalogues
LAST_STICK = 1

MAX_ACTIONS = MAX_TAKEN  # the most that `legal` ever writes
MAX_OUTCOMES = 0  # the same for `chances`: nothing here is left to chance

STATE = state_type("template", ("seats", np.int8), ("turn", np.int8), ("sticks", np.int16), ("winner", np.int8))


@compiled
def start(state: StateData, options: Ints) -> None:
    """Set up the first position in a zeroed state: a heap of sticks, and seat 1 begins (R1)."""
    state.seats = options[SEATS]
    state.sticks = options[STICKS]
    state.turn = 1


@compiled
def actors(state: StateData) -> int:
    """Return the bit mask of those who may act now: here one seat at a time."""
    if state.ending != 0:
        return OVER
    return 1 << int(state.turn)


@compiled
def legal(state: StateData, seat: int, out: Ints) -> int:
    """Write the legal actions of a seat into `out` and return how many. An action is a number of sticks (R2)."""
    if state.ending != 0 or seat != state.turn:
        return 0
    n = min(MAX_TAKEN, int(state.sticks))
    for i in range(n):
        out[i] = i + 1
    return n


@compiled
def chances(state: StateData, outcomes: Ints, weights: Ints) -> int:
    """Return 0: nothing is thrown or drawn. A game with dice writes outcomes and their weights here."""
    return 0


@compiled
def apply(state: StateData, actor: int, action: int) -> None:
    """Apply a legal action in place (R2, R3)."""
    state.sticks -= action
    if state.sticks == 0:
        state.winner = actor
        state.ending = LAST_STICK
    else:
        state.turn = actor % state.seats + 1


@compiled
def scores(state: StateData, out: Ints) -> None:
    """Write the score of each seat: one point for the winner."""
    for seat in range(1, state.seats + 1):
        out[seat] = 1 if state.winner == seat else 0


@compiled
def position_key(state: StateData) -> int:
    """Return a number that is equal for positions that play on alike: here sticks and turn are all there is."""
    return int(state.sticks) * 8 + int(state.turn)


def seating(outcome: Outcome) -> tuple[int, ...]:
    """Return who sits where in the next game: everybody moves on by one seat, so that another player begins."""
    seats = len(outcome.places)
    return (*range(2, seats + 1), 1)
