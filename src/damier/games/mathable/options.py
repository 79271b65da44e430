"""The options of Mathable."""

from dataclasses import dataclass

from damier.core.options import Options, choice

# Where `start` finds the options in its array.
SEATS, CLAIMS, REFEREE = range(3)
DECLARED = 1
CONTEST = 1


@dataclass(frozen=True)
class MathableOptions(Options):
    """Claims (R14) and referee (R15)."""

    claims: str = choice("automatic", "declared")
    referee: str = choice("strict", "contest")
