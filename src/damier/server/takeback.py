"""Taking a move back: one seat asks, every other person at the table has to agree."""

from collections.abc import Collection


class TakeBack:
    """The request that is open at a table, if any."""

    def __init__(self) -> None:
        self.asker: int | None = None
        self._agreed: set[int] = set()

    def ask(self, seat: int, people: Collection[int]) -> bool:
        """Open a request, or agree to the open one; return whether everybody has agreed now."""
        if self.asker is None:
            self.asker = seat
        elif seat != self.asker:
            self._agreed.add(seat)
        return set(people) <= {self.asker, *self._agreed}

    def close(self) -> None:
        """End the request, whether it was granted, refused or overtaken by a move."""
        self.asker = None
        self._agreed.clear()
