"""Moves of Template as text: `take 2`."""

import re

from damier.core.catalogue import message
from damier.core.contract import StateData
from damier.core.errors import Illegal, Malformed
from damier.kit.typed import plain


def write(state: StateData, actor: int, action: int) -> str:
    """Return the notation of an action, as records have it."""
    return f"take {action}"


def write_all(state: StateData, actor: int, actions: list[int]) -> list[str]:
    """Return the notations of several actions; a game with a slow `write` can do better here."""
    return [write(state, actor, action) for action in actions]


def read(state: StateData, actor: int, text: str) -> int:
    """Return the action that a text names. Be generous: people type capitals, spaces and dashes of any kind."""
    match = re.fullmatch(r"(?:take[ -]*)?([0-9]{1,3})", plain(text).lower())
    if match is None:
        raise Malformed(message("malformed.move", text=text))
    return int(match[1])


def explain(state: StateData, seat: int, action: int) -> Illegal:
    """Return why an action that is not legal is refused, and by which rule. Say what would fit here and now."""
    return Illegal(message("illegal.count", taken=action, n=int(state.sticks)), "R2")
