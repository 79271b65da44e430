"""A series: the same people play again and again; each game says who sits where next."""

from dataclasses import dataclass, replace

from damier.core.game import Game
from damier.core.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Series:
    """The players in the order they sit now, and how many games each has won."""

    game: Game
    people: tuple[str, ...]
    wins: tuple[int, ...]
    played: int = 0

    @classmethod
    def of(cls, game: Game, people: tuple[str, ...]) -> "Series":
        """Return a series before its first game."""
        return cls(game, people, (0,) * len(people))

    def after(self, outcome: Outcome) -> "Series":
        """Return the series after a game has ended: wins counted, players seated for the next one."""
        order = self.game.rules.seating(outcome)
        wins = [won + (seat in outcome.winners) for seat, won in enumerate(self.wins, 1)]
        return replace(
            self,
            people=tuple(self.people[seat - 1] for seat in order),
            wins=tuple(wins[seat - 1] for seat in order),
            played=self.played + 1,
        )
