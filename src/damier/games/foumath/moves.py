"""Moves of Foumath as text: `roll`, `keep 6`, place `6x8` (row 6, column 8), move `3x4-6x8`, `lost zero`, `lost taken`.

Chance writes `open 2 7` (seat 2 threw a 7 for the begin) and `dice 6 8`, each die where it lies.
"""

import re
from functools import cache

from damier.core.catalogue import Message, message
from damier.core.contract import CHANCE, StateData
from damier.core.errors import Illegal, Malformed
from damier.games.foumath.rules import CHOOSE, FIRST, LOST_TAKEN, LOST_ZERO, NO_NUMBER, OPEN, PLACE, ROLL
from damier.games.foumath.squares import FROM, is_free, pointed

_WORDS = {ROLL: "roll", LOST_ZERO: "lost zero", LOST_TAKEN: "lost taken"} | {n: f"keep {n}" for n in range(10)}
_ACTIONS = {text: action for action, text in _WORDS.items()}
_PAWN = re.compile(r"(?:([1-9])x([1-9])-)?([1-9])x([1-9])")


def square_name(square: int) -> str:
    """R1: `6x8` is row 6, column 8."""
    return f"{square // 10}x{square % 10}"


def write(state: StateData, actor: int, action: int) -> str:
    """The notation of a legal action, or of an outcome."""
    if actor != CHANCE:
        return _text(action)
    if state.phase == OPEN:
        return f"open {state.turn} {action}"
    return "dice {} {}".format(*landed(state, action))


def write_all(state: StateData, actor: int, actions: list[int]) -> list[str]:
    """The notations of several legal actions."""
    return [write(state, actor, action) for action in actions]


@cache  # there are a few thousand
def _text(action: int) -> str:
    if action in _WORDS:
        return _WORDS[action]
    origin, target = divmod(action, FROM)
    return f"{square_name(origin)}-{square_name(target)}" if origin else square_name(target)


def landed(state: StateData, thrown: int) -> tuple[int, int]:
    """R5: what both dice show after a throw."""
    if state.kept == 0:
        return thrown // 10, thrown % 10
    return (int(state.first), thrown) if state.kept == FIRST else (thrown, int(state.second))


def read(state: StateData, actor: int, text: str) -> int:
    """The action or outcome a text names. Letters may be capitals, and × or * stand for x."""
    plain = " ".join(text.lower().replace("×", "x").replace("*", "x").split())
    found = _outcome(state, plain) if actor == CHANCE else _action(plain)
    if found is None:
        raise Malformed(message("malformed.chance" if actor == CHANCE else "malformed.move", text=text))
    return found


def _action(text: str) -> int | None:
    if text in _ACTIONS:
        return _ACTIONS[text]
    if match := _PAWN.fullmatch(text):
        row, column, to_row, to_column = (int(number or 0) for number in match.groups())
        return FROM * (10 * row + column) + 10 * to_row + to_column
    return None


def _outcome(state: StateData, text: str) -> int | None:
    if state.phase == OPEN:
        match = re.fullmatch(rf"open {state.turn} ([0-9])", text, re.ASCII)
        return int(match[1]) if match else None
    match = re.fullmatch(r"dice ([0-9]) ([0-9])", text, re.ASCII)
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


def explain(state: StateData, seat: int, action: int) -> Illegal:
    """Why a move is refused, by rule."""
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
        return message("illegal.not-lost"), "R8"
    if action in _WORDS:
        return message("illegal.thrown"), "R8"
    return _no_place(state, seat, action)


def _no_throw(state: StateData, action: int) -> tuple[Message, str]:
    """R5: why the player to throw may not do this."""
    if not 0 <= action < ROLL:
        return message("illegal.throw-first"), "R5"
    if state.first == NO_NUMBER:
        return message("illegal.first-throw"), "R5"
    return message("illegal.not-lying", number=action, first=int(state.first), second=int(state.second)), "R5"


def _no_place(state: StateData, seat: int, action: int) -> tuple[Message, str]:
    """R7, R8: why a pawn may not go there."""
    origin, target = divmod(action, FROM)
    if not (_is_square(target) and (origin == 0 or _is_square(origin))):
        return message("illegal.no-square"), "R1"
    first, second = int(state.first), int(state.second)
    if target not in [pointed(first, second, way) for way in range(2)]:
        return message("illegal.not-pointed", square=square_name(target), first=first, second=second), "R7"
    if not is_free(state.pawns, target):
        return message("illegal.taken", square=square_name(target)), "R8"
    if origin == 0:
        return message("illegal.no-reserve"), "R8"
    if 0 in state.pawns[seat].tolist():
        return message("illegal.reserve-first"), "R8"
    return message("illegal.not-yours", square=square_name(origin)), "R8"


def _is_square(number: int) -> bool:
    return 11 <= number <= 99 and number % 10 != 0
