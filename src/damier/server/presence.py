"""Who is connected to a table, and for how long a seat has been left."""

import time
from collections.abc import Callable, Collection, Iterable
from typing import Protocol


class Holder(Protocol):
    """A connection that holds seats."""

    seats: tuple[int, ...]


class Presence:
    """Reads who is here from a table's connections, and remembers when the others left."""

    def __init__(self, connections: Collection[Holder], clock: Callable[[], float] = time.monotonic) -> None:
        self._connections = connections
        self._clock = clock
        self._opened = clock()
        self._left: dict[int, float] = {}

    def leave(self, seats: Iterable[int]) -> None:
        """Remember that a connection for these seats was closed now."""
        for seat in seats:
            self._left[seat] = self._clock()

    def here(self) -> set[int]:
        """Return the seats that somebody is connected for."""
        return {seat for connection in self._connections for seat in connection.seats}

    def away_seconds(self, seat: int) -> float:
        """Return how long nobody has been connected for a seat; at most since the table was opened here."""
        return 0.0 if seat in self.here() else self._clock() - self._left.get(seat, self._opened)
