"""What a seat may know of Quatre: everything. Nothing is hidden."""

from typing import Any

from damier.core.compiled import compiled, copy
from damier.core.contract import Record
from damier.core.words import Message, message
from damier.games.quatre.moves import square_name, write
from damier.games.quatre.rules import DIRECTIONS, ENDINGS, LINE, SIZE, STRIDE

HIDES = False

_LETTERS = str.maketrans("01256", ".rbRB")


@compiled
def observe(state: Record, seat: int, view: Record) -> None:
    """Both players and every watcher see the whole table."""
    copy(view, state)


def show(view: Record, seat: int) -> dict[str, Any]:
    """The board as rows of `.`, `r`, `b`, capitals for marked pawns; whose turn; the line that won."""
    return {
        "board": rows(view),
        "turn": int(view.turn),
        "ply": int(view.ply),
        "mix": bool(view.mix),
        "line": winning_line(view),
        "ending": ENDINGS[int(view.ending)],
    }


def rows(view: Record) -> list[str]:
    """The board, one text per row."""
    _, red, blue = view.pawns.tolist()
    # Bits read as decimal digits can be added square by square: 1 red, 2 blue, 4 more for a mark.
    digits = int(f"{red:b}") + 2 * int(f"{blue:b}") + 4 * int(f"{int(view.marked):b}")
    board = f"{digits:0{STRIDE * SIZE}}"[::-1].translate(_LETTERS)
    return [board[STRIDE * row : STRIDE * row + SIZE] for row in range(SIZE)]


def winning_line(view: Record) -> list[str]:
    """R8, R12: the four squares that won, for those who draw them."""
    if int(view.ending) != LINE:
        return []
    own, marked = int(view.pawns[int(view.winner)]), int(view.marked)
    for first in range(STRIDE * SIZE):
        for d in DIRECTIONS:
            line = [first + d * i for i in range(4)]
            marks = [marked >> square & 1 for square in line]
            alternate = marks[0] != marks[1] and marks[:2] == marks[2:]
            if all(own >> square & 1 for square in line) and (alternate or not view.mix):
                return [square_name(square) for square in line]
    return []


def notation(state: Record, actor: int, action: int, seat: int) -> str:
    """Every seat reads the whole event."""
    return write(state, actor, action)


def words(state: Record, actor: int, action: int, seat: int) -> Message:
    """A step, or a chain of jumps and over how many pawns."""
    who = message("seat", seat=actor)
    text = write(state, actor, action)
    origin, jumps, target = text[:2], text.count(":"), text[-2:]
    if jumps == 0:
        return message("event.step", who=who, origin=origin, target=target)
    return message("event.jump", who=who, origin=origin, target=target, n=jumps)
