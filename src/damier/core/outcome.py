"""How a game ended, and why."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The places of the seats (1 is best, equals share) and the reason, a key `end.<reason>` of the catalogue."""

    reason: str
    places: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; nobody where all seats share it."""
        first = tuple(seat for seat, place in enumerate(self.places, 1) if place == 1)
        return () if len(first) == len(self.places) else first

    def as_json(self) -> dict[str, object]:
        """Return the outcome as plain data."""
        return {"reason": self.reason, "places": list(self.places), "winners": list(self.winners)}


def ranked(reason: str, scores: Sequence[int]) -> Outcome:
    """Return the places by final scores, the highest first."""
    return Outcome(reason, tuple(1 + sum(other > score for other in scores) for score in scores))
