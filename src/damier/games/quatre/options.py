"""The options of Quatre."""

from dataclasses import dataclass

from damier.core.options import Options, choice, number

MAX_PLIES = 1000  # the record keeps every position that has stood (R9), so it must know how many there can be

# Places in the array that `start` gets.
SEATS, VARIANT, START, PLY_LIMIT = range(4)
MIX = 1
MIRRORED = 1


@dataclass(frozen=True)
class QuatreOptions(Options):
    """R2, R9 and R12."""

    variant: str = choice("plain", "mix")
    start: str = choice("rotated", "mirrored")
    ply_limit: int = number(MAX_PLIES, low=1, high=MAX_PLIES)
