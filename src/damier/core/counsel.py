"""Counsel for searches, where a game brings none of its own."""

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import MAX_ACTIONS, Ints, Record, apply, legal, position_key
from damier.core.rng import below

OVERSIGHT = 35


@compiled
def rank(state: Record, seat: int, actions: Ints, n: int, ranks: Ints) -> None:
    """All alike."""
    for i in range(n):
        ranks[i] = 0


@compiled
def policy(state: Record, seat: int, rng: Ints) -> int:
    """Anything legal."""
    actions = np.empty(MAX_ACTIONS, np.int64)
    return int(actions[below(rng, legal(state, seat, actions))])


@compiled
def oversight(state: Record, seat: int, action: int) -> int:
    """Each action is as easy to miss as any other."""
    return OVERSIGHT


@compiled
def table_key(state: Record) -> int:
    """No symmetries are known."""
    return position_key(state)


@compiled
def attempt(before: Record, after: Record, seat: int, action: int) -> None:
    """All of the record, and the rules as they are."""
    copy(after, before)
    apply(after, seat, action)


@compiled
def forced(state: Record, seat: int) -> int:
    """No threats are known."""
    return 0
