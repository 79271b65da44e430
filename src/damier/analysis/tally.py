"""Statistics of many games: points with confidence intervals, ratings, thinking times."""

import math
from collections import Counter
from dataclasses import dataclass, field

Z_95 = 1.959964  # standard deviations of a 95 % interval
STEP = 1.05  # thinking times are counted in classes, each 5 % above the last


class Timings(Counter[int]):
    """A histogram of thinking times with logarithmic classes."""

    def add(self, seconds: float) -> None:
        """Count one thinking time."""
        self[math.ceil(math.log(max(seconds, 1e-9), STEP))] += 1

    def quantile(self, share: float) -> float:
        """Return the seconds within which this share of all decisions was made."""
        wanted = share * self.total()
        seen = 0
        for step in sorted(self):
            seen += self[step]
            if seen >= wanted:
                return float(STEP**step)
        return 0.0


@dataclass(frozen=True, slots=True)
class Result:
    """How one game went: for each seat the number of its bot (from 0), its place and its thinking times."""

    index: int
    bots: tuple[int, ...]
    places: tuple[int, ...]
    events: int
    timings: tuple[Timings, ...] = field(default=(), compare=False)

    @property
    def winners(self) -> list[int]:
        """The seats in first place."""
        return [seat for seat, place in enumerate(self.places, 1) if place == 1]


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the points, with its 95 % confidence interval (Wilson's)."""

    points: float
    games: int

    @property
    def mean(self) -> float:
        return self.points / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Return the lower and the upper bound."""
        z2n = Z_95**2 / self.games
        middle = (self.mean + z2n / 2) / (1 + z2n)
        half = Z_95 / (1 + z2n) * math.sqrt(self.mean * (1 - self.mean) / self.games + z2n / 4 / self.games)
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.mean:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


@dataclass(slots=True)
class Tally:
    """The results of a match and what follows from them."""

    bots: tuple[str, ...]
    results: list[Result] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.results)

    @property
    def mean_events(self) -> float:
        return sum(result.events for result in self.results) / self.games

    @property
    def shared(self) -> int:
        """How many games nobody won alone."""
        return sum(len(result.winners) > 1 for result in self.results)

    @property
    def wins_by_seat(self) -> list[int]:
        """How often each seat won alone."""
        alone = Counter(result.winners[0] for result in self.results if len(result.winners) == 1)
        return [alone[seat] for seat in range(1, len(self.bots) + 1)]

    @property
    def wins_by_bot(self) -> list[int]:
        """How often each bot won alone."""
        alone = Counter(result.bots[result.winners[0] - 1] for result in self.results if len(result.winners) == 1)
        return [alone[bot] for bot in range(len(self.bots))]

    @property
    def shares(self) -> list[Share]:
        """Each bot's points: a game is worth one, divided among those in first place."""
        points = [0.0] * len(self.bots)
        for result in self.results:
            for seat in result.winners:
                points[result.bots[seat - 1]] += 1 / len(result.winners)
        return [Share(each, self.games) for each in points]

    @property
    def ratings(self) -> list[tuple[float, float]]:
        """Each bot's skill by OpenSkill (Plackett-Luce): mu and sigma. A bot that sits twice is rated once."""
        from openskill.models import PlackettLuce

        model = PlackettLuce()
        skills = {name: model.rating(name=name) for name in self.bots}
        for result in self.results:
            names = [self.bots[number] for number in result.bots]
            if len(set(names)) == len(names):
                rated = model.rate([[skills[name]] for name in names], ranks=list(map(float, result.places)))
                skills.update(zip(names, (team[0] for team in rated), strict=True))
        return [(skills[name].mu, skills[name].sigma) for name in self.bots]

    @property
    def timings(self) -> list[Timings]:
        """Each bot's thinking times."""
        timings = [Timings() for _ in self.bots]
        for result in self.results:
            for number, seat_timings in zip(result.bots, result.timings, strict=False):
                timings[number].update(seat_timings)
        return timings
