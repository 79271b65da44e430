"""The options of the miniature."""

from dataclasses import dataclass

from damier.core.options import Options, choice, number

SEATS, ROUNDS, VOTE = range(3)
NO_VOTE = 1


@dataclass(frozen=True)
class MiniatureOptions(Options):
    """R5."""

    rounds: int = number(4, low=1, high=9)
    vote: str = choice("yes", "no")
