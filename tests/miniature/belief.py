"""The others' tokens, drawn from what the seat has not seen."""

from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData
from damier.core.rng import weighted
from miniature.rules import DEAL, KINDS


@compiled
def determinize(view: StateData, seat: int, rng: Ints) -> None:
    for other in range(1, int(view.seats) + 1):
        waiting = view.phase == DEAL and other >= view.dealing and view.tokens[other] == 0
        if other != seat and not waiting:
            kind = weighted(rng, view.bag, KINDS + 1)
            view.tokens[other] = kind
            view.bag[kind] -= 1
