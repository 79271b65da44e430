"""The last events of a table, for clients that come back and want to know what they missed."""

from collections import deque

from damier.core.replay import Step

MOST = 64  # steps keep their states in memory; who missed more gets a snapshot


class RecentEvents:
    """Events by sequence number, the last few of them, without gaps."""

    def __init__(self, seq: int) -> None:
        self._seq = seq  # of the last event
        self._events: deque[tuple[int, Step]] = deque(maxlen=MOST)

    def add(self, seq: int, step: Step) -> None:
        """Remember an event that happened now."""
        self._seq = seq
        self._events.append((seq, step))

    def forget(self, seq: int) -> None:
        """Drop everything: something was taken back at this number."""
        self._seq = seq
        self._events.clear()

    def since(self, seq: int) -> list[tuple[int, Step]] | None:
        """Return the events after a number, or None where they are not all known: then a snapshot is needed."""
        first = self._seq - len(self._events)
        if not first <= seq <= self._seq:
            return None
        return [(number, step) for number, step in self._events if number > seq]
