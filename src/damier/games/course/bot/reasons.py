"""Why a move is good, in words: from what its seat sees, nothing else."""

from damier.core.catalogue import Message, message
from damier.core.state import View
from damier.games.course.bot.plans import OUTS, finish, is_lift, plan
from damier.games.course.cards import (
    AGAINST,
    FIRST_ATTACK,
    FIRST_CORRECTION,
    GOAL,
    GUARD_OF,
    HORLOGE,
    SUMO,
    VALUE,
)
from damier.games.course.moves import attack_words, card_words
from damier.games.course.state import (
    ANSWER,
    ATTACK,
    DISCARD,
    END,
    EXTRA,
    GIVE_CARD,
    LAY,
    MOST_HELD,
    ONTO,
    PASS,
    RETURN,
)

NEAR = 100  # what is missing can be one card


def reason(view: View, action: int) -> Message:
    """What speaks for an action of the seat whose view it is."""
    verb, card, target = action >> 12, action >> 4 & 255, action & 15
    seen, seat = view.fields, view.seat
    if action == finish(view.data[0], seat):
        done = verb in (LAY, EXTRA) and int(seen.totals[seat]) + int(VALUE[card]) == GOAL
        return message("reason.finish" if done else "reason.finish-soon", goal=GOAL)
    if seen.phase == ANSWER:
        known = {"attack": attack_words(int(seen.weapon))}
        return message("reason.parry" if verb != PASS else "reason.let", **known)
    if verb == ATTACK:
        return _attacking(view, card - FIRST_ATTACK, target)
    if verb in (RETURN, GIVE_CARD):
        taken = card_words(int(seen.taken))
        return message("reason.return", taken=taken) if verb == RETURN else message("reason.keep", taken=taken)
    if verb == END:
        return message("reason.end")
    if is_lift(view.data[0], seat, action):
        return message("reason.lift", attack=attack_words(target if verb == ONTO else AGAINST[int(GUARD_OF[card])]))
    if verb == DISCARD:
        useless = VALUE[card] > GOAL - int(seen.totals[seat])
        return message("reason.useless" if useless else "reason.least", card=card_words(card))
    if verb == ONTO or not VALUE[card]:
        return message("reason.guard", attack=attack_words(AGAINST[int(GUARD_OF[card])]))
    return _laying(view, verb, card)


def _attacking(view: View, attack: int, rival: int) -> Message:
    other = message("seat", seat=rival)
    if attack == HORLOGE:
        return message("reason.clock", other=other)
    key = "reason.slow" if attack == SUMO else "reason.stop"
    return message(key, other=other, n=int(view.fields.totals[rival]))


def _laying(view: View, verb: int, card: int) -> Message:
    seen, seat = view.fields, view.seat
    worth = int(VALUE[card])
    rest = GOAL - int(seen.totals[seat]) - worth
    if verb == EXTRA:
        return message("reason.extra", n=worth)
    planned = int(plan(view.data[0], seat))
    place = seen.hands[seat].tolist().index(card)
    if card < FIRST_CORRECTION and planned >> place & 1:
        return message("reason.plan", n=planned >> MOST_HELD, goal=GOAL)
    if rest <= NEAR and OUTS[rest]:
        return message("reason.leaves", rest=rest, n=int(OUTS[rest]))
    return message("reason.points", n=worth)
