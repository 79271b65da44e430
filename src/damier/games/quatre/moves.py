"""Moves of Quatre as text: a step `F1-E2`, a chain of jumps `D2:D4:B6:B4`, or `D2:B4` for short."""

import re

import numpy as np

from damier.core.catalogue import message
from damier.core.contract import StateData
from damier.core.errors import Illegal, Malformed
from damier.games.quatre import rules
from damier.games.quatre.rules import (
    BLUE,
    BOARD,
    MAX_ACTIONS,
    RED,
    SIZE,
    STRIDE,
    chain,
    chain_all,
    chains,
    origin_of,
    steps,
    target_of,
)
from damier.kit.typed import plain

_SQUARE = "[A-F] ?[1-6]"
_MOVE = re.compile(rf"({_SQUARE})(?: ?- ?({_SQUARE})|((?: ?: ?{_SQUARE})+))")


def square_name(square: int) -> str:
    """Return a square in notation: `D2` is row D, column 2 (R1)."""
    return f"{'ABCDEF'[square // STRIDE]}{square % STRIDE + 1}"


_NAMES = {square: square_name(square) for square in range(STRIDE * SIZE)}
_NUMBERS = {name: square for square, name in _NAMES.items()}


def square_number(name: str) -> int:
    """Return the number of a square, `square_name` backwards."""
    return _NUMBERS[name]


_STEPS = {  # the notation of every step there is
    origin << 6 | target: f"{_NAMES[origin]}-{_NAMES[target]}"
    for origin in range(STRIDE * SIZE)
    for target in range(STRIDE * SIZE)
    if BOARD >> origin & 1 and steps(1 << origin, BOARD & ~(1 << origin)) >> target & 1
}


class _Texts(dict[int, str]):
    """The notation of moves, by their chain or, for a step, by the action. Each of the few thousand is made once."""

    def __missing__(self, squares: int) -> str:
        """Return the notation of a chain; see `rules.chain` for its digits."""
        names = []
        rest = squares
        while rest > 1:
            names.append(_NAMES[rest & 63])
            rest >>= 6
        self[squares] = text = ":".join(reversed(names))
        return text


_TEXTS = _Texts(_STEPS)


def is_step(action: int) -> bool:
    """Return whether a move is a step to a neighbouring square (R4)."""
    return action in _STEPS


def write(state: StateData, actor: int, action: int) -> str:
    """Return the notation of a legal action."""
    if is_step(action):
        return _STEPS[action]
    _, red, blue = state.pawns.tolist()
    return _TEXTS[chain(action, red | blue)]


def write_all(state: StateData, actor: int, actions: list[int]) -> list[str]:
    """Return the notations of several legal actions."""
    _, red, blue = state.pawns.tolist()
    return list(map(_TEXTS.__getitem__, chain_all(np.array(actions, np.int64), red | blue).tolist()))


def read(state: StateData, actor: int, text: str) -> int:
    """Return the action that a text names by its first and its last square (R7).

    Small letters are understood, and spaces and dashes of any kind.
    """
    match = _MOVE.fullmatch(plain(text).upper())
    if match is None:
        raise Malformed(message("malformed.move", text=text, move=_example(state, actor)))
    first, last = (square.replace(" ", "") for square in (match[1], match[2] or match[3].rsplit(":", 1)[1]))
    return square_number(first) << 6 | square_number(last)


def _example(state: StateData, seat: int) -> str:
    """Return a move that the seat could make now; any move if it is not to move."""
    moves = _legal(state, seat)
    return write(state, seat, moves[0]) if moves else "F1-E2"


def _legal(state: StateData, seat: int) -> list[int]:
    """Return the legal actions, by the plain rules: compiled ones do not take a state that is only to be read."""
    out = np.empty(MAX_ACTIONS, np.int64)
    listed: list[int] = out[: rules.legal(state, seat, out)].tolist()
    return listed


def _names(pawns: int) -> str:
    return ", ".join(name for square, name in _NAMES.items() if pawns >> square & 1)


def explain(state: StateData, seat: int, action: int) -> Illegal:
    """Return why a move is refused, and by which rule."""
    if not (0 <= action < 64 * 64 and origin_of(action) & BOARD and target_of(action) & BOARD):
        return Illegal(message("illegal.no-square"), "R1")
    origin, target = origin_of(action), target_of(action)
    own, other = int(state.pawns[seat]), int(state.pawns[RED + BLUE - seat])
    start, end = square_name(action >> 6), square_name(action & 63)
    if origin == target:
        return Illegal(message("illegal.stays", square=start), "R6")
    if other & origin:
        return Illegal(message("illegal.not-yours", square=start, own=_names(own)), "R3")
    if not own & origin:
        return Illegal(message("illegal.empty", square=start, own=_names(own)), "R3")
    if (own | other) & target:
        return Illegal(message("illegal.taken", square=end), "R4")
    if not (is_step(action) or chains(origin, own | other) & target):
        where = ", ".join(_NAMES[move & 63] for move in _legal(state, seat) if move >> 6 == action >> 6)
        if not where:
            return Illegal(message("illegal.no-way-at-all", origin=start), "R5")
        return Illegal(message("illegal.no-way", origin=start, target=end, where=where), "R5")
    return Illegal(message("illegal.third-time"), "R9")
