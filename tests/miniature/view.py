"""A seat sees its own token and the totals; of the bag only which tokens it has not seen."""

from typing import Any

from damier.core.catalogue import Message, message
from damier.core.compiled import compiled
from damier.core.contract import CHANCE, StateData
from miniature.moves import write
from miniature.rules import CHALLENGE, DEAL, SHOW

HIDES = True
REVEALS = True  # showing a token and the last vote depend on tokens the seat has not seen


@compiled
def observe(state: StateData, seat: int, view: StateData) -> None:
    view.ending = state.ending
    view.seats = state.seats
    view.phase = state.phase
    view.turn = state.turn
    view.lap = state.lap
    view.laps = state.laps
    view.votes = state.votes
    view.dealing = state.dealing
    view.challenged = state.challenged
    view.asked = state.asked
    view.stays = state.stays
    view.totals[:] = state.totals
    view.bag[:] = state.bag
    for other in range(1, int(state.seats) + 1):
        if other == seat:
            view.tokens[other] = state.tokens[other]
        else:
            view.bag[state.tokens[other]] += 1
    view.bag[0] = 0  # where the seats without a token were counted


def show(view: StateData, seat: int) -> dict[str, Any]:
    return {
        "totals": view.totals[1 : int(view.seats) + 1].tolist(),
        "token": int(view.tokens[seat]) if seat else 0,
        "turn": int(view.turn),
        "round": int(view.lap),
        "phase": int(view.phase),
    }


def notation(state: StateData, actor: int, action: int, seat: int) -> str:
    if actor == CHANCE and state.phase == DEAL and seat != state.dealing:
        return f"draw {state.dealing} ?"
    return write(state, actor, action)


def sentence(state: StateData, actor: int, action: int, seat: int) -> Message:
    if actor == CHANCE:
        if state.phase != DEAL:
            return message("event.dice", n=action)
        if seat == state.dealing:
            return message("event.draw-own", value=action)
        return message("event.draw", seat=int(state.dealing))
    if action > CHALLENGE:
        return message("event.challenge", seat=actor, other=action - CHALLENGE)
    if action == SHOW:
        value = int(state.tokens[actor])
        return message("event.show", seat=actor, value=value)
    return message(f"event.{write(state, actor, action)}", seat=actor)
