"""What a seat may know of Template: everything. Players, watchers, bots and pages get nothing but this."""

from typing import Any

from damier.core.catalogue import Message, message
from damier.core.compiled import compiled, copy
from damier.core.contract import StateData
from damier.games._template.moves import write

HIDES = False  # True for a game with hidden cards or tokens; then it needs a `belief.py` as well


@compiled
def observe(state: StateData, seat: int, view: StateData) -> None:
    """Copy into `view` what a seat may know of a state: here all of it."""
    copy(view, state)


def show(view: StateData, seat: int) -> dict[str, Any]:
    """Return the view as plain data, for pages and the terminal."""
    return {"sticks": int(view.sticks), "turn": int(view.turn), "over": bool(view.ending)}


def notation(state: StateData, actor: int, action: int, seat: int) -> str:
    """Return an event as a seat may read it: here all of it."""
    return write(state, actor, action)


def sentence(state: StateData, actor: int, action: int, seat: int) -> Message:
    """Return the sentence for an event: a key of the catalogues in `text/` and the values of its gaps."""
    return message("event.take", who=message("seat", seat=actor), n=action)
