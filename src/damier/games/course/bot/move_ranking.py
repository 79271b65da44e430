"""How promising each action looks without searching (`rank`), and the move that looks best (`policy`)."""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import MAX_ACTIONS, SURE, Ints, StateData, legal
from damier.core.rng import below
from damier.games.course.bot.plans import (
    NOTHING,
    attacks_countered,
    chances_after,
    finish,
    is_free_protection,
    is_lift,
    is_parry,
    keeping,
    plan,
    worth_keeping,
)
from damier.games.course.cards import FIRST_ATTACK, FIRST_CORRECTION, FIRST_DEFENCE, GOAL, HORLOGE, VALUE
from damier.games.course.state import (
    ANSWER,
    ATTACK,
    DISCARD,
    END,
    EXTRA,
    LAY,
    MOST_HELD,
    PASS,
    RETURN,
    SUMO_LIMIT,
    is_protected,
    points_limit,
)

# What each kind of action counts. Tuned by many quick games of `policy` against itself.
PARRY, WAIT, DISCARDING, EXCHANGE = 900, 160, 150, 500
PROTECTION = 800  # a defence laid as an extra card
STOP, STOP_LEAD = 290, 16  # a player under no attack is stopped, the leader first
AGAIN, CLOCK = 0, 400
POINTS, ENDING, SIZE, HOPE = 300, 300, 4, 6  # far from the goal size counts, near it the cards that would finish
PLANNED, PER_TURN, MOST_TURNS = 400, 40, 5
SMALL_FROM = 100  # a product 1 to 3 is laid as a defence while more is missing
LARGE_FROM, EARLY = 200, 2  # a correction is laid at once while more is missing and no plan needs so few turns


@compiled
def rank(state: StateData, seat: int, actions: Ints, n: int, ranks: Ints) -> None:
    """Rank a sure finish first, then lifts and parries, extra cards, attacks, and points that leave a way to 400."""
    planned = plan(state, seat)
    turns = planned >> MOST_HELD
    winning = finish(state, seat)
    # A parry ends the question, so an attacked seat first lifts what else lies before it.
    lifts_first = state.phase == ANSWER and attacks_countered(state, seat) & ~(1 << int(state.pending)) != 0
    for i in range(n):
        action = int(actions[i])
        if action == winning:
            ranks[i] = 2 * SURE
        elif winning == NOTHING and is_lift(state, seat, action) and not is_parry(state, seat, action):
            ranks[i] = SURE + 100 - int(VALUE[action >> 4 & 255]) + (200 if action >> 12 == EXTRA else 0)
        elif is_parry(state, seat, action):
            sure = state.pending != HORLOGE and not lifts_first
            ranks[i] = SURE + 50 if sure else PARRY - int(VALUE[action >> 4 & 255])
        elif is_free_protection(state, seat, action):  # the card drawn for it may parry
            ranks[i] = PROTECTION if lifts_first else SURE
        else:
            ranks[i] = _glance(state, seat, action, planned, turns)


@compiled
def _glance(state: StateData, seat: int, action: int, planned: int, turns: int) -> int:
    verb = action >> 12
    card = action >> 4 & 255
    if verb in (END, PASS):
        return WAIT
    if verb == RETURN:
        return EXCHANGE
    if verb == ATTACK:
        return _attacking(state, action & 15, card - FIRST_ATTACK)
    place = _place(state, seat, card)
    if verb == EXTRA:
        return _extra(state, seat, card, place, planned, turns)
    if verb == LAY and (action & 15 == HORLOGE or card >= FIRST_DEFENCE):
        return DISCARDING - 60  # as an extra card it costs nothing
    if verb == LAY:
        return _laying(state, seat, card, place, planned, turns)
    kept = keeping(state, seat, place, planned)
    if verb == DISCARD:
        return DISCARDING - kept
    return EXCHANGE + worth_keeping(state, seat, int(state.taken), NOTHING, False) - kept


@compiled
def _place(state: StateData, seat: int, card: int) -> int:
    i = 0
    while state.hands[seat, i] != card:
        i += 1
    return i


@compiled
def _attacking(state: StateData, victim: int, attack: int) -> int:
    """Prefer to stop the leader among those who can lay points freely."""
    total = int(state.totals[victim])
    if attack == HORLOGE:
        return CLOCK + total // 8
    if points_limit(int(state.attacks[victim]), 0) > SUMO_LIMIT:
        return STOP + STOP_LEAD * total // 16
    return AGAIN + total // 8


@compiled
def _extra(state: StateData, seat: int, card: int, place: int, planned: int, turns: int) -> int:
    """Lay extra cards at once, for they are replaced; but keep small products and corrections the finish may need."""
    if card >= FIRST_DEFENCE:
        return PROTECTION
    room = GOAL - int(state.totals[seat])
    if card >= FIRST_CORRECTION:
        return PROTECTION - 1 if room > LARGE_FROM and turns > EARLY else 0
    if planned >> place & 1 != 0 or room <= SMALL_FROM:
        return 0
    return PROTECTION - 2 if not is_protected(state, seat, HORLOGE) else 0


@compiled
def _laying(state: StateData, seat: int, card: int, place: int, planned: int, turns: int) -> int:
    worth = int(VALUE[card])
    room = GOAL - int(state.totals[seat])
    if turns <= MOST_TURNS and planned >> place & 1 != 0:
        return POINTS + PLANNED - PER_TURN * turns + worth
    rest = room - worth
    if card >= FIRST_CORRECTION:
        return POINTS - 80
    if rest > 100:
        return POINTS + worth
    return ENDING + SIZE * worth // 16 + HOPE * chances_after(state, seat, place, rest)


@compiled
def policy(state: StateData, seat: int, rng: Ints) -> int:
    """Return the action with the highest rank; a random one among equals."""
    actions = np.empty(MAX_ACTIONS, np.int64)
    ranks = np.empty(MAX_ACTIONS, np.int64)
    n = legal(state, seat, actions)
    if n == 1:
        return int(actions[0])
    rank(state, seat, actions, n, ranks)
    chosen = 0
    equals = 1
    for i in range(1, n):
        if ranks[i] > ranks[chosen]:
            chosen = i
            equals = 1
        elif ranks[i] == ranks[chosen]:
            equals += 1
            if below(rng, equals) == 0:
                chosen = i
    return int(actions[chosen])
