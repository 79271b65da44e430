"""Hash keys of positions that do not fit into 63 bits: two polynomial hashes modulo a prime, side by side."""

from damier.core.compiled import compiled
from damier.core.contract import Ints

_PRIME = 2**31 - 1


@compiled
def stir(key: Ints, numbers: Ints) -> None:
    """Hash numbers, each at least -7, into the two halves of a key."""
    first = int(key[0])
    second = int(key[1])
    for i in range(len(numbers)):
        n = int(numbers[i]) + 7
        first = (first * 48271 + n) % _PRIME
        second = (second * 69621 + n) % _PRIME
    key[0] = first
    key[1] = second
