"""Attacks and defences, rule by rule: a drawn table, moves, the drawn table after."""

import pytest

from damier.core.contract import CHANCE
from damier.core.errors import NotYourTurn
from damier.core.state import State
from damier.games.course.cards import ATTACKS, FIRST_ATTACK, NAMES
from damier.games.course.tests.drawn import CLOCK, drawable, drawn, follow, moves, places, table
from damier.testing.refusal import refused

# R6–R12: every attack, with both ways out

MATCHING = [
    ("poursuite", "cadeau", "cadeau"),
    ("demi-tour", "fromage", "fromage"),
    ("sumo", "piege", "piege"),
    *(("horloge", card, f"{card}>horloge") for card in ("=1", "=2", "=3")),
]
DEFENCES = {
    "cadeau": "poursuite",
    "fromage": "demi-tour",
    "piege": "sumo",
    "=1": "horloge",
    "=2": "horloge",
    "=3": "horloge",
}


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("defence", DEFENCES)
@pytest.mark.parametrize("way", ["answer", "own turn", "on the table"])
def test_r6_r11_each_attack_each_defence_each_way(attack: str, defence: str, way: str) -> None:
    """A defence is good against its own attack only: as an answer, in one's own turn, and lying there from before."""
    good = DEFENCES[defence] == attack
    laid = f"{defence}>horloge" if defence[0] == "=" else defence
    attacker = f"1 | {attack} 9x9 | | |"
    if way == "on the table":
        state = drawn(f"{attacker}\n2 | 8x8 | | | {defence}\nstock =90 | discard")
        assert (f"{attack}>2" in state.moves()) is not good
        if good:
            assert refused(state, f"{attack}>2") == "R6"
    elif way == "answer":
        state = follow(drawn(f"{attacker}\n2 | {defence} 8x8 | | |\nstock =60 | discard"), f"1 {attack}>2")
        assert state.actors == (2,)
        assert set(state.moves()) == {"pass", laid}
        assert refused(state, "8x8", 2) == "R12"
        state = follow(state, f"2 {laid}", f"* {'show' if attack == 'demi-tour' and not good else 'draw'} 2 =60")
        assert state.scores == (0, 0)
        if good or attack == "demi-tour":  # which the draw of 60 has lifted (R8)
            assert places(state) == table(f"1 | 9x9 | | |\n2 | 8x8 =60 | | | {defence}\nstock | discard {attack}")
            assert state.actors == (1,)
            return
        lying = "" if attack == "horloge" else attack
        gone = attack if attack == "horloge" else ""
        assert places(state) == table(f"1 | 9x9 | | |\n2 | 8x8 =60 | | {lying} | {defence}\nstock | discard {gone}")
        assert state.moves(2) == ["pass"], "asked again"
    elif attack != "horloge":  # the clock does not lie before anybody
        state = drawn(f"1 | {defence} 9x9 7x6 | | {attack} |\n2 | 8x8 | | |\nstock =40 | discard")
        state = follow(state, f"1 {laid}", "* draw 1 =40")
        assert places(state).get("attacks 1", []) == ([] if good else [attack])
        assert places(state).get("discard", []) == ([attack] if good else [])
        assert places(state)["defences 1"] == [defence]
        assert state.view(1).show()["done"] is False


def test_r6_one_of_a_kind_but_different_kinds_add_up() -> None:
    state = drawn("""
        1 | sumo poursuite horloge | | |
        2 | 8x8                    | | sumo |
        3 |                        | | poursuite |
        stock =90 | discard
    """)
    assert moves(state) == {"sumo>3", "poursuite>2", "horloge>2"}
    assert refused(state, "sumo>2") == "R6"
    assert refused(state, "sumo>1") == "R6"
    assert refused(state, "sumo>4") == "R6"
    assert refused(state, "horloge>3") == "R10"
    state = follow(state, "1 poursuite>2", "2 pass")
    assert places(state)["attacks 2"] == ["poursuite", "sumo"]


def test_r7_poursuite_is_lifted_by_a_card_that_contains_the_number_1() -> None:
    state = drawn("""
        1 | 1x7 7x1 =1 =10 =12 2x2 10x10 | | poursuite |
        2 | 8x8                          | |           |
        stock =90 | discard
    """)
    assert moves(state) == {
        *("1x7>poursuite", "7x1>poursuite", "=1>poursuite", "=10>poursuite"),
        *("=1>horloge", "=1>horloge main"),
    }
    assert refused(state, "2x2") == "R7"
    for card in ("2x2", "10x10", "=12"):
        assert refused(state, f"{card}>poursuite") == "R7"
    state = follow(state, "1 1x7>poursuite")
    assert places(state)["discard"] == ["1x7", "poursuite"]
    assert state.scores == (0, 0)
    assert set(state.moves()) == {"end", "=1>horloge"}


def test_r7_every_card_that_contains_the_number_1() -> None:
    lifting = set()
    for card in NAMES[1:FIRST_ATTACK]:
        state = drawn(f"1 | {card} | | poursuite |\n2 | 8x8 | | |\nstock | discard")
        lifting |= {card} if f"{card}>poursuite" in state.moves() else set()
    multiplications = {f"1x{n}" for n in range(1, 11)} | {f"{n}x1" for n in range(1, 11)}
    assert lifting == multiplications | {f"={n}" for n in range(1, 11)}


def test_r8_demi_tour_goes_when_a_card_above_50_is_drawn_and_shown() -> None:
    state = drawn("""
        1 | 8x9 1x1 =64 | total 300  | |
        2 | 8x8         | total 336  | demi-tour |
        stock =50 6x9 horloge | discard
    """)
    state = follow(state, "1 8x9", "1 end")
    assert drawable(state) == {"draw 2 =50", "show 2 6x9", "draw 2 horloge"}
    lifted = follow(state, "* show 2 6x9")
    assert places(lifted)["discard"] == ["demi-tour"]
    assert moves(lifted, 2) == {"8x8", "6x9"}
    assert lifted.view(1).show()["players"][1]["known"] == ["6x9"]
    assert lifted.view(0).show()["players"][1]["known"] == ["6x9"]
    kept = follow(state, "* draw 2 =50")
    assert moves(kept, 2) == set()
    assert refused(kept, "8x8", 2) == "R8"
    assert refused(kept, "8x8>demi-tour", 2) == "R8"
    assert kept.view(1).show()["players"][1]["known"] == []


def test_r8_a_replacement_counts_as_a_draw_too() -> None:
    state = drawn("1 | sumo 2x2 | | |\n2 | piege 8x8 | | demi-tour |\nstock =72 | discard")
    state = follow(state, "1 sumo>2", "2 piege", "* show 2 =72")
    assert places(state) == table("1 | 2x2 | | |\n2 | 8x8 =72 | | | piege\nstock | discard sumo demi-tour")


def test_r9_sumo_lets_small_cards_pass_and_is_lifted_by_a_square() -> None:
    state = drawn("""
        1 | 2x5 =12 3x3 =16 10x10 6x2 =1 1x1 | | sumo |
        2 | 8x8                              | |      |
        stock =90 | discard
    """)
    assert moves(state) == {
        *("2x5", "3x3", "=1", "1x1", "=1>horloge", "=1>horloge main"),
        *("3x3>sumo", "=16>sumo", "10x10>sumo", "=1>sumo", "1x1>sumo"),
    }
    assert refused(state, "=12") == "R9"
    assert refused(state, "6x2>sumo") == "R9"
    assert refused(state, "1x1>poursuite") == "R7"
    state = follow(state, "1 10x10>sumo")
    assert places(state)["discard"] == ["10x10", "sumo"]


def test_r7_r9_a_one_times_one_lifts_one_attack_at_a_time() -> None:
    state = drawn("1 | 1x1 =1 | total 399 | sumo poursuite |\n2 | 8x8 | | |\nstock =90 | discard")
    lifts = {"1x1>sumo", "1x1>poursuite", "=1>sumo", "=1>poursuite"}
    assert moves(state) == lifts | {"=1>horloge", "=1>horloge main"}
    state = follow(state, "1 1x1>sumo", "1 end", "* draw 2 =90", "2 8x8", "2 end")
    assert places(state)["attacks 1"] == ["poursuite"]


def test_r10_the_clock_keeps_or_returns() -> None:
    state = follow(drawn(CLOCK), "1 horloge>3")
    assert places(state)["discard"] == ["horloge"]
    state = follow(state, "3 pass")
    assert {state.write(CHANCE, card): n for card, n in state.chances()} == {"take 3 =2": 1, "take 3 =24": 2}
    state = follow(state, "* take 3 =24")
    assert set(state.moves()) == {"give 2x9", "give 3x3", "return"}
    assert refused(state, "2x9") == "R10"
    assert refused(state, "give =24") == "R3"
    kept, returned = follow(state, "1 give 2x9"), follow(state, "1 return")
    assert places(kept) == table("""
        1 | =24 3x3     | | |
        2 | 8x8         | | |
        3 | 2x9 =24 =2  | | |
        stock =90 | discard horloge
    """)
    assert places(returned) == table("""
        1 | 2x9 3x3     | | |
        2 | 8x8         | | |
        3 | =24 =24 =2  | | |
        stock =90 | discard horloge
    """)
    assert kept.moves() == returned.moves() == ["end"]


def test_r10_who_knows_what_after_the_clock() -> None:
    state = follow(drawn(CLOCK), "1 horloge>3", "3 pass", "* take 3 =24")
    assert [state.view(seat).show()["taken"] for seat in range(4)] == ["?", "=24", "?", "=24"]
    kept, returned = follow(state, "1 give 2x9"), follow(state, "1 return")

    def known(after: State, viewer: int) -> list[list[str]]:
        return [player["known"] for player in after.view(viewer).show()["players"]]

    assert known(kept, 1) == [[], [], ["2x9"]]
    assert known(kept, 3) == [["=24"], [], []]
    assert known(returned, 1) == [[], [], ["=24"]]
    assert known(returned, 3) == [[], [], []]
    assert known(kept, 2) == known(returned, 2) == known(kept, 0) == [[], [], []]


def test_r11_a_product_laid_as_a_defence_gives_no_points() -> None:
    picture = "1 | =2 =3 3x4 | | |\n2 | horloge | total 310 | |\nstock =90 =9 | discard"
    extra = follow(drawn(picture), "1 =2>horloge")
    assert drawable(extra) == {"draw 1 =9", "draw 1 =90"}, "an extra card is replaced"
    extra = follow(extra, "* draw 1 =9")
    assert moves(extra) == {"=3", "=3>horloge", "=3>horloge main", "3x4", "=9"}
    main = follow(drawn(picture), "1 =2>horloge main")
    assert set(main.moves()) == {"=3>horloge", "end"}, "the main thing is not"
    for state in (extra, main):
        assert places(state)["defences 1"] == ["=2"]
        assert state.scores == (0, 310)
    state = follow(main, "1 end", "* draw 2 =90")
    assert refused(state, "horloge>1", 2) == "R6"
    for move in ("=4>horloge", "=4>horloge main"):
        assert refused(drawn("1 | =4 | | |\n2 | 8x8 | | |\nstock =90 | discard"), move) == "R10"


def test_r11_several_defences_one_after_another_each_replaced_before_the_next() -> None:
    state = drawn("""
        1 | sumo 9x9               | | |
        2 | cadeau fromage =2 8x8  | | poursuite |
        stock piege 2x2 3x3 4x4 | discard
    """)
    state = follow(state, "1 sumo>2")
    assert set(state.moves(2)) == {"pass", "cadeau", "fromage", "=2>horloge"}
    state = follow(state, "2 cadeau")
    assert state.actors == (CHANCE,), "replaced before the next is chosen"
    assert state.view(1).show()["attack"] == {"card": "sumo", "from": 1, "to": 2}
    state = follow(state, "* draw 2 piege")
    assert places(state)["attacks 2"] == ["sumo"], "a defence out of turn lifts its own attack too"
    state = follow(state, "2 =2>horloge", "* draw 2 2x2")
    assert set(state.moves(2)) == {"pass", "fromage", "piege"}
    state = follow(state, "2 piege", "* draw 2 3x3")
    assert state.actors == (1,), "the matching one ends it"
    assert state.moves(1) == ["end"]
    assert places(state) == table("""
        1 | 9x9                  | | |
        2 | fromage 2x2 3x3 8x8  | | | cadeau =2 piege
        stock 4x4 | discard poursuite sumo
    """)


def test_r11_the_victim_may_stop_after_any_of_them() -> None:
    state = drawn("1 | horloge 9x9 | | |\n2 | cadeau fromage 8x8 | | |\nstock 2x2 3x3 | discard")
    state = follow(state, "1 horloge>2", "2 fromage", "* draw 2 2x2", "2 pass")
    assert drawable(state) == {"take 2 2x2", "take 2 8x8", "take 2 cadeau"}
    assert places(state)["defences 2"] == ["fromage"]


def test_r8_r11_a_demi_tour_that_is_asked_about_goes_with_a_card_above_50() -> None:
    state = drawn("1 | demi-tour 9x9 | | |\n2 | cadeau piege 8x8 | | |\nstock =72 =4 | discard")
    state = follow(state, "1 demi-tour>2", "2 cadeau")
    assert drawable(state) == {"show 2 =72", "draw 2 =4"}
    gone = follow(state, "* show 2 =72")
    assert gone.actors == (1,), "nothing is left to ask about"
    assert gone.view(0).show()["attack"] is None
    asked = follow(state, "* draw 2 =4")
    assert set(asked.moves(2)) == {"pass", "piege"}


def test_r11_a_second_defence_may_be_laid() -> None:
    state = follow(drawn("1 | cadeau 3x4 | | | cadeau\n2 | 8x8 | | |\nstock =90 | discard"), "1 cadeau", "* draw 1 =90")
    assert places(state)["defences 1"] == ["cadeau", "cadeau"]


def test_r12_the_attacked_player_is_always_asked() -> None:
    state = follow(drawn("1 | sumo 3x4 | | |\n2 | 8x8 | | |\nstock =90 | discard"), "1 sumo>2")
    assert state.actors == (2,)
    assert state.moves() == ["pass"]
    assert refused(state, "8x8", 2) == "R12"
    with pytest.raises(NotYourTurn):
        state.play("end", 1)
    assert refused(follow(state, "2 pass"), "pass") == "R12"
