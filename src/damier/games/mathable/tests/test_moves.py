"""Notation: what is written reads back, what people type instead is understood, and nothing else is."""

import re
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from damier.core.errors import Malformed
from damier.core.state import State
from damier.games.mathable.tests.drawn import drawn, follow
from damier.games.mathable.tests.test_views import walked

slowly = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
states = st.builds(
    lambda claims, referee, seed, length: walked({"claims": claims, "referee": referee}, 2, seed, length),
    st.sampled_from(["automatic", "declared"]),
    st.sampled_from(["strict", "contest"]),
    st.integers(0, 10**6),
    st.integers(16, 60),
)
SPACES = ["", " ", "  ", "\t", "\u00a0", "\u202f", "\u2009", "\u3000"]
DASHES = list("-‐‑‒–—―−")


def typed(move: str, random: Random) -> str:
    """The same move as somebody may type it."""

    def space(least: str = "") -> str:
        return random.choice(SPACES) or least

    if match := re.fullmatch(r"(\d+)@(\d+)([A-N])([<>^v]*)", move):
        token, row, column, claims = match.groups()
        square = random.choice([row + space() + column, column + space() + row])
        between = random.choice([space() + "@" + space(), space() + random.choice(DASHES) + space(), space(" ")])
        arrows = claims.translate(str.maketrans("<>^v", "←→↑↓")) if random.random() < 0.3 else claims
        named = "".join(space() + claim for claim in random.sample(arrows, len(arrows)))
        move = f"{token}{between}{square}{named}"
    else:
        word, *numbers = move.split()
        between = random.choice([",", ", ", " , ", ";", " ", random.choice(DASHES), f" {random.choice(DASHES)} "])
        move = word + (space(" ") + between.join(numbers) if numbers else "")
    return space() + random.choice([move, move.lower(), move.upper()]) + space()


@slowly
@given(states, st.integers(0, 10**6))
def test_what_people_type_is_the_move_they_mean(state: State, seed: int) -> None:
    random = Random(seed)
    for seat in state.actors:
        for action in state.actions(seat) if seat else []:
            text = state.write(seat, action)
            assert state.read(seat, text) == action
            assert state.read(seat, typed(text, random)) == action


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text("0123456789@ABIN abin<>^v-–, swapendtk", max_size=14))
def test_what_is_read_has_the_numbers_and_letters_that_were_typed(text: str) -> None:
    """No move is guessed: apart from spaces, dashes and commas, all that was typed is in the notation, and no more."""
    state = drawn("", "7 7 1 12 16 17 42", "60", claims="declared")
    try:
        action = state.read(1, text)
    except Malformed:
        return
    written = state.write(1, action).lower()
    if action != 128:  # an exchange of tokens that are not there
        assert sorted(re.findall(r"\d+|[a-z<>^]+?", written)) == sorted(
            str(int(part)) if part.isdecimal() else part for part in re.findall(r"\d+|[a-z<>^]+?", text.lower())
        )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("12@8i", "12@8I"),
        ("12 @ 8I", "12@8I"),
        ("12 8I", "12@8I"),
        ("12–I8", "12@8I"),
        ("12@8I ← ↑", "12@8I<^"),
        ("12@8I^<", "12@8I<^"),
        ("swap 17, 42", "swap 17 42"),
        ("Swap 42 – 17", "swap 17 42"),
        ("END", "end"),
        ("１２＠８Ｉ", "12@8I"),
    ],
)
def test_examples_of_what_people_type(typed: str, meant: str) -> None:
    state = drawn("", "7 7 1 12 16 17 42", "60", claims="declared")
    action = state.read(1, typed)
    assert action == state.read(1, meant)
    assert state.write(1, action) == meant


NO_MOVES = ["", "128I", "12@8", "12@", "@8I", "12@8I<<", "12@8I@", "1 2@8I", "swap", "swap 1 two", "swap 17,,"]


@pytest.mark.parametrize("text", [*NO_MOVES, "take 3", "contest", "contest 0", "end end"])
def test_what_could_mean_several_things_or_nothing_is_no_move(text: str) -> None:
    with pytest.raises(Malformed):
        drawn("", "7 7 1 12 16 17 42", "60").read(1, text)


@pytest.mark.parametrize(
    ("moves", "text", "said"),
    [
        ((), "hello", "“hello” is not a move. Write 12@8I to place a token, swap 17 42 to exchange tokens, or end."),
        (("12@8I",), "hello", "“hello” is not a move. Write 12@8I to place a token, or end."),
        (("12@8I", "16@8J"), "hello", "“hello” is not a move. Write take or leave."),
        ((), "12@15A", "There is no square 15A. Rows go from 1 to 14, columns from A to N."),
        ((), "22@8I", "There is no token 22 in this game."),
    ],
)
def test_what_is_no_move_says_what_would_be_one_here(moves: tuple[str, ...], text: str, said: str) -> None:
    state = follow(drawn("", "7 7 1 12 16 17 42", "60"), *moves)
    with pytest.raises(Malformed) as caught:
        state.read(1, text)
    assert str(caught.value) == said
