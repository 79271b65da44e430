"""Positions drawn as text, so that a reader of a test sees the board, and what tests ask of them."""

import re

from damier.core.replay import apply_event
from damier.core.state import State
from damier.games.quatre import GAME
from damier.games.quatre.moves import square_number
from damier.games.quatre.rules import BLUE, RED, _army

ROWS = "ABCDEF"


def rows(picture: str) -> list[str]:
    """Return the six rows of a picture. The line of column numbers is for the reader only."""
    found = re.findall(r"^ *([A-F]) ([.rbRB]{6})$", picture, re.MULTILINE)
    assert [letter for letter, _ in found] == list(ROWS), f"not six rows A to F: {picture}"
    return [row for _, row in found]


def board(state: State) -> list[str]:
    """Return the rows a watcher sees."""
    seen: list[str] = state.view(0).show()["board"]
    return seen


def drawn(picture: str, turn: int = RED, *, jit: bool = False, **options: str) -> State:
    """A game that begins with this picture: `r` and `b`, capitals for marked pawns.

    The board need not come about in a game; it may hold fewer pawns, or in order to wall some in, more.
    """
    pairs = {name.replace("_", "-"): value for name, value in options.items()}
    state = State.start(GAME, pairs, jit=jit)
    data = state.engine.blank()
    data[0] = state.data[0]
    record = data[0]
    record.pawns[:] = 0
    record.marked = 0
    for letter, row in zip(ROWS, rows(picture), strict=True):
        for column, pawn in enumerate(row, 1):
            square = 1 << square_number(f"{letter}{column}")
            if pawn != ".":
                record.pawns[RED if pawn in "rR" else BLUE] |= square
            if pawn.isupper():
                record.marked |= square
    # R9 counts from here. Where blue is to move, it is as if red had just come from a position like no other.
    record.turn = turn
    record.ply = turn - RED
    record.armies[:] = 0
    for seat in (RED, BLUE):
        moved = int(record.ply) if seat == RED else 0
        record.armies[seat - RED, moved] = _army(int(record.pawns[seat]), int(record.marked))
    return state._next(data, 1 << turn)


def begin(**options: str) -> State:
    return State.start(GAME, {name.replace("_", "-"): value for name, value in options.items()}, jit=False)


def follow(state: State, *moves: str) -> State:
    for move in moves:
        assert not state.is_over, f"over before {move}"
        state = state.play(move)
    return state


def recorded(state: State, move: str) -> str:
    """Return the notation that the record keeps of a move."""
    event = apply_event(state, state.actors[0], move).event
    return event.text


def from_square(state: State, square: str) -> set[str]:
    return {move for move in state.moves() if move.startswith(square)}
