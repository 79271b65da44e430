"""The sentence for every kind of event; and positions that play on alike have the same key."""

import pytest

from damier.core.event_text import event_sentence
from damier.core.replay import apply_event
from damier.core.state import State
from damier.games.foumath.tests.drawn import EMPTY, FOUR, SCORING, begin, drawn, follow


def said(state: State, text: str, language: str = "en") -> str:
    event = apply_event(state, state.actors[0], text).event
    return state.game.catalogue(language)(event_sentence(state, event, 0, ["Ada", "Bo", "Cléa", "Dov"]))


@pytest.mark.parametrize(
    ("events", "text", "english", "french"),
    [
        ((), "roll", "Ada throws both dice.", "Ada lance les deux dés."),
        (("keep 6",), "dice 6 0", "The dice show 6 and 0.", "Les dés montrent 6 et 0."),
        ((), "keep 6", "Ada keeps the 6 and throws the other die.", "Ada garde le 6 et lance l’autre dé."),
        (("roll",), "dice 2 9", "The dice show 2 and 9: 2 × 9 = 18.", "Les dés montrent 2 et 9 : 2 × 9 = 18."),
        (("roll", "dice 0 3"), "lost zero", "A 0: Ada loses the turn.", "Un 0 : Ada perd son tour."),
        (
            ("roll", "dice 9 9"),
            "lost taken",
            "The square is taken: Ada loses the turn.",
            "La case est prise : Ada perd son tour.",
        ),
        (
            ("roll", "dice 8 8"),
            "1x1-8x8",
            "Ada moves a pawn from 1 (row 1, column 1) to 64 (row 8, column 8). A double: Ada throws again.",
            "Ada déplace un pion de 1 (rangée 1, colonne 1) à 64 (rangée 8, colonne 8). Un double : Ada relance.",
        ),
    ],
)
def test_what_happens_is_said(events: tuple[str, ...], text: str, english: str, french: str) -> None:
    state = follow(drawn(FOUR, dice=(6, 1)), *events)
    assert said(state, text) == english
    assert said(state, text, "fr") == french


def test_who_begins_is_said_with_the_throw_that_decides_it() -> None:
    state = begin(3, opening="roll")
    assert said(state, "open 1 4") == "Ada throws a 4 to see who begins."
    state = follow(state, "open 1 4", "open 2 7")
    assert said(state, "open 3 7") == (
        "Cléa throws a 7 to see who begins. A tie at 7: the players who tied throw again."
    )
    assert said(state, "open 3 2") == "Cléa throws a 2 to see who begins. Bo begins."


def test_a_line_is_said_with_its_sum_and_what_it_costs_the_others() -> None:
    state = drawn(SCORING, dice=(6, 1), seats=4, totals=(10, 50, 3, 70), level="expert")
    state = follow(state, "keep 6", "dice 6 9")
    assert said(state, "6x9") == (
        "Ada puts a pawn on 54 (row 6, column 9). Three in a line: 42 + 48 + 54 = 144. Ada now has 154. "
        "Bo loses 32 and has 18 left. Cléa loses 3 and has 0 left."
    )


def test_the_addition_board_is_said_with_its_own_sign() -> None:
    state = drawn(EMPTY, dice=(6, 1), board="addition").play("roll")
    assert said(state, "dice 2 9") == "The dice show 2 and 9: 2 + 9 = 11."


# Keys


def test_the_order_of_the_dice_makes_no_other_position() -> None:
    for events in ((), ("keep 6",), ("keep 6", "dice 6 8")):
        one, two = drawn(FOUR, dice=(6, 1)), drawn(FOUR, dice=(1, 6))
        assert follow(one, *events).key == follow(two, *events).key
    assert drawn(FOUR, dice=(6, 1)).key != drawn(FOUR, dice=(6, 2)).key


def test_a_board_about_to_be_cleared_makes_no_other_position() -> None:
    state = drawn(SCORING, dice=(6, 1), seats=4, level="intermediate")
    ended = follow(state, "keep 6", "dice 6 9", "6x9")
    other = follow(
        drawn(SCORING.replace("..3", "..."), dice=(6, 1), seats=4, level="intermediate"), "roll", "dice 6 9", "6x9"
    )
    assert ended != other
    assert ended.key == other.key


def test_a_kept_double_that_does_not_count_makes_another_position() -> None:
    kept = follow(drawn(EMPTY, dice=(6, 1), kept_double="no"), "keep 6", "dice 6 6")
    assert kept.key != follow(drawn(EMPTY, dice=(6, 1), kept_double="no"), "roll", "dice 6 6").key
    assert follow(drawn(EMPTY, dice=(6, 1)), "keep 6", "dice 6 6").key == (
        follow(drawn(EMPTY, dice=(6, 1)), "roll", "dice 6 6").key
    )
