"""Placing, moving and lining up, rule by rule: a drawn position, what happens, the drawn position after."""

from itertools import combinations

import numpy as np
import pytest

from damier.core.outcome import Outcome
from damier.games.foumath.squares import line, line_squares
from damier.games.foumath.tests.drawn import EMPTY, FOUR, begin, board, drawn, follow, rows, shown
from damier.games.foumath.tests.naive import LINES, SQUARES
from damier.testing.refusal import refused

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
