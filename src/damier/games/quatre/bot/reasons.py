"""Why a move of Quatre is good, in words."""

from damier.core.catalogue import Message, message
from damier.core.compiled import copy, lowest
from damier.core.contract import StateData
from damier.core.state import View
from damier.games.quatre.bot.lines import completions, promise
from damier.games.quatre.moves import square_name
from damier.games.quatre.rules import BLUE, LINE, RED, STRIDE, apply
from damier.games.quatre.view import line_of


def reason(view: View, action: int) -> Message:
    """The most important thing that a move does."""
    seat = view.seat
    other = RED + BLUE - seat
    memory = view.engine.blank(2)
    before, after = memory[0], memory[1]
    copy(before, view.data[0])
    copy(after, before)
    apply(after, seat, action)
    if int(after.ending) == LINE:
        return message("reason.line")
    if int(after.ending) != 0:
        return message("reason.end")
    stopped = completions(before, other) & ~completions(after, other)
    threats = completions(after, seat)
    if stopped:
        where = _where(before, other, lowest(stopped))
        return message("reason.stops", who=message("seat", seat=other), where=where)
    if threats & (threats - 1):
        return message("reason.threats")
    if threats:
        return message("reason.threat", where=_where(after, seat, lowest(threats)))
    mine = int(promise(after, seat)) - int(promise(before, seat))
    theirs = int(promise(before, other)) - int(promise(after, other))
    if mine <= 0 and theirs <= 0:
        return message("reason.waits")
    if mine >= theirs:
        return message("reason.builds")
    return message("reason.hinders", who=message("seat", seat=other))


def _where(state: StateData, seat: int, gap: int) -> Message:
    """The line that a pawn of the seat would complete in a gap."""
    own, marked = int(state.pawns[seat]) | 1 << gap, int(state.marked)
    mix = bool(state.mix)
    line = line_of(own, marked, mix) or line_of(own, marked | 1 << gap, mix)
    rows = {square // STRIDE for square in line}
    columns = {square % STRIDE for square in line}
    first, last = square_name(line[0]), square_name(line[-1])
    if len(rows) == 1:
        return message("reason.row", row=first[0])
    if len(columns) == 1:
        return message("reason.column", column=first[1])
    return message("reason.diagonal", first=first, last=last)
