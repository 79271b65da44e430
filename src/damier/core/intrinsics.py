"""Machine code for the primitives of `damier.core.compiled`. Imported only once numba is wanted."""

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from damier.core import compiled


@intrinsic
def _memcpy(typing_context: Any, target: Any, source: Any) -> Any:
    # Plain assignment of records makes LLVM load the whole struct as one value: seconds of compiling for a few
    # kilobytes, and slower code than this.
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        cgutils.raw_memcpy(builder, args[0], args[1], context.get_constant(types.intp, target.size), 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@intrinsic
def _trailing_zeros(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.true_bit)

    return types.int64(types.int64), generate


@intrinsic
def _population(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@overload(compiled.copy)
def _copy(target: Any, source: Any) -> Any:
    def implementation(target: Any, source: Any) -> Any:
        return _memcpy(target, source)

    return implementation


@overload(compiled.lowest)
def _lowest(bits: Any) -> Any:
    def implementation(bits: Any) -> Any:
        return _trailing_zeros(bits)

    return implementation


@overload(compiled.count)
def _count(bits: Any) -> Any:
    def implementation(bits: Any) -> Any:
        return _population(bits)

    return implementation
