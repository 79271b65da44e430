"""Rate limits: token buckets."""

import time


class Bucket:
    """Allows so many actions a second, and twice as many in a burst."""

    __slots__ = ("_burst", "_filled", "_left", "_rate")

    def __init__(self, per_second: float) -> None:
        self._rate = per_second
        self._burst = 2 * per_second
        self._left = self._burst
        self._filled = time.monotonic()

    def take(self) -> bool:
        """Take one token; return whether there was one."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._filled) * self._rate)
        self._filled = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether it has been unused long enough to be dropped."""
        return self._left + (time.monotonic() - self._filled) * self._rate >= self._burst


class Buckets:
    """One bucket per address; those that are full again are dropped."""

    MOST = 10_000

    def __init__(self, per_second: float) -> None:
        self._rate = per_second
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Take a token of an address; return whether there was one."""
        if address not in self._buckets and len(self._buckets) >= self.MOST:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full}
        return self._buckets.setdefault(address, Bucket(self._rate)).take()
