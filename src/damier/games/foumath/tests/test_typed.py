"""Moves as people type them: dashes, spaces and signs of any kind name the same move; refusals say what fits."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.core.catalogue import LANGUAGES
from damier.core.compiled import available
from damier.core.contract import CHANCE
from damier.core.errors import DamierError, Illegal, Malformed
from damier.core.state import State
from damier.games.foumath import GAME
from damier.games.foumath.tests.drawn import FOUR, begin, drawn, follow
from damier.kit.typed import DASHES
from damier.testing.walks import walk

TURNS = [
    turn
    for seed, options in enumerate(({}, {"level": "expert", "target": "60"}, {"board": "addition"}))
    for turn in walk(GAME, options, 2 + seed, f"typed {seed}", jit=False, most=150)
]
SPACES = [
    "",
    " ",
    "  ",
    "\t",
    "\N{NO-BREAK SPACE}",
    "\N{NARROW NO-BREAK SPACE}",
    "\N{THIN SPACE}",
    "\N{ZERO WIDTH SPACE}",
]
TIMES = ["x", "X", "×", "*", "✕", "+"]

spaces = st.sampled_from(SPACES)


@settings(max_examples=500)
@given(turn=st.sampled_from(TURNS), data=st.data())
def test_every_legal_move_and_throw_reads_the_same_however_it_is_decorated(turn: object, data: st.DataObject) -> None:
    assert isinstance(turn, type(TURNS[0]))
    state, actor = turn.state, turn.actor
    listed = [outcome for outcome, _ in state.chances()] if actor == CHANCE else state.actions(actor)
    action = data.draw(st.sampled_from(listed))
    text = state.write(actor, action)
    typed = data.draw(spaces)
    for before, character in zip(" " + text, text, strict=False):
        if character == " ":
            typed += data.draw(st.sampled_from([" ", "  ", "\N{NO-BREAK SPACE}", " - ", "–", "\t"]))
            continue
        if character == "-":
            character = data.draw(st.sampled_from(DASHES))
        elif character == "x" and before.isdigit():
            character = data.draw(st.sampled_from(TIMES))
        elif data.draw(st.booleans()):
            character = character.upper()
        # Letters stay together; spaces may stand around everything else.
        typed += character + ("" if character.isalpha() and not before.isdigit() else data.draw(spaces))
    assert state.read(actor, typed) == action
    assert state.write(actor, state.read(actor, typed)) == text, "the notation stays what it is"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("6 x 8", "6x8"),
        ("6×8", "6x8"),
        ("6*8", "6x8"),
        ("6 X 8", "6x8"),
        ("3x4 – 6x8", "3x4-6x8"),
        ("3×4 6×8", "3x4-6x8"),
        ("Keep  6", "keep 6"),
        ("keep-6", "keep 6"),
        ("LOST – zero", "lost zero"),
        (" roll ", "roll"),
    ],
)
def test_what_people_type(typed: str, meant: str) -> None:
    state = drawn(FOUR, dice=(6, 1))
    assert state.read(1, typed) == state.read(1, meant)


@given(text=st.text(alphabet="0123456789x×*- –keprolstz", max_size=10))
def test_rubbish_is_refused(text: str) -> None:
    """Whatever is read is one of the words, or one or two squares, once spaces and signs are made plain."""
    state = drawn(FOUR, dice=(6, 1))
    try:
        state.read(1, text)
    except Malformed:
        return
    plain = re.sub("[×*]", "x", text.replace("–", "-"))
    square = "[1-9] *x *[1-9]"
    assert re.fullmatch(rf" *(roll|keep[ -]+[0-9]|lost[ -]+(zero|taken)|({square} *[- ] *)?{square}) *", plain)


@pytest.mark.parametrize(
    "typed",
    ["", "6", "68", "6-8", "0x8", "6x0", "10x2", "6x8-", "-6x8", "3x4--6x8", "keep", "keep 12", "keeps 6", "6xx8"],
)
def test_what_names_no_move_is_refused(typed: str) -> None:
    with pytest.raises(Malformed):
        drawn(FOUR, dice=(6, 1)).read(1, typed)


# What is refused says what would fit here and now


def said(state: State, actor: int, text: str, language: str = "en") -> str:
    with pytest.raises(DamierError) as caught:
        state.play(text, actor)
    return caught.value.say(GAME.catalogue(language))


def examples(sentence: str) -> list[str]:
    """Return the moves a sentence names."""
    return re.findall(r"roll|keep \d|\d+x\d+(?:-\d+x\d+)?|lost (?:zero|taken)|open \d+ \d+|dice \d+ \d+", sentence)


@pytest.mark.skipif(not available(), reason="numba is not there")
def test_compiled_games_refuse_in_the_same_words() -> None:
    for plain, fast in zip(
        *(list(walk(GAME, {}, 3, "refused", jit=jit, most=120)) for jit in (False, True)), strict=True
    ):
        assert said(plain.state, plain.actor, "hm") == said(fast.state, fast.actor, "hm")


@settings(max_examples=300)
@given(turn=st.sampled_from(TURNS), language=st.sampled_from(LANGUAGES))
def test_examples_in_a_refusal_can_be_played(turn: object, language: str) -> None:
    assert isinstance(turn, type(TURNS[0]))
    state, actor = turn.state, turn.actor
    found = examples(said(state, actor, "hm", language))
    assert found
    for example in found:
        state.play(example, actor)


def test_a_refused_throw_asks_for_the_throw_that_is_due() -> None:
    state = begin(3, opening="roll")
    assert "open 1 7" in said(state, CHANCE, "dice 6 8")
    assert "open 2 7" in said(state.play("open 1 4"), CHANCE, "open 1 4")
    thrown = drawn(FOUR, dice=(6, 1)).play("keep 6")
    assert "dice 6 8" in said(thrown, CHANCE, "dice 1 2")
    assert "dice 8 1" in said(drawn(FOUR, dice=(6, 1)).play("keep 1"), CHANCE, "dice 6 2")
    assert "dice 6 8" in said(begin().play("roll"), CHANCE, "open 1 7")


@pytest.mark.parametrize(
    ("state", "text", "fits"),
    [
        (begin(), "keep 6", "both dice"),
        (begin(), "6x8", "both dice"),
        (drawn(FOUR, dice=(6, 1)), "6x8", "keep the 6 or the 1"),
        (drawn(FOUR, dice=(6, 6)), "6x8", "keep the 6 and"),
        (drawn(FOUR, dice=(6, 1)), "keep 5", "only 6 and 1"),
        (drawn(FOUR, dice=(6, 6)), "keep 5", "only 6 (R5)"),
        (follow(drawn(FOUR, dice=(6, 1)), "roll", "dice 3 6"), "1x1-6x3-", "1x1-6x3"),
        (follow(drawn(FOUR, dice=(6, 1)), "roll", "dice 3 6"), "1x1-3x6", "6x3"),  # 3x6 is taken
        (follow(drawn(FOUR, dice=(6, 1)), "roll", "dice 6 8"), "6x8", "6x8 or 8x6"),
        (follow(drawn(FOUR, dice=(6, 1)), "roll", "dice 6 8"), "2x2-6x8", "1x1, 1x3, 4x5, 9x9"),
        (follow(drawn(FOUR, dice=(6, 1)), "roll", "dice 6 8"), "roll", "6x8 or 8x6"),
        (follow(drawn(FOUR, dice=(6, 1)), "roll", "dice 6 8"), "lost zero", "6x8 or 8x6"),
        (follow(drawn(FOUR, dice=(6, 1)), "roll", "dice 6 8"), "1x1-7x7", "6x8 or 8x6"),
        (follow(drawn(FOUR, dice=(6, 1)), "roll", "dice 0 8"), "roll", "lost zero"),
        (follow(drawn(FOUR, dice=(6, 1)), "roll", "dice 9 9"), "roll", "lost taken"),
        (follow(begin(), "roll", "dice 6 8"), "1x1-6x8", "6x8 or 8x6"),
    ],
)
def test_a_refused_move_says_what_would_fit(state: State, text: str, fits: str) -> None:
    seat = state.actors[0]
    assert fits in said(state, seat, text)
    assert said(state, seat, text, "fr")
    with pytest.raises((Illegal, Malformed)):
        state.play(text, seat)
