"""Positions drawn as text, so that a reader of a test sees the board, and what tests ask of them."""

import re
from collections.abc import Sequence

from damier.core.state import State
from damier.games.foumath import GAME
from damier.games.foumath.rules import CHOOSE

EMPTY = """
      123456789
    1 .........
    2 .........
    3 .........
    4 .........
    5 .........
    6 .........
    7 .........
    8 .........
    9 .........
"""

FOUR = """
      123456789
    1 1.1......
    2 .........
    3 .....2...
    4 ....1....
    5 .........
    6 .........
    7 .........
    8 .........
    9 ........1
"""

SCORING = """
      123456789
    1 .........
    2 ..3......
    3 .........
    4 ..2......
    5 .........
    6 ......11.
    7 .........
    8 ...2.....
    9 .........
"""


def rows(picture: str) -> list[str]:
    """Return the nine rows of a picture. The line of column numbers is for the reader only."""
    found = re.findall(r"^ *([1-9]) ([.1-4]{9})$", picture, re.MULTILINE)
    assert [number for number, _ in found] == list("123456789"), f"not nine rows: {picture}"
    return [row for _, row in found]


def board(state: State) -> list[str]:
    """Return the rows a watcher sees."""
    seen: list[str] = state.view(0).show()["board"]
    return seen


def begin(seats: int = 2, *, jit: bool = False, **options: str) -> State:
    """Return a new game; seat 1 begins unless the test says otherwise."""
    pairs = {"opening": "seat-1"} | {name.replace("_", "-"): value for name, value in options.items()}
    return State.start(GAME, pairs, seats, jit=jit)


def drawn(
    picture: str,
    dice: tuple[int, int],
    turn: int = 1,
    *,
    seats: int = 2,
    began: int = 1,
    totals: Sequence[int] = (),
    jit: bool = False,
    **options: str,
) -> State:
    """Return the middle of a round: these pawns, these dice on the table, this seat to choose its throw (R5)."""
    state = begin(seats, jit=jit, **options)
    data = state.engine.blank()
    data[0] = state.data[0]
    record = data[0]
    pawns: dict[int, list[int]] = {seat: [] for seat in range(1, seats + 1)}
    for row, line in enumerate(rows(picture), 1):
        for column, letter in enumerate(line, 1):
            if letter != ".":
                pawns[int(letter)].append(10 * row + column)
    for seat, squares in pawns.items():
        record.pawns[seat] = sorted([*squares, *[0] * (4 - len(squares))])
    for seat, total in enumerate(totals, 1):
        record.totals[seat] = total
    record.phase = CHOOSE
    record.turn = turn
    record.begin = began
    record.rounds = 1
    record.first, record.second = dice
    return state._next(data, 1 << turn)


def follow(state: State, *events: str) -> State:
    """Return the state after these events; each is done by whoever is to act, chance included."""
    for event in events:
        assert not state.is_over, f"over before {event}"
        state = state.play(event)
    return state


def shown(state: State, key: str) -> object:
    return state.view(0).show()[key]
