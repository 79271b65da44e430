"""R15: wrong placements, and what becomes of them."""

import pytest

from damier.core.compiled import available
from damier.core.errors import NotYourTurn
from damier.core.rng import below, seeded
from damier.core.session import Session
from damier.core.thinking import Budget
from damier.games.mathable import GAME
from damier.games.mathable.equations import PLACE
from damier.games.mathable.tests.drawn import OTHERS, board, drawn, follow, rack, rows
from damier.players.player import find
from damier.testing.refusal import refused


def test_r15_a_wrong_token_needs_an_empty_square_with_two_numbers_beside_it() -> None:
    state = drawn("", "50", OTHERS, referee="contest")
    places = {move.partition("@")[2] for move in state.moves() if "@" in move}
    assert places == {"7F", "7I", "8F", "8I", "6G", "9G", "6H", "9H"}
    assert refused(state, "50@1A", 1) == "R4"
    assert refused(state, "50@8H", 1) == "R4"
    assert refused(drawn("", "50", OTHERS), "50@8I", 1) == "R4"  # strict


def test_r15_all_opponents_are_asked_before_the_rack_is_filled() -> None:
    state = follow(drawn("", "7 50", OTHERS, "60", referee="contest"), "7@8I", "50@8F", "end")
    assert state.actors == (2, 3)
    assert state.moves(2) == state.moves(3) == ["accept", "contest 1", "contest 2"]
    assert state.view(1).show()["asked"] == [2, 3]
    assert state.view(1).show()["phase"] == "contest"
    with pytest.raises(NotYourTurn):
        state.play("accept", 1)
    state = state.play("accept", 3)
    assert state.actors == (2,)
    assert state.play("accept", 2).actors == (0,)  # R11


def test_r15_a_wrong_token_goes_back_with_all_after_it_and_points_before_it_stand() -> None:
    state = drawn("", "12 2 50 1 90", "60", referee="contest")
    state = follow(state, "12@8I", "50@8F", "2@9G", "1@7F", "end")
    assert board(state) == rows("""
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           7  .  .  .  .  .  1  1  2  .  .  .  .  .  .
           8  .  .  .  .  . 50  3  4 12  .  .  .  .  .
           9  .  .  .  .  .  .  2  .  .  .  .  .  .  .
    """)
    assert state.scores == (65, 0)
    state = state.play("contest 2", 2)
    assert board(state) == rows("8 . . . . . . 3 4 12 . . . . .")
    assert state.scores == (12, 0)
    assert rack(state, 1) == [1, 2, 50, 90]
    assert state.actors == (0,)  # the turn is over: R11
    assert state.view(0).show()["gained"] == [12, 0]


def test_r15_contesting_what_is_right_changes_nothing_and_is_ones_answer() -> None:
    state = follow(drawn("", "7 50", OTHERS, "60", referee="contest"), "7@8I", "50@8F", "end")
    after = state.play("contest 1", 2)
    assert (board(after), after.scores, after.actors) == (board(state), state.scores, (3,))
    assert after.view(3).show()["placed"][0]["checked"]
    assert after.play("contest 2", 3).scores == (7, 0, 0)


def test_r15_what_nobody_contests_stands_and_scores_one_equation() -> None:
    state = follow(drawn("", "7 50", OTHERS, "60", referee="contest"), "7@8I", "50@8F", "end", "2 accept", "3 accept")
    assert state.scores == (57, 0, 0)
    assert state.view(0).show()["board"][7][5] == 50
    state = follow(state, *[f"* draw 1 {value}" for value in (1, 2, 3, 4, 5, 6, 8)])
    assert state.actors == (2,)
    assert refused(state, "contest 2", 2) == "R15"  # too late
    with pytest.raises(NotYourTurn):
        state.play("contest 2", 3)


def test_r15_a_wrong_token_scores_its_award_too_and_a_right_one_all_its_equations() -> None:
    state = drawn("1 . . . . . 9 9 . . . . . . .", "50", OTHERS, referee="contest")
    assert state.play("50@1H").scores == (150, 0)  # 3x
    state = drawn("9 . . . . . 6 2 . . . . . . .", "8", OTHERS, referee="contest")
    assert state.play("8@9H").scores == (16, 0)


def test_r15_claims_are_contested_like_tokens() -> None:
    state = drawn("9 . . . . . 6 2 . . . . . . .", "4 90", "60", claims="declared", referee="contest")
    state = state.play("4@9H<^")  # 6 − 2, but 2 and 4 above make no 4
    assert state.scores == (8, 0)
    wrong = follow(state, "end", "2 contest 1")
    assert wrong.scores == (0, 0)
    assert rack(wrong, 1) == [4, 90]
    assert follow(state, "end", "2 accept").scores == (8, 0)
    right = drawn("9 . . . . . 6 2 . . . . . . .", "4 90", "60", claims="declared", referee="contest")
    assert follow(right, "4@9H<", "end", "2 contest 1").scores == (4, 0)


def test_r15_extra_tokens_taken_since_go_back_to_the_bag() -> None:
    state = drawn("8 . . . . . . 3 4 12 . . . . .", "16 48 9 2", "60", bag="5 6 1", referee="contest")
    state = follow(state, "2@9G", "48@8J", "take", "* draw 1 1", "1@7F", "9@6H", "end")
    assert rack(state, 1) == [16]
    assert state.view(0).show()["bag"] == 2
    after = state.play("contest 2", 2)  # 8J takes sums; the 1 that was drawn then was placed and goes to the bag
    assert after.scores == (2, 0)
    assert after.view(0).show()["bag"] == 3
    assert rack(after, 1) == [9, 16, 48]
    assert state.play("contest 4", 2).view(0).show()["bag"] == 2  # 9 came after the extra token: that one stays
    assert rack(state.play("contest 4", 2), 1) == [9, 16]


def test_r15_an_extra_token_from_before_the_mistake_stays() -> None:
    state = drawn("8 . . . . . . 3 4 12 . . . . .", "16 50", "60", bag="5 6 1", referee="contest")
    state = follow(state, "16@8J", "take", "* draw 1 5", "50@8F", "end", "2 contest 2")
    assert rack(state, 1) == [5, 50]
    assert state.scores == (16, 0)


def test_r15_no_bonus_for_what_is_taken_back() -> None:
    state = drawn("", "1 2 3 4 7 7 50", "60", referee="contest")
    state = follow(state, "7@8F", "7@8I", "3@7I", "1@7F", "2@9G", "4@6G", "50@6H", "end")
    assert follow(state, "2 accept").scores == (24 + 50 + 50, 0)
    assert follow(state, "2 contest 7").scores == (24, 0)


def test_r13_r15_only_what_stood_counts() -> None:
    state = drawn("", "50 1 2 3 4 5 6", "60 64", bag="8 9", idle=2, referee="contest")
    state = follow(state, "50@8F", "end")
    assert follow(state, "2 contest 1").view(0).show()["idle"] == 3
    assert follow(state, "2 accept").view(0).show()["idle"] == 0


def test_r13_r15_nobody_can_place_means_rightly() -> None:
    state = follow(drawn("", "90", "81", bag="", referee="contest"), "end")
    assert state.outcome is not None
    assert state.outcome.reason == "stuck"


def test_r15_a_turn_without_placements_asks_nobody() -> None:
    assert drawn("", "7 1 2 3 4 5 6", OTHERS, referee="contest").play("end").actors == (2,)


def test_r15_what_was_taken_back_is_known_to_all() -> None:
    state = drawn("", "12 2 50 1 90", "60", referee="contest")
    state = follow(state, "12@8I", "50@8F", "2@9G", "end", "2 contest 2")
    assert state.view(2).show()["racks"][0] == [2, 50, None, None]


def test_r15_at_such_a_table_nobody_is_told_what_is_right() -> None:
    right = drawn("", "7", "60", referee="contest").play("7@8I").view(2).show()["placed"][0]
    wrong = drawn("", "7", "60", referee="contest").play("7@6H").view(2).show()["placed"][0]
    assert {**right, "move": "", "square": ""} == {**wrong, "move": "", "square": ""}


def test_r15_greedy_places_rightly_and_contests_what_is_wrong() -> None:
    greedy = find("greedy")
    state = drawn("", "50 7 12", "60", referee="contest")
    chosen = greedy.choose(state.view(1), state.actions(1), Budget(), seeded("greedy"))
    assert state.write(1, chosen).startswith("12@8")
    state = follow(state, "12@8I", "50@8F", "end")
    assert state.write(2, greedy.choose(state.view(2), state.actions(2), Budget(), seeded("greedy"))) == "contest 2"
    honest = follow(drawn("", "50 7 12", "60", referee="contest"), "12@8I", "end")
    for n in range(5):
        assert (
            honest.write(2, greedy.choose(honest.view(2), honest.actions(2), Budget(), seeded("greedy", n))) == "accept"
        )


@pytest.mark.parametrize("claims", ["automatic", "declared"])
def test_r15_a_whole_game_of_four_who_err_and_contest(claims: str) -> None:
    """Greedy bots that now and then do anything at all."""
    session = Session(GAME, {"claims": claims, "referee": "contest"}, list("abcd"), seed=bytes(32), jit=available())
    rng = seeded("err", claims)
    greedy = find("greedy")
    session.draw_chance()
    answers = {"accept": 0, "right": 0, "wrong": 0}
    while session.actors:
        seat = session.actors[below(rng, len(session.actors))]
        actions = session.state.actions(seat)
        action = greedy.choose(session.view(seat), actions, Budget(), rng)
        if below(rng, 4) == 0:
            slips = [other for other in actions if other >= PLACE] or actions
            action = slips[below(rng, len(slips))]
        text = session.state.write(seat, action)
        before = session.state.scores
        session.move(seat, action)
        if text.startswith("contest"):
            answers["right" if session.state.scores == before else "wrong"] += 1
        answers["accept"] += text == "accept"
    assert session.outcome is not None
    assert session.outcome.reason in ("out", "stuck")
    assert min(answers.values()) > 3, answers
