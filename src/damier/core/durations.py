"""How long a game takes, from what `damier durations` measured and wrote into its folder.

Minutes are the median number of decisions in bots' games times SECONDS_PER_DECISION, which is what we assume of people,
not measured. For options that were not measured, the nearest measured ones count, and of several equally near the
longest.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from damier.core.game import Game
from damier.core.options import Choice, Options

FILE = "durations.json"  # in a game's folder
SECONDS_PER_DECISION = 20
VERY_LONG = 120  # minutes


@dataclass(frozen=True, slots=True)
class Length:
    """The median length of a setting's games; None where most of them were endless."""

    seats: int
    options: Mapping[str, str]  # those that are not at their defaults
    games: int = 0
    decisions: float | None = None
    rounds: float | None = None


@dataclass(frozen=True, slots=True)
class Duration:
    """How long people may expect to play."""

    minutes: int | None  # None: endless
    rounds: int | None
    measured: bool  # with these very options, not only with similar ones

    @property
    def very_long(self) -> bool:
        """Whether people should be warned."""
        return self.minutes is None or self.minutes > VERY_LONG


@cache
def measured(folder: Path) -> tuple[Length, ...]:
    """Return the lengths in a game's folder; none where nothing was measured."""
    path = folder / FILE
    if not path.is_file():
        return ()
    return tuple(Length(**each) for each in json.loads(path.read_text(encoding="utf-8"))["lengths"])


def duration(game: Game, options: Mapping[str, str] | Options | None, seats: int) -> Duration | None:
    """Return how long a game with these options and seats takes, or None if that number of seats was not measured."""
    lengths = [each for each in measured(game.folder) if each.seats == seats]
    if not lengths:
        return None
    chosen = game.read_options(options).pairs()
    distances = [_distance(game, chosen, each.options) for each in lengths]
    nearest = min(distances)
    near = [each for each, distance in zip(lengths, distances, strict=True) if distance == nearest]
    longest = max(near, key=lambda each: math.inf if each.decisions is None else each.decisions)
    if longest.decisions is None or longest.rounds is None:
        return Duration(None, None, measured=nearest == 0)
    minutes = max(1, round(longest.decisions * SECONDS_PER_DECISION / 60))
    return Duration(minutes, max(1, round(longest.rounds)), measured=nearest == 0)


def _distance(game: Game, chosen: Mapping[str, str], options: Mapping[str, str]) -> float:
    """Return how much a measured set differs: 1 for another choice, up to 1 for another number, by their ratio.

    Number options that were not measured hardly matter (`numbers_that_matter`) and do not count.
    """
    varied = {name for each in measured(game.folder) for name in each.options}
    distance = 0.0
    for name, kind in game.options.kinds().items():
        value = options.get(name, str(kind.default))
        if isinstance(kind, Choice):
            distance += value != chosen[name]
        elif name in varied:
            ratio = (int(value) + 1) / (int(chosen[name]) + 1)
            distance += abs(math.log(ratio)) / math.log((kind.high + 1) / (kind.low + 1))
    return distance
