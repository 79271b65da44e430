"""The random generator of bots and playouts: sfc32, four numbers of 32 bits kept in an array of int64.

It gives the same numbers on every machine, plain and compiled: 32-bit words inside signed 64-bit numbers never
overflow. Tables do not use it; their chance is `damier.core.fair`.
"""

import hashlib

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Ints

_WORD = 0xFFFFFFFF


def seeded(*parts: object) -> Ints:
    """Return a generator state that depends on all parts and on nothing else."""
    digest = hashlib.sha256(":".join(map(str, parts)).encode()).digest()
    return np.frombuffer(digest[:16], dtype="<u4").astype(np.int64)


@compiled
def below(rng: Ints, bound: int) -> int:
    """Return the next number in 0..bound-1 (bound under 2**31; the bias is under bound / 2**32)."""
    a = int(rng[0])
    b = int(rng[1])
    c = int(rng[2])
    counter = int(rng[3])
    word = (a + b + counter) & _WORD
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + ((c << 3) & _WORD)) & _WORD
    rng[2] = ((((c << 21) & _WORD) | (c >> 11)) + word) & _WORD
    rng[3] = (counter + 1) & _WORD
    return (word * bound) >> 32


@compiled
def weighted(rng: Ints, weights: Ints, n: int) -> int:
    """Return an index below n, drawn with the first n weights."""
    total = 0
    for i in range(n):
        total += int(weights[i])
    left = below(rng, total)
    i = 0
    while left >= int(weights[i]):
        left -= int(weights[i])
        i += 1
    return i
