"""Board, draws, placements, rule by rule: a drawn position, a move, what follows. Turns and R15: other files."""

from collections import Counter

import pytest

from damier.core.errors import Malformed
from damier.core.state import State
from damier.games.mathable import GAME
from damier.games.mathable.tests.drawn import OTHERS, board, draw_all, drawn, follow, rack, rows, signs, squares, worth
from damier.games.mathable.tests.naive import all_tokens
from damier.testing.refusal import refused

# R1, R2


def test_r1_the_printed_numbers_are_there_from_the_start() -> None:
    assert board(State.start(GAME, jit=False)) == rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           7  .  .  .  .  .  .  1  2  .  .  .  .  .  .
           8  .  .  .  .  .  .  3  4  .  .  .  .  .  .
    """)


def test_r1_the_squares_are_as_many_as_the_sheet_has() -> None:
    layout = State.start(GAME, jit=False).view(0).show()["layout"]
    found = Counter("".join(layout))
    assert found == {"2": 16, "3": 12, "+": 8, "-": 8, "*": 8, "/": 8, "o": 4, ".": 132}
    assert [row[::-1] for row in reversed(layout)] == layout  # half a turn
    assert [row[::-1] for row in layout] != layout  # but no mirror


def test_r1_the_board_ends_at_its_edges() -> None:
    state = drawn(
        """
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           1  2  3  .  .  .  .  .  .  .  .  .  .  2  3
           2  .  .  .  .  .  .  .  .  .  .  .  .  .  .
          13  2  .  .  .  .  .  .  .  .  .  .  .  .  3
          14  3  .  .  .  .  .  .  .  .  .  .  .  .  2
        """,
        f"6 {OTHERS[:-3]}",
        OTHERS,
    )
    assert squares(state, 6) >= {"1C", "1L", "12A", "12N"}
    assert squares(state, 6).isdisjoint({"2A", "2N", "14B", "13B", "2B", "2M"})


def test_r2_a_hundred_and_six_tokens() -> None:
    start = State.start(GAME, jit=False)
    bag = Counter({int(start.write(0, outcome).split()[-1]): weight for outcome, weight in start.chances()})
    assert bag == all_tokens()
    assert bag.total() == 106
    assert start.view(0).show()["bag"] == 106


# R3


def test_r3_the_highest_begins_and_everybody_fills_up_from_there() -> None:
    state = follow(State.start(GAME, {}, 3, jit=False), "* draw 1 5", "* draw 2 12", "* draw 3 9")
    assert state.view(0).show()["turn"] == 2
    drawing = []
    while state.actors == (0,):
        drawing.append(int(state.fields.drawing))
        state = state.play(state.chances()[0][0], 0)
    assert drawing == [2] * 6 + [3] * 6 + [1] * 6
    assert state.actors == (2,)
    assert [rack(state, seat)[-1] for seat in (1, 2, 3)] == [5, 12, 9]


def test_r3_those_who_tie_draw_again_and_keep_both() -> None:
    state = follow(State.start(GAME, {}, 3, jit=False), "* draw 1 9", "* draw 2 4", "* draw 3 9")
    assert state.view(0).show()["asked"] == [1, 3]
    state = follow(state, "* draw 1 2", "* draw 3 2", "* draw 1 1", "* draw 3 50")
    assert state.view(0).show()["turn"] == 3
    state = draw_all(state)
    assert state.actors == (3,)
    assert Counter(rack(state, 1)) >= Counter([9, 2, 1])
    assert [len(rack(state, seat)) for seat in (1, 2, 3)] == [7, 7, 7]


def test_r3_a_lower_tie_draws_nothing() -> None:
    state = follow(State.start(GAME, {}, 3, jit=False), "* draw 1 3", "* draw 2 3", "* draw 3 9")
    assert state.view(0).show()["turn"] == 3


def test_r3_who_ties_with_seven_tokens_each_goes_by_the_seats() -> None:
    draws = [f"* draw {seat} {value}" for value in range(1, 8) for seat in (1, 2)]
    state = follow(State.start(GAME, jit=False), *draws)
    assert state.actors == (1,)
    assert rack(state, 1) == rack(state, 2) == [1, 2, 3, 4, 5, 6, 7]


def test_r3_the_tokens_that_decide_are_seen_by_all_and_no_others() -> None:
    state = follow(State.start(GAME, jit=False), "* draw 1 12", "* draw 2 5", "* draw 1 17", "* draw 1 18")
    assert state.view(2).show()["racks"] == [[12, None, None], [5]]
    assert state.view(0).show()["racks"] == [[12, None, None], [5]]
    assert state.view(1).show()["racks"] == [[12, 17, 18], [5]]


# R4, R5


@pytest.mark.parametrize(
    ("pair", "token", "sums"),
    [
        ((3, 4), 7, ["3 + 4"]),
        ((7, 3), 4, ["7 − 3"]),
        ((3, 7), 4, ["7 − 3"]),
        ((3, 4), 12, ["3 × 4"]),
        ((8, 2), 4, ["8 ÷ 2"]),
        ((2, 8), 4, ["8 ÷ 2"]),
        ((4, 2), 2, ["4 − 2"]),  # R5: and 4 ÷ 2, but that is one line
        ((2, 2), 4, ["2 + 2"]),  # R5: and 2 × 2
        ((5, 5), 0, ["5 − 5"]),
        ((0, 5), 0, ["0 × 5"]),  # and 0 ÷ 5
        ((0, 5), 5, ["0 + 5"]),
        ((5, 0), 5, ["5 + 0"]),
        ((9, 9), 1, ["9 ÷ 9"]),
    ],
)
def test_r4_four_signs_two_orders(pair: tuple[int, int], token: int, sums: list[str]) -> None:
    left = " ".join(["."] * 5)
    right = " ".join(["."] * 7)
    state = drawn(f"1 {left} {pair[0]} {pair[1]} {right}", f"{token}", OTHERS)  # 1H is 3x
    assert squares(state, token) >= {"1H"}
    assert signs(state, "1H", token) == sums
    assert worth(state, f"{token}@1H") == 3 * token


@pytest.mark.parametrize(
    ("pair", "token"), [((8, 3), 2), ((3, 8), 2), ((5, 0), 0), ((2, 3), 4), ((0, 7), 1), ((10, 4), 3), ((10, 4), 2)]
)
def test_r4_quotients_are_whole_and_nothing_is_divided_by_nought(pair: tuple[int, int], token: int) -> None:
    line = f"14 . . {pair[0]} {pair[1]} . . . . . . . . . ."
    state = drawn(line, f"{token}", OTHERS)
    if (pair, token) == ((5, 0), 0):  # 5 × 0 makes it, not 5 ÷ 0
        assert signs(state, "14E", 0) == ["5 × 0"]
        return
    assert refused(state, f"{token}@14E") == "R4"


def test_r4_dividing_by_nought_makes_nothing_on_a_division_square() -> None:
    # 13E takes quotients only: 0 ÷ 7 is 0, 7 ÷ 0 is nothing.
    line = "13 . . 0 7 . . . . . . . . . ."
    assert squares(drawn(line, "0", OTHERS), 0) == {"13B", "13E"}
    assert refused(drawn(line, "7", OTHERS), "7@13E") == "R6"
    assert refused(drawn("13 . . 0 0 . . . . . . . . . .", "0", OTHERS), "0@13E") == "R6"


def test_r4_only_beside_never_between_or_diagonally() -> None:
    state = drawn(
        """
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           1  .  5  .  6  .  .  .  .  .  .  .  .  .  .
           2  .  .  .  .  .  .  .  .  .  .  .  .  .  .
           5  .  .  .  .  .  .  .  .  .  .  2  .  .  .
           6  .  .  .  .  .  .  .  .  .  9  .  .  .  .
        """,
        "11",
        OTHERS,
    )
    assert squares(state, 11) == set()
    assert refused(state, "11@1C") == "R4"
    assert refused(state, "11@7I") == "R4"


def test_r4_on_empty_squares_with_tokens_one_has() -> None:
    state = drawn("", "7 7 1", OTHERS)
    assert squares(state, 7) == {"8F", "8I"}
    assert refused(state, "7@8H") == "R4"
    assert refused(state, "12@8I") == "R9"
    assert refused(state, "7@1A") == "R4"
    after = state.play("7@8I")
    assert board(after) == rows("8 . . . . . . 3 4 7 . . . . .")
    assert rack(after, 1) == [1, 7]


# R6–R8


@pytest.mark.parametrize(
    ("picture", "token", "square", "right"),
    [
        ("3 . . . . . . 3 5 . . . . . .", 2, "3I", True),  # the "−" of 3I, the smaller first
        ("3 . . . . . . 5 3 . . . . . .", 2, "3I", True),
        ("3 . . . . . . 5 3 . . . . . .", 8, "3I", False),
        ("8 . . . . . . 3 4 12 . . . . .", 16, "8J", True),
        ("8 . . . . . . 3 4 12 . . . . .", 48, "8J", False),
        ("8 . . . . . . 3 4 12 . . . . .", 8, "8J", False),
        ("8 . . . . . . 3 4 12 . . . . .", 3, "8J", False),
        ("2 . . 6 3 . . . . . . . . . .", 2, "2E", True),
        ("2 . . 3 6 . . . . . . . . . .", 2, "2E", True),
        ("2 . . 6 3 . . . . . . . . . .", 3, "2E", False),
        ("7 . . . . . . 1 2 6 . . . . .", 12, "7J", True),
        ("7 . . . . . . 1 2 6 . . . . .", 8, "7J", False),
    ],
)
def test_r6_a_sign_takes_its_own_equations_only(picture: str, token: int, square: str, right: bool) -> None:
    state = drawn(picture, f"{token}", OTHERS)
    assert (square in squares(state, token)) == right
    if not right:
        assert refused(state, f"{token}@{square}") == "R6"


def test_r6_only_lines_with_the_sign_score_there() -> None:
    # On the "−" of 3I: 5 − 3 and 6 − 4 count; 2 × 1 on the right would be right elsewhere, not here.
    state = drawn(
        """
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           3  .  .  .  .  .  .  5  3  .  2  1  .  .  .
           4  .  .  .  .  .  .  .  .  4  .  .  .  .  .
           5  .  .  .  .  .  .  .  .  6  .  .  .  .  .
        """,
        "2 1",
        OTHERS,
    )
    assert signs(state, "3I", 2) == ["5 − 3", "6 − 4"]
    assert worth(state, "2@3I") == 4
    assert worth(state, "1@3I") == 1  # 2 − 1 alone


def test_r7_the_extra_token_comes_at_once_or_never() -> None:
    state = drawn("8 . . . . . . 3 4 12 . . . . .", "16 1 2", OTHERS).play("16@8J")
    assert state.moves() == ["take", "leave"]
    assert refused(state, "end") == "R7"
    assert refused(state, "2@9G") == "R7"
    left = state.play("leave")
    assert refused(left, "take") == "R7"
    assert rack(left, 1) == [1, 2]
    taken = follow(state, "take", "* draw 1 11")
    assert rack(taken, 1) == [1, 2, 11]
    assert refused(taken, "take") == "R7"
    assert taken.view(1).show()["placed"][-1]["extra"] == 11
    assert taken.view(2).show()["placed"][-1]["extra"] == "?"


def test_r7_nothing_is_offered_on_other_squares_or_from_an_empty_bag() -> None:
    assert "end" in drawn("", "7", OTHERS).play("7@8I").moves()
    assert "end" in drawn("8 . . . . . . 3 4 12 . . . . .", "16 1", OTHERS, bag="").play("16@8J").moves()
    assert refused(drawn("", "7", OTHERS), "take") == "R7"


def test_r8_value_times_equations_times_award() -> None:
    # 10E is 2x: 21 and 3 above make 7 by ÷, 5 and 2 on the left by +, 1 and 7 on the right by ×, 6 and 1 below by +.
    cross = """
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           8  .  .  .  . 21  .  3  4  .  .  .  .  .  .
           9  .  .  .  .  3  .  .  .  .  .  .  .  .  .
          10  .  .  5  2  .  1  7  .  .  .  .  .  .  .
          11  .  .  .  .  6  .  .  .  .  .  .  .  .  .
          12  .  .  .  .  1  .  .  .  .  .  .  .  .  .
    """
    state = drawn(cross, "7", OTHERS)
    assert worth(state, "7@10E") == 7 * 4 * 2
    assert signs(state, "10E", 7) == ["5 + 2", "1 × 7", "21 ÷ 3", "6 + 1"]
    one_less = drawn(cross.replace(" 6  .  .", " 5  .  ."), "7", OTHERS)
    assert worth(one_less, "7@10E") == 7 * 3 * 2


def test_r8_a_line_that_does_not_match_does_no_harm() -> None:
    # The sheet's remark on the 8 at 9H: with other numbers above it, the sum alone counts.
    state = drawn(
        """
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           9  .  .  .  .  .  6  2  .  .  .  .  .  .  .
        """,
        "8 4",
        OTHERS,
    )
    assert worth(state, "8@9H") == 16
    assert worth(state, "4@9H") == 4


def test_r8_nought_scores_nothing_but_is_placed() -> None:
    state = drawn("1 . . . . . 5 5 . . . . . . .", "0", OTHERS)
    assert worth(state, "0@1H") == 0


# R14


def test_r14_what_is_not_named_does_not_score() -> None:
    line = "9 . . . . . 6 2 . . . . . . ."
    state = drawn(line, "8", OTHERS, claims="declared")
    assert [move for move in state.moves() if "9H" in move] == ["8@9H<^", "8@9H^", "8@9H<"]
    assert worth(state, "8@9H<") == 8
    assert worth(state, "8@9H^") == 8
    assert worth(state, "8@9H<^") == 16
    assert state.play("8@9H^<").scores == (16, 0)  # in any order
    assert state.play("8@9h<^") == state.play("8@9H<^")


def test_r14_claims_must_be_right_and_there() -> None:
    state = drawn("9 . . . . . 6 2 . . . . . . .", "8 4", OTHERS, claims="declared")
    assert refused(state, "4@9H<^") == "R14"  # 6 − 2, but 2 and 4 above make no 4
    assert refused(state, "4@9H>") == "R14"
    assert refused(state, "4@9H") == "R14"
    assert refused(drawn("", "7", OTHERS), "7@8I<") == "R14"
    with pytest.raises(Malformed):
        state.play("8@9H<<")


# Notation


@pytest.mark.parametrize(
    "text",
    ["", "12", "12@", "12@0A", "12@15A", "12@8O", "22@8I", "end 3", "swap", "swap x", "contest", "contest 0", "?"],
)
def test_rubbish_is_refused_in_words(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        drawn("", "12", OTHERS).play(text)
    assert str(caught.value)


def test_every_refusal_has_its_rule() -> None:
    state = drawn("", "12", OTHERS)
    for action in (-1, 7, 8, 60, 128, 255, 300, 1 << 18, (1 << 18) + 5000, 1 << 19, 1 << 40):
        assert refused(state, action, 1)
