"""Asserting that a move is illegal."""

from damier.core.errors import Illegal
from damier.core.state import State


def refused(state: State, move: str | int, seat: int | None = None) -> str | None:
    """Return the rule by which a move is refused; fail if it is legal or the refusal has no sentence."""
    try:
        state.play(move, seat)
    except Illegal as refusal:
        assert str(refusal)
        return refusal.rule
    raise AssertionError(f"{move} is allowed")
