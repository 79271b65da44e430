"""Turns and endings, rule by rule: a drawn position, a move, what follows."""

import pytest

from damier.core.errors import NotYourTurn
from damier.core.outcome import Outcome
from damier.games.mathable.tests.drawn import OTHERS, draw_all, drawn, follow, rack, squares
from damier.testing.refusal import refused

# R9–R12


def test_r9_placements_build_on_each_other_and_nothing_is_taken_back() -> None:
    state = drawn("", "7 11 18", OTHERS)
    assert refused(state, "11@8J") == "R4"
    state = follow(state, "7@8I", "11@8J", "take", "* draw 1 60")
    assert state.scores == (18, 0)
    assert squares(state, 18) == set()  # 8K takes products only
    assert state.actors == (1,)
    state = draw_all(state.play("end"))
    assert state.actors == (2,)


def test_r9_a_turn_may_end_without_a_placement() -> None:
    state = drawn("", "7 1 2 3 4 5 6", OTHERS).play("end")
    assert state.actors == (2,)
    assert state.scores == (0, 0)
    with pytest.raises(NotYourTurn):
        state.play("7@8I", 1)


def test_r10_seven_tokens_in_one_turn_bring_fifty() -> None:
    state = drawn("", "1 2 3 4 7 7 12", OTHERS)
    state = follow(state, "7@8F", "7@8I", "3@7I", "1@7F", "2@9G", "4@6G")
    assert rack(state, 1) == [12]
    assert follow(state, "end").scores == (24, 0)
    state = drawn("", "1 2 3 4 7 7 8", OTHERS)
    state = follow(state, "7@8F", "7@8I", "3@7I", "1@7F", "2@9G", "4@6G", "8@6H", "end")
    assert state.scores == (32 + 50, 0)
    assert state.view(0).show()["gained"] == [82, 0]


def test_r10_no_bonus_with_fewer_than_seven_at_the_beginning() -> None:
    state = drawn("", "2 3 4 7 7 8", OTHERS)
    state = follow(state, "7@8F", "7@8I", "3@7I", "2@9G", "4@6G", "8@6H", "end")
    assert state.scores == (31, 0)


def test_r10_an_extra_token_must_go_down_too() -> None:
    # Seven tokens placed, but one was taken: the rack is not empty.
    state = drawn("", "1 2 3 4 7 12 16", OTHERS)
    state = follow(state, "12@8I", "16@8J", "take", "* draw 1 8", "7@8F", "3@7I", "1@7F", "2@9G", "4@6G")
    assert rack(state, 1) == [8]
    assert state.play("end").scores == (45, 0)
    assert follow(state, "8@6H", "end").scores == (45 + 8 + 50, 0)  # eight placed, none left


def test_r11_up_to_seven_as_far_as_the_bag_goes() -> None:
    state = drawn("", "7 11 12 13 14 15 16", OTHERS, bag="5 5").play("7@8I")
    state = follow(state, "end", "* draw 1 5")
    assert state.actors == (2,)
    assert state.view(0).show()["bag"] == 1
    short = drawn("", "7 7", OTHERS, bag="5 5 6")
    short = follow(short, "7@8I", "end", "* draw 1 5", "* draw 1 5", "* draw 1 6")
    assert rack(short, 1) == [5, 5, 6, 7]
    assert short.actors == (2,)


def test_r12_an_exchange_takes_the_turn_and_draws_before_it_gives_back() -> None:
    state = drawn("", "7 7 1 2 3 17 42", OTHERS, bag="5 6 8")
    state = state.play("swap 17 42")
    assert {state.write(0, outcome) for outcome, _ in state.chances()} == {"draw 1 5", "draw 1 6", "draw 1 8"}
    state = follow(state, "* draw 1 5", "* draw 1 8")
    assert state.actors == (2,)
    assert rack(state, 1) == [1, 2, 3, 5, 7, 7, 8]
    assert state.view(0).show()["bag"] == 3
    assert {value for value, n in enumerate(state.fields.bag.tolist()) if n} == {7, 18, 32}  # tokens of 6, 17, 42


def test_r12_no_more_than_the_bag_holds_and_only_what_one_has() -> None:
    state = drawn("", "7 7 1 2 3 17 42", OTHERS, bag="5 6")
    assert "swap 7 7" in state.moves()
    assert refused(state, "swap 1 2 3") == "R12"
    assert refused(state, "swap 9") == "R12"
    assert refused(state, "swap 17 17") == "R12"
    assert refused(drawn("", "7", OTHERS, bag=""), "swap 7") == "R12"


def test_r12_not_after_a_placement() -> None:
    state = drawn("", "7 1 2", OTHERS).play("7@8I")
    assert refused(state, "swap 1") == "R12"
    assert not [move for move in state.moves() if move.startswith("swap")]


def test_r12_equal_tokens_are_one_choice() -> None:
    state = drawn("", "7 7 7", OTHERS)
    assert [move for move in state.moves() if "swap" in move] == ["swap 7", "swap 7 7", "swap 7 7 7"]
    assert draw_all(state.play("swap 7  7")).fields.held[1] == 7  # R11


# R13


def test_r13_the_bag_and_a_rack_are_empty() -> None:
    state = follow(drawn("", "7", "50 20", bag="", totals=(10, 100)), "7@8I", "end")
    assert state.outcome == Outcome("out", (2, 1))
    assert state.scores == (17, 30)
    assert state.actors == ()
    assert state.view(1).show()["racks"] == [[], [20, 50]]  # all open now


def test_r13_not_while_the_bag_can_fill_the_rack() -> None:
    state = follow(drawn("", "7", "50 20", bag="3"), "7@8I", "end", "* draw 1 3")
    assert state.outcome is None


def test_r13_the_bag_is_empty_and_nobody_can_place() -> None:
    state = drawn("", "7 90", "81 80", bag="", totals=(100, 0))
    assert state.play("end").outcome is None  # the 7 could go down
    state = follow(state, "7@8I", "end")
    assert state.outcome == Outcome("stuck", (1, 2))
    assert state.scores == (107 - 90, -161)


def test_r13_anybodys_placement_keeps_it_going() -> None:
    assert drawn("", "90", "7", bag="").play("end").actors == (2,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r13_two_rounds_without_a_placement(seats: int) -> None:
    state = drawn("", *["7 1 2 3 4 5 6"] * seats, bag="8 9")
    for turn in range(2 * seats):
        assert state.outcome is None
        assert state.view(0).show()["idle"] == turn
        state = draw_all(state.play("swap 1" if turn == 0 else "end"))  # exchanges count too
    assert state.outcome is not None
    assert state.outcome.reason == "idle"


def test_r13_a_placement_begins_the_count_anew() -> None:
    state = follow(drawn("", "7 1 2 3 4 5 6", OTHERS, bag="1", idle=3), "7@8I", "end", "* draw 1 1", "end", "end")
    assert state.outcome is None
    assert state.view(0).show()["idle"] == 2


def test_r13_equal_totals_share_the_place() -> None:
    state = follow(drawn("", "7", "3", "4", bag="", totals=(10, 20, 30)), "7@8I", "end")
    assert state.outcome == Outcome("out", (2, 2, 1))
    shared = follow(drawn("", "7", "3", bag="", totals=(10, 20)), "7@8I", "end")
    assert shared.outcome == Outcome("out", (1, 1))
    assert shared.outcome.winners == ()
