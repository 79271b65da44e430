"""What a lesson file may say, and what is said where it is wrong."""

import json
from pathlib import Path

import pytest

from damier.core.errors import DamierError
from damier.core.game import Game
from damier.core.lesson import lesson
from damier.core.registry import game
from known import Elsewhere


def taught(name: str, tmp_path: Path, steps: object) -> Game:
    text = steps if isinstance(steps, str) else json.dumps(steps)
    (tmp_path / "lesson.json").write_text(text, encoding="utf-8")
    return Elsewhere(game(name), tmp_path)


def test_a_step_goes_on_where_the_one_before_ended(tmp_path: Path) -> None:
    steps = [
        {"find": ["F1-E2", "F1-E1"]},
        {"moves": ["2 A1-B2  # a springboard", "# only a comment"], "find": ["A2:C2"]},
        {"seat": 2},
        {"options": {"variant": "mix"}, "find": ["F1-E1"]},
        {"seats": 2},
    ]
    scenes = lesson(taught("quatre", tmp_path, steps), jit=False)
    boards = ["/".join(scene.state.view(0).show()["board"]) for scene in scenes]
    assert boards[1].endswith("/.r..../.brbrb"), "after the first move that was to be found"
    assert boards[2].startswith("..brbr/.b..../.r....")
    assert [scene.last.seq if scene.last else 0 for scene in scenes] == [0, 2, 3, 0, 0]
    assert [len(scene.find) for scene in scenes] == [2, 1, 0, 1, 0]
    assert scenes[3].state.options.pairs()["variant"] == "mix"
    assert scenes[4].state.options.pairs()["variant"] == "plain"


def test_chance_is_part_of_a_lesson(tmp_path: Path) -> None:
    steps = [{"moves": ["* draw 1 6", "* draw 2 5"], "find": ["roll"], "seats": 2}, {"moves": ["* dice 9"], "seat": 2}]
    first, second = lesson(taught("miniature", tmp_path, steps), jit=False)
    assert first.state.actors == (1,)
    assert second.last is not None
    assert second.last.event.text == "dice 9"


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("{", "not valid JSON"),
        ("[]", "must be a list of steps"),
        ("{}", "must be a list of steps"),
        ([7], "Step 1"),
        ([{}, {"mvoes": []}], "Step 2 of the lesson: “mvoes”"),
        ([{"find": "F1-E2"}], "“find”"),
        ([{"moves": [1]}], "“moves”"),
        ([{"seat": "1"}], "“seat”"),
        ([{"options": {"variant": 1}}], "“options”"),
        ([{"options": {"variant": "blue"}}], "plain | mix"),
        ([{"seats": 3}], "Quatre is for 2 players, not for 3."),
        ([{"seat": 3}], "no seat 3"),
        ([{"moves": ["F1-E2"]}], "not of the form “<seat or *> <notation>”"),
        ([{"moves": ["2 A1-B2"]}], "not player 2’s turn"),
        ([{"find": ["F1-F2"]}], "F2 is taken (R4)."),
        ([{"seat": 2, "find": ["A1-B2"]}], "It is not player 2’s turn."),
    ],
)
def test_what_is_wrong_is_said_with_its_step(steps: object, said: str, tmp_path: Path) -> None:
    with pytest.raises(DamierError) as wrong:
        lesson(taught("quatre", tmp_path, steps), jit=False)
    wrong.value.source = game("quatre").folder
    assert said in str(wrong.value)


def test_no_lesson(tmp_path: Path) -> None:
    with pytest.raises(DamierError, match="no lesson"):
        lesson(Elsewhere(game("quatre"), tmp_path), jit=False)
