"""How long games take: what is measured, how it is kept, and what is made of it for other options."""

from pathlib import Path

import pytest

from damier.analysis import durations
from damier.analysis.durations import Duration, Length, duration, measure, measure_all, measured, remember, settings
from damier.core.game import Game
from damier.core.registry import games
from known import MINIATURE, TEMPLATE, Elsewhere

LENGTHS = [
    Length(2, {}, 20, 60.0, 10.0),
    Length(2, {"sticks": "4"}, 20, 15.0, 2.5),
    Length(2, {"sticks": "99"}, 20, 600.0, 100.0),
    Length(3, {}, 20, 90.0, 10.0),
    Length(3, {"sticks": "99"}, 3),
    Length(4, {}, 3),
]


@pytest.fixture
def stored(tmp_path: Path) -> Game:
    remember(tmp_path, LENGTHS)
    return Elsewhere(TEMPLATE, tmp_path)


def test_every_number_of_seats_and_every_value_once() -> None:
    wanted = [(each.seats, dict(each.options)) for each in settings(MINIATURE)]
    assert wanted[0] == (2, {})
    assert all(len(options) <= 1 for _, options in wanted)
    assert len({str(each) for each in wanted}) == len(wanted)
    assert {seats for seats, _ in wanted} == set(MINIATURE.seats)


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


def test_number_options_are_kept_where_they_matter() -> None:
    found = measure_all(TEMPLATE, 3, seed=1)
    assert {name for each in found for name in each.options} == {"sticks"}


def test_what_is_measured_is_read_back(stored: Game) -> None:
    assert measured(stored.folder) == tuple(LENGTHS)
    assert duration(stored, {}, 2) == Duration(8, 10, measured=True)
    assert duration(stored, {"sticks": "4"}, 2) == Duration(2, 2, measured=True)


def test_between_two_numbers_it_is_interpolated(stored: Game) -> None:
    found = duration(stored, {"sticks": "60"}, 2)
    assert found == Duration(44, 55, measured=False)
    assert not found.very_long


def test_endless_games_are_very_long(stored: Game) -> None:
    assert duration(stored, {"sticks": "99"}, 3) == Duration(None, None, measured=True)
    endless = duration(stored, None, 4)
    assert endless is not None
    assert endless.very_long
    assert Duration(121, 9, measured=True).very_long


def test_nothing_is_claimed_where_nothing_was_measured(tmp_path: Path) -> None:
    assert duration(Elsewhere(TEMPLATE, tmp_path), {}, 2) is None


@pytest.mark.parametrize("game", [game for game in games().values() if measured(game.folder)], ids=lambda game: game.id)
def test_the_stored_files_fit_the_games(game: Game) -> None:
    for length in measured(game.folder):
        found = duration(game, length.options, length.seats)
        assert found is not None
        assert found.measured
        assert (found.minutes is None) == (length.decisions is None)
