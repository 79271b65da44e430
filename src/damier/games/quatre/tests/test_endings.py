"""How a game ends and the next begins: a drawn position, a move, and the number of the rule."""

import pytest

from damier.core.errors import NotYourTurn
from damier.core.outcome import Outcome
from damier.core.series import Series
from damier.games.quatre import GAME
from damier.games.quatre.rules import BLUE, RED
from damier.games.quatre.tests.drawn import begin, board, drawn, follow, rows
from damier.testing.refusal import refused

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
