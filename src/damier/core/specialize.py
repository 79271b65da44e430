"""Specialisation: a copy of a generic module for one game, its contract names bound to that game, plain or compiled.

Functions marked with `@compiled` become machine code in a compiled copy; the others stay Python and call that code.

Why copies and not closures: numba never finds a closure in its cache again. A function whose globals are ordinary
module globals is found, provided its module is in `sys.modules` under its own name.
"""

import sys
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any

from damier.core import contract
from damier.core.compiled import cache_folder, is_compiled, prepare_cache

# A copy is registered before it is filled, because modules may import each other in a circle: other threads wait until
# it is complete. One lock for all games, because numba's cache folder is a setting of the process.
_LOCK = RLock()


class Specializer:
    """Makes the copies of modules for one game, each once, when first asked for."""

    def __init__(self, game: str, package: str, folder: Path, providers: list[ModuleType], jit: bool) -> None:
        self.jit = jit
        self._package = package
        self._suffix = f"{game}_{'compiled' if jit else 'plain'}"
        self._providers = {
            name: module for module in reversed(providers) for name in contract.NAMES if _provides(module, name)
        }
        self._copies: dict[str, ModuleType] = {}
        self._cache: Path | None = None
        if jit:
            self._cache = prepare_cache(cache_folder(game, folder))

    def bind(self, source: ModuleType) -> Any:
        """Return the copy of a module. (`Any`: its functions are the source's, bound.)"""
        with _LOCK:
            return self._copies.get(source.__name__) or self._copy(source)

    def _copy(self, source: ModuleType) -> ModuleType:
        copy = ModuleType(f"{source.__name__}__{self._suffix}", source.__doc__)
        self._copies[source.__name__] = copy
        sys.modules[copy.__name__] = copy
        scope = vars(copy)
        scope["__builtins__"] = vars(source)["__builtins__"]  # numba looks them up among a function's globals
        for name, value in vars(source).items():
            if name.startswith("__"):
                continue
            scope[name] = self._bound(name, value, source, copy)
        return copy

    def _bound(self, name: str, value: object, source: ModuleType, copy: ModuleType) -> object:
        if name in contract.NAMES and value is getattr(contract, name) and source is not self._providers[name]:
            return getattr(self.bind(self._providers[name]), name)
        if not isinstance(value, FunctionType):
            return value
        if value.__module__ != source.__name__:
            bound = is_compiled(value) or value.__module__.startswith(f"{self._package}.")
            return getattr(self.bind(sys.modules[value.__module__]), value.__name__) if bound else value
        function = FunctionType(value.__code__, vars(copy), value.__name__, value.__defaults__)
        function.__module__ = copy.__name__
        function.__doc__ = value.__doc__
        function.__qualname__ = value.__qualname__
        return self._njit(function) if self.jit and is_compiled(value) else function

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


def _provides(module: ModuleType, name: str) -> bool:
    """Return whether a module defines a contract name itself, rather than importing the placeholder."""
    value = vars(module).get(name)
    return value is not None and getattr(value, "__module__", None) != contract.__name__
