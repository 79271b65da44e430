"""The chance of a line by plain enumeration: every throw, every use of it. Written from the rules page alone."""

from functools import cache
from itertools import combinations

from damier.core.state import State
from damier.games.foumath.rules import ROLL
from damier.games.foumath.tests.naive import LINES, SQUARES, Square

Pawns = frozenset[Square]


def lines_up(own: Pawns) -> bool:
    return any(frozenset(three) in LINES for three in combinations(own, 3))


@cache
def squares_of_lines(own: Pawns, others: Pawns) -> Pawns:
    """Return the free squares that make a line, whichever pawn goes there."""
    found = set()
    for square in set(SQUARES) - own - others:
        ways = [own | {square}] if len(own) < 4 else [(own - {pawn}) | {square} for pawn in own]
        if any(map(lines_up, ways)):
            found.add(square)
    return frozenset(found)


def best_after(own: Pawns, others: Pawns, target: Square, number: int, again: bool, extra: int) -> float:
    """Return the best chance after a double, over the pawns that may go there and the throws after that."""
    ways = [own | {target}] if len(own) < 4 else [(own - {pawn}) | {target} for pawn in own]
    return max(naive_chance(way, others, kept, again, extra - 1) for way in ways for kept in (None, number))


@cache
def naive_chance(own: Pawns, others: Pawns, kept: int | None, again: bool, extra: int) -> float:
    """Return the chance of a line by one throw, or after doubles by up to `extra` more."""
    throws = [(a, b) for a in range(10) for b in range(10) if kept in (None, a)]
    lines = squares_of_lines(own, others)
    total = 0.0
    for a, b in throws:
        free = [square for square in {(a, b), (b, a)} if 0 not in square and square not in own | others]
        if lines & set(free):
            total += 1
        elif a == b and free and extra and (kept is None or again):
            total += best_after(own, others, (a, b), a, again, extra)
    return total / len(throws)


def naive_odds(state: State, extra: int) -> dict[int, float]:
    """Return the chance of each throw the seat may choose."""
    seat, pawns = int(state.fields.turn), state.fields.pawns.tolist()
    squares = [frozenset(divmod(square, 10) for square in own if square) for own in pawns]
    others = frozenset().union(*(own for other, own in enumerate(squares) if other != seat))
    again = bool(state.fields.again)
    kept = {action: None if action == ROLL else action for action in state.actions(seat)}
    return {action: naive_chance(squares[seat], others, number, again, extra) for action, number in kept.items()}
