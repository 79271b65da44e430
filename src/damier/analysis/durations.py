"""How long games take: measured by bots' games for each number of seats and option, kept in `durations.json`.

A decision is a choice between several legal actions; a forced move takes a person next to no time. Minutes are the
median number of decisions times SECONDS_PER_DECISION, which is what we assume of people, not measured. A turn is a run
of moves of one seat, a round as many turns as there are seats.

Each option is measured at one other value at a time, the rest at their defaults. For several at once `duration`
multiplies what each does to the length; between two measured numbers it interpolates.
"""

import json
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, as_completed
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from damier.core.game import Game
from damier.core.options import Choice, Options
from damier.core.registry import game as game_named
from damier.core.rng import seeded
from damier.core.session import Session
from damier.core.thinking import Budget
from damier.players.player import find

FILE = "durations.json"  # in a game's folder
BOT = "steady"
SECONDS_PER_DECISION = 8
CAP = 2000  # moves per seat after which a game counts as endless
ENDLESS = 3  # a setting whose first games, so many, are endless is not played further
VERY_LONG = 120  # minutes
MATTERS = 1.5  # a number option is kept if its lowest or highest value changes the length by this factor


@dataclass(frozen=True, slots=True)
class Length:
    """The median length of a setting's games; None where most of them were endless."""

    seats: int
    options: Mapping[str, str]  # those that are not at their defaults: none or one
    games: int = 0
    decisions: float | None = None
    rounds: float | None = None


@dataclass(frozen=True, slots=True)
class Duration:
    """How long people may expect to play."""

    minutes: int | None  # None: endless
    rounds: int | None
    measured: bool  # for these very options, not computed from several measurements

    @property
    def very_long(self) -> bool:
        """Whether people should be warned."""
        return self.minutes is None or self.minutes > VERY_LONG


def settings(game: Game) -> Iterator[Length]:
    """Yield what is to be measured, for each number of seats: the defaults, then every other value of one option.

    Of number options only the lowest and the highest value.
    """
    for seats in game.seats:
        yield Length(seats, {})
        for name, kind in game.options.kinds().items():
            others = kind.values[1:] if isinstance(kind, Choice) else sorted({kind.low, kind.high} - {kind.default})
            yield from (Length(seats, {name: str(value)}) for value in others)


def play_one(game: str, setting: Length, seed: int, index: int) -> tuple[int, float] | None:
    """Play a game between bots and return its decisions and rounds, or None if it is endless."""
    bot = find(BOT)
    people = [str(seat) for seat in range(1, setting.seats + 1)]
    session = Session(game_named(game), setting.options, people, seed=seeded("durations", seed, index).tobytes())
    sources = [seeded("durations", seed, index, seat) for seat in people]
    decisions = turns = last = 0
    session.begin()
    for _ in range(CAP * setting.seats):
        if not session.actors:
            return decisions, turns / setting.seats
        seat = session.actors[0]
        actions = session.state.actions(seat)
        turns += seat != last
        last = seat
        if len(actions) > 1:
            decisions += 1
            session.move(seat, bot.think(session.view(seat), actions, Budget(), sources[seat - 1]).action)
        else:
            session.move(seat, actions[0])
    return None


def measure(game: str, setting: Length, games: int, seed: int) -> Length:
    """Play games of a setting and return it with their median length."""
    played: list[tuple[int, float] | None] = []
    while len(played) < games and played[:ENDLESS] != [None] * ENDLESS:
        played.append(play_one(game, setting, seed, len(played)))
    ended = [each for each in played if each is not None]
    if 2 * len(ended) < len(played):
        return Length(setting.seats, setting.options, len(played))
    decisions, rounds = (float(statistics.median(column)) for column in zip(*ended, strict=True))
    return Length(setting.seats, setting.options, len(played), decisions, round(rounds, 1))


def measure_all(
    game: Game,
    games: int,
    seed: int,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Length]:
    """Measure every setting of a game; drop the number options that hardly matter.

    `progress` is called with the number of settings just measured.
    """
    wanted = list(settings(game))
    found: dict[int, Length] = {}
    if executor is None:
        for place, setting in enumerate(wanted):
            found[place] = measure(game.id, setting, games, seed)
            if progress:
                progress(1)
    else:
        waiting = {executor.submit(measure, game.id, each, games, seed): place for place, each in enumerate(wanted)}
        for done in as_completed(waiting):
            found[waiting[done]] = done.result()
            if progress:
                progress(1)
    lengths = [found[place] for place in range(len(wanted))]
    kinds = game.options.kinds()
    usual = {each.seats: each for each in lengths if not each.options}
    kept = {
        name
        for each in lengths
        for name in each.options
        if isinstance(kinds[name], Choice) or _differs(each, usual[each.seats])
    }
    return [each for each in lengths if set(each.options) <= kept]


def _differs(length: Length, usual: Length) -> bool:
    if length.decisions is None or usual.decisions is None:
        return length.decisions != usual.decisions
    low, high = sorted((length.decisions + 1, usual.decisions + 1))
    return high > MATTERS * low


def remember(folder: Path, lengths: Iterable[Length]) -> None:
    """Write measured lengths into a game's folder."""
    lines = ",\n".join(f"    {json.dumps(asdict(length))}" for length in lengths)
    text = (
        f'{{\n  "bot": "{BOT}",\n  "seconds_per_decision": {SECONDS_PER_DECISION},\n  "lengths": [\n{lines}\n  ]\n}}\n'
    )
    (folder / FILE).write_text(text, encoding="utf-8")
    measured.cache_clear()


@cache
def measured(folder: Path) -> tuple[Length, ...]:
    """Return the lengths in a game's folder; none where nothing was measured."""
    path = folder / FILE
    if not path.is_file():
        return ()
    return tuple(Length(**each) for each in json.loads(path.read_text(encoding="utf-8"))["lengths"])


def duration(game: Game, options: Mapping[str, str] | Options | None, seats: int) -> Duration | None:
    """Return how long a game with these options and seats takes, or None if the game was not measured."""
    lengths = [each for each in measured(game.folder) if each.seats == seats]
    usual = next((each for each in lengths if not each.options), None)
    if usual is None:
        return None
    if usual.decisions is None or usual.rounds is None:
        return Duration(None, None, measured=True)
    defaults = game.read_options().pairs()
    chosen = {name: value for name, value in game.read_options(options).pairs().items() if value != defaults[name]}
    factor = 1.0
    known = 0
    for name, value in chosen.items():
        found = {each.options[name]: each.decisions for each in lengths if name in each.options}
        known += not found or value in found
        found[defaults[name]] = usual.decisions
        decisions = _interpolated(found, value)
        if decisions is None:
            return Duration(None, None, measured=len(chosen) == 1)
        factor *= decisions / max(1.0, usual.decisions)
    minutes = max(1, round(usual.decisions * factor * SECONDS_PER_DECISION / 60))
    return Duration(minutes, max(1, round(usual.rounds * factor)), measured=len(chosen) == known <= 1)


def _interpolated(found: Mapping[str, float | None], value: str) -> float | None:
    """Return the decisions at a value, between two measured numbers by a straight line; None: endless."""
    if value in found:
        return found[value]
    if not value.isdecimal():
        return max((each for each in found.values() if each is not None), default=None)
    numbers = sorted((int(text), decisions) for text, decisions in found.items())
    below = max((each for each in numbers if each[0] < int(value)), default=numbers[0])
    above = min((each for each in numbers if each[0] > int(value)), default=numbers[-1])
    if below[1] is None or above[1] is None:
        # The measured end of the range is endless: as long as what is measured goes on in proportion.
        (number, decisions) = below if above[1] is None else above
        return None if decisions is None else decisions * int(value) / max(1, number)
    share = (int(value) - below[0]) / max(1, above[0] - below[0])
    return below[1] + share * (above[1] - below[1])
