"""Moves of Quatre as text: step `F1-E2`, chain `D2:D4:B6:B4`, or any text that names the same two squares."""

import re

import numpy as np

from damier.core.catalogue import message
from damier.core.contract import StateData
from damier.core.errors import Illegal, Malformed
from damier.games.quatre.rules import (
    BLUE,
    BOARD,
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

_SQUARE = "[A-F][1-6]"
_MOVE = re.compile(rf"({_SQUARE})(?:-({_SQUARE})|((?::{_SQUARE})+))")


def square_name(square: int) -> str:
    """R1: `D2` is row D, column 2."""
    return f"{'ABCDEF'[square // STRIDE]}{square % STRIDE + 1}"


_NAMES = {square: square_name(square) for square in range(STRIDE * SIZE)}
_NUMBERS = {name: square for square, name in _NAMES.items()}


def square_number(name: str) -> int:
    """The square of a name."""
    return _NUMBERS[name]


_STEPS = {  # every step there is, written
    origin << 6 | target: f"{_NAMES[origin]}-{_NAMES[target]}"
    for origin in range(STRIDE * SIZE)
    for target in range(STRIDE * SIZE)
    if BOARD >> origin & 1 and steps(1 << origin, BOARD & ~(1 << origin)) >> target & 1
}


class _Texts(dict[int, str]):
    """Moves in notation, by their chain or, for a step, by the action. Each is made once; there are a few thousand."""

    def __missing__(self, squares: int) -> str:
        """Write a chain; see `rules.chain` for its digits."""
        names = []
        rest = squares
        while rest > 1:
            names.append(_NAMES[rest & 63])
            rest >>= 6
        self[squares] = text = ":".join(reversed(names))
        return text


_TEXTS = _Texts(_STEPS)


def is_step(action: int) -> bool:
    """R4: whether a move goes to a neighbouring square."""
    return action in _STEPS


def write(state: StateData, actor: int, action: int) -> str:
    """The notation of a legal action."""
    if is_step(action):
        return _STEPS[action]
    _, red, blue = state.pawns.tolist()
    return _TEXTS[chain(action, red | blue)]


def write_all(state: StateData, actor: int, actions: list[int]) -> list[str]:
    """The notations of several legal actions."""
    _, red, blue = state.pawns.tolist()
    return list(map(_TEXTS.__getitem__, chain_all(np.array(actions, np.int64), red | blue).tolist()))


def read(state: StateData, actor: int, text: str) -> int:
    """The action a text names: its first and its last square (R7). Letters may be small."""
    match = _MOVE.fullmatch(text.strip().upper())
    if match is None:
        raise Malformed(message("malformed.move", text=text))
    first, last = match[1], match[2] or match[3][-2:]
    return square_number(first) << 6 | square_number(last)


def explain(state: StateData, seat: int, action: int) -> Illegal:
    """Why a move is refused, by rule."""
    if not (0 <= action < 64 * 64 and origin_of(action) & BOARD and target_of(action) & BOARD):
        return Illegal(message("illegal.no-square"), "R1")
    origin, target = origin_of(action), target_of(action)
    own, other = int(state.pawns[seat]), int(state.pawns[RED + BLUE - seat])
    start, end = square_name(action >> 6), square_name(action & 63)
    if origin == target:
        return Illegal(message("illegal.stays", square=start), "R6")
    if other & origin:
        return Illegal(message("illegal.not-yours", square=start), "R3")
    if not own & origin:
        return Illegal(message("illegal.empty", square=start), "R3")
    if (own | other) & target:
        return Illegal(message("illegal.taken", square=end), "R4")
    if not (is_step(action) or chains(origin, own | other) & target):
        return Illegal(message("illegal.no-way", origin=start, target=end), "R5")
    return Illegal(message("illegal.third-time"), "R9")
