"""The rules of Template (R1–R3)."""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import OVER, Ints, StateData
from damier.core.game import state_type
from damier.core.outcome import Outcome
from damier.games._template.options import SEATS, STICKS

MAX_TAKEN = 3
ENDINGS: tuple[str, ...] = ("", "last-stick")
LAST_STICK = 1

MAX_ACTIONS = MAX_TAKEN
MAX_OUTCOMES = 0

STATE = state_type("template", ("seats", np.int8), ("turn", np.int8), ("sticks", np.int16), ("winner", np.int8))


@compiled
def start(state: StateData, options: Ints) -> None:
    """R1: a heap of sticks, and seat 1 begins."""
    state.seats = options[SEATS]
    state.sticks = options[STICKS]
    state.turn = 1


@compiled
def actors(state: StateData) -> int:
    """One player at a time, to the left."""
    if state.ending != 0:
        return OVER
    return 1 << int(state.turn)


@compiled
def legal(state: StateData, seat: int, out: Ints) -> int:
    """R2: an action is the number of sticks taken."""
    if state.ending != 0 or seat != state.turn:
        return 0
    n = min(MAX_TAKEN, int(state.sticks))
    for i in range(n):
        out[i] = i + 1
    return n


@compiled
def chances(state: StateData, outcomes: Ints, weights: Ints) -> int:
    """Nothing is thrown or drawn."""
    return 0


@compiled
def apply(state: StateData, actor: int, action: int) -> None:
    """R2, R3."""
    state.sticks -= action
    if state.sticks == 0:
        state.winner = actor
        state.ending = LAST_STICK
    else:
        state.turn = actor % state.seats + 1


@compiled
def scores(state: StateData, out: Ints) -> None:
    """One point for the winner."""
    for seat in range(1, state.seats + 1):
        out[seat] = 1 if state.winner == seat else 0


@compiled
def position_key(state: StateData) -> int:
    """Sticks and turn are all there is."""
    return int(state.sticks) * 8 + int(state.turn)


def seating(outcome: Outcome) -> tuple[int, ...]:
    """The one to the left of the last to begin begins the next game."""
    seats = len(outcome.places)
    return (*range(2, seats + 1), 1)
