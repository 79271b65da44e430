"""How long games take: what is measured, how it is kept, and what is made of it for other options."""

from pathlib import Path

import pytest

from damier.analysis import durations
from damier.analysis.durations import measure, measure_all, numbers_that_matter, remember, settings
from damier.core.durations import Duration, Length, duration, measured
from damier.core.game import Game
from damier.core.registry import games
from known import MINIATURE, TEMPLATE, Elsewhere

LENGTHS = [
    Length(2, {}, 20, 60.0, 10.0),
    Length(2, {"rounds": "1"}, 20, 15.0, 2.5),
    Length(2, {"rounds": "9"}, 20, 600.0, 100.0),
    Length(2, {"vote": "no"}, 20, 90.0, 15.0),
    Length(2, {"rounds": "9", "vote": "no"}, 3),
    Length(3, {}, 3),
]


@pytest.fixture
def stored(tmp_path: Path) -> Game:
    remember(tmp_path, LENGTHS)
    return Elsewhere(MINIATURE, tmp_path)


def test_every_set_of_one_or_two_other_values_once() -> None:
    wanted = [(each.seats, dict(each.options)) for each in settings(MINIATURE, ["rounds"])]
    assert wanted[0] == (2, {})
    for seats in MINIATURE.seats:
        options = [options for of, options in wanted if of == seats]
        assert len(options) == 1 + (4 + 1) + 4
        assert {"rounds": "9", "vote": "no"} in options
    assert len({str(each) for each in wanted}) == len(wanted)
    assert {name for each in settings(MINIATURE, []) for name in each.options} == {"vote"}


def test_options_that_exclude_each_other_are_left_out() -> None:
    """R14 of Foumath: in MadMath the dice decide who begins."""
    wanted = [dict(each.options) for each in settings(games()["foumath"], [])]
    assert {"ruleset": "madmath", "level": "expert"} in wanted
    assert {"ruleset": "madmath", "opening": "seat-1"} not in wanted


def test_the_same_seed_measures_the_same() -> None:
    found = measure("template", Length(2, {}), 6, seed=1)
    assert found == measure("template", Length(2, {}), 6, seed=1)
    assert found.games == 6
    assert found.decisions is not None
    assert found.rounds is not None
    assert 21 / 3 <= found.decisions <= 21, "21 sticks, at most three at a time"
    assert found.decisions / 2 <= found.rounds + 1


def test_forced_moves_are_no_decisions() -> None:
    """With four sticks the last move or two leave no choice."""
    found = measure("template", Length(2, {"sticks": "4"}), 5, seed=1)
    assert found.decisions is not None
    assert found.decisions < 4


def test_a_game_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(durations, "CAP", 2)
    assert measure("template", Length(2, {"sticks": "99"}), 50, seed=1) == Length(
        2, {"sticks": "99"}, durations.ENDLESS
    )


def test_number_options_count_where_they_matter() -> None:
    assert numbers_that_matter(TEMPLATE, seed=1) == ["sticks"]
    assert measure_all("template", [Length(2, {}), Length(3, {})], 3, seed=1) == [
        measure("template", Length(seats, {}), 3, seed=1) for seats in (2, 3)
    ]


def test_what_is_measured_is_read_back(stored: Game) -> None:
    assert measured(stored.folder) == tuple(LENGTHS)
    assert duration(stored, {}, 2) == Duration(20, 10, measured=True)
    assert duration(stored, {"rounds": "1"}, 2) == Duration(5, 2, measured=True)


def test_other_options_get_the_nearest_set(stored: Game) -> None:
    assert duration(stored, {"rounds": "8"}, 2) == Duration(200, 100, measured=False)
    assert duration(stored, {"rounds": "5"}, 2) == Duration(20, 10, measured=False)
    assert duration(stored, {"rounds": "5", "vote": "no"}, 2) == Duration(30, 15, measured=False)
    assert duration(stored, {"rounds": "8", "vote": "no"}, 2) == Duration(None, None, measured=False)


def test_endless_games_are_very_long(stored: Game) -> None:
    assert duration(stored, {"rounds": "9", "vote": "no"}, 2) == Duration(None, None, measured=True)
    endless = duration(stored, None, 3)
    assert endless is not None
    assert endless.very_long
    assert Duration(121, 9, measured=True).very_long
    assert not Duration(120, 9, measured=True).very_long


def test_nothing_is_claimed_where_nothing_was_measured(tmp_path: Path) -> None:
    assert duration(Elsewhere(TEMPLATE, tmp_path), {}, 2) is None


@pytest.mark.parametrize("game", [game for game in games().values() if measured(game.folder)], ids=lambda game: game.id)
def test_the_stored_files_fit_the_games(game: Game) -> None:
    for length in measured(game.folder):
        found = duration(game, length.options, length.seats)
        assert found is not None
        assert found.measured
        assert (found.minutes is None) == (length.decisions is None)
