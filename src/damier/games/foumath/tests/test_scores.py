"""What a round is worth, rule by rule: a drawn position, what happens, the totals after."""

import numpy as np
import pytest

from damier.core.contract import CHANCE
from damier.core.errors import Malformed
from damier.core.outcome import Outcome
from damier.core.state import State
from damier.games.foumath import GAME
from damier.games.foumath.options import FoumathOptions
from damier.games.foumath.squares import line, line_points, value
from damier.games.foumath.tests.drawn import SCORING, begin, drawn, follow, shown
from damier.games.foumath.tests.naive import SQUARES

# R11 and R13


def scored(level: str, totals: tuple[int, ...], kind: str = "multiplication", target: str = "200") -> State:
    state = drawn(SCORING, dice=(6, 1), seats=4, totals=totals, level=level, board=kind, target=target)
    return follow(state, "keep 6", "dice 6 9", "6x9")  # 42 + 48 + 54


def test_r11_for_juniors_the_round_is_the_game() -> None:
    state = scored("junior", ())
    assert state.outcome == Outcome("line", (1, 2, 2, 2))
    assert state.scores == (1, 0, 0, 0)
    assert shown(state, "sum") == 144
    assert shown(state, "target") is None


def test_r11_intermediate_the_winner_adds_the_three_numbers() -> None:
    state = scored("intermediate", (10, 50, 60, 70))
    assert state.scores == (154, 50, 60, 70)
    assert shown(state, "gains") == [144, 0, 0, 0]
    assert not state.is_over


def test_r11_experts_subtract_the_highest_number_under_their_pawns() -> None:
    state = scored("expert", (10, 50, 60, 70))
    assert state.scores == (154, 18, 54, 70)  # 8×4 of 12 and 32; 2×3; no pawn on the board
    assert shown(state, "gains") == [144, -32, -6, 0]


def test_r11_no_score_goes_below_0() -> None:
    state = scored("expert", (10, 31, 0, 5))
    assert state.scores == (154, 0, 0, 5)
    assert shown(state, "gains") == [144, -31, 0, 0]


def test_r11_the_addition_board_adds_its_own_numbers() -> None:
    state = scored("expert", (10, 50, 60, 70), kind="addition")
    assert state.scores == (10 + 13 + 14 + 15, 50 - 12, 60 - 5, 70)


def test_r11_in_the_last_round_the_others_subtract_too() -> None:
    state = scored("expert", (190, 180, 160, 70))
    assert state.scores == (334, 148, 154, 70)
    assert state.outcome == Outcome("target", (1, 3, 2, 4))


@pytest.mark.parametrize(("before", "over"), [(56, False), (57, True)])
def test_r13_one_needs_more_than_the_target(before: int, over: bool) -> None:
    state = scored("intermediate", (before, 0, 0, 0))
    assert state.scores[0] == before + 144
    assert state.is_over == over


def test_r13_the_target_can_be_chosen() -> None:
    assert scored("intermediate", (), target="143").is_over
    assert not scored("intermediate", (), target="144").is_over


# R12


def test_r12_of_four_in_a_line_the_three_largest_count() -> None:
    state = drawn(
        """
          123456789
        1 .........
        2 .........
        3 .........
        4 .........
        5 .........
        6 .........
        7 .........
        8 .........
        9 ..11.1...
        """,
        dice=(9, 1),
        level="intermediate",
    )
    state = follow(state, "keep 9", "dice 9 5", "9x5")
    assert shown(state, "line") == ["9x4", "9x5", "9x6"]
    assert state.scores == (36 + 45 + 54, 0)


@pytest.mark.parametrize("addition", [0, 1])
def test_r12_on_every_line_of_the_board(addition: int) -> None:
    seen = 0
    for row, column in SQUARES:
        for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            four = [(row + i * down, column + i * right) for i in range(4)]
            if four[-1] not in SQUARES:
                continue
            pawns = np.array(sorted(10 * r + c for r, c in four))
            numbers = sorted(value(int(square), addition) for square in pawns)
            assert line_points(line(pawns, addition), addition) == sum(numbers[1:])
            seen += 1
    assert seen == 2 * 54 + 2 * 36


# R14


def test_r14_in_madmath_the_dice_decide_who_begins() -> None:
    with pytest.raises(Malformed, match="opening") as caught:
        FoumathOptions(ruleset="madmath", opening="seat-1")
    assert caught.value.rule == "R14"
    assert begin(ruleset="madmath", opening="roll").actors == (CHANCE,)


@pytest.mark.parametrize(("ruleset", "said"), [("foumath", "advanced"), ("madmath", "intermediate")])
def test_r14_each_sheet_has_its_own_names(ruleset: str, said: str) -> None:
    words = GAME.catalogue("en")
    shown = begin(ruleset=ruleset, level="intermediate", opening="roll").view(0).show()
    assert words(f"level.{shown['ruleset']}.{shown['level']}") == said
