"""The rules one by one: a drawn table, moves, the drawn table after, and the number of the rule. R6–R12: attacks."""

from collections import Counter

import pytest

from damier.core.contract import CHANCE
from damier.core.errors import Malformed, NotYourTurn
from damier.core.outcome import Outcome
from damier.core.state import State
from damier.games.course import GAME
from damier.games.course.cards import ATTACKS, MOST_LAID, NAMES, PRODUCT_VALUES, VALUE
from damier.games.course.tests.drawn import CLOCK, drawable, drawn, follow, moves, places, table
from damier.testing.refusal import refused

# R1


def test_r1_the_deck() -> None:
    deck = Counter(places(State.start(GAME, {}, 2))["stock"])
    assert deck.total() == 162
    assert {card: n for card, n in deck.items() if n > 1} == {
        **dict.fromkeys(ATTACKS, 3),
        **dict.fromkeys(("cadeau", "fromage", "piege"), 2),
    }
    assert sum("x" in card for card in deck) == 100
    assert [int(card[1:]) for card in NAMES if card.startswith("=")] == list(PRODUCT_VALUES)
    assert len(PRODUCT_VALUES) == 42
    worth = dict(zip(NAMES, VALUE.tolist(), strict=True))
    assert (worth["8x4"], worth["4x8"], worth["=24"], worth["+20"], worth["sumo"], worth["piege"]) == (
        32,
        32,
        24,
        20,
        0,
        0,
    )


def test_r1_every_count_can_be_set() -> None:
    options = {"corrections": "off", "deck-multiplications": "2", "deck-products": "0", "deck-demi-tour": "6"}
    deck = Counter(places(State.start(GAME, {**options, "deck-cadeau": "0"}, 2))["stock"])
    assert deck["8x4"] == 2
    assert deck["demi-tour"] == 6
    assert not {"+2", "+20", "=24", "cadeau"} & set(deck)
    assert deck.total() == 200 + 3 + 3 + 6 + 3 + 2 + 2


def test_r1_the_record_has_room_for_all_points_cards_that_fit() -> None:
    values = sorted([*(2 * [a * b for a in range(1, 11) for b in range(1, 11)]), *(2 * list(PRODUCT_VALUES)), 2, 20])
    assert sum(values[:MOST_LAID]) <= 400 < sum(values[: MOST_LAID + 1])


# R2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r2_eight_cards_each_one_at_a_time(seats: int) -> None:
    state = State.start(GAME, {}, seats)
    for n in range(8 * seats):
        assert all(text.startswith(f"draw {n % seats + 1} ") for text in drawable(state))
        state = state.play(state.chances()[n][0], CHANCE)
    assert state.view(0).show()["phase"] == "draw"
    assert [player["cards"] for player in state.view(0).show()["players"]] == [8] * seats
    assert follow(state, "* draw 1 10x10").actors == (1,)


def test_r2_the_lot() -> None:
    state = State.start(GAME, {"begins": "lot"}, 3)
    assert drawable(state) == {"begins 1", "begins 2", "begins 3"}
    state = state.play("begins 2", CHANCE)
    assert all(text.startswith("draw 2 ") for text in drawable(state))
    assert state.view(0).show()["turn"] == 2
    with pytest.raises(Malformed):
        state.play("begins 2", CHANCE)


def test_r2_in_the_next_game_the_next_player_begins() -> None:
    assert GAME.rules.seating(Outcome("exact", (1, 2, 2))) == (2, 3, 1)


# R3, R4

HAND = """
    1 | 3x4 =24 +2 +20 cadeau sumo | | |
    2 | 8x8                        | | |
    stock =90 =91 | discard
""".replace("=91", "=81")


def test_r3_one_main_thing_then_the_end_by_ones_own_word() -> None:
    state = drawn(HAND)
    assert moves(state) == {"3x4", "=24", "+2", "+2 main", "+20", "+20 main", "cadeau", "cadeau main", "sumo>2"}
    assert refused(state, "end") == "R3"
    state = follow(state, "1 3x4")
    assert places(state) == table("""
        1 | =24 +2 +20 cadeau sumo | 3x4 | |
        2 | 8x8                    |     | |
        stock =90 =81 | discard
    """)
    assert set(state.moves()) == {"+2", "+20", "cadeau", "end"}
    for again in ("=24", "sumo>2", "discard =24", "+2 main"):
        assert refused(state, again) == "R3"
    state = follow(state, "1 end")
    assert drawable(state) == {"draw 2 =81", "draw 2 =90"}


def test_r3_discarding() -> None:
    state = follow(drawn(HAND), "1 discard cadeau")
    assert places(state)["discard"] == ["cadeau"]
    assert state.view(2).show()["top"] == "cadeau"
    assert state.scores == (0, 0)


def test_r3_only_what_one_holds_and_only_in_ones_turn() -> None:
    state = drawn(HAND)
    assert refused(state, "8x8") == "R3"
    assert refused(state, "discard 8x8") == "R3"
    assert refused(state, 12345678) == "R3"
    with pytest.raises(NotYourTurn):
        state.play("8x8", 2)


def test_r3_with_nothing_more_to_lay_the_turn_still_ends_by_word() -> None:
    state = follow(drawn("1 | 3x4 5x5 | | |\n2 | 8x8 | | |\nstock =90 | discard"), "1 3x4")
    assert state.moves() == ["end"]


def test_r4_an_extra_card_is_replaced_before_and_after_the_main_thing() -> None:
    state = follow(drawn(HAND), "1 +20")
    assert drawable(state) == {"draw 1 =81", "draw 1 =90"}
    state = follow(state, "* draw 1 =90", "1 =24", "1 cadeau", "* draw 1 =81")
    assert places(state) == table("""
        1 | 3x4 +2 sumo =90 =81 | +20 =24 | | cadeau
        2 | 8x8                 |         | |
        stock | discard
    """)
    assert set(state.moves()) == {"+2", "end"}


@pytest.mark.parametrize("card", ["+20", "cadeau"])
def test_r4_laid_as_the_main_thing_it_is_not_replaced(card: str) -> None:
    state = follow(drawn(HAND), f"1 {card} main")
    assert len(places(state)["hand 1"]) == 5
    assert "end" in state.moves()
    assert refused(state, "3x4") == "R3"


def test_r4_attacks_stop_corrections_as_any_points() -> None:
    picture = "1 | +2 +20 3x4 | | {} |\n2 | 8x8 | | |\nstock =90 | discard"
    assert moves(drawn(picture.format("sumo"))) == {"+2", "+2 main"}
    assert refused(drawn(picture.format("sumo")), "+20") == "R9"
    assert moves(drawn(picture.format("poursuite"))) == set()
    assert moves(drawn(picture.format("demi-tour"))) == set()


# R5


def test_r5_exactly_400_wins_at_once_and_nobody_may_pass_it() -> None:
    state = drawn("""
        1 | 4x5 =21 +2 +20 | total 380 | |
        2 | 8x8            | total 390 | |
        stock =90 | discard
    """)
    assert moves(state) == {"4x5", "+2", "+2 main", "+20", "+20 main"}
    assert refused(state, "=21") == "R5"
    for move in ("4x5", "+20", "+20 main"):
        won = follow(state, f"1 {move}")
        assert won.outcome == Outcome("exact", (1, 2))
        assert won.scores == (400, 390)


# R13, R14


def test_r13_the_discard_becomes_the_stock() -> None:
    state = follow(drawn("1 | 3x4 2x2 | 9x9 | sumo |\n2 | 8x8 | | |\nstock | discard =5 =5"), "1 discard 3x4", "1 end")
    assert drawable(state) == {"rebuild"}
    state = follow(state, "* rebuild")
    assert places(state) == table("1 | 2x2 | 9x9 | sumo |\n2 | 8x8 | | |\nstock =5 =5 3x4 | discard")
    assert state.chances()[-1][1] == 2  # two =5
    assert state.view(1).show()["top"] == ""


def test_r13_without_stock_and_discard_nobody_draws_and_the_empty_handed_just_end() -> None:
    state = follow(drawn("1 | 3x4 2x2 | | |\n2 | | | |\nstock | discard"), "1 3x4", "1 end")
    assert state.actors == (2,)
    assert state.moves() == ["end"]
    state = follow(state, "2 end")
    assert set(state.moves()) == {"2x2", "discard 2x2"}


def test_r13_an_extra_card_is_not_replaced_when_nothing_is_left() -> None:
    state = follow(drawn("1 | cadeau | | |\n2 | 8x8 | | |\nstock | discard"), "1 cadeau")
    assert state.moves() == ["end"]


def test_r14_no_points_since_the_stock_was_rebuilt() -> None:
    picture = "1 | 3x4 2x2 | total 390 | |\n2 | 8x8 | total 395 | |\nstock | discard =50"
    dead = follow(drawn(picture, fruitful=False), "1 discard 3x4", "1 end")
    assert dead.outcome == Outcome("dead", (2, 1))
    assert drawable(follow(drawn(picture), "1 discard 3x4", "1 end")) == {"rebuild"}
    assert drawable(follow(drawn(picture, fruitful=False), "1 2x2", "1 end")) == {"rebuild"}
    with pytest.raises(NotYourTurn):
        dead.play("8x8", 2)


def test_r14_it_would_have_to_be_rebuilt_but_there_is_no_discard() -> None:
    state = drawn("1 | sumo 2x2 | total 390 | |\n2 | 8x8 | total 390 | |\nstock | discard", fruitful=False)
    state = follow(state, "1 sumo>2", "2 pass", "1 end")
    assert state.outcome == Outcome("dead", (1, 1))
    assert state.outcome.winners == ()


def test_r14_two_rebuildings_in_a_row_without_points() -> None:
    state = drawn("1 | 9x9 | total 399 | |\n2 | 8x8 | total 398 | |\nstock | discard =50")
    state = follow(state, "1 discard 9x9", "1 end", "* rebuild", "* draw 2 =50", "2 discard 8x8", "2 end")
    state = follow(state, "* draw 1 9x9", "1 discard 9x9", "1 end")
    assert state.outcome == Outcome("dead", (1, 2))


def test_r14_a_whole_quiet_round() -> None:
    state = drawn("""
        1 | poursuite cadeau | total 390 | |
        2 | sumo piege       | total 390 | |
        stock | discard
    """)
    state = follow(state, "1 poursuite>2", "2 pass", "1 end")
    assert not state.is_over
    state = follow(state, "2 piege main", "2 end")
    assert state.outcome == Outcome("dead", (1, 1))


def test_r14_points_interrupt_the_quiet_round() -> None:
    state = drawn("1 | cadeau | | |\n2 | 2x2 fromage | | |\nstock | discard")
    state = follow(state, "1 cadeau", "1 end", "2 2x2", "2 end", "1 end")
    assert not state.is_over
    assert follow(state, "2 fromage main", "2 end").outcome == Outcome("dead", (2, 1))


# Notation


@pytest.mark.parametrize("text", ["", "8x", "11x1", "=11", "+3", "poursuite", "sumo>0", "sumo>5", "8x4>2", "give", "x"])
def test_what_names_no_move_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        drawn(HAND).play(text)


@pytest.mark.parametrize(("text", "means"), [("3×4", "3x4"), ("SUMO>2", "sumo>2"), (" discard  3X4 ", "discard 3x4")])
def test_notation_is_read_with_good_will(text: str, means: str) -> None:
    state = drawn(HAND)
    assert state.read(1, text) == state.read(1, means)


def test_attack_in_the_view_while_it_waits() -> None:
    state = follow(drawn(CLOCK), "1 horloge>3")
    for seat in range(4):
        assert state.view(seat).show()["attack"] == {"card": "horloge", "from": 1, "to": 3}
    assert follow(state, "3 =2>horloge").view(2).show()["attack"] is None
