"""Why a move is good, as a sentence that is true: each states only what is counted here, from what its seat sees."""

from damier.core.catalogue import Message, message
from damier.core.contract import StateData
from damier.core.state import View
from damier.games.course.bot.plans import finish, is_parry, keeping, plan
from damier.games.course.cards import COUNTERS, FIRST_ATTACK, FIRST_CORRECTION, GOAL, HORLOGE, SUMO, VALUE
from damier.games.course.moves import attack_name, card_name
from damier.games.course.state import (
    ATTACK,
    DISCARD,
    END,
    EXTRA,
    GIVE_CARD,
    LAY,
    LIFT,
    MOST_HELD,
    PASS,
    RETURN,
    SUMO_LIMIT,
    is_protected,
)

NEAR = 100  # what is missing can be one card


def reason(view: View, action: int) -> Message:
    """Return what speaks for an action of the seat whose view it is."""
    verb, card, target = action >> 12, action >> 4 & 255, action & 15
    seen, seat = view.fields, view.seat
    gives_points = verb in (LAY, EXTRA) and VALUE[card] > 0 and target != HORLOGE
    if gives_points and int(seen.totals[seat]) + int(VALUE[card]) == GOAL:
        return message("reason.finish", goal=GOAL)
    if action == finish(view.data[0], seat):
        return message("reason.finish-soon", goal=GOAL)
    if verb == PASS:
        return _passing(seen, seat)
    if verb == ATTACK:
        return _attacking(seen, card - FIRST_ATTACK, target)
    if verb == GIVE_CARD:
        return _giving(seen, seat, card)
    if verb == RETURN:
        return _returning(seen, seat)
    if verb == END:
        return message("reason.end" if len(view.engine.bridge.actions_of(view.data, seat)) == 1 else "reason.end-keep")
    if verb == LIFT:
        return _lifting(seen, seat, target)
    if verb == DISCARD:
        return _discarding(view, card)
    return _laying(view, verb, card) if gives_points else _defending(view, action, card)


def _passing(seen: StateData, seat: int) -> Message:
    attack = int(seen.pending)
    held = any(COUNTERS[card] == attack for card in _hand(seen, seat))
    return message("reason.keep-defence" if held else "reason.no-defence", attack=attack_name(attack))


def _attacking(seen: StateData, attack: int, victim: int) -> Message:
    other = message("seat", seat=victim)
    if attack == HORLOGE:
        return message("reason.clock", other=other)
    attacks = int(seen.attacks[victim])
    if attacks:
        return message("reason.another", other=other, n=attacks.bit_count())
    total = int(seen.totals[victim])
    if attack == SUMO:
        return message("reason.slow", other=other, n=total, most=SUMO_LIMIT)
    return message("reason.stop", other=other, n=total)


def _giving(seen: StateData, seat: int, card: int) -> Message:
    """R10: the card that was taken beside the one that is given for it."""
    taken, missing = int(seen.taken), GOAL - int(seen.totals[seat])
    value, given = int(VALUE[taken]), int(VALUE[card])
    if value == missing:
        return message("reason.take-exact", taken=card_name(taken), goal=GOAL)
    if given > missing:
        return message("reason.give-useless", card=card_name(card))
    if 0 < given < value <= missing:
        return message("reason.take-more", taken=card_name(taken), card=card_name(card), n=value - given)
    return message("reason.exchange", taken=card_name(taken), card=card_name(card))


def _returning(seen: StateData, seat: int) -> Message:
    taken = int(seen.taken)
    if VALUE[taken] > GOAL - int(seen.totals[seat]):
        return message("reason.return-useless", taken=card_name(taken), goal=GOAL)
    return message("reason.return")


def _lifting(seen: StateData, seat: int, attack: int) -> Message:
    last = int(seen.attacks[seat]) == 1 << attack
    return message("reason.lift-last" if last else "reason.lift", attack=attack_name(attack))


def _discarding(view: View, card: int) -> Message:
    seen, seat = view.fields, view.seat
    if VALUE[card] > GOAL - int(seen.totals[seat]):
        return message("reason.useless", card=card_name(card))
    state = view.data[0]
    planned = int(plan(state, seat))
    hand = _hand(seen, seat)
    kept = [int(keeping(state, seat, place, planned)) for place in range(len(hand))]
    least = kept[hand.index(card)] == min(kept)
    return message("reason.least" if least else "reason.play", card=card_name(card))


def _defending(view: View, action: int, card: int) -> Message:
    """R11: a defence parries, lifts or protects; where it does nothing new, at least it is replaced."""
    seen, seat = view.fields, view.seat
    attack = int(COUNTERS[card])
    if is_parry(view.data[0], seat, action):
        return message("reason.parry", attack=attack_name(attack))
    if int(seen.attacks[seat]) >> attack & 1:
        return _lifting(seen, seat, attack)
    if not is_protected(view.data[0], seat, attack):
        return message("reason.protect", attack=attack_name(attack))
    if action >> 12 == EXTRA and _is_replaced(seen):
        return message("reason.replaced")
    return message("reason.play", card=card_name(card))


def _laying(view: View, verb: int, card: int) -> Message:
    seen, seat = view.fields, view.seat
    value = int(VALUE[card])
    rest = GOAL - int(seen.totals[seat]) - value
    if verb == EXTRA and _is_replaced(seen):
        return message("reason.extra", n=value)
    planned = int(plan(view.data[0], seat))
    hand = _hand(seen, seat)
    if card < FIRST_CORRECTION and planned >> hand.index(card) & 1:
        main = [place for place in range(MOST_HELD) if planned >> place & 1]
        corrections = {0: 0, 2: 1, 20: 1, 22: 2}[rest + value - sum(int(VALUE[hand[place]]) for place in main)]
        return message("reason.plan", n=len(main) - 1 + corrections, goal=GOAL)
    if rest <= NEAR:
        cards = int(seen.loose[rest]) - (value == rest)  # without the card that is laid
        if cards:
            return message("reason.leaves", rest=rest, n=cards)
    return message("reason.points", n=value)


def _hand(seen: StateData, seat: int) -> list[int]:
    hand: list[int] = seen.hands[seat].tolist()[: int(seen.held[seat])]
    return hand


def _is_replaced(seen: StateData) -> bool:
    """Return whether a card is drawn for an extra card (R13, R14)."""
    return not seen.last_round and bool(seen.stock_n or seen.discard_n)
