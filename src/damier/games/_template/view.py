"""What a seat may know of Template: everything."""

from typing import Any

from damier.core.catalogue import Message, message
from damier.core.compiled import compiled, copy
from damier.core.contract import StateData
from damier.games._template.moves import write

HIDES = False


@compiled
def observe(state: StateData, seat: int, view: StateData) -> None:
    """Everybody sees the whole table."""
    copy(view, state)


def show(view: StateData, seat: int) -> dict[str, Any]:
    """The heap and whose turn it is."""
    return {"sticks": int(view.sticks), "turn": int(view.turn), "over": bool(view.ending)}


def notation(state: StateData, actor: int, action: int, seat: int) -> str:
    """Every seat reads the whole event."""
    return write(state, actor, action)


def sentence(state: StateData, actor: int, action: int, seat: int) -> Message:
    """How many were taken."""
    return message("event.take", who=message("seat", seat=actor), n=action)
