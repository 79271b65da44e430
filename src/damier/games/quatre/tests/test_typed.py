"""Moves as people type them: dashes, spaces and small letters of any kind name the same move; rubbish names none."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.core.compiled import available
from damier.core.errors import Illegal, Malformed
from damier.core.state import State
from damier.games.quatre import GAME
from damier.games.quatre.moves import square_name
from damier.games.quatre.rules import BOARD
from damier.games.quatre.tests.drawn import begin
from damier.kit.typed import DASHES
from damier.testing.walks import walk

TURNS = [turn for seed in range(4) for turn in walk(GAME, {}, 2, f"typed {seed}", jit=False, most=40)]
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

spaces = st.sampled_from(SPACES)


@settings(max_examples=400)
@given(turn=st.sampled_from(TURNS), data=st.data())
def test_every_legal_move_reads_the_same_however_it_is_decorated(turn: object, data: st.DataObject) -> None:
    assert isinstance(turn, type(TURNS[0]))
    state, seat = turn.state, turn.actor
    action = data.draw(st.sampled_from(state.actions(seat)))
    typed = data.draw(spaces)
    for character in state.write(seat, action):
        if character == "-":
            character = data.draw(st.sampled_from(DASHES))
        elif data.draw(st.booleans()):
            character = character.lower()
        typed += character + data.draw(spaces)
    assert state.read(seat, typed) == action
    assert state.write(seat, state.read(seat, typed)) == state.write(seat, action), "the notation stays what it is"


@pytest.mark.parametrize(
    "typed", ["F1 – E2", "f1-e2", "f1—E2", " F1\N{NON-BREAKING HYPHEN}E2 ", "F1 \N{MINUS SIGN} E2", "F 1 - E 2"]
)
def test_what_people_type(typed: str) -> None:
    assert begin().read(1, typed) == begin().read(1, "F1-E2")


@given(text=st.text(alphabet="ABCDEFG01267:x -–—→.", max_size=12))
def test_rubbish_is_refused(text: str) -> None:
    """Whatever is read names two squares of the board, joined by one dash or by colons, in this order."""
    squares = re.findall("[A-F][1-6]", text.replace(" ", ""))
    try:
        action = begin().read(1, text)
    except Malformed:
        return
    assert [square_name(action >> 6), square_name(action & 63)] == [squares[0], squares[-1]]
    assert re.fullmatch(r"[A-F][1-6](?:[-–—][A-F][1-6]|(?::[A-F][1-6])+)", text.replace(" ", ""))
    assert BOARD >> (action >> 6) & BOARD >> (action & 63) & 1


@pytest.mark.parametrize(
    "typed", ["F1", "F1E2", "F1 E2", "F1--E2", "F1-E2-", "-F1-E2", "F1-E2-D3", "F1:E2-D3", "G1-F1", "F7-E2", "F1→", "–"]
)
def test_what_does_not_name_two_squares_is_refused_with_a_move_that_fits(typed: str) -> None:
    with pytest.raises(Malformed) as caught:
        begin().read(1, typed)
    example = str(caught.value.what.gaps["move"])
    assert example in begin().moves()
    assert example in str(caught.value)


@pytest.mark.parametrize(
    "jit", [False, pytest.param(True, marks=pytest.mark.skipif(not available(), reason="no numba"))]
)
def test_what_is_refused_says_what_would_fit(jit: bool) -> None:
    state = State.start(GAME, jit=jit)
    for typed, said in (("F1-D1", "E1, E2"), ("F2-E2", "A2, A4, A6, F1, F3, F5"), ("C3-C4", "A2, A4, A6, F1, F3, F5")):
        with pytest.raises(Illegal, match=said):
            state.play(typed)
    with pytest.raises(Malformed, match="A2-"):
        state.play("hm")
