"""The rules one by one: a drawn table, moves, the drawn table after, and the number of the rule. R6–R12: attacks."""

from collections import Counter

import pytest

from damier.core.contract import CHANCE
from damier.core.errors import Malformed, NotYourTurn
from damier.core.outcome import Outcome
from damier.core.state import State
from damier.games.course import GAME
from damier.games.course.cards import ATTACKS, MOST_LAID, NAMES, PRODUCT_VALUES, VALUE
from damier.games.course.state import MOST_HELD
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
    2 | 8x8                        | total 319 | |
    stock =90 =81 | discard
"""


def test_r3_one_main_thing_then_the_end_by_ones_own_word() -> None:
    state = drawn(HAND)
    assert moves(state) == {"3x4", "=24", "+2", "+2 main", "+20", "+20 main", "cadeau", "cadeau main", "sumo>2"}
    assert "end" not in state.moves()
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
    assert state.scores == (0, 319)


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
    state = follow(
        drawn("1 | 3x4 2x2 | 9x9 | sumo |\n2 | 8x8 | total 395 | |\nstock | discard =5 =5"), "1 discard 3x4", "1 end"
    )
    assert drawable(state) == {"rebuild"}
    state = follow(state, "* rebuild")
    assert places(state) == table("1 | 2x2 | 9x9 | sumo |\n2 | 8x8 | | |\nstock =5 =5 3x4 | discard")
    assert state.chances()[-1][1] == 2  # two =5
    assert state.view(1).show()["top"] == ""


def test_r13_without_stock_and_discard_nobody_draws_and_the_empty_handed_just_end() -> None:
    state = follow(drawn("1 | 3x4 2x2 | | |\n2 | | total 396 | |\nstock | discard"), "1 3x4", "1 end")
    assert state.actors == (2,)
    assert state.moves() == ["end"]
    state = follow(state, "2 end")
    assert set(state.moves()) == {"2x2", "discard 2x2"}


def test_r13_an_extra_card_is_not_replaced_when_nothing_is_left() -> None:
    state = follow(drawn("1 | cadeau | | |\n2 | 8x8 | | |\nstock | discard"), "1 cadeau")
    assert state.moves() == ["end"]


def test_r13_without_cards_the_clock_takes_nothing_from_a_hand_that_a_defence_emptied() -> None:
    state = drawn("1 | horloge 2x2 | total 396 | |\n2 | cadeau | | |\nstock | discard", last_round=2)
    state = follow(state, "1 horloge>2", "2 cadeau", "2 pass")
    assert state.moves(1) == ["end"]
    assert places(state) == table("1 | 2x2 | | |\n2 | | | | cadeau\nstock | discard horloge")


DEAD = """
    1 | =3 =7 | total {} | |
    2 | 6x6   | total {} | |
    stock 8x8 | discard =9 sumo
"""


@pytest.mark.parametrize(
    ("totals", "alive"),
    [
        ((390, 399), True),  # 3 + 7
        ((391, 399), True),  # 9, in the discard
        ((399, 364), True),  # 36, in the other hand
        ((336, 399), True),  # 64, in the stock
        ((399, 399), False),
        ((399, 395), False),
        ((399, 281), True),  # 3 + 7 + 9 + 36 + 64, all of them
        ((280, 399), False),
    ],
)
def test_r14a_a_game_that_nobody_can_win_ends_when_a_turn_begins(totals: tuple[int, int], alive: bool) -> None:
    before = drawn(DEAD.format(*totals))
    assert not before.is_over, "only when a turn begins"
    discarded = follow(before, "1 discard =3")
    assert not discarded.is_over
    after = follow(discarded, "1 end")
    assert after.is_over is not alive
    if not alive:
        first, second = totals
        places = (1, 1) if first == second else (1, 2) if first > second else (2, 1)
        assert after.outcome == Outcome("dead", places)
        with pytest.raises(NotYourTurn):
            after.play("6x6", 2)


def test_r14a_cards_before_players_no_longer_count() -> None:
    picture = "1 | =3 5x5 | total 397 | |\n2 | 6x6 | total 399 | |\nstock 8x8 | discard"
    assert follow(drawn(picture), "1 discard 5x5", "1 end").actors == (CHANCE,)
    as_defence = follow(drawn(picture), "1 =3>horloge main", "1 end")
    assert as_defence.outcome == Outcome("dead", (2, 1))


def test_r14a_it_is_looked_at_when_the_first_turn_begins_too() -> None:
    options = {"deck-multiplications": "0", "deck-products": "0"}
    state = State.start(GAME, options, 2)
    while not state.is_over:
        state = state.play(state.chances()[0][0], CHANCE)
    assert state.outcome == Outcome("dead", (1, 1))
    assert [player["cards"] for player in state.view(0).show()["players"]] == [8, 8]


LATE = """
    1 | 3x4 2x2 2x3 piege | total 390 | |
    2 | 8x8 3x3 sumo      | total 388 | |
    stock =50 6x6 | discard
"""


def test_r14b_after_fifty_rounds_without_points_everybody_has_one_more_turn() -> None:
    state = follow(drawn(LATE, turns_without_points=99, turn=2), "2 discard 8x8", "2 end")
    assert state.actors == (1,), "nobody draws any more"
    assert state.view(2).show()["last_round"] == 2
    state = follow(state, "1 piege")
    assert state.actors == (1,), "an extra card is not replaced either"
    state = follow(state, "1 discard 3x4", "1 end")
    assert state.view(1).show()["last_round"] == 1
    assert state.actors == (2,)
    state = follow(state, "2 3x3", "2 end")
    assert state.outcome == Outcome("last-round", (2, 1))


def test_r14b_in_the_last_round_400_still_wins() -> None:
    state = follow(drawn(LATE, turns_without_points=99, turn=2), "2 discard 8x8", "2 end", "1 discard 3x4", "1 end")
    assert not state.is_over
    won = follow(drawn(LATE.replace("3x3", "=12"), last_round=1, turn=2), "2 =12")
    assert won.outcome == Outcome("exact", (2, 1))


def test_r14b_points_begin_the_count_anew() -> None:
    state = follow(drawn(LATE, turns_without_points=99, turn=2), "2 3x3", "2 end")
    assert state.actors == (CHANCE,)
    assert int(state.fields.turns_without_points) == 0
    one_short = follow(drawn(LATE, turns_without_points=98, turn=2), "2 discard 8x8", "2 end")
    assert one_short.actors == (CHANCE,)


def test_r14b_the_last_round_begins_once() -> None:
    """Points laid in it do not end it."""
    state = follow(drawn(LATE, last_round=2, turns_without_points=120), "1 2x2", "1 end")
    assert state.view(0).show()["last_round"] == 1
    assert follow(state, "2 discard 8x8", "2 end").outcome == Outcome("last-round", (1, 2))


def test_r14a_holds_in_the_last_round_too() -> None:
    picture = "1 | =3 5x5 | total 397 | |\n2 | 6x6 | total 399 | |\nstock 8x8 | discard"
    assert follow(drawn(picture, last_round=2), "1 =3>horloge", "1 discard 5x5", "1 end").outcome == Outcome(
        "dead", (2, 1)
    )


EMPTY = """
    1 | poursuite cadeau 2x5 | total 390 | |
    2 | sumo piege           | total 390 | |
    stock | discard
"""


def test_r14b_a_whole_round_without_stock_discard_and_points() -> None:
    state = follow(drawn(EMPTY), "1 poursuite>2", "2 pass", "1 end", "2 piege main", "2 end")
    assert state.view(0).show()["last_round"] == 2
    assert state.actors == (1,)
    state = follow(state, "1 cadeau main", "1 end", "2 sumo>1", "1 pass", "2 end")
    assert state.outcome == Outcome("last-round", (1, 1))
    assert state.outcome.winners == ()


def test_r14b_a_card_in_the_discard_interrupts_that_round() -> None:
    state = follow(drawn(EMPTY), "1 poursuite>2", "2 pass", "1 end", "2 discard piege", "2 end")
    assert drawable(state) == {"rebuild"}
    state = drawn(EMPTY)
    state = follow(state, "1 cadeau", "1 discard 2x5", "1 end", "* rebuild", "* draw 2 2x5", "2 piege main", "2 end")
    assert state.view(0).show()["last_round"] == 0
    assert state.actors == (1,)


def test_r14b_points_interrupt_it_too() -> None:
    state = drawn("1 | cadeau =9 | | |\n2 | 2x2 fromage | total 387 | |\nstock | discard")
    state = follow(state, "1 cadeau main", "1 end", "2 2x2", "2 end", "1 =9 ", "1 end")
    assert state.is_over, "nobody can win any more"
    state = drawn("1 | cadeau =9 sumo | | |\n2 | 2x2 fromage | total 387 | |\nstock | discard")
    state = follow(state, "1 cadeau main", "1 end", "2 2x2", "2 end", "1 sumo>2", "2 pass", "1 end")
    assert state.view(0).show()["last_round"] == 0
    state = follow(state, "2 fromage main", "2 end")
    assert state.view(0).show()["last_round"] == 2


def test_r14b_in_the_last_round_the_clock_still_takes() -> None:
    state = drawn("1 | horloge | total 390 | |\n2 | 2x5 8x8 | total 300 | |\nstock =9 | discard", last_round=2)
    state = follow(state, "1 horloge>2", "2 pass")
    assert drawable(state) == {"take 2 2x5", "take 2 8x8"}
    state = follow(state, "* take 2 2x5")
    assert state.moves() == ["return"], "with an empty hand there is nothing to give"


# How many choices there can be


def test_max_actions_is_the_most_there_can_be() -> None:
    """The choices with a card depend on the attacks and the total, not on other cards: so the best nine are counted."""
    most = 0
    others = "\n".join(f"{seat} | 9x9 | | |" for seat in (2, 3, 4))
    for mask in range(8):
        attacks = [attack for n, attack in enumerate(("poursuite", "demi-tour", "sumo")) if mask >> n & 1]
        counts = []
        for card in NAMES[1:]:
            state = drawn(f"1 | {card} | | {' '.join(attacks)} |\n{others}\nstock | discard")
            counts.append(len(state.actions(1)))
        most = max(most, sum(sorted(counts)[-MOST_HELD:]))
    assert most == GAME.rules.MAX_ACTIONS


# Notation


@pytest.mark.parametrize("text", ["", "8x", "11x1", "=11", "+3", "poursuite", "sumo>0", "sumo>5", "8x4>2", "give", "x"])
def test_what_names_no_move_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        drawn(HAND).play(text)


SPELLINGS = {
    "3x4": ("3×4", "3 x 4", "3 X 4", "3 × 4", "3*4", " 3x4", "3\u00a0×\u00a04"),
    "=24": ("= 24", " =24 "),
    "+20": ("+ 20",),
    "sumo>2": ("SUMO>2", "Sumo > 2", "sumo → 2", "sumo -> 2", "sumo – 2", "sumo-2", "sumo —> 2"),
    "demi-tour>2": ("demi tour>2", "Demi–tour > 2", "demi\u2011tour>2", "demi−tour > 2", "DEMITOUR>2"),
    "discard 3x4": (" discard  3X4 ", "Discard 3 × 4", "DISCARD 3 x 4"),
    "discard demi-tour": ("discard demi – tour", "Discard Demi Tour"),
    "1x7>poursuite": ("1 × 7 > Poursuite", "1x7 – poursuite", "1x7→POURSUITE"),
    "=2>horloge": ("= 2 > Horloge", "=2-horloge"),
    "=2>horloge main": ("= 2 > horloge  MAIN", "=2>horloge main "),
    "piege": ("Piège", "PIÈGE", "pie\u0300ge", "piège > sumo"),
    "cadeau main": ("Cadeau Main",),
    "give 10x1": ("give 10 × 1",),
    "return": ("Return",),
    "end": ("END", " end "),
}


@pytest.mark.parametrize(("means", "text"), [(means, text) for means, texts in SPELLINGS.items() for text in texts])
def test_notation_is_read_as_people_type_it(means: str, text: str) -> None:
    state = drawn(HAND)
    assert state.read(1, text) == state.read(1, means)
    assert state.write(1, state.read(1, text)) == means


@pytest.mark.parametrize("text", ["1 0x10", "1x1 0", "=2 4", "sumo> 1 2", "8-4", "discard -8x4", "sumo>>2", "-"])
def test_two_numbers_are_not_read_as_one(text: str) -> None:
    with pytest.raises(Malformed):
        drawn(HAND).read(1, text)


def test_chance_is_read_as_people_type_it() -> None:
    state = State.start(GAME, {"begins": "lot"}, 3)
    assert state.read(CHANCE, "Begins  2") == 2
    state = state.play("begins 2", CHANCE)
    assert state.read(CHANCE, "draw 2  8 × 4") == state.read(CHANCE, "draw 2 8x4")
    assert state.read(CHANCE, "Draw 2 = 24") == state.read(CHANCE, "draw 2 =24")
    assert state.read(CHANCE, "draw 2 demi tour") == state.read(CHANCE, "draw 2 demi-tour")
    for text in ("draw 1 8x4", "show 2 8x9", "take 2 8x4", "draw 2", "draw 2 ?", "begins 2"):
        with pytest.raises(Malformed):
            state.read(CHANCE, text)


def test_attack_in_the_view_while_it_waits() -> None:
    state = follow(drawn(CLOCK), "1 horloge>3")
    for seat in range(4):
        assert state.view(seat).show()["attack"] == {"card": "horloge", "from": 1, "to": 3}
    assert follow(state, "3 =2>horloge").view(2).show()["attack"] is None
