"""Why a move of Foumath is advised, as a message. A reason states only what is counted here.

"looks better" in a sentence is the judgement of the bot that chose the move; everything else is a fact.
"""

import numpy as np

from damier.core.catalogue import Message, message
from damier.core.contract import StateData
from damier.core.state import View
from damier.games.foumath.bot.line_chances import THIRDS, completing_squares, points_made, throw_chance
from damier.games.foumath.bot.scratchpad import SCRATCHPAD, load, move_pawn
from damier.games.foumath.options import JUNIOR
from damier.games.foumath.rules import CHOOSE, NO_NUMBER, PLACE, ROLL
from damier.games.foumath.sentences import square_message
from damier.games.foumath.squares import FROM, PAWNS

_THIRDS = THIRDS.tolist()


def reason(view: View, action: int) -> Message:
    """Return why a seat should do this, from what it sees."""
    state = view.data[0]
    pads = np.zeros(1, SCRATCHPAD)
    load(pads[0], state)
    if state.phase == CHOOSE:
        return _throw(pads, state, view.seat, action)
    if state.phase == PLACE:
        return _place(pads, state, view.seat, action)
    return message("reason.lost")


def _completing(pads: StateData, seat: int) -> list[int]:
    """Return the free squares where one more pawn of a seat completes a line."""
    out = np.empty(2 * PAWNS * PAWNS, np.int64)
    return [int(square) for square in out[: completing_squares(pads[0].pawns, pads[0].board, seat, out)]]


def _others(pads: StateData, seat: int) -> list[int]:
    """Return the other seats, the next one first."""
    seats = int(pads[0].seats)
    return [(seat - 1 + i) % seats + 1 for i in range(1, seats)]


def _percent(squares: list[int], choice: int) -> int:
    """Return the chance, in percent, that one throw points at one of these squares: always a whole number."""
    return round(100 * throw_chance(np.array(squares, np.int64), len(squares), -1 if choice == ROLL else choice))


def _throw(pads: StateData, state: StateData, seat: int, action: int) -> Message:
    if state.first == NO_NUMBER:
        return message("reason.first")
    if action == 0:
        return message("reason.zero")
    own = _completing(pads, seat)
    percent = {choice: _percent(own, choice) for choice in (int(state.first), int(state.second), ROLL)}
    chance = percent.pop(action)
    rival = max(percent, key=percent.__getitem__)  # the best of the other throws
    if action == ROLL:
        if not own:
            return message("reason.both")
        if percent[rival] > chance:
            return message("reason.both-other", percent=chance, number=rival, other=percent[rival])
        return message("reason.both-line", n=len(own), percent=chance)
    if chance > percent[ROLL] and chance >= percent[rival]:
        led = sum(action in divmod(square, 10) for square in own)
        return message("reason.keep-line", number=action, n=led, percent=chance, other=percent[ROLL])
    if chance > 0:
        return message("reason.keep-other", number=action, percent=chance, other=percent[rival])
    for other in _others(pads, seat):
        if any(action in divmod(square, 10) for square in _completing(pads, other)):
            return message("reason.keep-block", number=action, who=message("seat", seat=other))
    return message("reason.keep", number=action)


def _place(pads: StateData, state: StateData, seat: int, action: int) -> Message:
    pad = pads[0]
    origin, target = divmod(action, FROM)
    index = pad.pawns[seat].tolist().index(origin)
    square = square_message(target, int(pad.addition))
    if points := points_made(pad.pawns, seat, index, target, int(pad.addition)):
        if state.level == JUNIOR or state.totals[seat] + points > state.target:
            return message("reason.line-wins", square=square)
        return message("reason.line", square=square, points=int(points))
    for other in _others(pads, seat):
        if target in _completing(pads, other):
            return message("reason.block", who=message("seat", seat=other), square=square)
    move_pawn(pad, seat, index, target)
    if own := _completing(pads, seat):
        return message("reason.build", square=square, n=len(own))
    if n := _open_lines(pads, seat, target):
        return message("reason.room", square=square, n=n)
    return message("reason.best", square=square)


def _open_lines(pads: StateData, seat: int, square: int) -> int:
    """Return how many lines of three run through a square without a pawn of another seat."""
    board = pads[0].board.tolist()
    usable = [other for other in range(len(board)) if other % 10 and other > 10 and board[other] in (0, seat)]
    return sum(third > other and third in usable for other in usable for third in _THIRDS[square][other])
