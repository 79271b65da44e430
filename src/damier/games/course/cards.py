"""The deck as data (R1): every kind of card has a number, a name, a value and a list of what it can do.

0 is no card. 1..100 are the multiplications row by row, then the products, the two corrections, the four attacks and
the three defences. What a card can do is read from the arrays below, never from its number.
"""

import numpy as np

from damier.core.contract import Ints
from damier.games.course.options import MAX_COPIES

GOAL = 400

FACTORS = range(1, 11)
PRODUCT_VALUES = tuple(sorted({a * b for a in FACTORS for b in FACTORS}))
CORRECTION_VALUES = (2, 20)
ATTACKS = ("poursuite", "horloge", "demi-tour", "sumo")
DEFENCES = ("cadeau", "fromage", "piege")

# Attacks by number, as in a seat's mask of attacks.
POURSUITE, HORLOGE, DEMI_TOUR, SUMO = range(4)

NO_CARD = 0
FIRST_PRODUCT = 101
FIRST_CORRECTION = FIRST_PRODUCT + len(PRODUCT_VALUES)
FIRST_ATTACK = FIRST_CORRECTION + len(CORRECTION_VALUES)
FIRST_DEFENCE = FIRST_ATTACK + len(ATTACKS)
KINDS = FIRST_DEFENCE + len(DEFENCES)  # counting kind 0, no card

NAMES: tuple[str, ...] = (
    "",
    *(f"{a}x{b}" for a in FACTORS for b in FACTORS),
    *(f"={value}" for value in PRODUCT_VALUES),
    *(f"+{value}" for value in CORRECTION_VALUES),
    *ATTACKS,
    *DEFENCES,
)
NUMBERS = {name: card for card, name in enumerate(NAMES) if name}


def _by_kind(given: dict[int, int], otherwise: int = 0) -> Ints:
    return np.array([given.get(card, otherwise) for card in range(KINDS)], np.int64)


def _value(name: str) -> int:
    if "x" in name:
        a, b = name.split("x")
        return int(a) * int(b)
    return int(name[1:]) if name[:1] in ("=", "+") else 0


# The points a card is worth; 0 for attacks and defences.
VALUE = _by_kind({card: _value(name) for name, card in NUMBERS.items()})
MAX_VALUE = int(VALUE.max())

# R7: cards that contain the number 1. R9: squares. As a mask of the attacks that a card lifts when put on them.
_ONES = {f"{a}x{b}" for a in FACTORS for b in FACTORS if 1 in (a, b)} | {f"={a}" for a in FACTORS}
_SQUARES = {f"{a}x{a}" for a in FACTORS} | {f"={a * a}" for a in FACTORS}
LIFTS = _by_kind(
    {card: (name in _ONES) << POURSUITE | (name in _SQUARES) << SUMO for name, card in NUMBERS.items()},
)

# R11: the cards that can be laid as a defence, and by kind of card its place among them and the attack it counters.
_COUNTERED = {"=1": HORLOGE, "=2": HORLOGE, "=3": HORLOGE, "cadeau": POURSUITE, "fromage": DEMI_TOUR, "piege": SUMO}
DEFENCE_CARDS = tuple(NUMBERS[name] for name in _COUNTERED)
COUNTERED = tuple(_COUNTERED.values())  # by place
DEFENCE_PLACE = _by_kind({card: place for place, card in enumerate(DEFENCE_CARDS)}, otherwise=-1)
COUNTERS = _by_kind({NUMBERS[name]: attack for name, attack in _COUNTERED.items()}, otherwise=-1)


def _most_before_one_player() -> int:
    """Return how many points cards can lie before one player: the smallest ones of the largest deck, up to 400."""
    copies = {card: 1 if card >= FIRST_CORRECTION else MAX_COPIES for card in range(1, FIRST_ATTACK)}
    values = sorted(int(VALUE[card]) for card in copies for _ in range(copies[card]))
    total = n = 0
    while total + values[n] <= GOAL:
        total += values[n]
        n += 1
    return n


MOST_LAID = _most_before_one_player()
