"""`@compiled` marks functions that Numba may compile; the source stays plain Python.

The mark costs nothing: no import of numba, no wrapper. `damier.core.specialize` makes the compiled versions when
they are first needed. Whatever is marked here runs unchanged as plain Python, so it keeps to what both understand:
signed integers that do not overflow, NumPy arrays, fields of a state, other marked functions.
"""

import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from damier.core.contract import StateData

F = TypeVar("F", bound=Callable[..., Any])

_MARK = "__damier_compiled__"
_KEPT_CACHES = 6


def compiled(function: F) -> F:
    """Mark a function for compilation."""
    setattr(function, _MARK, True)
    return function


def is_compiled(value: object) -> bool:
    """Return whether a value is a function marked with `@compiled`."""
    return getattr(value, _MARK, False) is True


def available() -> bool:
    """Return whether numba is installed and not switched off, without importing it."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0") and _installed()


@cache
def _installed() -> bool:
    return importlib.util.find_spec("numba") is not None


# Three primitives whose plain and compiled versions differ; `damier.core.intrinsics` has the compiled ones.


def copy(target: StateData, source: StateData) -> None:
    """Copy one state over another of the same type."""
    for name in source.dtype.names:
        target[name] = source[name]


def lowest(bits: int) -> int:
    """Return the index of the lowest set bit of a positive number."""
    return (bits & -bits).bit_length() - 1


def count(bits: int) -> int:
    """Return how many bits are set in a non-negative number."""
    return bits.bit_count()


def cache_folder(game: str, folder: Path) -> Path:
    """Return the folder for the machine code of one game.

    Numba notices a change in a function's own file, not in the files of the functions it calls, and would run stale
    rules. So the folder is named after a hash of all sources that can take part. Numba also looks code up by path and
    modification time, so these are hashed too: otherwise a second checkout would seem compiled when it is not.
    """
    digest = hashlib.sha256(f"{sys.implementation.cache_tag}".encode())
    package = Path(__file__).parent.parent
    layers = [package / layer for layer in ("core", "kit", "players", "analysis")]
    sources = (path for root in (*layers, folder) for path in root.rglob("*.py") if "tests" not in path.parts)
    for source in sorted(sources):
        digest.update(f"{source}:{source.stat().st_mtime_ns}:".encode())
        digest.update(source.read_bytes())
    return cache_root() / game / digest.hexdigest()[:16]


def cache_root() -> Path:
    """Return the folder under which every version keeps its machine code."""
    base = os.environ.get("DAMIER_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "damier"


def prepare_cache(folder: Path) -> Path:
    """Create the cache folder, or a temporary one where that is not allowed, and delete the game's oldest versions."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)  # used now
    except OSError:
        return Path(tempfile.mkdtemp(prefix="damier-"))
    versions = sorted(folder.parent.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in versions[_KEPT_CACHES:]:
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)
    return folder
