"""Every registered game keeps every law, and the laws fail where a game breaks them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import miniature.moves
import miniature.view
from damier.core.compiled import available
from damier.core.contract import StateData
from damier.core.game import Game
from damier.core.registry import games
from damier.testing import LAWS
from damier.testing.contract import lessons_agree_with_the_engine, notation_round_trips, views_hide
from known import MINIATURE, TEMPLATE, Elsewhere

GAMES = list(games().values())


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_law(game: Game, law: Callable[[Game], None]) -> None:
    law(game)


def uncached(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return the miniature, running in plain Python and bound anew, so that a changed module counts."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setitem(MINIATURE.__dict__, "_engines", {})
    return MINIATURE


def test_a_move_that_shows_what_is_hidden_breaks_the_law_of_views(monkeypatch: pytest.MonkeyPatch) -> None:
    game = uncached(monkeypatch)
    views_hide(game)
    monkeypatch.setattr(miniature.view, "REVEALS", False)
    with pytest.raises(AssertionError, match="shows seat"):
        views_hide(game)


def test_a_game_that_says_it_reveals_must_do_so(monkeypatch: pytest.MonkeyPatch) -> None:
    course = games()["course"]
    monkeypatch.setattr(course.view, "REVEALS", True, raising=False)
    with pytest.raises(AssertionError, match="no move showed anything"):
        views_hide(course)


@pytest.mark.parametrize("accepted", ["", "rubbish", "é" * 50, "roll roll x"])
def test_a_notation_that_accepts_rubbish_breaks_the_law(accepted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = uncached(monkeypatch)
    notation_round_trips(game)
    strict = miniature.moves.read

    def lenient(state: StateData, actor: int, text: str) -> int:
        return 0 if text == accepted else strict(state, actor, text)

    lenient.__module__ = strict.__module__
    monkeypatch.setattr(miniature.moves, "read", lenient)
    monkeypatch.setattr(game.engine().moves, "read", lenient)
    with pytest.raises(AssertionError, match="is read as a move"):
        notation_round_trips(game)


def test_a_notation_that_crashes_breaks_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    game = uncached(monkeypatch)
    strict = miniature.moves.read

    def careless(state: StateData, actor: int, text: str) -> int:
        return int(text) if text == "-" else strict(state, actor, text)

    monkeypatch.setattr(game.engine().moves, "read", careless)
    with pytest.raises(ValueError, match="invalid literal"):
        notation_round_trips(game)


@pytest.mark.skipif(not available(), reason="numba is not installed or switched off")
def test_a_lesson_that_teaches_a_losing_move_breaks_the_law(tmp_path: Path) -> None:
    """Of six sticks two must be taken: whoever leaves a multiple of four wins."""
    for move, good in (("take 2", True), ("take 1", False), ("take 3", False)):
        steps = [{"options": {"sticks": "6"}, "seats": 2, "find": [move]}]
        (tmp_path / "lesson.json").write_text(json.dumps(steps), encoding="utf-8")
        game = Elsewhere(TEMPLATE, tmp_path)
        if good:
            lessons_agree_with_the_engine(game)
        else:
            with pytest.raises(AssertionError, match=f"step 1: take 2 is better than {move}"):
                lessons_agree_with_the_engine(game)
