"""What a seat may know of Foumath: everything, as nothing is hidden."""

from typing import Any

import numpy as np

from damier.core.compiled import compiled, copy
from damier.core.contract import StateData
from damier.games.foumath.moves import square_name, write
from damier.games.foumath.options import BOARDS, JUNIOR, LEVELS, RULESETS
from damier.games.foumath.rules import (
    CHOOSE,
    ENDINGS,
    FIRST,
    LOSE,
    MAX_ACTIONS,
    NO_NUMBER,
    OPEN,
    PLACE,
    SECOND,
    THROW,
    doubles,
)
from damier.games.foumath.sentences import sentence
from damier.games.foumath.squares import FROM, SIZE, line, line_points, line_squares, places, pointed, put, value

__all__ = ["HIDES", "notation", "observe", "sentence", "show"]

HIDES = False

_PHASES = {OPEN: "open", CHOOSE: "choose", THROW: "throw", PLACE: "place", LOSE: "lost"}
_KEPT = {0: None, FIRST: 0, SECOND: 1}
_NUMBERS = [
    [[value(10 * row + column, addition) for column in range(1, SIZE + 1)] for row in range(1, SIZE + 1)]
    for addition in (0, 1)
]


@compiled
def observe(state: StateData, seat: int, view: StateData) -> None:
    """Copy the whole state: players and watchers see everything."""
    copy(view, state)


def show(view: StateData, seat: int) -> dict[str, Any]:
    """Return the view as plain data; the README of this folder says what each part is."""
    seats, addition = int(view.seats), int(view.addition)
    over, winner = int(view.ending) != 0, int(view.winner)
    won = line(view.pawns[winner], addition) if winner else 0
    return {
        "ruleset": RULESETS[int(view.ruleset)],
        "level": LEVELS[int(view.level)],
        "target": None if int(view.level) == JUNIOR else int(view.target),
        "kind": BOARDS[addition],
        "numbers": _NUMBERS[addition],
        "board": rows(view),
        "reserve": [pawns.count(0) for pawns in view.pawns[1 : seats + 1].tolist()],
        "round": max(1, int(view.rounds)),
        "begin": 0 if int(view.phase) == OPEN else int(view.begin),
        "turn": 0 if over else int(view.turn),
        "phase": "over" if over else _PHASES[int(view.phase)],
        "opening": opening(view),
        **thrown(view, over),
        "winner": winner,
        "line": [square_name(square) for square in line_squares(won)],
        "sum": line_points(won, addition) if won else 0,
        "gains": view.gains[1 : seats + 1].tolist(),
        "totals": view.totals[1 : seats + 1].tolist(),
        "ending": ENDINGS[int(view.ending)],
    }


def rows(view: StateData) -> list[str]:
    """Return the board, one text per row: the number of the seat that stands on a square, or a dot."""
    squares = ["."] * 100
    for seat, pawns in enumerate(view.pawns.tolist()):
        for square in pawns:
            squares[square] = str(seat)
    board = "".join(squares)
    return [board[10 * row + 1 : 10 * row + 1 + SIZE] for row in range(1, SIZE + 1)]


def opening(view: StateData) -> list[int | None]:
    """Return the number each seat last threw to see who begins (R4); None where a throw is still to come."""
    if not view.rolled_opening:
        return []
    due, numbers = int(view.due), view.opened[1 : int(view.seats) + 1].tolist()
    return [None if due >> seat & 1 else number for seat, number in enumerate(numbers, 1)]


def thrown(view: StateData, over: bool) -> dict[str, Any]:
    """Return what the view tells about the dice: where they point, another throw, a lost turn, lines (R5–R9)."""
    phase, first, second, kept = int(view.phase), int(view.first), int(view.second), int(view.kept)
    placing = phase == PLACE and not over
    lying: list[int | None] = [] if first == NO_NUMBER else [first, second]
    if phase == THROW:
        lying = [first if kept == FIRST else None, second if kept == SECOND else None]
    lost = "" if phase != LOSE else "taken" if first and second else "zero"
    squares = [pointed(first, second, way) for way in range(1 if first == second else 2)]
    return {
        "dice": lying,
        "kept": None if phase == CHOOSE else _KEPT[kept],
        "pointed": [square_name(square) for square in squares] if placing or lost == "taken" else [],
        "again": placing and doubles(first, second, kept, int(view.again)),
        "lost": lost,
        "lines": lines_in_reach(view) if placing else {},
    }


def lines_in_reach(view: StateData) -> dict[str, int]:
    """Return the moves that would end the round now, with the sum of the line that each completes (R10)."""
    seat, addition = int(view.turn), int(view.addition)
    out = np.empty(MAX_ACTIONS, np.int64)
    n = places(view.pawns, seat, int(view.first), int(view.second), out)
    reached = {}
    for action in out[:n].tolist():
        pawns = view.pawns[seat].copy()
        put(pawns, action // FROM, action % FROM)
        if found := line(pawns, addition):
            reached[write(view, seat, action)] = line_points(found, addition)
    return reached


def notation(state: StateData, actor: int, action: int, seat: int) -> str:
    """Return an event as a seat may read it: all of it."""
    return write(state, actor, action)
