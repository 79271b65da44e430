"""What a seat may know of Mathable: everything but the others' racks and the bag.

Open are: the tokens drawn to begin, the board, how many tokens each holds, and tokens taken back from the board.
"""

from typing import Any

import numpy as np

from damier.core.catalogue import Message, message
from damier.core.compiled import compiled, copy
from damier.core.contract import CHANCE, StateData
from damier.games.mathable.equations import (
    DIRECTIONS,
    LAYOUT,
    MARGIN,
    PLACE,
    PRINTED,
    RACK,
    SIGN,
    SIGNS,
    SIZE,
    STEPS,
    STRIDE,
    VALUES,
    claim_of,
    equations,
    placements,
    points,
    price,
    results,
    square_at,
    square_of,
    token_of,
)
from damier.games.mathable.moves import SHOWN_SIGNS, place_text, square_name, swapped, values_of, write
from damier.games.mathable.options import MathableOptions
from damier.games.mathable.rules import (
    BONUS,
    CONTEST,
    END,
    ENDINGS,
    HIDDEN,
    MAX_ACTIONS,
    OPENING,
    PLAY,
    SWAP,
)

HIDES = True

PHASES = ("opening", "deal", "fill", "extra", "exchange", "play", "offer", "contest")
_CLAIMS = MathableOptions.kinds()["claims"].values  # type: ignore[union-attr]
_REFEREE = MathableOptions.kinds()["referee"].values  # type: ignore[union-attr]
_FACES = (None, *VALUES)
_PRINTED = [square_name(square_at(*place)) for place in PRINTED]
_SHOWN_LAYOUT = [
    "".join("o" if (row, column) in PRINTED else mark for column, mark in enumerate(line))
    for row, line in enumerate(LAYOUT)
]


@compiled
def observe(state: StateData, seat: int, view: StateData) -> None:
    """Write what a seat may know into `view`. The others' racks are hidden until the game is over."""
    if state.ending != 0:
        copy(view, state)
        return
    view.seats = state.seats
    view.declared = state.declared
    view.contest = state.contest
    view.phase = state.phase
    view.turn = state.turn
    view.drawing = state.drawing
    view.began = state.began
    view.idle = state.idle
    view.asked = state.asked
    view.left = state.left
    view.put_aside = state.put_aside
    view.steps = state.steps
    view.wrong = state.wrong
    view.checked = state.checked
    view.expected = state.expected
    view.totals[:] = state.totals
    view.gained[:] = state.gained
    view.held[:] = state.held
    view.opened[:] = state.opened
    view.known[:] = state.known
    view.board[:] = state.board
    view.rows[:] = state.rows
    view.actions[:] = state.actions
    view.scored[:] = state.scored
    view.lines[:] = state.lines
    view.away[seat] = state.away[seat]
    view.old[seat] = state.old[seat]
    for step in range(int(state.steps)):
        if state.extra[step] != 0:
            view.extra[step] = state.extra[step] if seat == state.turn else HIDDEN
    view.bag[:] = state.bag
    for other in range(1, int(state.seats) + 1):
        if other == seat:
            view.rack[other] = state.rack[other]
        else:
            view.rack[other] = state.known[other]
            _count(state.rack[other], view.bag)
            for i in range(RACK):
                view.bag[state.known[other, i]] -= 1
    if seat == state.turn:
        view.aside[:] = state.aside
    else:
        _count(state.aside, view.bag)
    view.bag[0] = 0  # empty places of racks were counted here


@compiled
def _count(rack: StateData, bag: StateData) -> None:
    """Add the tokens of a rack to those that are not seen."""
    for i in range(RACK):
        bag[rack[i]] += 1


def show(view: StateData, seat: int) -> dict[str, Any]:
    """Return a view as plain data, to be drawn; the README says what the keys mean."""
    seats, turn, over = int(view.seats), int(view.turn), bool(view.ending)
    places = not over and seat == turn and view.phase == PLAY
    return {
        "seat": seat,
        "claims": _CLAIMS[int(view.declared)],
        "referee": _REFEREE[int(view.contest)],
        "layout": _SHOWN_LAYOUT,
        "printed": _PRINTED,
        "board": board_of(view),
        "racks": [_rack(view, other) for other in range(1, seats + 1)],
        "bag": int(view.left),
        "totals": view.totals.tolist()[1 : seats + 1],
        "gained": view.gained.tolist()[1 : seats + 1],
        "turn": turn,
        "phase": "over" if over else PHASES[int(view.phase)],
        "drawing": 0 if over else int(view.drawing),
        "asked": [other for other in range(1, seats + 1) if int(view.asked) >> other & 1],
        "full_start": turn > 0 and int(view.began) == RACK,
        "placed": [_placed(view, step) for step in range(int(view.steps))],
        "points": points_of(view, seat) if places else {},
        "sums": sums_of(view, seat) if places and not view.contest else {},
        "idle": int(view.idle),
        "idle_limit": 2 * seats,
        "ending": ENDINGS[int(view.ending)],
    }


def board_of(view: StateData) -> list[list[int | None]]:
    """Return the numbers on the board, row by row."""
    cells = view.board.tolist()
    starts = (STRIDE * (row + MARGIN) for row in range(SIZE))
    return [[_FACES[token] for token in cells[first : first + SIZE]] for first in starts]


def _rack(view: StateData, seat: int) -> list[int | None]:
    """Return the tokens of a seat, None for each that is not seen."""
    seen: list[int | None] = [*values_of(view.rack[seat])]
    return seen + [None] * (int(view.held[seat]) - len(seen))


def points_of(view: StateData, seat: int) -> dict[str, int]:
    """Return the points of each placement the seat may choose."""
    actions = np.empty(MAX_ACTIONS, np.int64)
    n = placements(view.board, view.rows, view.rack[seat], int(view.declared), int(view.contest), actions)
    prices = np.empty(n, np.int64)
    price(view.board, actions, n, prices)
    return dict(zip(map(place_text, actions[:n].tolist()), prices.tolist(), strict=True))


def sums_of(view: StateData, seat: int) -> dict[str, dict[str, str]]:
    """Return, for each right placement, the equations that make it, by direction."""
    actions = np.empty(MAX_ACTIONS, np.int64)
    n = placements(view.board, view.rows, view.rack[seat], 0, 0, actions)
    return {
        place_text(action): _sums(view.board, square_of(action), token_of(action)) for action in actions[:n].tolist()
    }


def _sums(board: StateData, square: int, token: int) -> dict[str, str]:
    made = equations(board, square, token)
    return {
        sign: sum_text(board, square, token, step)
        for d, (sign, step) in enumerate(zip(DIRECTIONS, STEPS, strict=True))
        if made >> d & 1
    }


def _placed(view: StateData, step: int) -> dict[str, Any]:
    """Return a placement of this turn as plain data."""
    action, extra = int(view.actions[step]), int(view.extra[step])
    square, token = square_of(action), token_of(action)
    return {
        "move": place_text(action),
        "token": VALUES[token - 1],
        "square": square_name(square),
        "points": int(view.scored[step]),
        "lines": _lines(view, square, token, int(view.lines[step])),
        "extra": None if extra == 0 else "?" if extra == HIDDEN else VALUES[extra - 1],
        "checked": bool(int(view.checked) >> step & 1),
    }


def _lines(view: StateData, square: int, token: int, directions: int) -> list[dict[str, Any]]:
    """Return the equations of a placement. Where wrong ones may be contested, finding them is left to the players."""
    if view.contest and not view.declared:
        return []
    return [
        {
            "squares": [square_name(square + step), square_name(square + 2 * step)],
            "sum": "" if view.contest else sum_text(view.board, square, token, step),
        }
        for d, step in enumerate(STEPS)
        if directions >> d & 1
    ]


def sum_text(board: StateData, square: int, token: int, step: int) -> str:
    """Return how the pair in one direction makes the token (R4), with the sign of the square or the first that does."""
    pair = [VALUES[int(board[square + step * i]) - 1] for i in (1, 2)]
    first, second = pair if step > 0 else reversed(pair)  # as one reads: from the left, from above
    result = VALUES[token - 1]
    allowed = SIGNS[int(SIGN[square]) - 1] if SIGN[square] else SIGNS
    sign = next(sign for sign in allowed if result in results(first, second, sign))
    if (sign == "-" and first < second) or (sign == "/" and (second == 0 or second * result != first)):
        first, second = second, first
    return f"{first} {SHOWN_SIGNS[sign]} {second}"


def notation(state: StateData, actor: int, action: int, seat: int) -> str:
    """Return an event as the seat may read it."""
    if actor == CHANCE and state.phase != OPENING and seat != state.drawing:
        return f"draw {state.drawing} ?"
    if actor not in (CHANCE, seat) and SWAP <= action < PLACE:
        return "swap" + " ?" * (action - SWAP).bit_count()
    return write(state, actor, action)


def sentence(state: StateData, actor: int, action: int, seat: int) -> Message:
    """Return an event as a sentence."""
    if actor == CHANCE:
        return _drawing(state, VALUES[action - 1], seat)
    who = message("seat", seat=actor)
    if action >= PLACE:
        return _placing(state, who, action)
    if action >= SWAP:
        if actor == seat:
            given = swapped(state.rack[actor], action)
            return message("event.swap-own", tokens=", ".join(map(str, given)), n=len(given))
        return message("event.swap", who=who, n=(action - SWAP).bit_count())
    if action >= CONTEST:
        return _contesting(state, who, action - CONTEST)
    if action == END:
        return _ending_turn(state, who, actor)
    return message(f"event.{write(state, actor, action)}", who=who)


def _drawing(state: StateData, value: int, seat: int) -> Message:
    drawer = int(state.drawing)
    if state.phase == OPENING:
        return message("event.draw-open", who=message("seat", seat=drawer), value=value)
    if seat == drawer:
        return message("event.draw-own", value=value)
    return message("event.draw", who=message("seat", seat=drawer))


def _placing(state: StateData, who: Message, action: int) -> Message:
    """Return the placement with its equations; without them where finding mistakes is left to the players (R15)."""
    square, token = square_of(action), token_of(action)
    gaps = {"token": VALUES[token - 1], "square": square_name(square), "n": points(state.board, action)}
    if state.contest:
        return message("event.place-claim", who=who, **gaps)
    scoring = claim_of(action) or equations(state.board, square, token)
    sums = [sum_text(state.board, square, token, step) for d, step in enumerate(STEPS) if scoring >> d & 1]
    return message("event.place", who=who, sums=", ".join(sums), **gaps)


def _contesting(state: StateData, who: Message, step: int) -> Message:
    """Return what a contest comes to: a wrong placement is taken back, with the later ones of the turn (R15)."""
    placed = int(state.actions[step])
    gaps = {"token": VALUES[token_of(placed) - 1], "square": square_name(square_of(placed))}
    if not int(state.wrong) >> step & 1:
        return message("event.contest-vain", who=who, **gaps)
    return message("event.contest", who=who, n=int(state.steps) - step, **gaps)


def _ending_turn(state: StateData, who: Message, seat: int) -> Message:
    """Return the points of the turn; where they may still be contested, they are only claimed (R10, R15)."""
    if not state.steps:
        return message("event.pass", who=who)
    scored = sum(state.scored.tolist())
    bonus = state.began == RACK and state.held[seat] == 0
    if state.contest:
        key = "event.claim-bonus" if bonus else "event.claim"
        return message(key, who=who, n=scored, **({"bonus": BONUS} if bonus else {}))
    if bonus:
        return message("event.end-bonus", who=who, n=scored + BONUS, bonus=BONUS)
    return message("event.end", who=who, n=scored)
