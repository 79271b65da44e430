"""The compiled engine: a cache that notices every change, and no numba where it is not needed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import damier
from damier.core.compiled import available, cache_folder
from damier.core.registry import game, games

PACKAGE = Path(damier.__file__).parent
START = "from damier.core.registry import game; from damier.core.state import State"
needs_numba = pytest.mark.skipif(not available(), reason="numba is not installed or switched off")


def python(code: str, **env: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "code",
    [
        "from damier.core.registry import games; games()",
        "from damier.core.record import parse",
        f"{START}; State.start(game('quatre'), jit=False)",
    ],
)
def test_numba_stays_away_from_listing_parsing_and_plain_play(code: str) -> None:
    assert python(f"{code}; import sys; print('numba' in sys.modules)") == "False"


def test_without_numba_everything_works() -> None:
    code = """
import sys
sys.modules["numba"] = None  # as if it were not installed
from damier.core.registry import game, games
from damier.core.state import State
from damier.analysis.perft import perft
state = State.start(game("quatre"))
print(state.engine.jit, perft(state, 2), len(state.moves()))
"""
    blocked = "import importlib.util as u; find = u.find_spec\n"
    blocked += "u.find_spec = lambda name, *rest: None if name == 'numba' else find(name, *rest)\n"
    assert python(blocked + code) == "False 282 16"
    assert python(code.replace('sys.modules["numba"] = None', ""), NUMBA_DISABLE_JIT="1") == "False 282 16"


def test_the_cache_is_named_after_all_sources(tmp_path: Path) -> None:
    folder = tmp_path / "mygame"
    shutil.copytree(game("quatre").folder, folder)
    first = cache_folder("mygame", folder)
    assert first == cache_folder("mygame", folder)
    shutil.copytree(folder, tmp_path / "copy")
    assert cache_folder("mygame", tmp_path / "copy") != first, "numba looks code up by the path of its source"
    moves = folder / "moves.py"
    os.utime(moves, (1, 1))
    touched = cache_folder("mygame", folder)
    assert touched != first, "and by its time"
    moves.write_text(moves.read_text() + "\n# changed\n")
    assert cache_folder("mygame", folder) not in (first, touched)


@needs_numba
def test_changed_rules_are_noticed_and_unchanged_ones_come_from_the_cache(tmp_path: Path) -> None:
    """A change in a *called* file is what numba's own cache would miss: stale rules would run."""
    for part in ("__init__", "options", "rules", "moves", "view", "bot/__init__", "bot/hooks"):
        source = (PACKAGE / "games" / "_template" / f"{part}.py").read_text()
        (tmp_path / "sticks" / "bot").mkdir(parents=True, exist_ok=True)
        (tmp_path / "sticks" / f"{part}.py").write_text(
            source.replace("damier.games._template", "sticks").replace("template", "sticks")
        )
    code = """
from sticks import GAME
from damier.core.state import State
state = State.start(GAME, jit=True)
play = state.engine.bridge.actions_of
print(state.actions(), sum(play.stats.cache_hits.values()), sum(play.stats.cache_misses.values()))
"""
    env = {
        "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ['PYTHONPATH']}",
        "DAMIER_CACHE_DIR": str(tmp_path / "cache"),
    }
    assert python(code, **env) == "[1, 2, 3] 0 1"
    assert python(code, **env) == "[1, 2, 3] 1 0"
    rules = tmp_path / "sticks" / "rules.py"
    rules.write_text(rules.read_text().replace("MAX_TAKEN = 3", "MAX_TAKEN = 5"))
    assert python(code, **env) == "[1, 2, 3, 4, 5] 0 1"


@needs_numba
def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "damier").write_text("a file where the folder should be")
    code = f"{START}; print(State.start(game('template')).actions())"
    assert python(code, DAMIER_CACHE_DIR=str(tmp_path)) == "[1, 2, 3]"


def test_a_field_that_numpy_would_hide_is_refused() -> None:
    import numpy as np

    from damier.core.game import state_type

    with pytest.raises(ValueError, match="round"):
        state_type("x", ("round", np.int8))


@pytest.mark.parametrize("name", list(games()))
def test_a_fresh_process_lists_the_moves_of_every_seat(name: str) -> None:
    """Also of those that are not to act: the first call into the compiled code may be one with nothing to list."""
    code = (
        "from damier.core.registry import game; from damier.core.state import State; "
        f"state = State.start(game({name!r})); "
        "print([len(state.moves(seat)) for seat in range(state.seats, 0, -1)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("[")
