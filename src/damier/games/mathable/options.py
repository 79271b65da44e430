"""The options of Mathable."""

from dataclasses import dataclass

from damier.core.options import Options, choice

# Places in the array that `start` gets.
SEATS, CLAIMS, REFEREE = range(3)
DECLARED = 1
CONTEST = 1


@dataclass(frozen=True)
class MathableOptions(Options):
    """R14 and R15."""

    claims: str = choice("automatic", "declared")
    referee: str = choice("strict", "contest")
