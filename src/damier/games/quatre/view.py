"""What a seat may know of Quatre: everything, as nothing is hidden."""

from functools import cache
from typing import Any

from damier.core.catalogue import Message, message
from damier.core.compiled import compiled, copy
from damier.core.contract import StateData
from damier.games.quatre.moves import square_name, write
from damier.games.quatre.rules import DIRECTIONS, ENDINGS, LINE, ROW, SIZE, STRIDE

HIDES = False

_LETTERS = {0: ".", 1: "r", 2: "b", 5: "R", 6: "B"}  # 1 for a red pawn, 2 for a blue one, 4 more if it is marked


@compiled
def observe(state: StateData, seat: int, view: StateData) -> None:
    """Copy the whole state: players and watchers see everything."""
    copy(view, state)


def show(view: StateData, seat: int) -> dict[str, Any]:
    """Return the view as plain data; the board is rows of `.`, `r` and `b`, capitals for marked pawns."""
    return {
        "board": rows(view),
        "turn": int(view.turn),
        "ply": int(view.ply),
        "mix": bool(view.mix),
        "line": winning_line(view),
        "ending": ENDINGS[int(view.ending)],
    }


def rows(view: StateData) -> list[str]:
    """Return the board, one text per row."""
    _, red, blue = view.pawns.tolist()
    marked = int(view.marked)
    return [_row(red >> at & ROW, blue >> at & ROW, marked >> at & ROW) for at in range(0, STRIDE * SIZE, STRIDE)]


@cache  # a few thousand
def _row(red: int, blue: int, marked: int) -> str:
    numbers = [(red >> i & 1) + 2 * (blue >> i & 1) + 4 * (marked >> i & 1) for i in range(SIZE)]
    return "".join(_LETTERS[number] for number in numbers)


def winning_line(view: StateData) -> list[str]:
    """Return the four squares that won (R8, R12), to be highlighted; none if no line won."""
    if int(view.ending) != LINE:
        return []
    line = line_of(int(view.pawns[int(view.winner)]), int(view.marked), bool(view.mix))
    return [square_name(square) for square in line]


def line_of(own: int, marked: int, mix: bool) -> list[int]:
    """Return the squares of a line among a side's pawns; none if there is no line."""
    for first in range(STRIDE * SIZE):
        for d in DIRECTIONS:
            line = [first + d * i for i in range(4)]
            marks = [marked >> square & 1 for square in line]
            alternate = marks[0] != marks[1] and marks[:2] == marks[2:]
            if all(own >> square & 1 for square in line) and (alternate or not mix):
                return line
    return []


def notation(state: StateData, actor: int, action: int, seat: int) -> str:
    """Return an event as a seat may read it: all of it."""
    return write(state, actor, action)


def sentence(state: StateData, actor: int, action: int, seat: int) -> Message:
    """Return the sentence for a move: a step, or jumps and how many."""
    return _sentence(actor, write(state, actor, action))


@cache  # a few thousand
def _sentence(actor: int, text: str) -> Message:
    who = message("seat", seat=actor)
    origin, jumps, target = text[:2], text.count(":"), text[-2:]
    if jumps == 0:
        return message("event.step", who=who, origin=origin, target=target)
    return message("event.jump", who=who, origin=origin, target=target, n=jumps)
