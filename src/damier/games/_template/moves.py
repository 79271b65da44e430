"""Moves of Template as text: `take 2`."""

import re

from damier.core.catalogue import message
from damier.core.contract import StateData
from damier.core.errors import Illegal, Malformed


def write(state: StateData, actor: int, action: int) -> str:
    """The notation of an action."""
    return f"take {action}"


def write_all(state: StateData, actor: int, actions: list[int]) -> list[str]:
    """The notations of several actions."""
    return [write(state, actor, action) for action in actions]


def read(state: StateData, actor: int, text: str) -> int:
    """The action a text names."""
    match = re.fullmatch(r"(?:take )?([0-9]{1,3})", text.strip())
    if match is None:
        raise Malformed(message("malformed.move", text=text))
    return int(match[1])


def explain(state: StateData, seat: int, action: int) -> Illegal:
    """Why a move is refused, by rule."""
    return Illegal(message("illegal.count", taken=action, n=int(state.sticks)), "R2")
