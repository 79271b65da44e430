"""Determinization: racks and a bag that agree with all that a seat has seen.

Every way of dealing the unseen tokens to the unseen places is as likely as any other, but for what `racks` remembers:
known tokens lie where they lie, and tokens seen going into the bag lie in no place that was filled before.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData
from damier.core.rng import below, weighted
from damier.games.mathable.equations import KINDS, RACK, token_of
from damier.games.mathable.racks import add, size
from damier.games.mathable.rules import HIDDEN, MAX_STEPS


@compiled
def determinize(view: StateData, seat: int, rng: Ints) -> None:
    """Deal the unseen tokens to the other racks and the bag."""
    if view.ending != 0:
        return
    away = np.zeros(KINDS + 1, np.int64)
    rest = np.zeros(KINDS + 1, np.int64)
    _part(view, seat, away, rest)
    seats = int(view.seats)
    for other in range(1, seats + 1):
        if other != seat:
            places = min(int(view.old[seat, other]), int(view.held[other]) - size(view.rack[other]))
            # A memory may have faded so far that it no longer fits; then the last places are free.
            for _ in range(min(places, _total(rest))):
                add(view.rack[other], _pick(view, rest, rng))
    rest += away
    for other in range(1, seats + 1):
        if other != seat:
            for _ in range(int(view.held[other]) - size(view.rack[other])):
                add(view.rack[other], _pick(view, rest, rng))
    if view.turn != seat:
        for _ in range(int(view.put_aside)):
            add(view.aside, _pick(view, rest, rng))
        _imagine_extras(view, rng)


@compiled
def _part(view: StateData, seat: int, away: Ints, rest: Ints) -> None:
    """Split the unseen tokens into those remembered to have gone into the bag, and the rest."""
    for i in range(RACK):
        token = int(view.away[seat, i])
        if token != 0 and away[token] < view.bag[token]:
            away[token] += 1
    for token in range(1, KINDS + 1):
        rest[token] = int(view.bag[token]) - away[token]


@compiled
def _total(pool: Ints) -> int:
    total = 0
    for token in range(1, KINDS + 1):
        total += int(pool[token])
    return total


@compiled
def _pick(view: StateData, pool: Ints, rng: Ints) -> int:
    """Take one of these unseen tokens at random and return it."""
    token = weighted(rng, pool, KINDS + 1)
    pool[token] -= 1
    view.bag[token] -= 1
    return token


@compiled
def _imagine_extras(view: StateData, rng: Ints) -> None:
    """Choose which tokens were the extra ones another seat took in this turn (R7): still in the rack, or placed since.

    They are chosen from the last to the first. So all choices are equally likely, because whatever could be a later
    extra token could also be an earlier one.
    """
    turn = int(view.turn)
    could_be = np.zeros(RACK + MAX_STEPS, np.int64)
    n = 0
    k = 0
    for i in range(int(view.held[turn])):  # a token known to be there is not new; both are ascending
        if k < RACK and view.known[turn, k] != 0 and view.rack[turn, i] == view.known[turn, k]:
            k += 1
        else:
            could_be[n] = view.rack[turn, i]
            n += 1
    for step in range(int(view.steps) - 1, -1, -1):
        if view.extra[step] == HIDDEN:
            i = below(rng, n)
            view.extra[step] = could_be[i]
            n -= 1
            could_be[i] = could_be[n]
        if (int(view.expected) >> step) & 1 == 0:
            could_be[n] = token_of(int(view.actions[step]))
            n += 1
