"""Positions with exact values, as files keep them, and as states of the game."""

from pathlib import Path

import numpy as np

from damier.core.state import State
from damier.games.quatre import GAME
from damier.games.quatre.rules import BLUE, RED, SIZE, STRIDE
from damier.solver.board import Board
from damier.solver.book import scores_of, value_of_score
from damier.solver.positions import masks_of, numbers_of
from damier.solver.report import Value
from damier.solver.samples import Sample

HERE = Path(__file__).parent
BOARD = Board()


def keep(sample: Sample, path: Path) -> None:
    """Write a sample of the full game in little room: position numbers in growing order, and a byte for each value."""
    numbers = numbers_of(BOARD, sample.own, sample.other)
    order = np.argsort(numbers)
    np.savez_compressed(
        path, gaps=np.diff(numbers[order], prepend=0), scores=scores_of(sample.values, sample.distances)[order]
    )


def kept(name: str) -> list[tuple[State, Value]]:
    """Return the positions of such a file, red to move, with their values."""
    with np.load(HERE / name) as data:
        own, other = masks_of(BOARD, np.cumsum(data["gaps"]))
        scores = data["scores"]
    return [
        (state_of(mine, theirs), value_of_score(score))
        for mine, theirs, score in zip(own.tolist(), other.tolist(), scores.tolist(), strict=True)
    ]


def state_of(own: int, other: int) -> State:
    """Return a position that nothing came before, red to move."""
    state = State.start(GAME)
    data = state.data.copy()
    for seat, mask in ((RED, own), (BLUE, other)):
        data[0].pawns[seat] = _with_gaps(mask)
        data[0].armies[seat - RED, 0] = _with_gaps(mask) << 6
    return state._next(data, 1 << RED)


def _with_gaps(mask: int) -> int:
    """Return a set of squares as the rules number them."""
    row = (1 << SIZE) - 1
    return sum((mask >> SIZE * i & row) << STRIDE * i for i in range(SIZE))
