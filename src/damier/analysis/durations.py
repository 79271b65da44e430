"""How long games take: measured by bots' games for sets of options and numbers of seats, kept in `durations.json`.

A decision is a choice between several legal actions; a forced move takes a person next to no time. A turn is a run of
moves of one seat, a round as many turns as there are seats.

Measured are, for each number of seats, the default options and all sets in which one or two options have another value:
options act together (the target of a game hardly matters where a single line wins it). For other sets `duration` takes
the nearest one, and of several equally near the longest.
"""

import json
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import asdict
from itertools import combinations
from pathlib import Path

from damier.core.durations import FILE, SECONDS_PER_DECISION, Length, measured
from damier.core.errors import DamierError
from damier.core.game import Game
from damier.core.options import Choice, Number
from damier.core.registry import game as game_named
from damier.core.rng import seeded
from damier.core.session import Session
from damier.core.thinking import Budget
from damier.players.player import find

BOT = "steady"
CAP = 2000  # moves per seat after which a game counts as endless
ENDLESS = 3  # a setting whose first games, so many, are endless is not played further
MATTERS = 1.5  # a number option counts if one of its bounds changes the length by this factor
TRIAL = 8  # games to find that out


def settings(game: Game, numbers: Iterable[str]) -> Iterator[Length]:
    """Yield what is to be measured, with these number options among the ones that are varied.

    Number options are tried at their bounds and half way to them.
    """
    values = {
        name: list(kind.values[1:]) if isinstance(kind, Choice) else _steps(kind)
        for name, kind in game.options.kinds().items()
        if isinstance(kind, Choice) or name in numbers
    }
    single = [{name: value} for name, others in values.items() for value in others]
    pairs = [one | other for one, other in combinations(single, 2) if one.keys() != other.keys()]
    for seats in game.seats:
        yield from (Length(seats, options) for options in ({}, *single, *pairs) if _allowed(game, options))


def _steps(kind: Number) -> list[str]:
    """Return the bounds of a number option and the values half way to them, without the default."""
    steps = {kind.low, (kind.low + kind.default) // 2, (kind.default + kind.high) // 2, kind.high}
    return [str(step) for step in sorted(steps - {kind.default})]


def _allowed(game: Game, options: Mapping[str, str]) -> bool:
    try:
        game.read_options(options)
    except DamierError:
        return False
    return True


def play_one(game: str, setting: Length, seed: int, index: int) -> tuple[int, float] | None:
    """Play a game between bots and return its decisions and rounds, or None if it is endless."""
    bot = find(BOT)
    people = [str(seat) for seat in range(1, setting.seats + 1)]
    session = Session(game_named(game), setting.options, people, seed=seeded("durations", seed, index).tobytes())
    sources = [seeded("durations", seed, index, seat) for seat in people]
    decisions = turns = last = 0
    session.draw_chance()
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


def numbers_that_matter(game: Game, seed: int) -> list[str]:
    """Return the number options of which a bound changes the length a lot, by default or with another option."""
    numbers = {name: kind for name, kind in game.options.kinds().items() if isinstance(kind, Number)}
    seats = game.seats.start
    around = [each.options for each in settings(game, ()) if each.seats == seats and len(each.options) < 2]
    usual = [measure(game.id, Length(seats, options), TRIAL, seed) for options in around] if numbers else []
    return [
        name
        for name, kind in numbers.items()
        if any(
            _differs(measure(game.id, Length(seats, {**each.options, name: str(bound)}), TRIAL, seed), each)
            for each in usual
            for bound in {kind.low, kind.high} - {kind.default}
        )
    ]


def _differs(length: Length, usual: Length) -> bool:
    if length.decisions is None or usual.decisions is None:
        return length.decisions != usual.decisions
    low, high = sorted((length.decisions + 1, usual.decisions + 1))
    return high > MATTERS * low


def measure_all(
    game: str,
    wanted: Sequence[Length],
    games: int,
    seed: int,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Length]:
    """Measure settings of a game. `progress` is called with the number of settings just measured."""
    found: dict[int, Length] = {}
    report = progress or (lambda n: None)
    if executor is None:
        for place, setting in enumerate(wanted):
            found[place] = measure(game, setting, games, seed)
            report(1)
    else:
        waiting = {executor.submit(measure, game, each, games, seed): place for place, each in enumerate(wanted)}
        for done in as_completed(waiting):
            found[waiting[done]] = done.result()
            report(1)
    return [found[place] for place in range(len(wanted))]


def remember(folder: Path, lengths: Iterable[Length]) -> None:
    """Write measured lengths into a game's folder."""
    lines = ",\n".join(f"    {json.dumps(asdict(length))}" for length in lengths)
    text = (
        f'{{\n  "bot": "{BOT}",\n  "seconds_per_decision": {SECONDS_PER_DECISION},\n  "lengths": [\n{lines}\n  ]\n}}\n'
    )
    (folder / FILE).write_text(text, encoding="utf-8")
    measured.cache_clear()
