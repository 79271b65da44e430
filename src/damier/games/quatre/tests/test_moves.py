"""The rules of moving, one by one: a drawn position, a move, the drawn position after, and the number of the rule."""

import pytest

from damier.core.errors import Malformed, NotYourTurn
from damier.games.quatre.rules import BLUE, RED
from damier.games.quatre.tests.drawn import begin, board, drawn, from_square, recorded, rows
from damier.testing.refusal import refused

# R1


def test_r1_the_board_ends_at_its_edges() -> None:
    state = drawn("""
          123456
        A r.....
        B ......
        C .....r
        D ......
        E ......
        F .b...r
    """)
    assert set(state.moves()) == {
        *("A1-A2", "A1-B1", "A1-B2"),
        *("C6-B6", "C6-B5", "C6-C5", "C6-D5", "C6-D6"),
        *("F6-E6", "F6-E5", "F6-F5"),
    }


def test_r1_nobody_jumps_off_the_board_or_around_it() -> None:
    state = drawn("""
          123456
        A b.....
        B r...rb
        C ......
        D ......
        E br..r.
        F ....b.
    """)
    assert not {move for move in state.moves() if ":" in move}
    assert refused(state, "B5:C1") == "R5"
    assert refused(state, "E2:D6") == "R5"


@pytest.mark.parametrize("text", ["", "F1", "F1-", "G1-F1", "F1-E7", "F0-E1", "F1-E2-D3", "F1:E2-D3", "F1 E2", "pass"])
def test_r1_what_names_no_two_squares_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        begin().play(text)


@pytest.mark.parametrize("action", [-1, 6 << 6, 41 << 6 | 35, 35 << 6 | 41, 35 << 6 | 63, 64 * 64])
def test_r1_a_number_off_the_board_is_no_move(action: int) -> None:
    assert refused(begin(), action) == "R1"


# R2


def test_r2_rotated_start() -> None:
    assert board(begin()) == rows("""
          123456
        A brbrbr
        B ......
        C ......
        D ......
        E ......
        F rbrbrb
    """)


def test_r2_mirrored_start() -> None:
    assert board(begin(start="mirrored")) == rows("""
          123456
        A rbrbrb
        B ......
        C ......
        D ......
        E ......
        F rbrbrb
    """)


# R3


def test_r3_red_begins_and_one_pawn_moves() -> None:
    state = begin()
    assert state.actors == (RED,)
    with pytest.raises(NotYourTurn):
        state.play("F2-E2", BLUE)
    state = state.play("F1-E2")
    assert board(state) == rows("""
          123456
        A brbrbr
        B ......
        C ......
        D ......
        E .r....
        F .brbrb
    """)
    assert state.actors == (BLUE,)
    assert state.play("A1-B1").actors == (RED,)


def test_r3_only_own_pawns_move() -> None:
    assert refused(begin(), "F2-E2") == "R3"
    assert refused(begin(), "F2:F4") == "R3"
    assert refused(begin(), "E1-D1") == "R3"  # nobody stands there
    assert refused(begin().play("F1-E1"), "E1-D1") == "R3"


def test_r3_there_is_no_passing() -> None:
    state = begin()
    assert all(action >> 6 != action & 63 for action in state.actions())
    assert refused(state, "F1-F1") == "R6"


# R4


def test_r4_a_step_goes_in_eight_directions() -> None:
    state = drawn("""
          123456
        A ......
        B ......
        C ...r..
        D ......
        E ......
        F b.....
    """)
    around = {"B3", "B4", "B5", "C3", "C5", "D3", "D4", "D5"}
    assert set(state.moves()) == {f"C4-{square}" for square in around}
    assert refused(state, "C4-C6") == "R5"
    assert refused(state, "C4-E5") == "R5"


def test_r4_a_step_to_a_taken_square_is_refused() -> None:
    state = drawn("""
          123456
        A ......
        B ......
        C ...rb.
        D ...r..
        E ......
        F ......
    """)
    assert refused(state, "C4-C5") == "R4"
    assert refused(state, "C4-D4") == "R4"


# R5


@pytest.mark.parametrize("over", ["r", "b"])
def test_r5_a_jump_over_either_colour_captures_nothing(over: str) -> None:
    state = drawn(f"""
          123456
        A ......
        B ......
        C ......
        D .r{over}...
        E ......
        F b.....
    """)
    assert board(state.play("D2:D4")) == rows(f"""
          123456
        A ......
        B ......
        C ......
        D ..{over}r..
        E ......
        F b.....
    """)


def test_r5_a_jump_goes_in_eight_directions() -> None:
    state = drawn("""
          123456
        A ......
        B .bbb..
        C .brb..
        D .bbb..
        E ......
        F ......
    """)
    around = {"A1", "A3", "A5", "C1", "C5", "E1", "E3", "E5"}
    assert set(state.moves()) == {f"C3:{square}" for square in around}


def test_r5_the_chain_of_the_sheet() -> None:
    state = drawn("""
          123456
        A ......
        B ....b.
        C ....r.
        D .rb...
        E ......
        F ......
    """)
    assert "D2:D4:B6:B4" in state.moves()
    assert board(state.play("D2:D4:B6:B4")) == rows("""
          123456
        A ......
        B ...rb.
        C ....r.
        D ..b...
        E ......
        F ......
    """)


def test_r5_a_chain_may_stop_after_any_jump_and_no_jump_is_forced() -> None:
    state = drawn("""
          123456
        A ......
        B ....b.
        C ....b.
        D .rb...
        E ......
        F ......
    """)
    chains = {"D2:D4", "D2:D4:B6", "D2:D4:B6:B4", "D2:D4:B6:B4:D6"}
    steps = {"D2-C1", "D2-C2", "D2-C3", "D2-D1", "D2-E1", "D2-E2", "D2-E3"}
    assert set(state.moves()) == chains | steps


def test_r5_a_chain_may_cross_the_same_pawn_again() -> None:
    state = drawn("""
          123456
        A ......
        B .r....
        C ..b...
        D ..b...
        E ......
        F ......
    """)
    assert recorded(state, "B2:B4") == "B2:D4:D2:B4"  # over C3, D3 and C3
    assert board(state.play("B2:D4:D2:B4")) == rows("""
          123456
        A ......
        B ...r..
        C ..b...
        D ..b...
        E ......
        F ......
    """)


def test_r5_no_jump_over_two_pawns() -> None:
    state = drawn("""
          123456
        A ......
        B ......
        C ......
        D .rbb..
        E ......
        F ......
    """)
    assert refused(state, "D2:D5") == "R5"
    assert refused(state, "D2:D6") == "R5"


def test_r5_no_jump_over_a_pawn_that_is_not_adjacent() -> None:
    state = drawn("""
          123456
        A ......
        B ......
        C ......
        D r..b..
        E ......
        F ......
    """)
    assert refused(state, "D1:D5") == "R5"
    assert refused(state, "D1:D6") == "R5"


def test_r5_no_jump_over_nothing() -> None:
    state = drawn("""
          123456
        A ......
        B ......
        C ......
        D .r....
        E ......
        F ......
    """)
    assert refused(state, "D2:D4") == "R5"


def test_r5_no_jump_to_a_taken_square() -> None:
    state = drawn("""
          123456
        A ......
        B ......
        C ......
        D .rbb..
        E ......
        F ......
    """)
    assert refused(state, "D2:D4") == "R4"


def test_r5_the_square_it_left_is_free_to_come_through() -> None:
    # It never matters for where a move may end. A jump changes row and column by 0 or 2, so the square left is never
    # the one jumped over; and what comes through it could as well have begun with the jumps after it.
    state = drawn("""
          123456
        A ......
        B ......
        C .b....
        D .rb...
        E ......
        F ......
    """)
    assert {move for move in state.moves() if ":" in move} == {"D2:D4", "D2:B2"}
    assert recorded(state, "D2:D4:D2:B2") == "D2:B2"
    assert board(state.play("D2:D4:D2:B2")) == rows("""
          123456
        A ......
        B .r....
        C .b....
        D ..b...
        E ......
        F ......
    """)


def test_r5_the_pawn_that_jumps_is_not_jumped_over() -> None:
    state = drawn("""
          123456
        A ......
        B ......
        C ......
        D rr....
        E ......
        F ......
    """)
    assert from_square(state, "D2") == {f"D2-{to}" for to in ("C1", "C2", "C3", "D3", "E1", "E2", "E3")}
    assert "D1:D3" in state.moves()
    assert refused(state, "D1:D5") == "R5"  # from D3 back over D2 is D1, and nobody is on D4


# R6, R7: four pawns around which another can jump, D2 → D4 → B4 → B2 → D2

CIRCLE = """
      123456
    A ......
    B ..b...
    C .b.b..
    D .rb...
    E ......
    F ......
"""


def test_r6_a_chain_back_to_its_start_is_no_move() -> None:
    state = drawn(CIRCLE)
    assert refused(state, "D2:D4:B4:B2:D2") == "R6"
    assert refused(state, "D2:D4:D2") == "R6"
    assert refused(state, "D2-D2") == "R6"
    assert not {move for move in state.moves() if move.endswith("D2")}


def test_r7_one_move_for_two_squares() -> None:
    state = drawn(CIRCLE)
    ends = [(move[:2], move[-2:]) for move in state.moves()]
    assert len(ends) == len(set(ends))
    assert state.read(RED, "D2:D4:B4") == state.read(RED, "D2:B2:B4") == state.read(RED, "D2:B4")
    assert len({state.play(move) for move in ("D2:D4:B4", "D2:B2:B4", "D2:B4", "d2:b4", "D2-B4", " D2:B4 ")}) == 1


def test_r7_the_record_keeps_a_shortest_chain() -> None:
    state = drawn(CIRCLE)
    assert recorded(state, "D2:D4:B4:B2") == "D2:B2"
    assert recorded(state, "D2:B2:B4:D4") == "D2:D4"
    assert recorded(state, "D2:B4") in ("D2:D4:B4", "D2:B2:B4")
    assert recorded(state, "d2:b4") == recorded(state, "D2:B4")


def test_r7_a_step_is_written_as_a_step() -> None:
    # No chain ever leads to a neighbouring square: it changes row and column by even numbers.
    state = drawn(CIRCLE)
    assert recorded(state, "D2:D1") == recorded(state, "d2-d1") == "D2-D1"
    assert not {move[-2:] for move in state.moves() if ":" in move} & {
        move[-2:] for move in state.moves() if "-" in move
    }
