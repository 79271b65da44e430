"""The options of Template."""

from dataclasses import dataclass

from damier.core.options import Options, number

# The places of the options in the array that `rules.start` gets: the number of seats, then the fields below in order.
SEATS, STICKS = range(2)


@dataclass(frozen=True)
class TemplateOptions(Options):
    """What people may choose. Each field becomes an option with a sentence `option.<name>` in the catalogues."""

    sticks: int = number(21, low=4, high=99)
