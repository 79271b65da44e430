"""What the package imports, and that its kernels compile for a GPU."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from damier.solver.board import Board
from damier.solver.index import build
from damier.solver.planes import SOURCE, constants_of


def test_the_gpu_needs_numpy_only() -> None:
    """On a bare machine there is no numba and nothing of the server."""
    code = (
        "import sys; import damier.solver.__main__, damier.solver.cuda, damier.solver.planes; "
        "found = {name.split('.')[0] for name in sys.modules} & {'numba', 'fastapi', 'typer', 'rich', 'sqlalchemy'}; "
        "others = {name for name in sys.modules if name.startswith('damier.')}; "
        "others = [name for name in others if not name.startswith('damier.solver')]; "
        "print(sorted(found), others)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] []"


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="no CUDA compiler")
@pytest.mark.parametrize(("size", "pawns"), [(6, 6), (6, 2), (4, 4)])
def test_the_kernels_compile_for_a_gpu(size: int, pawns: int, tmp_path: Path) -> None:
    board = Board(size, pawns)
    constants = {**constants_of(board, build(board)), "THREADS": 512, "BLOCKS": 2}
    options = [f"-D{name}={value}" for name, value in constants.items()]
    command = ["nvcc", "-std=c++17", "-arch=sm_90", "-cubin", "-o", str(tmp_path / "kernels.cubin"), str(SOURCE)]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_module_solves_from_the_command_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "damier.solver", "--size", "4", "--pawns", "4", "--out", str(tmp_path)]
    done = subprocess.run([*command, "--samples", "500"], capture_output=True, text=True, check=True)
    assert "won 116,340, lost 11,052, drawn 768,558" in done.stdout
    assert "0 of 500 random positions disagree" in done.stdout
    assert {path.name for path in tmp_path.iterdir()} == {
        "report-4-4-cpu.json",
        "random-4-4-cpu.npz",
        "played-4-4-cpu.npz",
    }
