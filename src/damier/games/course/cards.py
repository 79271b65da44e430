"""The deck as data (R1): every kind of card has a number, a name, what it is worth and what it can do.

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
KINDS = FIRST_DEFENCE + len(DEFENCES)  # and one: there is a kind 0

NAMES: tuple[str, ...] = (
    "",
    *(f"{a}x{b}" for a in FACTORS for b in FACTORS),
    *(f"={value}" for value in PRODUCT_VALUES),
    *(f"+{value}" for value in CORRECTION_VALUES),
    *ATTACKS,
    *DEFENCES,
)
NUMBERS = {name: card for card, name in enumerate(NAMES) if name}

# R11: the cards that can lie before a player as a defence, and the attack each is good against.
GUARDS = tuple(NUMBERS[name] for name in ("=1", "=2", "=3", *DEFENCES))
AGAINST = (HORLOGE, HORLOGE, HORLOGE, POURSUITE, DEMI_TOUR, SUMO)


def _by_kind(given: dict[int, int], otherwise: int = 0) -> Ints:
    return np.array([given.get(card, otherwise) for card in range(KINDS)], np.int64)


def _value(name: str) -> int:
    if "x" in name:
        a, b = name.split("x")
        return int(a) * int(b)
    return int(name[1:]) if name[:1] in ("=", "+") else 0


# What a card is worth; 0 for a card that gives no points.
VALUE = _by_kind({card: _value(name) for name, card in NUMBERS.items()})

# R7, R9: the mask of the attacks that a card lifts when put on them.
_ONES = {f"{a}x{b}" for a in FACTORS for b in FACTORS if 1 in (a, b)} | {"=1"}
_SQUARES = {f"{a}x{a}" for a in FACTORS} | {f"={a * a}" for a in FACTORS}
LIFTS = _by_kind(
    {card: (name in _ONES) << POURSUITE | (name in _SQUARES) << SUMO for name, card in NUMBERS.items()},
)

# R11: the place of a card among GUARDS, -1 for all others.
GUARD_OF = _by_kind({card: place for place, card in enumerate(GUARDS)}, otherwise=-1)


def _most_before_one_player() -> int:
    """How many points cards can lie before a player at the most: the smallest of the richest deck, up to 400."""
    copies = {card: 1 if card >= FIRST_CORRECTION else MAX_COPIES for card in range(1, FIRST_ATTACK)}
    values = sorted(int(VALUE[card]) for card in copies for _ in range(copies[card]))
    total = n = 0
    while total + values[n] <= GOAL:
        total += values[n]
        n += 1
    return n


MOST_LAID = _most_before_one_player()
