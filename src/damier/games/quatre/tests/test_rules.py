"""The rules one by one: a drawn position, a move, the drawn position after, and the number of the rule."""

import pytest

from damier.core.errors import Illegal, Malformed, NotYourTurn
from damier.core.outcome import Outcome
from damier.core.replay import happen
from damier.core.series import Series
from damier.core.state import State
from damier.games.quatre import GAME
from damier.games.quatre.rules import BLUE, RED
from damier.games.quatre.tests.drawn import board, drawn, rows


def begin(**options: str) -> State:
    return State.start(GAME, {name.replace("_", "-"): value for name, value in options.items()}, jit=False)


def follow(state: State, *moves: str) -> State:
    for move in moves:
        assert not state.is_over, f"over before {move}"
        state = state.play(move)
    return state


def refused(state: State, move: str | int) -> str | None:
    """The rule by which a move is refused."""
    with pytest.raises(Illegal) as caught:
        state.play(move)
    return caught.value.rule


def recorded(state: State, move: str) -> str:
    """What the record keeps of a move as somebody wrote it."""
    event, _ = happen(state, state.actors[0], move)
    return event.text


def from_square(state: State, square: str) -> set[str]:
    return {move for move in state.moves() if move.startswith(square)}


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


# R8


def test_r8_four_in_a_row_win() -> None:
    after = drawn("""
          123456
        A ......
        B .rrr..
        C .....r
        D ......
        E b.....
        F bb....
    """).play("C6-B5")
    assert board(after) == rows("""
          123456
        A ......
        B .rrrr.
        C ......
        D ......
        E b.....
        F bb....
    """)
    assert after.outcome == Outcome("line", (1, 2))
    assert after.view(0).show()["line"] == ["B2", "B3", "B4", "B5"]


def test_r8_four_in_a_column_win() -> None:
    after = drawn("""
          123456
        A .....b
        B .....r
        C ....r.
        D .....r
        E .....r
        F .....b
    """).play("C5-C6")
    assert after.outcome == Outcome("line", (1, 2))
    assert after.view(0).show()["line"] == ["B6", "C6", "D6", "E6"]


def test_r8_four_on_a_diagonal_win() -> None:
    after = drawn("""
          123456
        A r.....
        B .r....
        C ...r..
        D ...r..
        E ......
        F bb....
    """).play("C4-C3")
    assert after.outcome == Outcome("line", (1, 2))
    assert after.view(0).show()["line"] == ["A1", "B2", "C3", "D4"]


def test_r8_four_on_the_other_diagonal_win() -> None:
    after = drawn("""
          123456
        A bb....
        B ......
        C ....r.
        D ...r..
        E .r....
        F .r....
    """).play("E2-E3")
    assert after.outcome == Outcome("line", (1, 2))
    assert after.view(0).show()["line"] == ["C5", "D4", "E3", "F2"]


def test_r8_blue_wins_as_well_and_by_a_jump() -> None:
    after = drawn(
        """
          123456
        A r.....
        B .b....
        C ..r...
        D .bb.b.
        E ......
        F ......
        """,
        BLUE,
    ).play("B2:D4")
    assert board(after) == rows("""
          123456
        A r.....
        B ......
        C ..r...
        D .bbbb.
        E ......
        F ......
    """)
    assert after.outcome == Outcome("line", (2, 1))


def test_r8_nothing_is_played_after_a_win() -> None:
    after = drawn("""
          123456
        A ......
        B .rrr..
        C .....r
        D ......
        E b.....
        F bb....
    """).play("C6-B5")
    assert after.actors == ()
    assert after.actions(BLUE) == []
    with pytest.raises(NotYourTurn):
        after.play("E1-D1", BLUE)


@pytest.mark.parametrize("gap", [".", "b"])
def test_r8_a_broken_line_does_not_win(gap: str) -> None:
    state = drawn(f"""
          123456
        A ......
        B .rr{gap}..
        C .....r
        D .....r
        E ......
        F b.....
    """)
    after = follow(state, "C6-B5", "F1-F2", "D6-C6", "F2-F1", "C6-B6")
    assert board(after) == rows(f"""
          123456
        A ......
        B .rr{gap}rr
        C ......
        D ......
        E ......
        F b.....
    """)
    assert after.outcome is None


def test_r8_five_in_a_line_win() -> None:
    after = drawn("""
          123456
        A ......
        B .rr.rr
        C ....r.
        D ......
        E ......
        F b.....
    """).play("C5-B4")
    assert board(after)[1] == ".rrrrr"
    assert after.outcome == Outcome("line", (1, 2))


def test_r8_a_line_does_not_go_around_the_edge() -> None:
    after = drawn("""
          123456
        A .....r
        B r.....
        C ....r.
        D rrr...
        E ......
        F b.....
    """).play("C5-C6")
    assert after.outcome is None


def test_r8_three_and_an_enemy_do_not_win() -> None:
    after = drawn("""
          123456
        A ......
        B ..rrb.
        C r.....
        D ......
        E ......
        F ......
    """).play("C1-B2")
    assert after.outcome is None


def test_r8_a_line_counts_after_its_owners_move_only() -> None:
    # No game comes here, for nobody moves the other's pawns: blue should have won already.
    state = drawn("""
          123456
        A r.....
        B ......
        C ......
        D .bbbb.
        E ......
        F .....b
    """)
    after_red = state.play("A1-A2")
    assert after_red.outcome is None
    assert after_red.play("F6-F5").outcome == Outcome("line", (2, 1))
    assert after_red.play("D5-C5").outcome is None


# R9

FORTH_AND_BACK = ("F1-E1", "F2-E2", "E1-F1", "E2-F2")


def test_r9_a_third_time_is_refused() -> None:
    start = begin()
    twice = follow(start, *FORTH_AND_BACK)
    assert board(twice) == board(start)  # the start counts: this is the second time
    before_third = follow(twice, *FORTH_AND_BACK[:3])
    assert "E2-F2" not in before_third.moves()
    assert refused(before_third, "E2-F2") == "R9"
    assert refused(before_third, "e2-f2") == "R9"
    assert refused(before_third, "E2:F2") == "R9"


def test_r9_what_has_stood_twice_stays_forbidden_and_only_that() -> None:
    state = follow(begin(), *FORTH_AND_BACK, *FORTH_AND_BACK[:3])
    assert board(state) == rows("""
          123456
        A brbrbr
        B ......
        C ......
        D ......
        E .b....
        F r.rbrb
    """)  # with blue to move, the second time
    state = follow(state, "A1-B1", "F1:D3")
    assert refused(state.play("B1-A1"), "D3:F1") == "R9"
    assert "D3:F1" in state.play("B1-C1").moves()


def test_r9_the_same_board_with_the_other_side_to_move_is_another_position() -> None:
    state = follow(begin(), *FORTH_AND_BACK)
    state = follow(state, "F1-E2", "A1-B1", "E2-E1", "B1-A1", "E1-F1")  # red takes three moves, blue two
    assert board(state) == board(begin())
    assert state.actors == (BLUE,)


PAIR = """
      123456
    A ......
    B ......
    C ......
    D ..{}{}..
    E ......
    F .....b
"""
CHANGE_PLACES = ("D3-C3", "F6-E6", "D4-D3", "E6-E5", "C3-D4")  # and blue comes home by E5-F6


def test_r9_pawns_of_a_kind_are_the_same() -> None:
    state = follow(drawn(PAIR.format("r", "r")), *CHANGE_PLACES, "E5-F6", *CHANGE_PLACES)
    assert refused(state, "E5-F6") == "R9"


def test_r9_in_mix_a_plain_and_a_marked_pawn_are_not() -> None:
    start = drawn(PAIR.format("r", "R"), variant="mix")
    changed = follow(start, *CHANGE_PLACES, "E5-F6")
    assert board(changed)[3] == "..Rr.."
    state = follow(changed, *CHANGE_PLACES, "E5-F6")  # the second time only
    assert board(state) == board(start)
    state = follow(state, *CHANGE_PLACES, "E5-F6", *CHANGE_PLACES)
    assert refused(state, "E5-F6") == "R9"


def test_r9_the_limit_draws() -> None:
    state = begin(ply_limit="3")
    state = follow(state, "F1-E1", "F2-E2")
    assert state.outcome is None
    state = state.play("E1-F1")
    assert state.outcome == Outcome("ply-limit", (1, 1))
    assert state.outcome.winners == ()
    assert state.actors == ()


def test_r9_the_last_move_before_the_limit_may_win() -> None:
    after = drawn(
        """
          123456
        A ......
        B .rrr..
        C .....r
        D ......
        E b.....
        F bb....
        """,
        ply_limit="1",
    ).play("C6-B5")
    assert after.outcome == Outcome("line", (1, 2))


# R10


def test_r10_who_has_no_move_loses() -> None:
    state = drawn(
        """
          123456
        A rbb...
        B bb....
        C b..b..
        D ......
        E ......
        F ......
        """,
        BLUE,
    )
    after = state.play("C4-C3")
    assert board(after) == rows("""
          123456
        A rbb...
        B bb....
        C b.b...
        D ......
        E ......
        F ......
    """)
    assert after.outcome == Outcome("blocked", (2, 1))
    assert after.actors == ()
    assert state.play("C4-C5").moves(RED) == ["A1:C3"]


def test_r10_blue_loses_as_well() -> None:
    after = drawn("""
          123456
        A ......
        B ......
        C ......
        D ..r..r
        E ....rr
        F ...rrb
    """).play("D3-D4")
    assert board(after) == rows("""
          123456
        A ......
        B ......
        C ......
        D ...r.r
        E ....rr
        F ...rrb
    """)
    assert after.outcome == Outcome("blocked", (1, 2))


def test_r10_who_could_only_repeat_a_third_time_loses() -> None:
    # Red has two squares, A1 and B1, behind a wall of more pawns than a box holds. (Mix, so that no line wins.)
    state = drawn(
        """
          123456
        A .bb...
        B rbb...
        C bbb...
        D b.b...
        E ......
        F .....b
        """,
        BLUE,
        variant="mix",
    )
    state = follow(state, "F6-F5", "B1-A1", "F5-F6", "A1-B1")  # as it was: the second time
    state = follow(state, "F6-F5", "B1-A1")
    assert state.play("F5-E5").moves() == ["A1-B1"]
    assert state.play("F5-F6").outcome == Outcome("blocked", (2, 1))  # A1-B1 would be the third


# R11


def ended(reason: str, winner: int | None) -> Outcome:
    places = {RED: (1, 2), BLUE: (2, 1), None: (1, 1)}
    return Outcome(reason, places[winner])


def test_r11_the_loser_plays_red_in_the_next_game() -> None:
    series = Series.of(GAME, ("Ann", "Bob"))
    series = series.after(ended("line", RED))
    assert (series.people, series.wins) == (("Bob", "Ann"), (0, 1))
    series = series.after(ended("line", BLUE))  # Ann again: Bob stays red
    assert (series.people, series.wins) == (("Bob", "Ann"), (0, 2))
    series = series.after(ended("blocked", RED))
    assert (series.people, series.wins) == (("Ann", "Bob"), (2, 1))
    series = series.after(ended("resigned", BLUE))
    assert (series.people, series.wins) == (("Ann", "Bob"), (2, 2))
    assert series.played == 4


def test_r11_after_a_draw_the_colours_change() -> None:
    series = Series.of(GAME, ("Ann", "Bob")).after(ended("line", RED))
    series = series.after(ended("ply-limit", None))
    assert (series.people, series.wins) == (("Ann", "Bob"), (1, 0))
    assert series.played == 2


# R12


def test_r12_row_a_is_marked() -> None:
    assert board(begin(variant="mix")) == rows("""
          123456
        A BRBRBR
        B ......
        C ......
        D ......
        E ......
        F rbrbrb
    """)
    assert board(begin(variant="mix", start="mirrored")) == rows("""
          123456
        A RBRBRB
        B ......
        C ......
        D ......
        E ......
        F rbrbrb
    """)


def test_r12_a_pawn_keeps_its_mark() -> None:
    state = drawn(
        """
          123456
        A ......
        B ......
        C ..B...
        D .Rr...
        E ......
        F .....b
        """,
        variant="mix",
    )
    assert board(follow(state, "D2:D4", "C3:E3", "D3-D2", "F6-F5")) == rows("""
          123456
        A ......
        B ......
        C ......
        D .r.R..
        E ..B...
        F ....b.
    """)


@pytest.mark.parametrize(
    ("row", "wins"),
    [
        (".rR_R.", True),  # _ is where a plain pawn comes from below
        (".R_Rr.", True),
        ("_RrR..", True),
        (".rR_Rr", True),
        ("rrR_R.", True),  # four of five
        (".Rr_R.", False),
        (".rr_r.", False),
        (".RR_R.", False),
        (".RR_r.", False),
        ("rR_.R.", False),
        ("rR_bR.", False),
        ("rR_Br.", False),
    ],
)
def test_r12_four_must_alternate(row: str, wins: bool) -> None:
    column = row.index("_")
    below = "......"[:column] + "r" + "......"[column + 1 :]
    state = drawn(
        f"""
          123456
        A .....b
        B ......
        C {row.replace("_", ".")}
        D {below}
        E ......
        F ......
        """,
        variant="mix",
    )
    after = state.play(f"D{column + 1}-C{column + 1}")
    assert board(after)[2] == row.replace("_", "r")
    assert after.outcome == (Outcome("line", (1, 2)) if wins else None)


def test_r12_alternating_columns_and_diagonals_win() -> None:
    column = drawn(
        """
          123456
        A .....r
        B .....R
        C ....r.
        D .....R
        E b.....
        F ......
        """,
        variant="mix",
    )
    assert column.play("C5-C6").outcome == Outcome("line", (1, 2))
    diagonal = drawn(
        """
          123456
        A r.....
        B .B....
        C ..b...
        D ...B..
        E ...b..
        F ......
        """,
        BLUE,
        variant="mix",
    )
    assert diagonal.play("E4-E5").outcome == Outcome("line", (2, 1))
    other = drawn(
        """
          123456
        A .....B
        B ....b.
        C ...B..
        D .b....
        E ......
        F .....r
        """,
        BLUE,
        variant="mix",
    )
    assert other.play("D2-D3").outcome == Outcome("line", (2, 1))


def test_r12_marks_mean_nothing_in_the_plain_game() -> None:
    assert board(begin()) == [row.lower() for row in board(begin(variant="mix"))]
    assert begin().moves() == begin(variant="mix").moves()
