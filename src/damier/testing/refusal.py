"""What the rules refuse, and by which of them."""

from damier.core.errors import Illegal
from damier.core.state import State


def refused(state: State, move: str | int, seat: int | None = None) -> str | None:
    """The rule by which a move is refused, in words."""
    try:
        state.play(move, seat)
    except Illegal as refusal:
        assert str(refusal)
        return refusal.rule
    raise AssertionError(f"{move} is allowed")
