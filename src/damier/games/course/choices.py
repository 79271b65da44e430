"""Who may act, and what they or chance may do (R2–R13)."""

from damier.core.compiled import compiled
from damier.core.contract import CHANCE, OVER, Ints, StateData
from damier.games.course.cards import (
    COUNTERS,
    FIRST_ATTACK,
    FIRST_CORRECTION,
    FIRST_DEFENCE,
    HORLOGE,
    KINDS,
    LIFTS,
    NO_CARD,
    POURSUITE,
    SUMO,
    VALUE,
)
from damier.games.course.state import (
    ANSWER,
    ATTACK,
    DEAL,
    DISCARD,
    DRAW,
    END,
    EXTRA,
    GIVE,
    GIVE_CARD,
    LAY,
    LIFT,
    LOT,
    PASS,
    RETURN,
    TAKE,
    TURN,
    action_of,
    can_be_attacked,
    points_limit,
)


@compiled
def actors(state: StateData) -> int:
    """Return who may act, as a mask."""
    if state.ending != 0:
        return OVER
    phase = state.phase
    if phase in (TURN, GIVE):
        return 1 << int(state.turn)
    return 1 << int(state.victim) if phase == ANSWER else 1 << CHANCE


@compiled
def legal(state: StateData, seat: int, out: Ints) -> int:
    """Write what the seat may do into `out` and return how many actions that are (R3–R12)."""
    if actors(state) >> seat & 1 == 0:
        return 0
    if state.phase == TURN:
        return _legal_after_main(state, seat, out) if state.done != 0 else _legal_main(state, seat, out)
    if state.phase == ANSWER:
        return _legal_when_attacked(state, seat, out)
    return _legal_exchange(state, seat, out)


@compiled
def _legal_main(state: StateData, seat: int, out: Ints) -> int:
    """R3: the main thing, or an extra card before it. A player without a card can only end his turn (R13)."""
    n = 0
    attacks = int(state.attacks[seat])
    most = points_limit(attacks, int(state.totals[seat]))
    before = NO_CARD
    hand = state.hands[seat]
    for i in range(int(state.held[seat])):
        card = int(hand[i])
        if card == before:
            continue
        before = card
        out[n] = action_of(DISCARD, card, 0)
        n += 1
        if card < FIRST_ATTACK:
            if VALUE[card] <= most:
                out[n] = action_of(LAY, card, 0)
                n += 1
        elif card < FIRST_DEFENCE:
            for other in range(1, int(state.seats) + 1):
                if other != seat and can_be_attacked(state, other, card - FIRST_ATTACK):
                    out[n] = action_of(ATTACK, card, other)
                    n += 1
        if COUNTERS[card] >= 0:
            out[n] = action_of(LAY, card, HORLOGE if card < FIRST_DEFENCE else 0)
            n += 1
        extra = _extra(card, most)
        if extra >= 0:
            out[n] = extra
            n += 1
        lifted = int(LIFTS[card]) & attacks
        if lifted >> POURSUITE & 1 != 0:
            out[n] = action_of(LIFT, card, POURSUITE)
            n += 1
        if lifted >> SUMO & 1 != 0:
            out[n] = action_of(LIFT, card, SUMO)
            n += 1
    if n == 0:
        out[0] = action_of(END, 0, 0)
        n = 1
    return n


@compiled
def _extra(card: int, most: int) -> int:
    """Return the action that lays a card in addition to the main thing (R4, R11), or -1 where there is none."""
    if COUNTERS[card] >= 0:
        return action_of(EXTRA, card, HORLOGE if card < FIRST_DEFENCE else 0)
    is_correction = card >= FIRST_CORRECTION and card < FIRST_ATTACK
    return action_of(EXTRA, card, 0) if is_correction and VALUE[card] <= most else -1


@compiled
def _legal_after_main(state: StateData, seat: int, out: Ints) -> int:
    """R3, R4: extra cards, until the player ends his turn."""
    out[0] = action_of(END, 0, 0)
    return _add_extras(state, seat, points_limit(int(state.attacks[seat]), int(state.totals[seat])), out)


@compiled
def _legal_when_attacked(state: StateData, seat: int, out: Ints) -> int:
    """R11, R12: any defence, matching or not. Passing is always possible, so that being asked tells nobody anything."""
    out[0] = action_of(PASS, 0, 0)
    return _add_extras(state, seat, 0, out)


@compiled
def _add_extras(state: StateData, seat: int, most: int, out: Ints) -> int:
    """Write the seat's extra cards behind the first action in `out` and return how many actions there are then."""
    n = 1
    before = NO_CARD
    hand = state.hands[seat]
    for i in range(int(state.held[seat])):
        card = int(hand[i])
        extra = _extra(card, most)
        if extra >= 0 and card != before:
            out[n] = extra
            n += 1
        before = card
    return n


@compiled
def _legal_exchange(state: StateData, seat: int, out: Ints) -> int:
    """R10: return the card that was taken, or keep it and give one from the hand."""
    out[0] = action_of(RETURN, 0, 0)
    n = 1
    before = NO_CARD
    hand = state.hands[seat]
    for i in range(int(state.held[seat])):
        card = int(hand[i])
        if card != before:
            out[n] = action_of(GIVE_CARD, card, 0)
            n += 1
        before = card
    return n


@compiled
def chances(state: StateData, outcomes: Ints, weights: Ints) -> int:
    """Write what chance may bring, with weights, and return how many outcomes there are.

    R2: the lot. R3, R13: a card of the stock, or its rebuilding. R10: a card of the victim's hand.
    """
    n = 0
    if state.ending != 0:
        return 0
    if state.phase == LOT:
        for seat in range(1, int(state.seats) + 1):
            outcomes[n] = seat
            weights[n] = 1
            n += 1
    elif state.phase in (DEAL, DRAW):
        stock = state.stock
        for card in range(1, KINDS):  # branchless: every kind is written, and overwritten if there is no such card
            copies = stock[card]
            outcomes[n] = card
            weights[n] = copies
            n += 1 if copies != 0 else 0
        if n == 0:
            outcomes[0] = NO_CARD
            weights[0] = 1
            n = 1
    elif state.phase == TAKE:
        victim = int(state.victim)
        hand = state.hands[victim]
        for i in range(int(state.held[victim])):
            card = int(hand[i])
            if n > 0 and outcomes[n - 1] == card:
                weights[n - 1] += 1
            else:
                outcomes[n] = card
                weights[n] = 1
                n += 1
    return n
