"""The belief of a game that hides nothing: a view is the state already."""

from damier.core.compiled import compiled
from damier.core.contract import Ints, Record


@compiled
def imagine(view: Record, seat: int, rng: Ints) -> None:
    """There is nothing to imagine."""
