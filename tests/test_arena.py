"""The arena: the same seed gives the same games, whoever plays them."""

import filecmp
from pathlib import Path

import pytest

from damier.analysis.arena import CHUNK, Match, play_one, tournament
from damier.core.record import parse
from damier.core.replay import steps, verify


@pytest.mark.parametrize(("game", "bots"), [("quatre", 2), ("miniature", 3)])
def test_any_number_of_workers_writes_the_same_records(game: str, bots: int, tmp_path: Path) -> None:
    games = CHUNK + 7
    tallies = []
    for workers in (1, 2):
        match = Match(game, ("random",) * bots, games, seed=5, records=tmp_path / str(workers))
        tallies.append(tournament(match, workers))
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
    tally = tournament(match, workers=1)
    assert tally.games == 6
    assert tally.wins_by_bot[0] >= 5
    assert sum(tally.wins_by_bot) == sum(tally.wins_by_seat) == 6 - tally.shared
