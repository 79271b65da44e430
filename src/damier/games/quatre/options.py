"""The options of Quatre."""

from dataclasses import dataclass

from damier.core.options import Options, choice, number

MAX_PLIES = 1000  # a state keeps every position of the game so far (R9), and its size is fixed

# The places of the options in the array that `rules.start` gets.
SEATS, VARIANT, START, PLY_LIMIT = range(4)
MIX = 1
MIRRORED = 1


@dataclass(frozen=True)
class QuatreOptions(Options):
    """What people may choose: R2, R9 and R12."""

    variant: str = choice("plain", "mix")
    start: str = choice("rotated", "mirrored")
    ply_limit: int = number(MAX_PLIES, low=1, high=MAX_PLIES)
