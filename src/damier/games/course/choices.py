"""Who may act, and what they or chance may do (R2–R13)."""

from damier.core.compiled import compiled
from damier.core.contract import CHANCE, OVER, Ints, StateData
from damier.games.course.cards import (
    AGAINST,
    FIRST_ATTACK,
    FIRST_CORRECTION,
    FIRST_DEFENCE,
    GUARD_OF,
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
    LOT,
    ONTO,
    PASS,
    RETURN,
    TAKE,
    TURN,
    action_of,
    exposed,
    limit,
)


@compiled
def actors(state: StateData) -> int:
    """Who may act, by phase."""
    if state.ending != 0:
        return OVER
    phase = state.phase
    if phase in (TURN, GIVE):
        return 1 << int(state.turn)
    return 1 << int(state.rival) if phase == ANSWER else 1 << CHANCE


@compiled
def legal(state: StateData, seat: int, out: Ints) -> int:
    """R3–R12."""
    if actors(state) >> seat & 1 == 0:
        return 0
    if state.phase == TURN:
        return _legal_after(state, seat, out) if state.done != 0 else _legal_main(state, seat, out)
    if state.phase == ANSWER:
        return _legal_answer(state, seat, out)
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
def _legal_main(state: StateData, seat: int, out: Ints) -> int:
    """R3: the main thing, or an extra card before it. Who holds nothing just ends his turn (R13)."""
    n = 0
    attacks = int(state.attacks[seat])
    most = limit(attacks, int(state.totals[seat]))
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
            playable = VALUE[card] <= most
            if card >= FIRST_CORRECTION and playable:
                out[n] = action_of(EXTRA, card, 0)
                n += 1
        elif card < FIRST_DEFENCE:
            playable = False
            for other in range(1, int(state.seats) + 1):
                if other != seat and exposed(state, other, card - FIRST_ATTACK):
                    out[n] = action_of(ATTACK, card, other)
                    n += 1
        else:
            playable = True
            out[n] = action_of(EXTRA, card, 0)
            n += 1
        if playable:
            out[n] = action_of(LAY, card, 0)
            n += 1
        lifted = int(LIFTS[card]) & attacks
        if lifted >> POURSUITE & 1 != 0:
            out[n] = action_of(ONTO, card, POURSUITE)
            n += 1
        if lifted >> SUMO & 1 != 0:
            out[n] = action_of(ONTO, card, SUMO)
            n += 1
        if card < FIRST_DEFENCE and GUARD_OF[card] >= 0:
            out[n] = action_of(ONTO, card, HORLOGE)
            n += 1
    if n == 0:
        out[0] = action_of(END, 0, 0)
        n = 1
    return n


@compiled
def _legal_after(state: StateData, seat: int, out: Ints) -> int:
    """R3, R4: extra cards, until the player ends his turn."""
    out[0] = action_of(END, 0, 0)
    n = 1
    most = limit(int(state.attacks[seat]), int(state.totals[seat]))
    before = NO_CARD
    hand = state.hands[seat]
    for i in range(int(state.held[seat]) - 1, -1, -1):  # what may be laid is at the end of a sorted hand
        card = int(hand[i])
        if card < FIRST_CORRECTION:
            break
        extra = card >= FIRST_DEFENCE or (card < FIRST_ATTACK and VALUE[card] <= most)
        if extra and card != before:
            out[n] = action_of(EXTRA, card, 0)
            n += 1
        before = card
    return n


@compiled
def _legal_answer(state: StateData, seat: int, out: Ints) -> int:
    """R11, R12: to pass is always possible, so that being asked tells nobody anything."""
    out[0] = action_of(PASS, 0, 0)
    n = 1
    weapon = int(state.weapon)
    before = NO_CARD
    hand = state.hands[seat]
    for i in range(int(state.held[seat])):
        card = int(hand[i])
        place = int(GUARD_OF[card])
        if place >= 0 and AGAINST[place] == weapon and card != before:
            out[n] = action_of(ONTO, card, HORLOGE) if weapon == HORLOGE else action_of(EXTRA, card, 0)
            n += 1
        before = card
    return n


@compiled
def chances(state: StateData, outcomes: Ints, weights: Ints) -> int:
    """R2: the lot. R3, R13: a card of the stock, or its rebuilding. R10: a card of the rival's hand."""
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
        for card in range(1, KINDS):  # without a branch: written, and kept if there is such a card
            copies = stock[card]
            outcomes[n] = card
            weights[n] = copies
            n += 1 if copies != 0 else 0
        if n == 0:
            outcomes[0] = NO_CARD
            weights[0] = 1
            n = 1
    elif state.phase == TAKE:
        rival = int(state.rival)
        hand = state.hands[rival]
        for i in range(int(state.held[rival])):
            card = int(hand[i])
            if n > 0 and outcomes[n - 1] == card:
                weights[n - 1] += 1
            else:
                outcomes[n] = card
                weights[n] = 1
                n += 1
    return n
