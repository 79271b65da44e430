"""Play a position out with best play on both sides."""

import numpy as np

from damier.solver.report import LOST
from damier.solver.table import Table, children, value_of


def play_out(table: Table, own: int, other: int) -> list[str]:
    """Return the moves of a decided position: a quickest win against a longest defence."""
    moves = []
    value = value_of(table, own, other)
    for distance in range(value.distance, 0, -1):
        _, listed, mine, theirs = children(table, np.array([own], np.uint64), np.array([other], np.uint64))
        values, distances = table.probe(mine, theirs)
        wanted = LOST if distance % 2 else -LOST  # odd distances are wins
        best = int(np.nonzero((values == wanted) & (distances == distance - 1))[0][0])
        move = int(listed[best])
        moves.append(f"{table.board.name(move >> 6)}-{table.board.name(move & 63)}")
        own, other = int(mine[best]), int(theirs[best])
    return moves
