"""The solver's moves against the game's own rules."""

from collections import defaultdict
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from damier.games.quatre import rules
from damier.solver.board import Board, Masks
from damier.solver.cpu import list_moves
from damier.solver.index import build
from damier.solver.planes import SOURCE, constants_of
from damier.solver.positions import canonical, masks_of, numbers_of
from damier.solver.table import flatten, most_moves
from solver.emulated import COMPILER, Emulated

BOARD = Board(6, 6)
Flat = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


def on_the_game_board(mask: int) -> int:
    """Return a set as the rules of the game write it: seven bits a row."""
    return sum(1 << (rules.STRIDE * (square // 6) + square % 6) for square in range(36) if mask >> square & 1)


def by_the_rules(own: int, other: int) -> set[tuple[int, int]]:
    occupied = on_the_game_board(own) | on_the_game_board(other)
    moves = set()
    for origin in range(36):
        if own >> origin & 1:
            pawn = on_the_game_board(1 << origin)
            targets = rules.chains(pawn, occupied) | rules.steps(pawn, rules.BOARD & ~occupied)
            moves |= {(origin, target) for target in range(36) if targets & on_the_game_board(1 << target)}
    return moves


def emulated(board: Board, own: Masks, other: Masks) -> Flat:
    device = Emulated()
    device.compile(SOURCE.read_text(encoding="utf-8"), constants_of(board, build(board)))
    moves, counts = np.zeros((len(own), most_moves(board)), np.uint16), np.zeros(len(own), np.uint16)
    tables = np.zeros(32, np.uint64)
    device.launch("list_moves", 1, tables, own, other, np.uint64(len(own)), np.uint32(most_moves(board)), moves, counts)
    return flatten(moves, counts)


def crowded(count: int) -> tuple[Masks, Masks]:
    """Return positions, half of them with all pawns on a quarter of the board, where chains are long."""
    random = np.random.default_rng(3)
    own, other = masks_of(BOARD, random.integers(0, BOARD.positions, count // 2))
    squares = [6 * row + column for row in range(4) for column in range(4)]
    near = np.array([random.permutation(squares)[:12] for _ in range(count // 2)], np.uint64)
    bits = np.uint64(1) << near
    mine, theirs = np.bitwise_or.reduce(bits[:, :6], axis=1), np.bitwise_or.reduce(bits[:, 6:], axis=1)
    return np.concatenate([own, mine]), np.concatenate([other, theirs])


@pytest.mark.parametrize(
    "moves_of",
    [list_moves, pytest.param(emulated, marks=pytest.mark.skipif(COMPILER is None, reason="no C++ compiler"))],
)
def test_moves_are_those_of_the_game_and_can_be_taken_back(moves_of: Callable[[Board, Masks, Masks], Flat]) -> None:
    own, other = crowded(2000)
    found: dict[int, set[tuple[int, int]]] = defaultdict(set)
    numbers, origins, targets = moves_of(BOARD, own, other)
    for number, origin, target in zip(numbers.tolist(), origins.tolist(), targets.tolist(), strict=True):
        assert (origin, target) not in found[number]
        found[number].add((origin, target))
    for number, (mine, theirs) in enumerate(zip(own.tolist(), other.tolist(), strict=True)):
        assert found[number] == by_the_rules(mine, theirs)
    # Back again by the same path, which spares the sweeps a second kind of move.
    one = np.uint64(1)
    after = own[numbers] ^ (one << origins.astype(np.uint64)) ^ (one << targets.astype(np.uint64))
    back = set(zip(*(array.tolist() for array in moves_of(BOARD, after, other[numbers])), strict=True))
    assert {(i, t, o) for i, (o, t) in enumerate(zip(origins.tolist(), targets.tolist(), strict=True))} <= back


@pytest.mark.parametrize("start", ["rotated", "mirrored"])
def test_the_starts_are_those_of_the_game(start: str) -> None:
    """The vectors of the rules: 16 first moves, 282 of two plies, 6314 of three."""
    red, black = BOARD.start(start)
    own, other = np.array([red], np.uint64), np.array([black], np.uint64)
    counts = []
    for _ in range(3):
        numbers, origins, targets = list_moves(BOARD, own, other)
        counts.append(len(numbers))
        flips = (np.uint64(1) << origins.astype(np.uint64)) | (np.uint64(1) << targets.astype(np.uint64))
        own, other = other[numbers], own[numbers] ^ flips
    assert counts == [16, 282, 6314]


def test_lines_are_those_of_the_game() -> None:
    masks = np.random.default_rng(5).permutation(build(BOARD).representatives)[:200]
    assert not BOARD.has_line(masks).any()
    own = masks_of(BOARD, np.random.default_rng(6).integers(0, BOARD.positions, 3000))[0]
    for mask, lined in zip(own.tolist(), BOARD.has_line(own).tolist(), strict=True):
        pawns = on_the_game_board(mask)
        assert lined == any(pawns & pawns >> d & pawns >> 2 * d & pawns >> 3 * d for d in rules.DIRECTIONS)


def turn(mask: int, image: NDArray[np.uint8]) -> int:
    return sum(1 << int(target) for square, target in enumerate(image) if mask >> square & 1)


@pytest.mark.parametrize(("size", "pawns"), [(4, 1), (4, 6), (5, 5), (6, 2), (6, 6)])
def test_numbers_and_symmetries(size: int, pawns: int) -> None:
    board = Board(size, pawns)
    numbers = np.random.default_rng(7).integers(0, board.positions, 2000)
    own, other = masks_of(board, numbers)
    assert np.array_equal(numbers_of(board, own, other), numbers)
    assert not (own & other).any()
    assert set(np.bitwise_count(own).tolist()) == set(np.bitwise_count(other).tolist()) == {pawns}
    smallest = canonical(board, own, other)
    for image in board.symmetries:
        turned = [np.array([turn(mask, image) for mask in side[:50].tolist()], np.uint64) for side in (own, other)]
        again = canonical(board, turned[0], turned[1])
        assert np.array_equal(again[0], smallest[0][:50])
        assert np.array_equal(again[1], smallest[1][:50])


@pytest.mark.parametrize(("size", "pawns", "slabs"), [(4, 4, 249), (5, 5, 6737), (6, 4, 7499), (6, 6, 241_057)])
def test_classes_count_every_set_without_a_line_once(size: int, pawns: int, slabs: int) -> None:
    board = Board(size, pawns)
    index = build(board)
    assert index.slabs == slabs
    assert index.open_sets == np.count_nonzero(index.classes & 0xFFFFFF != 0xFFFFFF)
    assert board.sets == len(index.classes)
    stabilisers = np.bitwise_count(index.classes >> 24)
    firsts = stabilisers[index.classes & 0xFFFFFF != 0xFFFFFF]
    assert {1, 2, 4, 8} >= set(firsts.tolist())
    assert (1 / firsts).sum() * 8 >= index.slabs
