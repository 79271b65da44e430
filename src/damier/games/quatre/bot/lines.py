"""Unfinished lines: windows of four squares in a line, counted with bit boards, many at once.

`even` are the pawns that fit the first and third square of a window, `odd` those that fit the second and fourth. In Mix
these are a side's plain and marked pawns, or the other way round; in the plain game both are all of its pawns. A window
is identified by its first square. It is open while no enemy pawn stands in it.
"""

from damier.core.compiled import compiled, count
from damier.core.contract import StateData
from damier.games.quatre.rules import BLUE, BOARD, DIRECTIONS, RED, chains, jumps, steps

TWO, THREE = 10, 40  # the value of an open window with two or three pawns in place
_THREES = 1 << 16


@compiled
def promise(state: StateData, seat: int) -> int:
    """Return the value of a seat's open windows."""
    return worth(open_windows(state, seat))


@compiled
def worth(windows: int) -> int:
    """Return the value of the windows that `open_windows` counted."""
    return TWO * (windows % _THREES) + THREE * (windows // _THREES)


@compiled
def has_three(windows: int) -> bool:
    """Return whether a window has three pawns in place, without which no line can be completed."""
    return windows >= _THREES


@compiled
def open_windows(state: StateData, seat: int) -> int:
    """Return how many open windows hold two pawns of the seat and, times _THREES, how many hold three."""
    own = int(state.pawns[seat])
    enemy = int(state.pawns[RED + BLUE - seat])
    if state.mix == 0:
        return _open_windows(own, own, enemy)
    marked = own & int(state.marked)
    return _open_windows(own ^ marked, marked, enemy) + _open_windows(marked, own ^ marked, enemy)


@compiled
def _open_windows(even: int, odd: int, enemy: int) -> int:
    room = BOARD & ~enemy
    total = 0
    for d in DIRECTIONS:
        window = room & (room >> d)
        window &= window >> (2 * d)
        second, third, fourth = odd >> d, even >> (2 * d), odd >> (3 * d)
        left, right = even & second, third & fourth
        one_left, one_right = even ^ second, third ^ fourth
        two = (one_left & one_right) | (left & ~(third | fourth)) | (right & ~(even | second))
        three = (left & one_right) | (right & one_left)
        total += count(two & window) + _THREES * count(three & window)
    return total


@compiled
def completions(state: StateData, seat: int) -> int:
    """Return the squares on which a seat could complete a line if it were to move. (R9 never forbids that.)"""
    own = int(state.pawns[seat])
    enemy = int(state.pawns[RED + BLUE - seat])
    if state.mix == 0:
        return _completions(own, own, enemy)
    marked = own & int(state.marked)
    return _completions(own ^ marked, marked, enemy) | _completions(marked, own ^ marked, enemy)


@compiled
def _completions(even: int, odd: int, enemy: int) -> int:
    occupied = even | odd | enemy
    free = BOARD & ~occupied
    found = 0
    for d in DIRECTIONS:
        second, third, fourth = odd >> d, even >> (2 * d), odd >> (3 * d)
        three = (even & second & (third ^ fourth)) | (third & fourth & (even ^ second))
        while three != 0:
            first = three & -three
            three ^= first
            evens = first | (first << (2 * d))
            line = evens | (evens << d)
            gap = line & free
            if gap & ~found != 0:
                fitting = (even if gap & evens != 0 else odd) & ~line
                if steps(gap, fitting) | jumps(gap | chains(gap, occupied), occupied, fitting) != 0:
                    found |= gap
    return found


@compiled
def builders(even: int, odd: int, enemy: int) -> tuple[int, int]:
    """Return the squares on which one more pawn, an even or an odd one, makes three in an open window."""
    room = BOARD & ~enemy
    for_even = 0
    for_odd = 0
    for d in DIRECTIONS:
        window = room & (room >> d)
        window &= window >> (2 * d)
        second, third, fourth = odd >> d, even >> (2 * d), odd >> (3 * d)
        two = ((even ^ second) & (third ^ fourth)) | (even & second & ~(third | fourth))
        two = (two | (third & fourth & ~(even | second))) & window
        for_even |= (two & ~even) | ((two & ~third) << (2 * d))
        for_odd |= ((two & ~second) << d) | ((two & ~fourth) << (3 * d))
    return for_even, for_odd
