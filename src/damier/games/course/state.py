"""The NumPy record that holds a game of the Course, and the small operations on it.

Hands are sorted, so that equal hands are equal bytes. Cards in a hand, the stock and the discard are stored by kind:
two cards of the same kind cannot be told apart.

An action is a verb, a card and a target (a seat or an attack) packed into one number. An outcome is the card that is
drawn or taken; when the lot is drawn it is a seat, and `NO_CARD` stands for rebuilding the stock.
"""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import StateData
from damier.core.game import state_type
from damier.games.course.cards import (
    COUNTERED,
    DEFENCE_CARDS,
    DEMI_TOUR,
    GOAL,
    HORLOGE,
    KINDS,
    MAX_VALUE,
    MOST_LAID,
    NO_CARD,
    POURSUITE,
    SUMO,
)
from damier.games.course.known import MOST_KNOWN

DEALT = 8  # R2
MOST_HELD = DEALT + 1
SUMO_LIMIT = 10  # R9
SHOWN_ABOVE = 50  # R8
PATIENCE = 50  # R14: rounds without points before the last round begins

PHASES = ("lot", "deal", "draw", "turn", "answer", "take", "give")
LOT, DEAL, DRAW, TURN, ANSWER, TAKE, GIVE = range(len(PHASES))

# LAY is the main thing of a turn; EXTRA is laid in addition to it, or out of turn, and replaced by a draw (R4, R11).
# With the target HORLOGE a product card is laid as a defence; without a target it gives points. LIFT puts a card on an
# attack, the target.
END, PASS, RETURN, LAY, EXTRA, LIFT, ATTACK, DISCARD, GIVE_CARD = range(9)

ENDINGS: tuple[str, ...] = ("", "exact", "dead", "last-round")
EXACT, DEAD, LAST_ROUND_OVER = 1, 2, 3

# Most choices are there before the main thing of a turn, with nine different cards. The product 1 has five actions: it
# is discarded, laid as a defence in two ways, and laid for points or put on a Chase, and put on a Sumo. The products 2
# and 3 have four, attacks four in a game of four (three victims and the discard), all other cards at most three. So:
# 5 + 2 × 4 + 4 × 4 + 2 × 3. (tests/test_rules.py counts it for every card and every set of attacks.)
MAX_ACTIONS = 35
MAX_OUTCOMES = KINDS

STATE = state_type(
    "course",
    ("seats", np.int8),
    ("phase", np.int8),
    ("turn", np.int8),
    ("done", np.int8),  # whether the main thing of this turn is done (R3)
    ("drawer", np.int8),  # who draws, in DEAL and DRAW
    ("victim", np.int8),  # who is attacked, from the attack until it is settled; otherwise 0
    ("pending", np.int8),  # the attack that the victim faces
    ("scored", np.int8),  # R14: whether points were laid in this turn
    ("piles_used", np.int8),  # R14: whether the stock or the discard held a card at some time in this turn
    ("turns_without_points", np.int16),  # R14: how many turns in a row have ended without points
    ("turns_without_piles", np.int8),  # R14: the same, and without a card in stock or discard
    ("last_round", np.int8),  # R14: turns left of the last round, this one included; 0 before it begins
    ("top", np.int16),  # the card discarded last
    ("taken", np.int16),  # the card the Horloge has taken, in GIVE
    ("stock_n", np.int16),
    ("discard_n", np.int16),
    ("totals", np.int16, (5,)),
    ("held", np.int8, (5,)),  # how many cards are in each hand
    ("attacks", np.int8, (5,)),  # the attacks before each seat, as a mask
    ("laid_n", np.int8, (5,)),
    ("known_n", np.int8, (5,)),
    ("defences", np.int8, (5, len(DEFENCE_CARDS))),  # how many of each lie before a seat
    ("hands", np.int16, (5, MOST_HELD)),
    ("laid", np.int16, (5, MOST_LAID)),  # points cards before a seat, in the order they were laid
    ("known", np.int16, (5, MOST_KNOWN)),  # what a seat knows of other hands: see known.py
    ("stock", np.int8, (KINDS,)),  # by kind; in a view: every card the seat does not see, other hands included
    ("discard", np.int8, (KINDS,)),
    ("loose", np.int8, (MAX_VALUE + 1,)),  # R14: by value, the points cards that do not lie before a player
)


@compiled
def action_of(verb: int, card: int, target: int) -> int:
    """Return the number of an action."""
    return verb << 12 | card << 4 | target


@compiled
def insert(state: StateData, seat: int, card: int) -> None:
    """Put a card into a hand, which stays sorted."""
    hand = state.hands[seat]
    i = int(state.held[seat])
    while i > 0 and hand[i - 1] > card:
        hand[i] = hand[i - 1]
        i -= 1
    hand[i] = card
    state.held[seat] += 1


@compiled
def remove(state: StateData, seat: int, card: int) -> None:
    """Take a card out of a hand."""
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
def points_limit(attacks: int, total: int) -> int:
    """Return the highest points card that a player with this total may lay under these attacks (R5, R7–R9)."""
    if attacks & (1 << POURSUITE | 1 << DEMI_TOUR) != 0:
        return 0
    room = GOAL - total
    return min(room, SUMO_LIMIT) if attacks & 1 << SUMO != 0 else room


@compiled
def is_protected(state: StateData, seat: int, attack: int) -> bool:
    """Return whether a defence against the attack lies before the seat (R6)."""
    matching = 0
    defences = state.defences[seat]
    for place in range(len(DEFENCE_CARDS)):
        matching += int(defences[place]) if COUNTERED[place] == attack else 0
    return matching > 0


@compiled
def can_be_attacked(state: StateData, seat: int, attack: int) -> bool:
    """Return whether a seat can be given the attack (R6). The Horloge needs a hand to take from (R10)."""
    if is_protected(state, seat, attack):
        return False
    return state.held[seat] > 0 if attack == HORLOGE else int(state.attacks[seat]) >> attack & 1 == 0
