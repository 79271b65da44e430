"""Why a move is good, in words."""

import numpy as np

from damier.core.catalogue import Message, message
from damier.core.contract import StateData
from damier.core.state import View
from damier.games.foumath.bot.chances import EXTRA_THROWS, completing, line_made, turn_chance
from damier.games.foumath.bot.scratch import TABLE, lay, shift
from damier.games.foumath.moves import square_name
from damier.games.foumath.rules import CHOOSE, PLACE, ROLL
from damier.games.foumath.squares import FROM, PAWNS


def reason(view: View, action: int) -> Message:
    """Why a seat should do this, from what it sees."""
    state = view.data[0]
    table = np.zeros(1, TABLE)
    lay(table[0], state)
    if state.phase == CHOOSE:
        return _throw(table, state, view.seat, action)
    if state.phase == PLACE:
        return _place(table, view.seat, action)
    return message("reason.lost")


def _lines(tables: StateData, seat: int) -> list[int]:
    """The free squares where a seat would make a line."""
    out = np.empty(2 * PAWNS * PAWNS, np.int64)
    return [int(square) for square in out[: completing(tables[0].pawns, tables[0].board, seat, out)]]


def _others(tables: StateData, seat: int) -> list[int]:
    """The other seats, the next one first."""
    seats = int(tables[0].seats)
    return [(seat - 1 + i) % seats + 1 for i in range(1, seats)]


def _percent(tables: StateData, seat: int, kept: int) -> int:
    table = tables[0]
    return round(100 * turn_chance(table.pawns, table.board, seat, kept, int(table.again), EXTRA_THROWS - 1))


def _throw(tables: StateData, state: StateData, seat: int, action: int) -> Message:
    if state.first < 0:
        return message("reason.first")
    if action == 0:
        return message("reason.zero")
    own = _lines(tables, seat)
    both = _percent(tables, seat, -1)
    if action == ROLL:
        return message("reason.both-line", n=len(own), percent=both) if own else message("reason.both")
    led = [square for square in own if action in divmod(square, 10)]
    if led:
        kept = _percent(tables, seat, action)
        return message("reason.keep-line", number=action, n=len(led), percent=kept, other=both)
    for other in _others(tables, seat):
        if any(action in divmod(square, 10) for square in _lines(tables, other)):
            return message("reason.keep-block", number=action, who=message("seat", seat=other))
    return message("reason.keep", number=action)


def _place(tables: StateData, seat: int, action: int) -> Message:
    table = tables[0]
    origin, target = divmod(action, FROM)
    index = table.pawns[seat].tolist().index(origin)
    square = square_name(target)
    if points := line_made(table.pawns, seat, index, target, int(table.addition)):
        return message("reason.line", square=square, points=points)
    for other in _others(tables, seat):
        if target in _lines(tables, other):
            return message("reason.block", who=message("seat", seat=other), square=square)
    shift(table, seat, index, target)
    if own := _lines(tables, seat):
        return message("reason.build", square=square, n=len(own))
    return message("reason.room", square=square)
