"""What a seat may know of Template: everything."""

from typing import Any

from damier.core.compiled import compiled, copy
from damier.core.contract import Record
from damier.core.words import Message, message
from damier.games._template.moves import write

HIDES = False


@compiled
def observe(state: Record, seat: int, view: Record) -> None:
    """Everybody sees the whole table."""
    copy(view, state)


def show(view: Record, seat: int) -> dict[str, Any]:
    """The heap and whose turn it is."""
    return {"sticks": int(view.sticks), "turn": int(view.turn), "over": bool(view.ending)}


def notation(state: Record, actor: int, action: int, seat: int) -> str:
    """Every seat reads the whole event."""
    return write(state, actor, action)


def words(state: Record, actor: int, action: int, seat: int) -> Message:
    """How many were taken."""
    return message("event.take", who=message("seat", seat=actor), n=action)
