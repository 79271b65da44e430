"""The rules one by one: a drawn position, what happens, the drawn position after, and the number of the rule."""

from itertools import combinations

import numpy as np
import pytest

from damier.core.contract import CHANCE
from damier.core.errors import Illegal, Malformed, NotYourTurn
from damier.core.outcome import Outcome
from damier.core.series import Series
from damier.core.state import State
from damier.games.foumath import GAME
from damier.games.foumath.options import FoumathOptions
from damier.games.foumath.squares import line, line_points, line_squares, value
from damier.games.foumath.tests.drawn import begin, board, drawn, follow, rows
from damier.games.foumath.tests.naive import LINES, SQUARES

EMPTY = """
      123456789
    1 .........
    2 .........
    3 .........
    4 .........
    5 .........
    6 .........
    7 .........
    8 .........
    9 .........
"""


def refused(state: State, move: str | int) -> str | None:
    """The rule by which a move is refused."""
    with pytest.raises(Illegal) as caught:
        state.play(move)
    assert str(caught.value)
    return caught.value.rule


def shown(state: State, key: str) -> object:
    return state.view(0).show()[key]


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


# R8


def test_r8_a_pawn_of_the_reserve_goes_onto_the_square() -> None:
    state = follow(begin(), "roll", "dice 6 8", "8x6")
    assert board(state) == rows("""
          123456789
        1 .........
        2 .........
        3 .........
        4 .........
        5 .........
        6 .........
        7 .........
        8 .....1...
        9 .........
    """)
    assert shown(state, "reserve") == [3, 4]
    assert state.actors == (2,)


def test_r8_only_onto_a_free_square() -> None:
    state = drawn(
        """
          123456789
        1 .........
        2 .........
        3 .........
        4 .........
        5 .........
        6 .......2.
        7 .........
        8 .........
        9 .........
        """,
        dice=(6, 1),
    )
    state = follow(state, "keep 6", "dice 6 8")
    assert state.moves() == ["8x6"]
    assert refused(state, "6x8") == "R8"


@pytest.mark.parametrize("others", ["1", "2"])
def test_r8_if_no_square_is_free_the_turn_is_lost(others: str) -> None:
    state = drawn(
        f"""
          123456789
        1 .........
        2 .........
        3 .........
        4 .........
        5 .........
        6 .......2.
        7 .........
        8 .....{others}...
        9 .........
        """,
        dice=(6, 1),
    )
    state = follow(state, "keep 6", "dice 6 8")
    assert state.moves() == ["lost taken"]
    assert shown(state, "lost") == "taken"
    assert shown(state, "pointed") == ["6x8", "8x6"]
    for move in ("roll", "keep 6", "6x8", "lost zero"):
        assert refused(state, move) == "R8"
    state = follow(state, "lost taken")
    assert state.actors == (2,)
    assert state.moves() == ["roll", "keep 6", "keep 8"]


def test_r8_while_there_is_a_reserve_no_pawn_moves() -> None:
    state = drawn(
        """
          123456789
        1 1.1......
        2 .........
        3 .........
        4 ....1....
        5 .........
        6 .........
        7 .........
        8 .........
        9 .........
        """,
        dice=(6, 1),
    )
    state = follow(state, "keep 6", "dice 6 8")
    assert set(state.moves()) == {"6x8", "8x6"}
    assert refused(state, "1x1-6x8") == "R8"


FOUR = """
      123456789
    1 1.1......
    2 .........
    3 .....2...
    4 ....1....
    5 .........
    6 .........
    7 .........
    8 .........
    9 ........1
"""


def test_r8_with_all_four_on_the_board_any_of_them_must_move() -> None:
    state = follow(drawn(FOUR, dice=(6, 1)), "keep 6", "dice 6 8")
    assert set(state.moves()) == {f"{pawn}-{to}" for pawn in ("1x1", "1x3", "4x5", "9x9") for to in ("6x8", "8x6")}
    assert refused(state, "6x8") == "R8"
    assert refused(state, "3x6-6x8") == "R8"  # not his
    assert refused(state, "5x5-6x8") == "R8"  # nobody's
    assert refused(state, "lost taken") == "R8"  # it is not
    assert refused(state, "roll") == "R8"
    assert board(follow(state, "4x5-8x6")) == rows("""
          123456789
        1 1.1......
        2 .........
        3 .....2...
        4 .........
        5 .........
        6 .........
        7 .........
        8 .....1...
        9 ........1
    """)


def test_r8_a_pawn_cannot_move_to_where_it_stands() -> None:
    state = follow(drawn(FOUR, dice=(4, 1)), "keep 4", "dice 4 5")
    assert set(state.moves()) == {f"{pawn}-5x4" for pawn in ("1x1", "1x3", "4x5", "9x9")}
    assert refused(state, "4x5-4x5") == "R8"


# R9


def test_r9_a_double_gives_another_throw_and_so_on() -> None:
    state = follow(begin(), "roll", "dice 6 6")
    assert shown(state, "again") is True
    state = follow(state, "6x6")
    assert state.actors == (1,)
    assert state.moves() == ["roll", "keep 6"]
    state = follow(state, "roll", "dice 2 2", "2x2", "roll", "dice 9 9", "9x9")
    assert state.actors == (1,)
    state = follow(state, "keep 9", "dice 9 3", "3x9")
    assert state.actors == (2,)
    assert shown(state, "reserve") == [0, 4]


def test_r9_moving_onto_a_double_counts_too() -> None:
    assert follow(drawn(FOUR, dice=(6, 1)), "roll", "dice 7 7", "1x1-7x7").actors == (1,)


def test_r9_a_matched_kept_die_is_a_double() -> None:
    state = follow(drawn(EMPTY, dice=(6, 1)), "keep 6", "dice 6 6")
    assert shown(state, "again") is True
    assert state.play("6x6").actors == (1,)


def test_r9_or_not_if_so_chosen() -> None:
    state = follow(drawn(EMPTY, dice=(6, 1), kept_double="no"), "keep 6", "dice 6 6")
    assert shown(state, "again") is False
    assert state.play("6x6").actors == (2,)
    assert follow(drawn(EMPTY, dice=(6, 1), kept_double="no"), "roll", "dice 6 6", "6x6").actors == (1,)


def test_r9_in_a_chain_each_throw_counts_for_itself() -> None:
    state = follow(drawn(EMPTY, dice=(6, 1), kept_double="no"), "roll", "dice 6 6", "6x6", "keep 6", "dice 6 0")
    assert follow(state, "lost zero").actors == (2,)


def test_r9_a_double_whose_square_is_taken_ends_the_turn() -> None:
    state = follow(begin(), "roll", "dice 6 6", "6x6", "keep 6", "dice 6 6")
    assert state.moves() == ["lost taken"]
    assert follow(state, "lost taken").actors == (2,)


def test_r9_a_lost_throw_ends_the_chain() -> None:
    assert follow(begin(), "roll", "dice 6 6", "6x6", "roll", "dice 0 4", "lost zero").actors == (2,)


# R10


@pytest.mark.parametrize(
    ("third", "squares"),
    [("4x6", ["4x4", "4x5", "4x6"]), ("4x3", ["4x3", "4x4", "4x5"]), ("4x7", []), ("5x4", [])],
)
def test_r10_three_touching_in_a_line_end_the_round_at_once(third: str, squares: list[str]) -> None:
    state = drawn(
        """
          123456789
        1 .........
        2 .........
        3 .........
        4 ...11....
        5 .........
        6 .........
        7 .........
        8 .........
        9 .........
        """,
        dice=(1, 2),
    )
    state = follow(state, "roll", f"dice {third[0]} {third[2]}")
    assert shown(state, "lines") == ({third: sum(4 * int(square[2]) for square in squares)} if squares else {})
    state = state.play(third)
    assert state.is_over == bool(squares)
    assert shown(state, "line") == squares
    if squares:
        assert state.outcome == Outcome("line", (1, 2))


def test_r10_exactly_the_straight_touching_lines_of_the_board_count() -> None:
    """All 85,320 sets of three squares; rows do not run on in the next one."""
    for three in combinations(SQUARES, 3):
        pawns = np.array([0, *sorted(10 * row + column for row, column in three)])
        found = line(pawns, 0)
        assert bool(found) == (frozenset(three) in LINES)
        if found:
            assert line_squares(found) == pawns[1:].tolist()


def test_r10_pawns_of_two_players_make_no_line() -> None:
    state = drawn(
        """
          123456789
        1 .........
        2 .........
        3 .........
        4 ...12....
        5 .........
        6 ..1......
        7 .........
        8 .........
        9 .........
        """,
        dice=(1, 2),
    )
    assert not follow(state, "roll", "dice 4 6", "4x6").is_over


def test_r10_a_double_that_makes_a_line_brings_no_other_throw() -> None:
    state = drawn(
        """
          123456789
        1 1........
        2 .1.......
        3 .........
        4 .........
        5 .........
        6 .........
        7 .........
        8 .........
        9 .........
        """,
        dice=(1, 2),
        level="intermediate",
    )
    state = follow(state, "roll", "dice 3 3", "3x3")
    assert shown(state, "winner") == 1
    assert state.actors == (2,)


def test_r10_a_pawn_that_leaves_a_pair_makes_no_line_of_it() -> None:
    state = drawn(
        """
          123456789
        1 .........
        2 .........
        3 .........
        4 ...11....
        5 .........
        6 ..1......
        7 .........
        8 .1.......
        9 .........
        """,
        dice=(1, 2),
    )
    state = follow(state, "roll", "dice 4 6")
    assert shown(state, "lines") == {"6x3-4x6": 60, "8x2-4x6": 60}
    assert not state.play("4x4-4x6").is_over
    assert state.play("6x3-4x6").is_over


# R11 and R13

SCORING = """
      123456789
    1 .........
    2 ..3......
    3 .........
    4 ..2......
    5 .........
    6 ......11.
    7 .........
    8 ...2.....
    9 .........
"""


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
    words = GAME.words("en")
    shown = begin(ruleset=ruleset, level="intermediate", opening="roll").view(0).show()
    assert words(f"level.{shown['ruleset']}.{shown['level']}") == said
