"""The options of Foumath and MadMath."""

from dataclasses import dataclass
from pathlib import Path

from damier.core.catalogue import message
from damier.core.errors import Malformed
from damier.core.options import Options, choice, number

# The places of the options in the array that `rules.start` gets.
SEATS, RULESET, LEVEL, TARGET, BOARD, OPENING, NEXT_ROUND, KEPT_DOUBLE = range(8)

RULESETS = ("foumath", "madmath")
LEVELS = ("junior", "intermediate", "expert")
JUNIOR, INTERMEDIATE, EXPERT = range(3)
BOARDS = ("multiplication", "addition")
ADDITION = 1
SEAT_1 = 1
LEFT, WINNER, LOSER = range(3)
AGAIN = 0


@dataclass(frozen=True)
class FoumathOptions(Options):
    """What people may choose: R1, R4, R9, R11, R13 and R14."""

    ruleset: str = choice(*RULESETS)
    level: str = choice(*LEVELS)
    target: int = number(200, low=1, high=500)
    board: str = choice(*BOARDS)
    opening: str = choice("roll", "seat-1")
    next_round: str = choice("left", "winner", "loser")
    kept_double: str = choice("again", "no")

    def __post_init__(self) -> None:
        """Refuse another opening in MadMath, where the dice decide who begins (R14)."""
        super().__post_init__()
        if self.ruleset == "madmath" and self.opening != "roll":
            refusal = Malformed(message("malformed.opening", option="opening", value=self.opening), "R14")
            refusal.source = Path(__file__).parent
            raise refusal
