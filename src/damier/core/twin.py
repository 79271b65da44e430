"""Twins: a module copied for one game, its contract names bound to that game, plain or compiled.

Functions marked with `@compiled` become machine code in a compiled twin; the others stay Python and call that code.

Why copies and not closures: numba never finds a closure in its cache again. A function whose globals are ordinary
module globals is found, provided that module is in `sys.modules` under its own name.
"""

import sys
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any

from damier.core import contract
from damier.core.compiled import cache_folder, is_compiled, prepare_cache

# A twin is entered before it is filled, because modules may form a circle: other threads wait until it is whole. One
# lock for all games, because numba's cache folder is a setting of the process.
_MAKING = RLock()


class Twins:
    """All modules of one game, each made once, when asked for."""

    def __init__(self, game: str, package: str, folder: Path, providers: list[ModuleType], jit: bool) -> None:
        self.jit = jit
        self._package = package
        self._suffix = f"{game}_{'compiled' if jit else 'plain'}"
        self._providers = {
            name: module for module in reversed(providers) for name in contract.NAMES if name in vars(module)
        }
        self._made: dict[str, ModuleType] = {}
        self._cache: Path | None = None
        if jit:
            self._cache = prepare_cache(cache_folder(game, folder))

    def of(self, source: ModuleType) -> Any:
        """The twin of a module. (`Any`: its functions are the source's, bound.)"""
        with _MAKING:
            return self._made.get(source.__name__) or self._make(source)

    def _make(self, source: ModuleType) -> ModuleType:
        twin = ModuleType(f"{source.__name__}__{self._suffix}", source.__doc__)
        self._made[source.__name__] = twin
        sys.modules[twin.__name__] = twin
        scope = vars(twin)
        for name, value in vars(source).items():
            if name.startswith("__"):
                continue
            scope[name] = self._bound(name, value, source, twin)
        return twin

    def _bound(self, name: str, value: object, source: ModuleType, twin: ModuleType) -> object:
        if name in contract.NAMES and value is getattr(contract, name) and source is not self._providers[name]:
            return getattr(self.of(self._providers[name]), name)
        if not isinstance(value, FunctionType):
            return value
        if value.__module__ != source.__name__:
            twinned = is_compiled(value) or value.__module__.startswith(f"{self._package}.")
            return getattr(self.of(sys.modules[value.__module__]), value.__name__) if twinned else value
        copy = FunctionType(value.__code__, vars(twin), value.__name__, value.__defaults__)
        copy.__module__ = twin.__name__
        copy.__doc__ = value.__doc__
        copy.__qualname__ = value.__qualname__
        return self._njit(copy) if self.jit and is_compiled(value) else copy

    def _njit(self, function: FunctionType) -> object:
        import numba

        from damier.core import intrinsics  # noqa: F401  registers the primitives

        numba.config.CACHE_DIR = str(self._cache)
        return numba.njit(cache=True, nogil=True)(function)

    @property
    def warm(self) -> bool:
        """Whether an earlier run left its machine code behind."""
        return self._cache is None or (self._cache / "warm").exists()

    def mark_warm(self) -> None:
        """Remember that everything a table needs has been compiled."""
        if self._cache is not None:
            (self._cache / "warm").touch()
