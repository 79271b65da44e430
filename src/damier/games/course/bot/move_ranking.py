"""How promising each action looks at a glance, and the play that follows from it."""

import numpy as np

from damier.core.compiled import compiled
from damier.core.contract import MAX_ACTIONS, SURE, Ints, StateData, legal
from damier.core.rng import below
from damier.games.course.bot.plans import (
    NOTHING,
    chances_after,
    drawing_ends,
    finish,
    is_lift,
    keeping,
    plan,
    worth_keeping,
)
from damier.games.course.cards import FIRST_ATTACK, FIRST_CORRECTION, FIRST_DEFENCE, GOAL, HORLOGE, VALUE
from damier.games.course.state import (
    ATTACK,
    DISCARD,
    END,
    EXTRA,
    LAY,
    MOST_HELD,
    ONTO,
    PASS,
    RETURN,
    SUMO_LIMIT,
    TURN,
    limit,
)

# How much each thing is worth a glance. Tuned by many quick games of `policy` against itself.
PARRY, WAIT, DISCARDING, EXCHANGE = 900, 160, 150, 500
GUARD = 800  # a defence laid for free
STOP, STOP_LEAD = 290, 16  # who runs free is stopped, the leader first
AGAIN, CLOCK = 0, 400
POINTS, ENDING, SIZE, HOPE = 300, 300, 4, 6  # far from the goal size counts, near it the cards that would finish
PLANNED, PER_TURN, MOST_TURNS = 400, 40, 5
LARGE_FROM, EARLY = 200, 2  # a correction is laid at once while so much is missing and no plan is as near as that


@compiled
def rank(state: StateData, seat: int, actions: Ints, n: int, ranks: Ints) -> None:
    """A sure finish first, then lifts; then free cards, attacks on who runs free, points that leave a way to 400."""
    planned = plan(state, seat)
    turns = planned >> MOST_HELD
    winning = finish(state, seat)
    for i in range(n):
        action = int(actions[i])
        if action == winning:
            ranks[i] = 2 * SURE
        elif winning == NOTHING and state.phase == TURN and is_lift(state, seat, action):
            ranks[i] = SURE + 100 - int(VALUE[action >> 4 & 255]) + (200 if action >> 12 == EXTRA else 0)
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
    if verb == EXTRA:
        return _extra(state, seat, card, turns)
    if verb == ONTO:
        return DISCARDING - 10 if state.phase == TURN else PARRY
    place = _place(state, seat, card)
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
def _attacking(state: StateData, rival: int, attack: int) -> int:
    """Whoever runs free and is in front is stopped first."""
    total = int(state.totals[rival])
    if attack == HORLOGE:
        return CLOCK + total // 8
    if limit(int(state.attacks[rival]), 0) > SUMO_LIMIT:
        return STOP + STOP_LEAD * total // 16
    return AGAIN + total // 8


@compiled
def _extra(state: StateData, seat: int, card: int, turns: int) -> int:
    """Extra cards are replaced: laid at once, but for corrections that the finish may need."""
    if state.phase != TURN:
        return PARRY
    if drawing_ends(state):
        return 0
    if card >= FIRST_DEFENCE:
        return GUARD
    room = GOAL - int(state.totals[seat])
    return GUARD - 1 if room > LARGE_FROM and turns > EARLY else 0


@compiled
def _laying(state: StateData, seat: int, card: int, place: int, planned: int, turns: int) -> int:
    if card >= FIRST_DEFENCE:
        return DISCARDING - 60
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
    """What looks best at a glance; equals by lot."""
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
