"""Whole turns and endgames by brute force: every sequence of placements the rules allow, nothing clever.

The only help is a memory of positions already looked at, without which some would take hours.
"""

from functools import partial

import numpy as np

from damier.core.state import State
from damier.games.mathable import equations
from damier.games.mathable.equations import PLACE, RACK
from damier.games.mathable.rules import BONUS, END, MAX_ACTIONS


def best_turn(state: State) -> int:
    """The most points of one turn without extra tokens (R8–R10)."""
    seat = state.actors[0]
    rules = state.engine.bind(equations)
    data = state.engine.blank()
    data[0] = state.data[0]
    board, rows = data[0].board, data[0].rows
    bonus = BONUS if state.fields.began == RACK else 0
    listed = np.empty(MAX_ACTIONS, np.int64)
    known: dict[frozenset[int], int] = {}

    def points_to_come(rack: list[int], placed: frozenset[int]) -> int:
        if not rack:
            return bonus
        if placed in known:
            return known[placed]
        padded = np.array(rack + [0] * (RACK - len(rack)), np.int8)
        best = 0
        for action in listed[: rules.placements(board, rows, padded, 0, 0, listed)].tolist():
            scored = rules.points(board, action)
            square, token = equations.square_of(action), equations.token_of(action)
            rest = rack.copy()
            rest.remove(token)
            rules.put(board, rows, square, token)
            best = max(best, scored + points_to_come(rest, placed | {action}))
            rules.lift(board, rows, square)
        known[placed] = best
        return best

    return points_to_come([token for token in state.fields.rack[seat].tolist() if token], frozenset())


def final_lead(state: State, most: int = 60_000) -> int | None:
    """The final lead of whose turn it is, when both play perfectly and the bag is empty; None where that is much."""
    known: dict[bytes, int] = {}

    def lead_to_come(state: State) -> int:
        """What the seat whose turn it is will gain on the other from here."""
        turn = int(state.fields.turn)
        lead = partial(_lead, turn)
        if state.is_over:
            return 0
        key = _situation(state)
        if key in known:
            return known[key]
        if len(known) > most:
            raise OverflowError
        best = -(10**6)
        for action in state.actions(turn):
            if action >= PLACE or action == END:
                after = state.play(action, turn)
                gained = lead(after) - lead(state)
                coming = lead_to_come(after)
                best = max(best, gained + (coming if after.fields.turn == turn else -coming))
        known[key] = best
        return best

    try:
        return _lead(int(state.fields.turn), state) + lead_to_come(state)
    except OverflowError:
        return None


def _lead(seat: int, state: State) -> int:
    return state.scores[seat - 1] - state.scores[2 - seat]


def _situation(state: State) -> bytes:
    """All but the totals and the history."""
    record = state.fields
    rest = [int(record.turn), int(record.idle), int(record.steps > 0), int(record.began == RACK)]
    return bytes(record.board) + bytes(record.rack) + bytes(rest)
