"""What a seat may know: its hand, all that lies open, how many cards are elsewhere, what it knows of other hands."""

from typing import Any

from damier.core.catalogue import Message, message
from damier.core.compiled import compiled
from damier.core.contract import CHANCE, StateData
from damier.games.course.cards import (
    ATTACKS,
    COUNTERS,
    DEFENCE_CARDS,
    FIRST_ATTACK,
    GOAL,
    HORLOGE,
    NAMES,
    NO_CARD,
    VALUE,
)
from damier.games.course.endings import last_round_follows
from damier.games.course.known import MASK
from damier.games.course.moves import attack_name, card_name, is_shown, write
from damier.games.course.state import (
    ATTACK,
    DEAL,
    DISCARD,
    DRAW,
    END,
    ENDINGS,
    GIVE,
    GIVE_CARD,
    LIFT,
    LOT,
    PASS,
    PHASES,
    RETURN,
    TAKE,
    points_limit,
)

HIDES = True

_POINTS = VALUE.tolist()
_HIDDEN = "?"


@compiled
def observe(state: StateData, seat: int, view: StateData) -> None:
    """Copy what the seat may know into `view`: all that lies open, its own hand, and what it knows of other hands.

    All the cards it does not see go into `stock` together.
    """
    view.ending = state.ending
    view.seats = state.seats
    view.phase = state.phase
    view.turn = state.turn
    view.done = state.done
    view.drawer = state.drawer
    view.victim = state.victim
    view.pending = state.pending
    view.scored = state.scored
    view.piles_used = state.piles_used
    view.turns_without_points = state.turns_without_points
    view.turns_without_piles = state.turns_without_piles
    view.last_round = state.last_round
    view.top = state.top
    view.stock_n = state.stock_n
    view.discard_n = state.discard_n
    view.totals[:] = state.totals
    view.held[:] = state.held
    view.attacks[:] = state.attacks
    view.laid_n[:] = state.laid_n
    view.defences[:] = state.defences
    view.laid[:] = state.laid
    view.discard[:] = state.discard
    view.loose[:] = state.loose
    unseen = view.stock
    unseen[:] = state.stock
    view.known_n[seat] = state.known_n[seat]
    view.known[seat, :] = state.known[seat, :]
    for other in range(1, int(state.seats) + 1):
        if other == seat:
            view.hands[other, :] = state.hands[other, :]
        else:
            hand = state.hands[other]
            for i in range(int(state.held[other])):
                unseen[hand[i]] += 1
    if takes_part(seat, int(state.turn), int(state.victim)):
        view.taken = state.taken
    elif state.taken != NO_CARD:
        unseen[state.taken] += 1


@compiled
def takes_part(seat: int, turn: int, victim: int) -> bool:
    """Return whether the seat is one of the two between whom the Horloge moves a card (R10)."""
    return seat != 0 and seat in (turn, victim)


def _sees_exchange(state: StateData, seat: int) -> bool:
    return takes_part(seat, int(state.turn), int(state.victim))


def show(view: StateData, seat: int) -> dict[str, Any]:
    """Return a view as plain data, with cards called as in the notation."""
    phase = int(view.phase)
    hand = view.hands[seat].tolist()[: int(view.held[seat])] if seat else []
    return {
        "phase": PHASES[phase],
        "turn": int(view.turn),
        "done": bool(view.done),
        "players": _players(view, seat),
        "hand": [{"card": NAMES[card], "points": _POINTS[card]} for card in hand],
        "attack": _attack(view),
        "taken": (NAMES[int(view.taken)] or _HIDDEN) if phase == GIVE else "",
        "drawing": int(view.drawer),
        "stock": int(view.stock_n),
        "discard": int(view.discard_n),
        "top": NAMES[int(view.top)],
        "goal": GOAL,
        "last_round": int(view.last_round),
        "ending": ENDINGS[int(view.ending)],
    }


def _players(view: StateData, seat: int) -> list[dict[str, Any]]:
    """Return what lies before each player, seat 1 first, and which cards of that hand the seat knows."""
    known = view.known[seat].tolist()[: int(view.known_n[seat])]
    totals, held, attacks = view.totals.tolist(), view.held.tolist(), view.attacks.tolist()
    lengths, laid, defences = view.laid_n.tolist(), view.laid.tolist(), view.defences.tolist()
    return [
        {
            "total": totals[other],
            "limit": points_limit(attacks[other], totals[other]),
            "cards": held[other],
            "laid": [NAMES[card] for card in laid[other][: lengths[other]]],
            "attacks": [name for attack, name in enumerate(ATTACKS) if attacks[other] >> attack & 1],
            "defences": [NAMES[card] for card, n in zip(DEFENCE_CARDS, defences[other], strict=True) for _ in range(n)],
            "known": sorted(NAMES[entry >> 5] for entry in known if entry & MASK == 1 << other),
        }
        for other in range(1, int(view.seats) + 1)
    ]


def _attack(view: StateData) -> dict[str, Any] | None:
    """Return the attack that its victim faces or the Horloge that is at work."""
    if not view.victim:
        return None
    return {"card": ATTACKS[int(view.pending)], "from": int(view.turn), "to": int(view.victim)}


def notation(state: StateData, actor: int, action: int, seat: int) -> str:
    """Return an event as the seat may read it.

    The card is hidden in others' draws (R3), and a third seat cannot tell an exchange from a return (R10).
    """
    if actor == CHANCE:
        if state.phase == TAKE and not _sees_exchange(state, seat):
            return f"take {state.victim} {_HIDDEN}"
        if state.phase in (DEAL, DRAW) and action != NO_CARD and seat != state.drawer and not is_shown(state, action):
            return f"draw {state.drawer} {_HIDDEN}"
    elif state.phase == GIVE and not _sees_exchange(state, seat):
        return _HIDDEN
    return write(state, actor, action)


def sentence(state: StateData, actor: int, action: int, seat: int) -> Message:
    """Return an event as a sentence: "you" for the seat that reads it, a player's name for all others."""
    if actor == CHANCE:
        return _chance_sentence(state, action, seat)
    verb, card, target = action >> 12, action >> 4 & 255, action & 15
    if verb in (GIVE_CARD, RETURN):
        return _exchange_sentence(state, actor, verb, card, seat)
    if verb == ATTACK:
        return _event("attack", seat, actor, target, attack=attack_name(card - FIRST_ATTACK))
    if verb == END:
        return _event("end-last-round" if last_round_follows(state.records[0]) else "end", seat, actor)
    if verb == PASS:
        return _event("pass", seat, actor)
    if verb == DISCARD:
        return _event("discard", seat, actor, card=card_name(card))
    if verb == LIFT:
        return _event("lift", seat, actor, card=card_name(card), attack=attack_name(target))
    if VALUE[card] and target != HORLOGE:
        points = _POINTS[card]
        return _event("lay", seat, actor, card=card_name(card), n=points, total=int(state.totals[actor]) + points)
    return _defence_sentence(state, actor, card, seat)


def _defence_sentence(state: StateData, actor: int, card: int, seat: int) -> Message:
    """R11: a defence parries the attack that is being asked about, lifts one that lies there, or protects."""
    attack = int(COUNTERS[card])
    if int(state.victim) == actor and int(state.pending) == attack:
        key = "parry"
    else:
        key = "lift" if int(state.attacks[actor]) >> attack & 1 else "protect"
    return _event(f"defence-{key}", seat, actor, card=card_name(card), attack=attack_name(attack))


def _chance_sentence(state: StateData, outcome: int, seat: int) -> Message:
    if state.phase == LOT:
        return _event("begins", seat, outcome)
    if outcome == NO_CARD:
        return message("event.rebuild", n=int(state.discard_n))
    if state.phase == TAKE:
        actor, victim = int(state.turn), int(state.victim)
        if not _sees_exchange(state, seat):
            return _event("take", seat, actor, victim)
        return _event("take", seat, actor, victim, card=card_name(outcome))
    drawer = int(state.drawer)
    if is_shown(state, outcome):
        return _event("show", seat, drawer, card=card_name(outcome))
    return _event("draw", seat, drawer, card=card_name(outcome)) if seat == drawer else _event("draw", seat, drawer)


def _exchange_sentence(state: StateData, actor: int, verb: int, card: int, seat: int) -> Message:
    """R10: the two who take part read what happened, the others one sentence for both."""
    victim = int(state.victim)
    if not _sees_exchange(state, seat):
        return _event("exchange", seat, actor, victim)
    if verb == RETURN:
        return _event("return", seat, actor, victim, card=card_name(int(state.taken)))
    return _event("give", seat, actor, victim, card=card_name(card), taken=card_name(int(state.taken)))


def _event(key: str, seat: int, actor: int, other: int = 0, **gaps: str | int | Message) -> Message:
    """Return `event.KEY`, or its form for the seat that acts (`-own`) or to which it is done (`-you`)."""
    who = {} if seat == actor else {"who": message("seat", seat=actor)}
    whom = {} if not other or seat == other else {"other": message("seat", seat=other)}
    form = "-own" if seat == actor else "-you" if other and seat == other else ""
    return message(f"event.{key}{form}", **who, **whom, **gaps)
