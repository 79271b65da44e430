"""The arena: many games between bots. A seed gives the same games on every machine and with any number of workers."""

import hashlib
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from damier.analysis.journal import Journal
from damier.analysis.tally import Result, Tally, Timings
from damier.core.compiled import cache_folder, prepare_cache
from damier.core.registry import game
from damier.core.rng import seeded
from damier.core.session import Session
from damier.core.thinking import Budget
from damier.players.player import BOT, check_fits, find

CHUNK = 10  # games that are lost at the most when a worker dies


@dataclass(frozen=True, slots=True)
class Match:
    """A game, the bots that play it, how many games, and the seed they are drawn from."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    records: Path | None = None

    def record(self, index: int) -> Path | None:
        """Return where the record of a game goes, if records are wanted."""
        return self.records and self.records / f"{index + 1:0{len(str(self.games))}}.damier"

    def journal(self) -> Journal:
        """Return the journal that has the games earlier runs of this match have finished."""
        folder = prepare_cache(cache_folder(self.game, game(self.game).folder))
        return Journal.of(folder, (self.game, self.bots, self.seed, sorted(self.options.items())))


def play_one(match: Match, index: int) -> Result:
    """Play game number `index` (from 0) and return its result.

    The bots move on by one seat from game to game. The seed of the chance events changes only after each bot has sat on
    every seat, so that each of them gets the luck of every seat.
    """
    count = len(match.bots)
    seating = tuple((seat + index) % count for seat in range(count))
    bots = [find(match.bots[number]) for number in seating]
    names = [f"{BOT}{bot.name}" for bot in bots]
    seed = hashlib.sha256(f"arena/{match.seed}/{index // count}".encode()).digest()
    session = Session(game(match.game), match.options, names, seed=seed)
    sources = [seeded("arena", match.seed, index, seat) for seat in range(count)]
    timings = tuple(Timings() for _ in bots)
    session.draw_chance()
    while session.actors:
        seat = session.actors[0]
        view, actions = session.view(seat), session.state.actions(seat)
        began = time.perf_counter()
        choice = bots[seat - 1].think(view, actions, Budget(), sources[seat - 1]).action
        timings[seat - 1].add(time.perf_counter() - began)
        session.move(seat, choice)
    outcome = session.outcome
    assert outcome is not None
    path = match.record(index)
    if path is not None:
        path.write_text(session.record().write(), encoding="utf-8")
    return Result(index, seating, outcome.places, len(session.events), timings)


def play_many(match: Match, indices: Sequence[int]) -> list[Result]:
    """Play several games one after another."""
    return [play_one(match, index) for index in indices]


@contextmanager
def processes(workers: int | None = None) -> Iterator[Executor | None]:
    """Yield an executor of so many processes, by default one per core; None for one process, which is our own."""
    workers = workers or os.cpu_count() or 1
    if workers == 1:
        yield None
        return
    # Spawned, not forked: a fork copies the locks of whatever threads there are.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        yield pool


def results(match: Match, indices: Sequence[int], executor: Executor | None) -> Iterator[list[Result]]:
    """Yield the results of these games as they are finished, some at a time."""
    chunks = [indices[first : first + CHUNK] for first in range(0, len(indices), CHUNK)]
    if executor is None or len(chunks) == 1:
        yield from (play_many(match, chunk) for chunk in chunks)
        return
    waiting = [executor.submit(play_many, match, chunk) for chunk in chunks]
    try:
        for done in as_completed(waiting):
            yield done.result()
    finally:
        for future in waiting:
            future.cancel()


def tournament(
    match: Match,
    executor: Executor | None = None,
    journal: Journal | None = None,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Play the games of a match that are not in the journal, and return the tally of all.

    Any executor of `concurrent.futures` will do, a Dask cluster's as well. `progress` is called with the number of
    games just finished. Raises Unfit for a bot that cannot play this game.
    """
    played = game(match.game)
    for bot in match.bots:
        check_fits(bot, played, len(match.bots), played.read_options(match.options))
    if match.records is not None:
        match.records.mkdir(parents=True, exist_ok=True)
    known = [result for result in (journal.results() if journal else ()) if _stands(match, result)]
    tally = Tally(match.bots, known)
    if progress:
        progress(len(known))
    finished = {result.index for result in known}
    for some in results(match, [index for index in range(match.games) if index not in finished], executor):
        if journal:
            journal.add(some)
        tally.results += some
        if progress:
            progress(len(some))
    tally.results.sort(key=lambda result: result.index)
    return tally


def _stands(match: Match, result: Result) -> bool:
    """Return whether a result counts for this match and its record, if wanted, is there."""
    path = match.record(result.index)
    return result.index < match.games and (path is None or path.is_file())
