"""The options of the Course: who begins, and how many of each card there are."""

from dataclasses import dataclass

from damier.core.options import Options, choice, number

MAX_COPIES = 2  # of each points card; the state has room for as many as can lie before a player
MAX_ACTION_CARDS = 6

# The place of each option in the array that `start` gets.
SEATS, BEGINS, CORRECTIONS, MULTIPLICATIONS, PRODUCTS, ACTION_CARDS = range(6)  # the seven action cards come last
BY_LOT = 1  # as a value of `begins`
WITHOUT = 1  # as a value of `corrections`


@dataclass(frozen=True)
class CourseOptions(Options):
    """R1 and R2. For multiplication and product cards the number is that of copies of each card."""

    begins: str = choice("seat-1", "lot")
    corrections: str = choice("on", "off")
    deck_multiplications: int = number(1, low=0, high=MAX_COPIES)
    deck_products: int = number(1, low=0, high=MAX_COPIES)
    deck_poursuite: int = number(3, low=0, high=MAX_ACTION_CARDS)
    deck_horloge: int = number(3, low=0, high=MAX_ACTION_CARDS)
    deck_demi_tour: int = number(3, low=0, high=MAX_ACTION_CARDS)
    deck_sumo: int = number(3, low=0, high=MAX_ACTION_CARDS)
    deck_cadeau: int = number(2, low=0, high=MAX_ACTION_CARDS)
    deck_fromage: int = number(2, low=0, high=MAX_ACTION_CARDS)
    deck_piege: int = number(2, low=0, high=MAX_ACTION_CARDS)
