"""What a search must know of Quatre: how near each side is to a line."""

from damier.core.compiled import compiled, count
from damier.core.contract import Record
from damier.games.quatre.rules import BLUE, BOARD, DIRECTIONS, RED


@compiled
def evaluate(state: Record, seat: int) -> int:
    """Pairs and threes of one's own that are still open, against the other's."""
    other = RED + BLUE - seat
    return _promise(state, seat, other) - _promise(state, other, seat)


@compiled
def _promise(state: Record, seat: int, other: int) -> int:
    own = int(state.pawns[seat])
    if state.mix == 0:
        return _windows(own, own, int(state.pawns[other]))
    marked = own & int(state.marked)
    plain = own ^ marked
    enemy = int(state.pawns[other])
    return _windows(plain, marked, enemy) + _windows(marked, plain, enemy)


@compiled
def _windows(even: int, odd: int, enemy: int) -> int:
    """Over all windows of four squares without an enemy: more for two, far more for three in place.

    `even` fills the first and third square of a window, `odd` the second and fourth.
    """
    room = BOARD & ~enemy
    total = 0
    for d in DIRECTIONS:
        window = room & (room >> d) & (room >> (2 * d)) & (room >> (3 * d))
        while window != 0:
            first = window & -window
            window ^= first
            there = (first | (first << (2 * d))) & even
            there |= ((first << d) | (first << (3 * d))) & odd
            n = count(there)
            total += 1 if n == 2 else 8 if n == 3 else 0
    return total
