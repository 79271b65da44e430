"""The book plays a won position out in time, and its file is checked."""

from pathlib import Path

import numpy as np
import pytest

from damier.solver.board import Board
from damier.solver.book import Book, build
from damier.solver.longest import play_out
from damier.solver.planes import Planes
from damier.solver.report import LOST, WON
from damier.solver.samples import Sample, at_random, of, played
from damier.solver.table import children, look_up, value_of
from solver.emulated import COMPILER, Emulated

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")

PROVED = 3


@pytest.fixture(scope="module")
def table() -> Planes:
    table = Planes(Board(5, 4), Emulated())
    table.solve()
    return table


@pytest.fixture(scope="module")
def start(table: Planes) -> tuple[int, int]:
    """A position won in 21."""
    sample = at_random(table, 20_000, np.random.default_rng(2))
    at = int(np.nonzero((sample.values == WON) & (sample.distances == 21))[0][0])
    return int(sample.own[at]), int(sample.other[at])


@pytest.fixture(scope="module")
def book(table: Planes, start: tuple[int, int]) -> Book:
    return build(table, [start], near=1, followed=1, proved=PROVED)


def after(own: int, other: int, origin: int, target: int) -> tuple[int, int]:
    assert own >> origin & 1
    assert not (own | other) >> target & 1
    return other, own ^ (1 << origin) ^ (1 << target)


def test_the_winner_wins_in_time_against_any_defence(table: Planes, start: tuple[int, int], book: Book) -> None:
    random = np.random.default_rng(4)
    for _ in range(40):
        own, other = start
        left = 21
        while (value := value_of(table, own, other)).distance > PROVED:
            assert value.distance <= left
            entry = book.find(own, other)
            assert entry is not None
            assert entry.value == value
            own, other = after(own, other, entry.origin, entry.target)
            assert value_of(table, own, other).distance == value.distance - 1
            _, _, mine, theirs = children(table, np.array([own], np.uint64), np.array([other], np.uint64))
            choice = random.integers(len(mine))
            own, other = int(mine[choice]), int(theirs[choice])
            left -= 2


def test_the_loser_holds_out_longest_against_quickest_wins(table: Planes, start: tuple[int, int], book: Book) -> None:
    random = np.random.default_rng(4)
    for _ in range(20):
        own, other = start
        for distance in range(21, PROVED + 1, -2):
            _, _, mine, theirs = children(table, np.array([own], np.uint64), np.array([other], np.uint64))
            values, distances = table.probe(mine, theirs)
            best = np.nonzero((values == LOST) & (distances == distance - 1))[0]
            choice = random.choice(best)
            own, other = int(mine[choice]), int(theirs[choice])
            entry = book.find(own, other)
            assert entry is not None
            assert (entry.value.value, entry.value.distance) == (LOST, distance - 1)
            own, other = after(own, other, entry.origin, entry.target)
            assert value_of(table, own, other).distance == distance - 2


def test_every_entry_is_a_best_move(table: Planes, book: Book) -> None:
    own, other, moves, scores = book.positions()
    values, distances = table.probe(own, other)
    one = np.uint64(1)
    flips = (one << (moves >> 6).astype(np.uint64)) | (one << (moves & 63).astype(np.uint64))
    next_values, next_distances = table.probe(other, own ^ flips)
    assert np.array_equal(next_values, -values)
    decided = values != 0
    assert np.array_equal(next_distances[decided], distances[decided] - 1)
    assert np.array_equal(np.sign(scores), values)


def test_a_book_is_written_and_read(book: Book, start: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    book.write(path)
    again = Book.read(path)
    assert len(again) == len(book)
    assert again.find(*start) == book.find(*start)
    assert again.find(start[1], start[0]) is None
    data = bytearray(path.read_bytes())
    data[-9] ^= 1
    path.write_bytes(data)
    with pytest.raises(ValueError, match="damaged"):
        Book.read(path)
    path.write_bytes(b"something else")
    with pytest.raises(ValueError, match="no book"):
        Book.read(path)


def test_a_position_is_looked_up_with_its_moves_and_played_out(table: Planes, start: tuple[int, int]) -> None:
    found = look_up(table, "one", *start)
    assert str(found.value) == "wins in 21"
    assert {str(value) for value in found.moves.values()} >= {"wins in 21"}
    assert all(value.value != WON or value.distance >= 21 for value in found.moves.values())
    assert len(play_out(table, *start)) == 21


def test_samples_are_written_and_read(table: Planes, start: tuple[int, int], tmp_path: Path) -> None:
    sample = played(table, [start], 200, np.random.default_rng(1)).some(500, np.random.default_rng(1))
    assert len(sample) == 500
    assert len({*zip(sample.own.tolist(), sample.other.tolist(), strict=True)}) == 500
    sample.write(tmp_path / "a.npz")
    again = Sample.read(tmp_path / "a.npz")
    same = of(table, again.own, again.other)
    assert np.array_equal(same.values, again.values)
    assert np.array_equal(same.distances, again.distances)
