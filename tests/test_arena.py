"""The arena: the same seed gives the same games, whoever plays them."""

import filecmp
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from damier.analysis import arena
from damier.analysis.arena import CHUNK, Match, play_one, processes, tournament
from damier.analysis.journal import Journal
from damier.analysis.tally import Result, Share, Timings
from damier.core.record import parse
from damier.core.replay import steps, verify


@pytest.mark.parametrize(("game", "bots"), [("quatre", 2), ("miniature", 3)])
def test_any_number_of_workers_writes_the_same_records(game: str, bots: int, tmp_path: Path) -> None:
    games = CHUNK + 7
    tallies = []
    for workers in (1, 2):
        match = Match(game, ("random",) * bots, games, seed=5, records=tmp_path / str(workers))
        with processes(workers) as executor:
            tallies.append(tournament(match, executor))
    assert tallies[0] == tallies[1]
    names = sorted(path.name for path in (tmp_path / "1").iterdir())
    assert len(names) == games
    _, different, missing = filecmp.cmpfiles(tmp_path / "1", tmp_path / "2", names, shallow=False)
    assert (different, missing) == ([], [])
    for name in names[:20]:
        record = parse((tmp_path / "1" / name).read_text())
        *_, last = steps(record)
        assert last.outcome is not None
        verify(record)


def test_a_known_game_stays_the_same_for_ever() -> None:
    """Guards seeds, chance, bots and rules against silent change: on every machine this is game 0 of seed 1."""
    result = play_one(Match("quatre", ("random", "random"), 1, seed=1), 0)
    assert (result.places, result.events) == ((2, 1), 72)


def test_bots_change_seats_and_wins_are_counted_for_bot_and_seat() -> None:
    match = Match("quatre", ("greedy", "random"), 6, seed=2)
    assert [play_one(match, index).bots for index in range(3)] == [(0, 1), (1, 0), (0, 1)]
    tally = tournament(match)
    assert tally.games == 6
    assert tally.wins_by_bot[0] >= 5
    assert sum(tally.wins_by_bot) == sum(tally.wins_by_seat) == 6 - tally.shared


def test_a_killed_arena_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("miniature", ("random", "random"), 3 * CHUNK, seed=3)
    whole = tournament(match)
    journal = Journal(tmp_path / "arena.jsonl")
    with pytest.raises(KeyboardInterrupt):
        tournament(match, journal=journal, progress=_killing_after(2 * CHUNK))
    with journal.path.open("a") as file:
        file.write("\n[20, [0, 1], [1,")  # cut off in mid-line
    assert [result.index for result in journal.results()] == list(range(2 * CHUNK))

    played = []

    def watched(match: Match, index: int) -> Result:
        played.append(index)
        return play_one(match, index)

    monkeypatch.setattr(arena, "play_one", watched)
    again = tournament(match, journal=journal)
    assert played == list(range(2 * CHUNK, 3 * CHUNK))
    assert again == whole
    assert tournament(match, journal=journal) == whole
    assert len(played) == CHUNK, "all is known by now"


def _killing_after(games: int) -> Callable[[int], None]:
    done = [0]

    def progress(n: int) -> None:
        done[0] += n
        if done[0] >= games:
            raise KeyboardInterrupt

    return progress


def test_a_missing_record_is_played_again(tmp_path: Path) -> None:
    match = Match("miniature", ("random", "random"), 5, seed=3, records=tmp_path / "records")
    journal = Journal(tmp_path / "arena.jsonl")
    tournament(match, journal=journal)
    lost = tmp_path / "records" / "3.damier"
    text = lost.read_text()
    lost.unlink()
    tournament(match, journal=journal)
    assert lost.read_text() == text


def test_other_games_have_another_journal() -> None:
    usual = Match("quatre", ("random", "random"), 5, seed=3)
    others = (
        replace(usual, seed=4),
        replace(usual, bots=("greedy", "random")),
        replace(usual, options={"variant": "mix"}),
        replace(usual, game="miniature"),
    )
    assert len({match.journal().path for match in (usual, *others)}) == 5
    assert replace(usual, games=50).journal() == usual.journal(), "more of the same go on from what is there"


def test_everybody_plays_the_same_dice_from_every_seat(tmp_path: Path) -> None:
    tournament(Match("miniature", ("random", "greedy"), 4, seed=9, records=tmp_path))
    seeds = [parse((tmp_path / f"{n}.damier").read_text()).seed for n in range(1, 5)]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (400, 400, 0.9905, 1.0)],  # known values of Wilson's interval
)
def test_intervals(points: float, games: int, low: float, high: float) -> None:
    assert Share(points, games).interval == pytest.approx((low, high), abs=1e-4)


def test_the_better_bot_is_rated_higher() -> None:
    tally = tournament(Match("quatre", ("random", "greedy"), 20, seed=1))
    (weak, _), (strong, sigma) = tally.ratings
    assert weak < strong
    assert sigma < 8  # less in doubt than at first
    assert sum(share.points for share in tally.shares) == 20


def test_times_of_thought_are_kept_within_a_twentieth() -> None:
    timings = Timings()
    for n in range(1, 101):
        timings.add(n / 1000)
    assert timings.quantile(0.5) == pytest.approx(0.05, rel=0.06)
    assert timings.quantile(0.95) == pytest.approx(0.095, rel=0.06)


def test_a_dask_cluster_plays_the_same_tournament() -> None:
    distributed = pytest.importorskip("distributed")
    match = Match("miniature", ("random", "random"), 2 * CHUNK, seed=4)
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert tournament(match, client.get_executor()) == tournament(match)
