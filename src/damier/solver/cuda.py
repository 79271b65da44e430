"""An NVIDIA GPU as the device of the analysis, by way of CuPy. Imports NumPy and CuPy only."""

import importlib
from typing import Any

THREADS = 512  # of a block that works on a slab
_FEW = 128  # of a block that looks at single positions: those kernels take more registers
BLOCKS = 2  # on each multiprocessor, if their shared memory fits
_ON_SLABS = ("begin", "block", "win", "lose")


class Gpu:
    """The first GPU of the machine."""

    name = "cuda"

    def __init__(self) -> None:
        try:
            cupy: Any = importlib.import_module("cupy")  # here, so that this module can be imported without it
        except ImportError as error:
            raise RuntimeError("the backend cuda needs CuPy: pip install 'damier[cuda]'") from error
        cupy.cuda.set_allocator(None)  # planes are large and few: no pool that rounds up and keeps
        self.arrays: Any = cupy
        self._module: Any = None
        self._shared = 0
        properties = cupy.cuda.runtime.getDeviceProperties(0)
        self.blocks: int = BLOCKS * int(properties["multiProcessorCount"])

    def compile(self, source: str, constants: dict[str, int]) -> None:
        """Compile the kernels for this GPU."""
        told = {**constants, "THREADS": THREADS, "BLOCKS": BLOCKS}
        options = ("--std=c++17", *(f"-D{name}={value}" for name, value in told.items()))
        self._module = self.arrays.RawModule(code=source, options=options)
        sizes = self.arrays.zeros(2, "uint32")
        self.launch("measure", 1, sizes)
        self._shared = int(sizes[0])

    def launch(self, kernel: str, blocks: int, *arguments: Any) -> None:
        """Run a kernel to its end."""
        function = self._module.get_function(kernel)
        if kernel in _ON_SLABS:
            function.max_dynamic_shared_size_bytes = self._shared
            function((blocks,), (THREADS,), arguments, shared_mem=self._shared)
        else:
            function((blocks,), (_FEW if kernel != "measure" else 1,), arguments)
        self.arrays.cuda.runtime.deviceSynchronize()

    def address(self, array: Any) -> int:
        """Return where an array lies in the GPU's memory."""
        return int(array.data.ptr)

    def download(self, array: Any) -> Any:
        """Return a copy in this machine's memory."""
        return self.arrays.asnumpy(array)

    def room(self) -> int:
        """Return how many bytes are free on the GPU."""
        return int(self.arrays.cuda.runtime.memGetInfo()[0])

    def release(self) -> None:
        """Give back the memory of arrays that are no longer used: without a pool that has happened already."""
