"""The bots of Foumath: the exact chance of a line, the throw with the best chance, blocking, and reasons.

By default some positions of each kind; `DAMIER_LONG_TESTS=1` takes 1,000 with a line in reach.
"""

import os
from itertools import combinations

import numpy as np
import pytest

from damier.core.catalogue import message
from damier.core.compiled import available
from damier.core.rng import below, seeded
from damier.core.state import State
from damier.core.thinking import LADDER, Budget
from damier.games.foumath import GAME
from damier.games.foumath.bot import line_chances
from damier.games.foumath.bot.scratchpad import SCRATCHPAD, load
from damier.games.foumath.rules import CHOOSE, PLACE, ROLL
from damier.games.foumath.squares import line
from damier.games.foumath.tests.drawn import EMPTY, SCORING, begin, drawn, follow
from damier.games.foumath.tests.naive import LINES, SQUARES
from damier.games.foumath.tests.odds import naive_odds
from damier.players.player import find

LONG = os.environ.get("DAMIER_LONG_TESTS", "") not in ("", "0")
POSITIONS = 1000 if LONG else 40
FAST = available()


def with_a_line_in_reach(wanted: int, seed: str, jit: bool) -> list[State]:
    """Return random boards of two to four seats, junior or with the target one line away."""
    rng = seeded(seed)
    found: list[State] = []
    while len(found) < wanted:
        seats = 2 + below(rng, 3)
        kept_double = ("again", "no")[below(rng, 4) == 0]
        junior = below(rng, 3) > 0
        options = {} if junior else {"level": "expert", "target": "1"}
        state = begin(seats, jit=jit, kept_double=kept_double, **options)
        data = state.data.copy()
        free = [10 * row + column for row in range(1, 10) for column in range(1, 10)]
        for seat in range(1, seats + 1):
            own = [free.pop(below(rng, len(free))) for _ in range(below(rng, 5))]
            if seat == 1 and own:  # near each other, else there is nothing to count
                near = [square for square in free if abs(square - own[0]) in (1, 2, 9, 10, 11, 18, 20, 22)]
                own[1:] = [near.pop(below(rng, len(near))) for _ in own[1:] if near]
                free = [square for square in free if square not in own]
            data[0].pawns[seat] = sorted([*own, *[0] * (4 - len(own))])
        if any(line(data[0].pawns[seat], 0) for seat in range(1, seats + 1)):
            continue
        data[0].phase, data[0].turn, data[0].begin, data[0].rounds = CHOOSE, 1, 1, 1
        data[0].first, data[0].second = below(rng, 10), below(rng, 10)
        state = state._next(data, 1 << 1)
        if max(naive_odds(state, 0).values()) > 0:
            found.append(state)
    return found


def test_thirds_are_all_lines_and_nothing_else() -> None:
    for one, two in combinations(SQUARES, 2):
        low, high = (10 * row + column for row, column in (one, two))
        found = {divmod(int(square), 10) for square in line_chances.THIRDS[low, high] if square}
        assert found == {third for third in SQUARES if frozenset({one, two, third}) in LINES}


@pytest.mark.parametrize("jit", [False, pytest.param(True, marks=pytest.mark.skipif(not FAST, reason="no numba"))])
def test_the_chance_of_a_turn_is_that_of_a_plain_enumeration(jit: bool) -> None:
    for state in with_a_line_in_reach(6 if jit else 3, "chance", jit):
        pads = np.zeros(1, SCRATCHPAD)
        load(pads[0], state.fields)
        bound = state.engine.bind(line_chances)
        for extra in range(3 if jit else 2):
            for action, odds in naive_odds(state, extra).items():
                kept = -1 if action == ROLL else action
                found = bound.turn_chance(pads[0].pawns, pads[0].board, 1, kept, int(state.fields.again), extra)
                assert found == pytest.approx(odds, abs=1e-12)


@pytest.mark.skipif(not FAST, reason="too long for plain Python")
def test_with_one_placement_to_win_the_likeliest_throw_is_chosen() -> None:
    for number, state in enumerate(with_a_line_in_reach(POSITIONS, "win", True)):
        for extra in range(3 if LONG else 2):
            odds = naive_odds(state, extra)
            most = max(odds.values()) - 0.1 ** (extra + 1)  # less what still more doubles can add
            if sum(chance >= most for chance in odds.values()) == 1:
                break
        for level in ("strong", "master"):
            action = find(level).think(state.view(1), state.actions(1), Budget(), seeded(number)).action
            assert odds[action] >= most, state.write(1, action)


def chosen(state: State, level: str, seed: object = 1) -> str:
    seat = int(state.fields.turn)
    return state.write(seat, find(level).think(state.view(seat), state.actions(seat), Budget(), seeded(seed)).action)


@pytest.mark.skipif(not FAST, reason="too long for plain Python")
@pytest.mark.parametrize("level", ["strong", "master"])
def test_a_line_is_taken(level: str) -> None:
    state = drawn(SCORING, dice=(6, 1), seats=4, level="expert", jit=True)
    assert chosen(state, level) == "keep 6"
    assert chosen(follow(state, "keep 6", "dice 6 9"), level) == "6x9"


BLOCKED = """
      123456789
    1 .........
    2 .........
    3 ....2....
    4 ....2....
    5 .........
    6 .........
    7 .........
    8 .........
    9 .........
"""


@pytest.mark.skipif(not FAST, reason="too long for plain Python")
def test_the_strong_block_and_say_so() -> None:
    """Of 2x5 and 5x2 only one is on Blue's line."""
    state = follow(drawn(BLOCKED, dice=(5, 1), jit=True), "keep 5", "dice 5 2")
    for level in ("strong", "master"):
        assert chosen(state, level) == "2x5"
    assert said(state, "2x5") == "It keeps Bo from completing a line on 10 (row 2, column 5)."


def said(state: State, text: str, language: str = "en") -> str:
    seat = int(state.fields.turn)
    found = state.engine.bind(GAME.bot).reason(state.view(seat), state.read(seat, text))  # type: ignore[arg-type]
    words = GAME.catalogue(language)(found)
    return words.replace(words_for_seat(language), "Bo")


def words_for_seat(language: str) -> str:
    return GAME.catalogue(language)(message("seat", seat=2))


@pytest.mark.parametrize("jit", [False, pytest.param(True, marks=pytest.mark.skipif(not FAST, reason="no numba"))])
def test_every_kind_of_reason_can_be_said(jit: bool) -> None:
    state = drawn(SCORING, dice=(6, 0), seats=4, level="expert", jit=jit)
    assert "6" in said(state, "keep 6")
    assert "%" in said(state, "keep 6", "fr")
    assert "0" in said(state, "keep 0")
    assert "%" in said(state, "roll")
    ended = follow(state, "keep 6", "dice 6 9")
    assert "54 (row 6, column 9)" in said(ended, "6x9")
    assert said(follow(state, "keep 0", "dice 4 0"), "lost zero")
    empty = drawn(EMPTY, dice=(6, 1), jit=jit)
    assert said(empty, "roll")
    assert said(empty, "keep 6")
    assert said(follow(empty, "keep 6", "dice 6 7"), "6x7")
    assert said(begin(jit=jit), "roll")


@pytest.mark.skipif(not FAST, reason="no numba")
def test_levels_decide_alike_plain_and_compiled_and_by_their_seed() -> None:
    plain, fast = (with_a_line_in_reach(3, "alike", jit) for jit in (False, True))
    for state, compiled in zip(plain, fast, strict=True):
        for level in LADDER[:3]:  # the highest looks too far for plain Python
            assert chosen(state, level, 5) == chosen(compiled, level, 5) == chosen(compiled, level, 5)


@pytest.mark.skipif(not FAST, reason="too long for plain Python")
def test_beginners_keep_less_and_miss_diagonals() -> None:
    state = drawn(SCORING, dice=(6, 1), seats=4, level="expert", jit=True)
    bound = state.engine.bind(GAME.bot)  # type: ignore[arg-type]
    missed = {text: bound.miss_chance(state.data[0], 1, state.read(1, text)) for text in ("roll", "keep 6")}
    assert missed["roll"] < missed["keep 6"]
    state = drawn(BLOCKED.replace("4 ....2....", "4 .....2..."), dice=(5, 1), turn=2, jit=True)
    state = follow(state, "keep 5", "dice 5 7")
    assert state.fields.phase == PLACE
    seen = {move: bound.miss_chance(state.data[0], 2, state.read(2, move)) for move in state.moves()}
    straight = follow(drawn(BLOCKED, dice=(5, 1), turn=2, jit=True), "keep 5", "dice 5 2")
    assert seen["5x7"] > bound.miss_chance(straight.data[0], 2, straight.read(2, "2x5"))
