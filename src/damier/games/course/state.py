"""The table: the record that holds a game of the Course, and the small things that are done with it.

Hands are sorted, so that equal hands are equal bytes. Cards in a hand, the stock and the discard are kinds, with
nothing to tell two cards of a kind apart.

An action is a verb, a card and a target (a seat, or an attack by number), side by side in one number. An outcome is the
card that is drawn or taken; in the lot it is a seat, and `NO_CARD` stands for rebuilding the stock.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData
from damier.core.game import state_type
from damier.games.course.cards import (
    AGAINST,
    DEMI_TOUR,
    GOAL,
    GUARDS,
    HORLOGE,
    KINDS,
    MOST_LAID,
    NO_CARD,
    POURSUITE,
    SUMO,
)
from damier.games.course.notes import MOST_NOTES

DEALT = 8  # R2
MOST_HELD = DEALT + 1
SUMO_LIMIT = 10  # R9
SHOWN_ABOVE = 50  # R8

PHASES = ("lot", "deal", "draw", "turn", "answer", "take", "give")
LOT, DEAL, DRAW, TURN, ANSWER, TAKE, GIVE = range(len(PHASES))

# LAY is the main thing of a turn; EXTRA is laid besides it, or out of turn, and replaced (R4, R11). ONTO puts a card on
# an attack, to lift it or, for a product against the clock, to stay there.
END, PASS, RETURN, LAY, EXTRA, ONTO, ATTACK, DISCARD, GIVE_CARD = range(9)

ENDINGS: tuple[str, ...] = ("", "exact", "dead")
EXACT, DEAD = 1, 2

# A product card 1 can be laid, put on two attacks, laid as a defence and discarded; nothing can do more.
MAX_ACTIONS = 5 * MOST_HELD
MAX_OUTCOMES = KINDS

STATE = state_type(
    "course",
    ("seats", np.int8),
    ("phase", np.int8),
    ("turn", np.int8),
    ("done", np.int8),  # whether the main thing of this turn is done (R3)
    ("drawer", np.int8),  # who draws, in DEAL and DRAW
    ("rival", np.int8),  # who is attacked, in ANSWER, TAKE and GIVE ...
    ("weapon", np.int8),  # ... and with what
    ("fruitful", np.int8),  # whether points were laid since the stock was last rebuilt (R14)
    ("stirred", np.int8),  # whether in this turn points were laid, or stock or discard touched (R14) ...
    ("quiet", np.int8),  # ... and how many turns have ended without
    ("top", np.int16),  # what was discarded last
    ("taken", np.int16),  # the card between two hands, in GIVE
    ("stock_n", np.int16),
    ("discard_n", np.int16),
    ("totals", np.int16, (5,)),
    ("held", np.int8, (5,)),  # how many cards are in a hand
    ("attacks", np.int8, (5,)),  # those that lie before a seat, as a mask
    ("laid_n", np.int8, (5,)),
    ("notes_n", np.int8, (5,)),
    ("guards", np.int8, (5, len(GUARDS))),  # defences on the table
    ("hands", np.int16, (5, MOST_HELD)),
    ("laid", np.int16, (5, MOST_LAID)),  # points cards before a seat, in the order they came
    ("notes", np.int16, (5, MOST_NOTES)),  # what a seat has seen of other hands: see notes.py
    ("stock", np.int8, (KINDS,)),  # by kind; in a view: all that the seat does not see, other hands included
    ("discard", np.int8, (KINDS,)),
)


@compiled
def action_of(verb: int, card: int, target: int) -> int:
    """An action as one number."""
    return verb << 12 | card << 4 | target


@compiled
def insert(state: StateData, seat: int, card: int) -> None:
    """Into a hand, which stays sorted."""
    hand = state.hands[seat]
    i = int(state.held[seat])
    while i > 0 and hand[i - 1] > card:
        hand[i] = hand[i - 1]
        i -= 1
    hand[i] = card
    state.held[seat] += 1


@compiled
def remove(state: StateData, seat: int, card: int) -> None:
    """Out of a hand."""
    hand = state.hands[seat]
    i = 0
    while hand[i] != card:
        i += 1
    last = int(state.held[seat]) - 1
    while i < last:
        hand[i] = hand[i + 1]
        i += 1
    hand[last] = NO_CARD
    state.held[seat] = last


@compiled
def limit(attacks: int, total: int) -> int:
    """R5, R7–R9: how much a points card may be worth for a player under these attacks to lay it."""
    if attacks & (1 << POURSUITE | 1 << DEMI_TOUR) != 0:
        return 0
    room = GOAL - total
    return min(room, SUMO_LIMIT) if attacks & 1 << SUMO != 0 else room


@compiled
def protected(guards: Ints, attack: int) -> bool:
    """R6: whether there is a matching one among the defences before a seat."""
    there = 0
    for place in range(len(GUARDS)):
        there += int(guards[place]) if AGAINST[place] == attack else 0
    return there > 0


@compiled
def exposed(state: StateData, seat: int, attack: int) -> bool:
    """R6, R10: whether a seat can be given an attack. The clock needs a hand to take from."""
    if protected(state.guards[seat], attack):
        return False
    return state.held[seat] > 0 if attack == HORLOGE else int(state.attacks[seat]) >> attack & 1 == 0
