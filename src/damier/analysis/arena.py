"""The arena: many games between bots. The same seed gives the same games on every machine, however many play them."""

import hashlib
import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from damier.core.registry import game
from damier.core.rng import seeded
from damier.core.session import Session
from damier.core.thinking import Budget
from damier.players.player import BOT, find

CHUNK = 50


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: which game, by whom, how often, from which seed."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    records: Path | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How one game went: for each seat the number of its bot (from 0) and its place."""

    index: int
    bots: tuple[int, ...]
    places: tuple[int, ...]
    events: int

    @property
    def winner(self) -> int | None:
        """The seat that won alone."""
        first = [seat for seat, place in enumerate(self.places, 1) if place == 1]
        return first[0] if len(first) == 1 else None


@dataclass(slots=True)
class Tally:
    """The sum of many results."""

    bots: tuple[str, ...]
    games: int = 0
    events: int = 0
    shared: int = 0
    wins_by_bot: list[int] = field(default_factory=list)
    wins_by_seat: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wins_by_bot = [0] * len(self.bots)
        self.wins_by_seat = [0] * len(self.bots)

    def add(self, result: Result) -> None:
        """Count one game."""
        self.games += 1
        self.events += result.events
        if result.winner is None:
            self.shared += 1
            return
        self.wins_by_seat[result.winner - 1] += 1
        self.wins_by_bot[result.bots[result.winner - 1]] += 1


def play_one(match: Match, index: int) -> Result:
    """Game number `index` (from 0). The bots move on by one seat from game to game."""
    count = len(match.bots)
    seating = tuple((seat + index) % count for seat in range(count))
    bots = [find(match.bots[number]) for number in seating]
    names = [f"{BOT}{bot.name}" for bot in bots]
    seed = hashlib.sha256(f"arena/{match.seed}/{index}".encode()).digest()
    session = Session(game(match.game), match.options, names, seed=seed)
    sources = [seeded("arena", match.seed, index, seat) for seat in range(count)]
    session.begin()
    while session.actors:
        seat = session.actors[0]
        choice = bots[seat - 1].choose(session.view(seat), session.state.actions(seat), Budget(), sources[seat - 1])
        session.move(seat, choice)
    outcome = session.outcome
    assert outcome is not None
    if match.records is not None:
        path = match.records / f"{index + 1:0{len(str(match.games))}}.damier"
        path.write_text(session.record().write(), encoding="utf-8")
    return Result(index, seating, outcome.places, len(session.events))


def play_many(match: Match, indices: Sequence[int]) -> list[Result]:
    """Several games, in one process."""
    return [play_one(match, index) for index in indices]


def results(match: Match, workers: int | None = None) -> Iterator[list[Result]]:
    """All games of a match, as they are finished, some at a time."""
    chunks = [range(first, min(first + CHUNK, match.games)) for first in range(0, match.games, CHUNK)]
    workers = min(workers or os.cpu_count() or 1, len(chunks))
    if workers <= 1:
        for chunk in chunks:
            yield play_many(match, chunk)
        return
    # Spawned, not forked: a fork copies the locks of whatever threads there are.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        for done in as_completed(pool.submit(play_many, match, chunk) for chunk in chunks):
            yield done.result()


def tournament(match: Match, workers: int | None = None, progress: Callable[[int], None] | None = None) -> Tally:
    """Play a match; `progress` hears how many games were just finished."""
    if match.records is not None:
        match.records.mkdir(parents=True, exist_ok=True)
    tally = Tally(match.bots)
    for some in results(match, workers):
        for result in some:
            tally.add(result)
        if progress:
            progress(len(some))
    return tally
