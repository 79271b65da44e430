"""Why a move of Quatre is advised, as a message. A reason states only what is counted here.

A window is four squares in a line. It is a possible line for a seat while nothing but the seat's pawns stand there; in
Mix they must also fit an alternation of plain and marked.
"""

from damier.core.catalogue import Message, message
from damier.core.compiled import copy
from damier.core.contract import StateData
from damier.core.state import View
from damier.games.quatre.moves import square_name
from damier.games.quatre.rules import BLOCKED, BLUE, BOARD, DIRECTIONS, LINE, RED, apply, chains, moved, steps

Window = tuple[int, ...]  # four squares

WINDOWS: list[Window] = [
    tuple(first + d * i for i in range(4))
    for first in range(BOARD.bit_length())
    for d in DIRECTIONS
    if all(BOARD >> (first + d * i) & 1 for i in range(4))
]
THROUGH = {square: [window for window in WINDOWS if square in window] for square in range(BOARD.bit_length())}


def reason(view: View, action: int) -> Message:
    """Return the most important thing that a move does."""
    seat = view.seat
    other = RED + BLUE - seat
    memory = view.engine.blank(2)
    before, after = memory[0], memory[1]
    copy(before, view.data[0])
    copy(after, before)
    apply(after, seat, action)
    if int(after.ending) == LINE:
        return message("reason.line")
    who = message("seat", seat=other)
    if int(after.ending) == BLOCKED:
        return message("reason.blocked", who=who)
    if int(after.ending) != 0:
        return message("reason.draw")
    if _in_reach(after, other):
        return message("reason.best")
    if stopped := _in_reach(before, other):
        return message("reason.stops", who=who, where=_where(min(stopped)))
    threats = _in_reach(after, seat)
    gaps = {square for window in threats for square in window if not int(after.pawns[seat]) >> square & 1}
    if len(gaps) > 1:
        return message("reason.threats", n=len(gaps))
    if threats:
        return message("reason.threat", where=_where(min(threats)))
    return _quiet(before, after, seat, action)


def _quiet(before: StateData, after: StateData, seat: int, action: int) -> Message:
    """Return what a move does that neither ends the game nor stops or threatens a line."""
    other = RED + BLUE - seat
    if third := [window for window in THROUGH[action & 63] if _in_place(after, seat, window) == 3]:
        return message("reason.third", where=_where(third[0]))
    mine = _promising(after, seat), _promising(before, seat)
    theirs = _promising(after, other), _promising(before, other)
    if mine[0] > mine[1]:
        return message("reason.builds", n=mine[0], before=mine[1])
    if theirs[0] < theirs[1]:
        return message("reason.hinders", who=message("seat", seat=other), n=theirs[0], before=theirs[1])
    return message("reason.quiet")


def _in_reach(state: StateData, seat: int) -> set[Window]:
    """Return the lines that a seat could complete with one move, if it were to move. (R9 never forbids that.)"""
    own, marked = int(state.pawns[seat]), int(state.marked)
    occupied = own | int(state.pawns[RED + BLUE - seat])
    found = set()
    for origin in range(BOARD.bit_length()):
        pawn = 1 << origin
        if not own & pawn:
            continue
        targets = steps(pawn, BOARD & ~occupied) | chains(pawn, occupied)
        for target in range(BOARD.bit_length()):
            if targets >> target & 1:
                action = origin << 6 | target
                there, marks = moved(own, action), moved(marked, action)
                found |= {w for w in THROUGH[target] if _is_line(there, marks, bool(state.mix), w)}
    return found


def _is_line(own: int, marked: int, mix: bool, window: Window) -> bool:
    """Return whether a side's pawns fill a window (R8), alternating in Mix (R12)."""
    marks = [marked >> square & 1 for square in window]
    return all(own >> square & 1 for square in window) and (not mix or marks in ([0, 1, 0, 1], [1, 0, 1, 0]))


def _in_place(state: StateData, seat: int, window: Window) -> int:
    """Return how many pawns of a seat stand in a window that is a possible line for it, else 0."""
    own, enemy, marked = int(state.pawns[seat]), int(state.pawns[RED + BLUE - seat]), int(state.marked)
    if any(enemy >> square & 1 for square in window):
        return 0
    standing = [(i, square) for i, square in enumerate(window) if own >> square & 1]
    alternations = {(i + (marked >> square & 1)) % 2 for i, square in standing}
    return 0 if state.mix and len(alternations) > 1 else len(standing)


def _promising(state: StateData, seat: int) -> int:
    """Return how many possible lines of a seat hold at least two of its pawns."""
    return sum(_in_place(state, seat, window) >= 2 for window in WINDOWS)


def _where(window: Window) -> Message:
    first, last = square_name(window[0]), square_name(window[-1])
    if first[0] == last[0]:
        return message("reason.row", row=first[0])
    if first[1] == last[1]:
        return message("reason.column", column=first[1])
    return message("reason.diagonal", first=first, last=last)
