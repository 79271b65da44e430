"""Defaults of the optional hooks that searches and bots ask of a game, for games that define none of their own."""

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import MAX_ACTIONS, Ints, StateData, apply, legal, position_key
from damier.core.rng import below

MISS_CHANCE = 35  # percent


@compiled
def determinize(view: StateData, seat: int, rng: Ints) -> None:
    """Do nothing: in a game that hides nothing, a view is the complete state."""


@compiled
def rank(state: StateData, seat: int, actions: Ints, n: int, ranks: Ints) -> None:
    """Rank all actions equally."""
    for i in range(n):
        ranks[i] = 0


@compiled
def policy(state: StateData, seat: int, rng: Ints) -> int:
    """Return a random legal action."""
    actions = np.empty(MAX_ACTIONS, np.int64)
    return int(actions[below(rng, legal(state, seat, actions))])


@compiled
def miss_chance(state: StateData, seat: int, action: int) -> int:
    """Return the same chance for every action."""
    return MISS_CHANCE


@compiled
def table_key(state: StateData) -> int:
    """Return the position key: no symmetries are known."""
    return position_key(state)


@compiled
def apply_in_search(before: StateData, after: StateData, seat: int, action: int) -> None:
    """Copy the whole state and apply the action by the full rules."""
    copy(after, before)
    apply(after, seat, action)


@compiled
def must_respond(state: StateData, seat: int) -> int:
    """Return 0: no threats are known."""
    return 0
