"""What an analysis found: counts by distance and the values of positions."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

WON, DRAWN, LOST = 1, 0, -1
UNKNOWN = -1  # the distance where only the value is known

# Called after each sweep: its number, positions it decided, positions decided so far, positions in all, seconds since
# the start.
Progress = Callable[[int, int, int, int, float], None]


@dataclass(frozen=True)
class Value:
    """The value of a position for the side to move, and in how many plies the end comes."""

    value: int
    distance: int

    def before(self) -> "Value":
        """Return what this value means for the side that moved into it."""
        known = self.value != DRAWN and self.distance != UNKNOWN
        return Value(-self.value, self.distance + 1 if known else self.distance)

    def __str__(self) -> str:
        if self.value == DRAWN:
            return "draw"
        word = "wins" if self.value == WON else "loses"
        return word if self.distance == UNKNOWN else f"{word} in {self.distance}"


@dataclass
class Start:
    """A position with its value and that of each move, for the side to move."""

    name: str
    own: int
    other: int
    value: Value
    moves: dict[str, Value] = field(default_factory=dict)


@dataclass
class Report:
    """The counts of an analysis."""

    size: int
    pawns: int
    backend: str
    positions: int  # pairs (side to move, other side)
    playable: int  # those in which the side to move has no line
    won: dict[int, int] = field(default_factory=dict)  # by distance in plies
    lost: dict[int, int] = field(default_factory=dict)
    seconds: float = 0.0
    starts: list[Start] = field(default_factory=list)

    @property
    def decided(self) -> int:
        """Return how many positions are won or lost."""
        return sum(self.won.values()) + sum(self.lost.values())

    @property
    def drawn(self) -> int:
        """Return how many positions are neither won nor lost."""
        return self.playable - self.decided

    def count(self, sweep: int, positions: int) -> None:
        """Enter what a sweep decided: odd ones find wins, even ones losses."""
        if positions:
            counts = self.won if sweep % 2 else self.lost
            counts[sweep] = counts.get(sweep, 0) + positions

    def as_data(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {**asdict(self), "drawn": self.drawn}

    def as_text(self) -> str:
        """Return the report as a page of text."""
        won, lost = sum(self.won.values()), sum(self.lost.values())
        lines = [
            f"{self.size}×{self.size} with {self.pawns}+{self.pawns}, {self.backend}, {self.seconds:.1f} s",
            f"positions {self.positions:,}, playable {self.playable:,}",
            f"won {won:,}, lost {lost:,}, drawn {self.drawn:,}",
        ]
        for distance in sorted(self.won | self.lost):
            word, counts = ("won", self.won) if distance % 2 else ("lost", self.lost)
            lines.append(f"{word} in {distance}: {counts[distance]:,}")
        for start in self.starts:
            lines.append(f"{start.name}: {start.value}")
            lines.extend(f"  {move} {value}" for move, value in start.moves.items())
        return "\n".join(lines)
