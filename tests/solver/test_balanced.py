"""Balanced starts come from the printed starts by legal moves, and each is told once."""

import numpy as np
from numpy.typing import NDArray

from damier.solver import balanced
from damier.solver.board import ROWS, Board, Masks
from damier.solver.cpu import list_moves
from damier.solver.positions import canonical


class Invented:
    """A table that calls every fortieth position a draw, the same for all that look alike, and the others won."""

    board = Board(6, 6)

    def moves(self, own: Masks, other: Masks) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        return list_moves(self.board, own, other)

    def probe(self, own: Masks, other: Masks) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        mine, theirs, _ = canonical(self.board, own, other)
        drawn = (mine * np.uint64(7) + theirs) % np.uint64(40) == 0
        return np.where(drawn, 0, 1).astype(np.int8), np.where(drawn, 0, 5).astype(np.int16)


def test_balanced_starts_are_drawn_and_reached_by_their_moves() -> None:
    table = Invented()
    found = balanced.find(table)
    assert {len(start.moves) for start in found} == {2, 3}
    assert {start.start for start in found} == {"rotated", "mirrored"}
    for start in found:
        own, other = table.board.start(start.start)
        for move in start.moves:
            origin, target = (6 * ROWS.index(square[0]) + int(square[1]) - 1 for square in move.split("-"))
            _, origins, targets = table.moves(np.array([own], np.uint64), np.array([other], np.uint64))
            assert (origin, target) in set(zip(origins.tolist(), targets.tolist(), strict=True))
            own, other = other, own ^ (1 << origin) ^ (1 << target)
        assert (own, other) == (start.own, start.other)
        values, _ = table.probe(np.array([own], np.uint64), np.array([other], np.uint64))
        assert values[0] == 0
        assert 0 <= start.keeping <= start.choices
    masks = [np.array([getattr(start, side) for start in found], np.uint64) for side in ("own", "other")]
    alike = canonical(table.board, masks[0], masks[1])
    assert len(set(zip(alike[0].tolist(), alike[1].tolist(), strict=True))) == len(found)
