"""Every position of small boards, against the naive solver."""

import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from damier.solver import Board, analyse, samples, solve
from damier.solver.planes import Planes
from damier.solver.report import DRAWN, LOST, WON
from damier.solver.table import IMPOSSIBLE, Solver
from solver import naive
from solver.emulated import COMPILER, Emulated

BACKENDS = ["cpu", pytest.param("emulated", marks=pytest.mark.skipif(COMPILER is None, reason="no C++ compiler"))]


def solved(size: int, pawns: int, backend: str) -> Solver:
    """Return a solved table; `emulated` are the kernels of the GPU."""
    if backend != "emulated":
        return analyse(size, pawns, backend)
    table = Planes(Board(size, pawns), Emulated())
    table.solve()
    return table


naive_values = cache(naive.solve)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("pawns", range(1, 7))
def test_every_position_of_4_by_4_has_the_value_that_a_naive_solver_finds(pawns: int, backend: str) -> None:
    masks, plies = naive_values(pawns)
    table = solved(4, pawns, backend)
    i, j = np.nonzero(masks[:, None] & masks[None, :] == 0)
    values, distances = table.probe(masks[i], masks[j])
    expected = plies[i, j]
    assert np.array_equal(values == IMPOSSIBLE, expected == naive.NEVER)
    assert np.array_equal(values == DRAWN, expected == naive.UNDECIDED)
    assert np.array_equal(values == WON, (expected >= 0) & (expected % 2 == 1))
    assert np.array_equal(values == LOST, (expected >= 0) & (expected % 2 == 0))
    decided = expected >= 0
    assert np.array_equal(distances[decided], expected[decided])
    report = table.report
    counted = np.bincount(expected[decided], minlength=1)
    told = report.won | report.lost
    assert [told.get(distance, 0) for distance in range(len(counted))] == counted.tolist()
    assert report.positions == len(i)
    assert report.playable == np.count_nonzero(expected != naive.NEVER)
    assert report.drawn == np.count_nonzero(expected == naive.UNDECIDED)


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_late_positions_keep_their_distance() -> None:
    """Wins of 5×5 with 4+4 take up to 109 plies, far beyond what the codes of the planes tell."""
    table = solved(5, 4, "emulated")
    assert isinstance(table, Planes)
    assert (max(table.report.won), max(table.report.lost)) == (109, 108)
    assert (table.report.won[109], table.report.drawn) == (32, 36_831_197)
    assert table.late_positions > 10**6
    own, other = table.farthest(4)
    values, distances = table.probe(own, other)
    assert set(values.tolist()) == {WON}
    assert set(distances.tolist()) == {109}
    sample = samples.at_random(table, 20_000, np.random.default_rng(1))
    assert samples.disagreements(table, sample) == 0
    wrong = samples.Sample(sample.own, sample.other, sample.values, sample.distances + 1)
    assert samples.disagreements(table, wrong) == len(sample)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_stopped_analysis_goes_on_from_its_checkpoint(backend: str, tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(sweep: int, *_: object) -> None:
        if sweep == 7:
            raise Stopped

    def fresh(pawns: int) -> Solver:
        if backend == "emulated":
            return Planes(Board(4, pawns), Emulated())
        from damier.solver.cpu import Bytewise

        return Bytewise(Board(4, pawns))

    with pytest.raises(Stopped):
        fresh(5).solve(stop, tmp_path, every=2)
    sweeps: list[int] = []
    table = fresh(5)
    table.solve(lambda sweep, *_: sweeps.append(sweep), tmp_path, every=2)
    assert sweeps == list(range(6, 14))
    whole = solve(4, 5)
    assert (table.report.won, table.report.lost) == (whole.won, whole.lost)
    with pytest.raises(ValueError, match="another board"):
        fresh(4).solve(None, tmp_path)


@pytest.mark.parametrize(("size", "pawns"), [(3, 3), (7, 4), (6, 0), (6, 7)])
def test_a_board_out_of_bounds_is_refused(size: int, pawns: int) -> None:
    with pytest.raises(ValueError, match=r"board side is 4 to 6|1 to 6 pawns"):
        solve(size, pawns)


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(ValueError, match="cpu, cuda"):
        solve(4, 4, "abacus")


@pytest.mark.skipif("cupy" in sys.modules, reason="CuPy is there")
def test_without_cupy_the_gpu_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(RuntimeError, match="needs CuPy"):
        solve(4, 4, "cuda")
