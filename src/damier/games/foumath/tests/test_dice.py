"""Board, dice and turns, rule by rule: a drawn position, what happens, the drawn position after."""

import pytest

from damier.core.contract import CHANCE
from damier.core.errors import Malformed, NotYourTurn
from damier.core.outcome import Outcome
from damier.core.series import Series
from damier.games.foumath import GAME
from damier.games.foumath.tests.drawn import EMPTY, begin, board, drawn, follow, rows, shown
from damier.testing.refusal import refused

# R1


@pytest.mark.parametrize(("kind", "corner", "middle"), [("multiplication", 81, 48), ("addition", 18, 14)])
def test_r1_a_square_shows_row_times_or_plus_column(kind: str, corner: int, middle: int) -> None:
    numbers = begin(board=kind).view(0).show()["numbers"]
    assert len(numbers) == 9
    assert {len(row) for row in numbers} == {9}
    assert numbers[8][8] == corner
    assert numbers[5][7] == numbers[7][5] == middle


@pytest.mark.parametrize(
    "text", ["", "6", "6x", "0x8", "6x0", "6x10", "6x8-", "-6x8", "6x8-6x8-6x8", "keep", "keep 10", "pass"]
)
def test_r1_what_names_no_square_and_no_throw_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        follow(begin(), "roll", "dice 6 8").play(text)


@pytest.mark.parametrize("action", [-1, 20, 102, 168, 1068, 6820, 9999 + 69, 10**6])
def test_r1_a_number_off_the_board_is_no_move(action: int) -> None:
    assert refused(follow(begin(), "roll", "dice 6 8"), action) == "R1"


@pytest.mark.parametrize("text", ["6x8", "6X8", "6×8", "6*8", " 6x8 "])
def test_r1_a_square_may_be_written_with_any_cross(text: str) -> None:
    state = follow(begin(), "roll", "dice 6 8")
    assert state.write(1, state.read(1, text)) == "6x8"


# R2


def test_r2_four_pawns_each_all_in_reserve() -> None:
    state = begin(4)
    assert board(state) == rows(EMPTY)
    assert shown(state, "reserve") == [4, 4, 4, 4]


def test_r2_the_next_round_begins_with_all_in_reserve() -> None:
    state = drawn(
        """
          123456789
        1 .........
        2 .22......
        3 .........
        4 .........
        5 ..11.....
        6 .........
        7 .........
        8 .........
        9 .........
        """,
        dice=(5, 1),
        level="intermediate",
    )
    state = follow(state, "keep 5", "dice 5 5", "5x5")
    assert shown(state, "line") == ["5x3", "5x4", "5x5"]  # it stays to be looked at ...
    state = follow(state, "roll")
    assert board(state) == rows(EMPTY)  # ... until the first throw
    assert shown(state, "reserve") == [4, 4]
    assert (shown(state, "line"), shown(state, "winner"), shown(state, "gains")) == ([], 0, [0, 0])


# R3


def test_r3_two_dice_show_each_pair_of_numbers_alike() -> None:
    state = begin().play("roll")
    assert state.chances() == [(outcome, 1) for outcome in range(100)]
    texts = [state.write(CHANCE, outcome) for outcome, _ in state.chances()]
    assert texts == [f"dice {first} {second}" for first in range(10) for second in range(10)]


@pytest.mark.parametrize(("kept", "texts"), [(6, "dice 6 {}"), (8, "dice {} 8")])
def test_r3_one_die_shows_each_number_alike(kept: int, texts: str) -> None:
    state = drawn(EMPTY, dice=(6, 8)).play(f"keep {kept}")
    assert state.chances() == [(outcome, 1) for outcome in range(10)]
    assert [state.write(CHANCE, outcome) for outcome, _ in state.chances()] == [texts.format(n) for n in range(10)]


def test_r3_the_throw_for_the_begin_is_one_die() -> None:
    state = begin(opening="roll")
    assert [(state.write(CHANCE, outcome), weight) for outcome, weight in state.chances()] == [
        (f"open 1 {number}", 1) for number in range(10)
    ]


# R4


def test_r4_the_highest_throw_begins() -> None:
    state = follow(begin(3, opening="roll"), "open 1 4", "open 2 9")
    assert shown(state, "opening") == [4, 9, None]
    state = follow(state, "open 3 0")
    assert state.actors == (2,)
    assert shown(state, "begin") == 2
    assert state.moves() == ["roll"]


def test_r4_those_who_tie_throw_again_among_themselves() -> None:
    state = follow(begin(4, opening="roll"), "open 1 7", "open 2 3", "open 3 7", "open 4 7")
    assert shown(state, "opening") == [None, 3, None, None]
    state = follow(state, "open 1 2", "open 3 5", "open 4 5", "open 3 0", "open 4 0", "open 3 1", "open 4 2")
    assert state.actors == (4,)


def test_r4_a_throw_names_the_seat_whose_turn_it_is() -> None:
    with pytest.raises(Malformed):
        begin(3, opening="roll").play("open 2 7")


def test_r4_or_seat_1_begins() -> None:
    state = begin(4)
    assert state.actors == (1,)
    assert shown(state, "opening") == []


NEARLY = """
      123456789
    1 11.......
    2 22.......
    3 33.......
    4 .........
    5 .........
    6 .........
    7 .........
    8 .........
    9 .........
"""


@pytest.mark.parametrize(("began", "following"), [(1, 2), (2, 3), (3, 1)])
def test_r4_the_next_round_is_begun_to_the_left_of_the_last_beginner(began: int, following: int) -> None:
    state = drawn(NEARLY, dice=(2, 1), turn=2, seats=3, began=began, level="intermediate")
    assert follow(state, "keep 2", "dice 2 3", "2x3").actors == (following,)


@pytest.mark.parametrize("began", [1, 2, 3])
def test_r4_or_by_the_winner(began: int) -> None:
    state = drawn(NEARLY, dice=(2, 1), turn=2, seats=3, began=began, level="intermediate", next_round="winner")
    assert follow(state, "keep 2", "dice 2 3", "2x3").actors == (2,)


@pytest.mark.parametrize(
    ("totals", "following"),
    [
        ((20, 0, 30), 2),  # the winner of the round may be lowest: 12 points
        ((9, 50, 30), 1),
        ((9, 50, 4), 3),
        ((9, 50, 9), 3),  # of equals, the first to the left of the winner
        ((12, 0, 12), 3),
        ((12, 0, 20), 1),  # the winner comes last among equals
    ],
)
def test_r4_or_by_the_lowest_total(totals: tuple[int, ...], following: int) -> None:
    state = drawn(NEARLY, dice=(2, 1), turn=2, seats=3, totals=totals, level="intermediate", next_round="loser")
    assert follow(state, "keep 2", "dice 2 3", "2x3").actors == (following,)


def test_r4_when_they_play_again_the_begin_passes_to_the_left() -> None:
    series = Series.of(GAME, ("Ada", "Bo", "Cléa")).after(Outcome("line", (2, 1, 2)))
    assert series.people == ("Bo", "Cléa", "Ada")


# R5


def test_r5_the_first_throw_of_a_round_is_with_both_dice() -> None:
    state = begin()
    assert state.moves() == ["roll"]
    assert shown(state, "dice") == []
    for number in range(10):
        assert refused(state, f"keep {number}") == "R5"
    state = state.play("roll")
    assert state.actors == (CHANCE,)
    assert shown(state, "dice") == [None, None]


def test_r5_the_first_throw_of_every_round() -> None:
    state = drawn(NEARLY, dice=(2, 1), turn=2, seats=3, level="intermediate")
    state = follow(state, "keep 2", "dice 2 3", "2x3")
    assert state.moves() == ["roll"]
    assert refused(state, "keep 2") == "R5"


def test_r5_later_one_throws_both_or_keeps_a_number_of_whoever_threw_it() -> None:
    state = follow(begin(), "roll", "dice 6 8", "6x8")
    assert state.actors == (2,)
    assert state.moves() == ["roll", "keep 6", "keep 8"]
    assert refused(state, "keep 7") == "R5"
    assert refused(state, "8x6") == "R5"  # throw first
    assert refused(state, "lost zero") == "R5"


def test_r5_a_kept_die_stays_where_it_lies() -> None:
    state = follow(drawn(EMPTY, dice=(6, 8)), "keep 8")
    assert (shown(state, "dice"), shown(state, "kept")) == ([None, 8], 1)
    state = follow(state, "dice 3 8")
    assert (shown(state, "dice"), shown(state, "kept")) == ([3, 8], 1)


def test_r5_a_record_may_name_the_dice_in_either_order() -> None:
    state = drawn(EMPTY, dice=(6, 8)).play("keep 8")
    assert state.play("dice 8 3") == state.play("dice 3 8")
    for text in ("dice 6 3", "dice 3 6"):
        with pytest.raises(Malformed):
            state.play(text)


def test_r5_of_a_double_there_is_one_number_to_keep() -> None:
    state = drawn(EMPTY, dice=(4, 4))
    assert state.moves() == ["roll", "keep 4"]
    assert shown(state.play("keep 4"), "dice") == [4, None]


def test_r5_the_dice_of_a_lost_turn_can_be_kept() -> None:
    state = follow(begin(), "roll", "dice 0 8", "lost zero")
    assert state.actors == (2,)
    assert state.moves() == ["roll", "keep 0", "keep 8"]


def test_r5_keeping_a_0_gives_the_turn_away() -> None:
    state = follow(drawn(EMPTY, dice=(0, 8)), "keep 0", "dice 0 5")
    assert state.moves() == ["lost zero"]
    state = follow(state, "lost zero")
    assert state.actors == (2,)
    assert board(state) == rows(EMPTY)


def test_r5_nobody_else_may_throw() -> None:
    with pytest.raises(NotYourTurn):
        begin().play("roll", 2)
    with pytest.raises(NotYourTurn):
        begin().play("roll").play("roll", 1)


# R6


@pytest.mark.parametrize("dice", ["dice 0 5", "dice 5 0", "dice 0 0"])
def test_r6_a_0_loses_the_turn(dice: str) -> None:
    state = follow(begin(3), "roll", dice)
    assert state.actors == (1,)
    assert state.moves() == ["lost zero"]
    assert shown(state, "lost") == "zero"
    assert shown(state, "pointed") == []
    for move in ("roll", "keep 5", "5x5", "lost taken"):
        assert refused(state, move) == "R6"
    assert state.play("lost zero").actors == (2,)


def test_r6_a_double_0_gives_no_other_throw() -> None:
    assert follow(begin(), "roll", "dice 0 0", "lost zero").actors == (2,)


# R7


def test_r7_two_numbers_point_at_two_squares() -> None:
    state = follow(begin(), "roll", "dice 6 8")
    assert shown(state, "pointed") == ["6x8", "8x6"]
    assert set(state.moves()) == {"6x8", "8x6"}
    assert refused(state, "6x7") == "R7"
    assert refused(state, "6x6") == "R7"


def test_r7_a_double_points_at_one() -> None:
    state = follow(begin(), "roll", "dice 6 6")
    assert shown(state, "pointed") == ["6x6"]
    assert state.moves() == ["6x6"]
