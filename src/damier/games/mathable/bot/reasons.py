"""Why a move is good, in words, from what the seat sees."""

import numpy as np

from damier.core.catalogue import Message, message
from damier.core.state import View
from damier.games.mathable.bot.planning import plan
from damier.games.mathable.bot.rack_value import EXTRA_TOKEN, KEEP, POINT
from damier.games.mathable.bot.turns import LENGTH_AT, TURN, VALUE_AT
from damier.games.mathable.equations import (
    MARGIN,
    PLACE,
    RACK,
    SIGN,
    STEPS,
    STRIDE,
    VALUES,
    claim_of,
    equations,
    points,
    square_of,
    token_of,
)
from damier.games.mathable.moves import square_name, swapped, values_of
from damier.games.mathable.rules import ACCEPT, BONUS, CONTEST, END, SWAP, TAKE
from damier.games.mathable.view import sum_text


def reason(view: View, action: int) -> Message:
    """What speaks for an action of the seat."""
    if action >= PLACE:
        return _placing(view, action)
    if action >= SWAP:
        return _exchanging(view, action)
    if action >= CONTEST:
        contested = int(view.fields.actions[action - CONTEST])
        gaps = {"token": VALUES[token_of(contested) - 1], "square": square_name(square_of(contested))}
        return message("reason.contest", **gaps)
    if action == ACCEPT:
        return message("reason.accept")
    if action == END:
        return _ending(view)
    if action == TAKE:
        return message("reason.take")
    return message("reason.leave", bonus=BONUS) if _empties(view) else message("reason.leave-plain")


def _placing(view: View, action: int) -> Message:
    """Its equations and points, and what it leads to."""
    record = view.data[0]
    square, token = square_of(action), token_of(action)
    found = claim_of(action) or int(equations(record.board, square, token))
    steps = [step for d, step in enumerate(STEPS) if found >> d & 1]
    sums = [sum_text(record.board, square, token, step) for step in steps]
    gaps: dict[str, str | int] = {"sums": ", ".join(sums), "n": int(points(record.board, action))}
    if len(steps) > 1:
        return message(f"reason.equations-{len(steps)}", **gaps)
    if view.fields.left and SIGN[square]:
        return message("reason.extra", **gaps)
    if _empties(view):
        return message("reason.bonus", bonus=BONUS, **gaps)
    if abs(steps[0]) < STRIDE:
        return message("reason.row", row=square // STRIDE - MARGIN + 1, **gaps)
    return message("reason.column", column=square_name(square)[-1], **gaps)


def _empties(view: View) -> bool:
    """Whether the best turn goes on until the rack is empty, for the bonus (R10)."""
    if view.fields.began != RACK:
        return False
    turns = np.zeros((1, TURN), np.int64)
    memory = view.engine.blank()
    memory[0] = view.data[0]
    plan(memory[0], view.seat, KEEP, EXTRA_TOKEN, turns)
    return bool(turns[0, LENGTH_AT] == view.fields.held[view.seat] and turns[0, VALUE_AT] >= POINT * BONUS)


def _exchanging(view: View, action: int) -> Message:
    rack = view.fields.rack[view.seat]
    kept = values_of(rack)
    for value in swapped(rack, action):
        kept.remove(value)
    if not kept:
        return message("reason.swap-all")
    return message("reason.swap", n=len(kept), kept=", ".join(map(str, kept)))


def _ending(view: View) -> Message:
    kept = values_of(view.fields.rack[view.seat])
    if view.fields.steps and kept and view.fields.left:
        return message("reason.end", n=len(kept), kept=", ".join(map(str, kept)))
    return message("reason.end-plain" if view.fields.steps else "reason.pass")
