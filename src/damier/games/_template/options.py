"""The options of Template."""

from dataclasses import dataclass

from damier.core.options import Options, number

# Places in the array that `start` gets.
SEATS, STICKS = range(2)


@dataclass(frozen=True)
class TemplateOptions(Options):
    """R1."""

    sticks: int = number(21, low=4, high=99)
