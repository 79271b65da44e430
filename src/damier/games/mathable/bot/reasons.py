"""Why a move is good, as a sentence, from what the seat sees. Every claim is checked before it is made."""

import numpy as np

from damier.core.catalogue import Message, message
from damier.core.compiled import lowest
from damier.core.contract import StateData
from damier.core.state import View
from damier.games.mathable.bot.turns import LENGTH_AT, TURN, best_turns
from damier.games.mathable.equations import (
    KINDS,
    MARGIN,
    PLACE,
    RACK,
    SIGN,
    STEPS,
    STRIDE,
    VALUES,
    best_points,
    claim_of,
    equations,
    is_right,
    kinds_of,
    points,
    put,
    square_of,
    token_of,
)
from damier.games.mathable.moves import square_name, swapped, values_of
from damier.games.mathable.racks import drop
from damier.games.mathable.rules import ACCEPT, BONUS, CONTEST, END, SWAP, TAKE
from damier.games.mathable.view import sum_text

_NODES = 40_000  # of a search for a way to place the whole rack
_NOTHING = np.zeros(KINDS + 1, np.int64)
_EMPTYING = 1 << 40  # worth more than all points together: a turn that places the whole rack beats every other


def reason(view: View, action: int) -> Message:
    """Return what speaks for an action of the seat (or against it, where it is a bad one)."""
    if action >= PLACE:
        return _placing(view, action)
    if action >= SWAP:
        return _exchanging(view, action)
    if action >= CONTEST:
        right = not int(view.fields.wrong) >> (action - CONTEST) & 1
        return _contested("reason.contest-right" if right else "reason.contest", view, action - CONTEST)
    if action == ACCEPT:
        wrong = int(view.fields.wrong)
        return _contested("reason.accept-wrong", view, lowest(wrong)) if wrong else message("reason.accept")
    if action == END:
        return _ending(view)
    if action == TAKE:
        return message("reason.take", n=int(view.fields.left))
    return _leaving(view)


def _placing(view: View, action: int) -> Message:
    """Return its equations and points, and what it leads to."""
    record = view.data[0]
    square, token = square_of(action), token_of(action)
    gaps: dict[str, str | int] = {"n": int(points(record.board, action))}
    if not is_right(record.board, action):
        return message("reason.wrong", token=VALUES[token - 1], square=square_name(square), **gaps)
    found = claim_of(action) or int(equations(record.board, square, token))
    steps = [step for d, step in enumerate(STEPS) if found >> d & 1]
    gaps["sums"] = ", ".join(sum_text(record.board, square, token, step) for step in steps)
    if len(steps) > 1:
        return message(f"reason.equations-{len(steps)}", **gaps)
    if view.fields.left and SIGN[square]:
        return message("reason.extra", **gaps)
    if _can_place_all(view, action):
        return message("reason.bonus", bonus=BONUS, **gaps)
    if abs(steps[0]) < STRIDE:
        return message("reason.row", row=square // STRIDE - MARGIN + 1, **gaps)
    return message("reason.column", column=square_name(square)[-1], **gaps)


def _can_place_all(view: View, first: int | None = None) -> bool:
    """Return whether a way to place the whole rack in this turn, for the bonus (R10), was found.

    With `first`, a way that begins with this placement. After a wrong placement (R15) no bonus can be promised.
    """
    if view.fields.began != RACK or view.fields.wrong:
        return False
    memory = view.engine.blank()
    memory[0] = view.data[0]
    record: StateData = memory[0]
    rack = record.rack[view.seat]
    if first is not None:
        put(record.board, record.rows, square_of(first), token_of(first))
        drop(rack, token_of(first))
    turns = np.zeros((1, TURN), np.int64)
    best_turns(record.board, record.rows, rack, _NOTHING, 0, _EMPTYING, _NODES, turns)
    return int(turns[0, LENGTH_AT]) == len(values_of(rack))


def _contested(key: str, view: View, step: int) -> Message:
    placed = int(view.fields.actions[step])
    return message(key, token=VALUES[token_of(placed) - 1], square=square_name(square_of(placed)))


def _exchanging(view: View, action: int) -> Message:
    rack = view.fields.rack[view.seat]
    kept = values_of(rack)
    for value in swapped(rack, action):
        kept.remove(value)
    return _instead_of_placing(view, kept)


def _ending(view: View) -> Message:
    kept = values_of(view.fields.rack[view.seat])
    if kept:
        return _instead_of_placing(view, kept)
    if view.fields.began == RACK and not view.fields.wrong:
        return message("reason.end-bonus", bonus=BONUS)
    return message("reason.end-empty")


def _instead_of_placing(view: View, kept: list[int]) -> Message:
    """Return what placing a token would bring at most, and what stays on the rack."""
    record = view.data[0]
    most = int(best_points(record.board, record.rows, kinds_of(record.rack[view.seat])))
    key = "reason.stuck" if most < 0 else "reason.poor"
    gaps: dict[str, str | int] = {} if most < 0 else {"n": most}
    if not kept:
        return message(key, **gaps)
    return message(f"{key}-keep", kept=", ".join(map(str, kept)), **gaps)


def _leaving(view: View) -> Message:
    if view.fields.began == RACK and not view.fields.held[view.seat]:
        return message("reason.leave-empty", bonus=BONUS)
    if _can_place_all(view):
        return message("reason.leave", bonus=BONUS)
    return message("reason.leave-plain")
