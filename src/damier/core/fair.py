"""Fair chance: a committed seed, and draws that anybody can recompute.

Before the first event the table publishes SHA-256 of a random 32-byte seed; then each seat may add a word of its
own, so that nobody, the table included, chose the key alone. Draw i takes HMAC-SHA256 of the key over (i, try_number)
as a 256-bit number and rejects those in the incomplete last block, so that no outcome is favoured. At the end the
seed is shown and every draw can be checked.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

SEED_BYTES = 32
_SPAN = 1 << 256


def fresh_seed() -> bytes:
    """Return a new random seed."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """Return what is published of a seed before the game."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True, slots=True)
class FairChance:
    """The source of chance of one table: a seed and the seats' own words."""

    seed: bytes
    seat_words: tuple[str, ...] = ()  # one per seat, empty where a seat gave none

    def draw(self, index: int, weights: Sequence[int]) -> int:
        """Return which of the weighted outcomes the chance event number `index` (from 0) has."""
        total = sum(weights)
        if total <= 0 or min(weights) < 0:
            raise ValueError("weights must be whole numbers, none negative, one at least positive")
        key = self._key()
        fair_span = _SPAN - _SPAN % total
        try_number = 0
        while (number := self._number(key, index, try_number)) >= fair_span:
            try_number += 1
        left = number % total
        for outcome, weight in enumerate(weights):
            if left < weight:
                return outcome
            left -= weight
        raise AssertionError("unreachable: the rest is below the total")

    def _key(self) -> bytes:
        # Lengths first, so that ("ab", "c") and ("a", "bc") are different sets of words.
        joined = b"".join(len(word.encode()).to_bytes(4, "big") + word.encode() for word in self.seat_words)
        return hmac.digest(self.seed, b"damier/1/key/" + joined, "sha256")

    def _number(self, key: bytes, index: int, try_number: int) -> int:
        block = hmac.digest(key, f"damier/1/draw/{index}/{try_number}".encode(), "sha256")
        return int.from_bytes(block, "big")
