"""Moves of Foumath as text: `roll`, `keep 6`, place `6x8` (row 6, column 8), move `3x4-6x8`, `lost zero`, `lost taken`.

Chance writes `open 2 7` (seat 2 threw a 7 to see who begins) and `dice 6 8`, each die in its place.
"""

import re
from functools import cache

import numpy as np

from damier.core.catalogue import Message, message
from damier.core.contract import CHANCE, StateData
from damier.core.errors import Illegal, Malformed
from damier.games.foumath.rules import (
    CHOOSE,
    FIRST,
    LOSE,
    LOST_TAKEN,
    LOST_ZERO,
    MAX_ACTIONS,
    NO_NUMBER,
    OPEN,
    PLACE,
    ROLL,
    THROW,
)
from damier.games.foumath.squares import FROM, is_free, places, pointed
from damier.kit.typed import plain

_WORDS = {ROLL: "roll", LOST_ZERO: "lost zero", LOST_TAKEN: "lost taken"} | {n: f"keep {n}" for n in range(10)}
_ACTIONS = {text: action for action, text in _WORDS.items()}
_TIMES = str.maketrans(dict.fromkeys("×✕⨯*+", "x"))  # + for the addition board
_SQUARE = "([1-9]) ?x ?([1-9])"
_PAWN = re.compile(rf"(?:{_SQUARE}(?: ?- ?| ))?{_SQUARE}")


def square_name(square: int) -> str:
    """Return a square in notation: `6x8` is row 6, column 8 (R1)."""
    return f"{square // 10}x{square % 10}"


def write(state: StateData, actor: int, action: int) -> str:
    """Return the notation of a legal action, or of an outcome."""
    if actor != CHANCE:
        return _text(action)
    if state.phase == OPEN:
        return f"open {state.turn} {action}"
    return "dice {} {}".format(*landed(state, action))


def write_all(state: StateData, actor: int, actions: list[int]) -> list[str]:
    """Return the notations of several legal actions."""
    return [write(state, actor, action) for action in actions]


@cache  # there are a few thousand
def _text(action: int) -> str:
    if action in _WORDS:
        return _WORDS[action]
    origin, target = divmod(action, FROM)
    return f"{square_name(origin)}-{square_name(target)}" if origin else square_name(target)


def landed(state: StateData, thrown: int) -> tuple[int, int]:
    """Return what both dice show after a throw (R5)."""
    if state.kept == 0:
        return thrown // 10, thrown % 10
    return (int(state.first), thrown) if state.kept == FIRST else (thrown, int(state.second))


def read(state: StateData, actor: int, text: str) -> int:
    """Return the action or outcome that a text names.

    Capitals, spaces and dashes of any kind are understood, and ×, * or + for x.
    """
    typed = plain(text).lower()
    found = _outcome(state, typed) if actor == CHANCE else _action(typed)
    if found is None:
        raise Malformed(_no_outcome(state, text) if actor == CHANCE else _no_action(state, actor, text))
    return found


def _words(typed: str) -> str:
    """Return `keep-6` and `keep – 6` as `keep 6`."""
    return re.sub("[ -]+", " ", typed)


def _action(typed: str) -> int | None:
    if _words(typed) in _ACTIONS:
        return _ACTIONS[_words(typed)]
    if match := _PAWN.fullmatch(typed.translate(_TIMES)):
        row, column, to_row, to_column = (int(number or 0) for number in match.groups())
        return FROM * (10 * row + column) + 10 * to_row + to_column
    return None


def _outcome(state: StateData, typed: str) -> int | None:
    if state.phase == OPEN:
        match = re.fullmatch(rf"open {state.turn} ([0-9])", _words(typed))
        return int(match[1]) if match else None
    match = re.fullmatch(r"dice ([0-9]) ([0-9])", _words(typed))
    if match is None:
        return None
    first, second = int(match[1]), int(match[2])
    if state.kept == 0:
        return 10 * first + second
    # Whoever writes a record by hand need not know which of the dice was kept: either order is understood.
    kept = int(state.first if state.kept == FIRST else state.second)
    if kept not in (first, second):
        return None
    return first + second - kept


# What is refused, and what would fit here and now


def _no_outcome(state: StateData, text: str) -> Message:
    if state.phase == OPEN:
        return message("malformed.open", text=text, seat=int(state.turn))
    if state.phase == THROW and state.kept != 0:
        first, second = landed(state, 8)
        number = int(state.first if state.kept == FIRST else state.second)
        return message("malformed.kept", text=text, number=number, first=first, second=second)
    return message("malformed.dice", text=text)


def _no_action(state: StateData, seat: int, text: str) -> Message:
    phase = int(state.phase) if seat == state.turn else THROW
    if phase == CHOOSE:
        if state.first == NO_NUMBER:
            return message("malformed.first", text=text)
        return message("malformed.throw", text=text, **_numbers(state))
    if phase == LOSE:
        return message("malformed.lost", text=text, move=_lost(state))
    if phase != PLACE:
        return message("malformed.move", text=text)
    if 0 in state.pawns[seat].tolist():
        return message("malformed.place", text=text, where=_free(state))
    out = np.empty(MAX_ACTIONS, np.int64)
    places(state.pawns, seat, int(state.first), int(state.second), out)
    return message("malformed.pawn", text=text, move=_text(int(out[0])))


def explain(state: StateData, seat: int, action: int) -> Illegal:
    """Return why a move is refused, and by which rule."""
    what, rule = _reason(state, seat, action)
    return Illegal(what, rule)


def _reason(state: StateData, seat: int, action: int) -> tuple[Message, str]:
    phase = int(state.phase)
    if phase == CHOOSE:
        return _no_throw(state, action)
    if phase != PLACE:
        zero = state.first == 0 or state.second == 0
        return (message("illegal.zero"), "R6") if zero else (message("illegal.all-taken"), "R8")
    if action in (LOST_ZERO, LOST_TAKEN):
        return message("illegal.not-lost", where=_free(state)), "R8"
    if action in _WORDS:
        return message("illegal.thrown", where=_free(state)), "R8"
    return _no_place(state, seat, action)


def _no_throw(state: StateData, action: int) -> tuple[Message, str]:
    """Return why the player to throw may not do this (R5)."""
    if state.first == NO_NUMBER:
        return message("illegal.first-throw"), "R5"
    if not 0 <= action < ROLL:
        return message("illegal.throw-first", **_numbers(state)), "R5"
    return message("illegal.not-lying", number=action, **_numbers(state)), "R5"


def _no_place(state: StateData, seat: int, action: int) -> tuple[Message, str]:
    """Return why a pawn may not go there (R7, R8)."""
    origin, target = divmod(action, FROM)
    if not (_is_square(target) and (origin == 0 or _is_square(origin))):
        return message("illegal.no-square"), "R1"
    first, second, where = int(state.first), int(state.second), _free(state)
    if target not in [pointed(first, second, way) for way in range(2)]:
        square = square_name(target)
        return message("illegal.not-pointed", square=square, first=first, second=second, where=where), "R7"
    if not is_free(state.pawns, target):
        return message("illegal.taken", square=square_name(target), where=where), "R8"
    if origin == 0:
        return message("illegal.no-reserve", where=where), "R8"
    own = state.pawns[seat].tolist()
    if 0 in own:
        return message("illegal.reserve-first", where=where), "R8"
    return message("illegal.not-yours", square=square_name(origin), own=", ".join(map(square_name, own))), "R8"


def _is_square(number: int) -> bool:
    return 11 <= number <= 99 and number % 10 != 0


def _numbers(state: StateData) -> dict[str, int]:
    """Return the numbers on the table as gaps of a message; `n` says whether there are one or two of them."""
    first, second = int(state.first), int(state.second)
    return {"first": first, "second": second, "n": 1 if first == second else 2}


def _free(state: StateData) -> str | Message:
    """Return the free squares that the dice point at, of which there is at least one."""
    first, second = int(state.first), int(state.second)
    squares = [pointed(first, second, way) for way in range(1 if first == second else 2)]
    names = [square_name(square) for square in squares if is_free(state.pawns, square)]
    return message("or", first=names[0], second=names[1]) if len(names) == 2 else names[0]


def _lost(state: StateData) -> str:
    return _WORDS[LOST_ZERO if state.first == 0 or state.second == 0 else LOST_TAKEN]
