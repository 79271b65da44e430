"""Whether a table fits into this machine."""

import os


class TooLittleMemory(RuntimeError):
    """The machine has less memory than a table takes."""

    def __init__(self, needed: int, present: int) -> None:
        super().__init__(f"the table takes {gigabytes(needed)} GB of memory; this machine has {gigabytes(present)} GB")
        self.needed, self.present = needed, present


def gigabytes(size: int) -> int:
    """Return a number of bytes in gigabytes, rounded."""
    return round(size / 10**9)


def memory() -> int | None:
    """Return how many bytes of memory the machine has, or None where the system does not say."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def check_memory(needed: int) -> None:
    """Raise TooLittleMemory if so many bytes are more than the machine has."""
    present = memory()
    if present is not None and needed > present:
        raise TooLittleMemory(needed, present)
