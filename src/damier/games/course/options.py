"""The options of the Course: who begins, and how many of each card there are."""

from dataclasses import dataclass

from damier.core.options import Options, choice, number

MAX_COPIES = 2  # of each points card: the record has room for every card that can lie before a player
MAX_ACTION_CARDS = 6

# Places in the array that `start` gets.
SEATS, BEGINS, CORRECTIONS, MULTIPLICATIONS, PRODUCTS, ACTION_CARDS = range(6)  # the seven action cards come last
BY_LOT = 1  # among the choices of `begins`
WITHOUT = 1  # among those of `corrections`


@dataclass(frozen=True)
class CourseOptions(Options):
    """R1 and R2. Of multiplication and product cards the number says how many there are of each."""

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
