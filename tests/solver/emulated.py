"""The kernels of the GPU on a CPU: one thread a block, compiled by the machine's C++ compiler."""

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

COMPILER = shutil.which("g++")
_HEADER = Path(__file__).with_name("emulated.h")


class Emulated:
    """A device with the memory of this machine."""

    name = "emulated"
    arrays: Any = np
    blocks = 3

    def __init__(self) -> None:
        self._library: Any = None

    def compile(self, source: str, constants: dict[str, int]) -> None:
        options = [f"-D{name}={value}" for name, value in constants.items()]
        text = _HEADER.read_text(encoding="utf-8") + source
        name = hashlib.sha256(f"{options}{text}".encode()).hexdigest()[:16]
        library = Path(tempfile.gettempdir()) / f"damier-emulated-{name}.so"
        if not library.exists():
            assert COMPILER is not None
            made = library.with_suffix(f".{os.getpid()}")
            command = [COMPILER, "-O2", "-std=c++17", "-shared", "-fPIC", "-w", "-x", "c++", "-", "-o", str(made)]
            subprocess.run([*command, *options], input=text, text=True, check=True)
            made.replace(library)
        self._library = ctypes.CDLL(str(library))

    def launch(self, kernel: str, blocks: int, *arguments: Any) -> None:
        for block in range(blocks):
            self._library.place(block, blocks)
            self._library[kernel](*map(_argument, arguments))

    def address(self, array: Any) -> int:
        return int(array.ctypes.data)

    def download(self, array: Any) -> Any:
        return array.copy()

    def room(self) -> int:
        return 4 << 30

    def release(self) -> None:
        pass


def _argument(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return ctypes.c_void_p(value.ctypes.data)
    return ctypes.c_uint64(int(value)) if isinstance(value, np.uint64) else ctypes.c_uint32(int(value))
