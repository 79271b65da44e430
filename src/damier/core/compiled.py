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
    """Whether a value is a function marked with `@compiled`."""
    return getattr(value, _MARK, False) is True


def available() -> bool:
    """Whether numba is there and not switched off. Does not import it."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    return importlib.util.find_spec("numba") is not None


# Three primitives that plain Python and machine code do differently; `damier.core.intrinsics` has the other half.


def copy(target: StateData, source: StateData) -> None:
    """Copy one record over another of the same type."""
    for name in source.dtype.names:
        target[name] = source[name]


def lowest(bits: int) -> int:
    """The index of the lowest set bit of a positive number."""
    return (bits & -bits).bit_length() - 1


def count(bits: int) -> int:
    """How many bits are set in a number that is not negative."""
    return bits.bit_count()


def cache_folder(game: str, folder: Path) -> Path:
    """Where the machine code of one game is kept.

    Numba notices a change in the file of a function, not in the files of the functions it calls: it would run
    stale rules. So the folder is named after all sources that can take part. It looks code up by the path and the
    time of the file: so these count too, or a second copy of the same sources would pass for compiled and not be.
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
    """The folder under which every version keeps its machine code."""
    base = os.environ.get("DAMIER_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "damier"


def prepare_cache(folder: Path) -> Path:
    """Make the cache folder, or a temporary one where that is not allowed; forget the game's oldest versions."""
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
