"""What a seat may know: its hand, all that lies open, how many cards are elsewhere, what it has seen of other hands."""

from typing import Any

from damier.core.catalogue import Message, message
from damier.core.compiled import compiled
from damier.core.contract import CHANCE, StateData
from damier.games.course.cards import (
    AGAINST,
    ATTACKS,
    FIRST_ATTACK,
    GOAL,
    GUARD_OF,
    GUARDS,
    HORLOGE,
    NAMES,
    NO_CARD,
    VALUE,
)
from damier.games.course.moves import attack_words, card_words, shows, write
from damier.games.course.notes import MASK
from damier.games.course.state import (
    ANSWER,
    ATTACK,
    DEAL,
    DISCARD,
    DRAW,
    END,
    ENDINGS,
    EXTRA,
    GIVE,
    GIVE_CARD,
    LAY,
    LOT,
    ONTO,
    PASS,
    PHASES,
    RETURN,
    TAKE,
    limit,
)

HIDES = True

_POINTS = VALUE.tolist()
_HIDDEN = "?"


@compiled
def observe(state: StateData, seat: int, view: StateData) -> None:
    """Open things as they are; of hands only the seat's own, of notes only its own.

    All the cards a seat does not see go into `stock` together.
    """
    view.ending = state.ending
    view.seats = state.seats
    view.phase = state.phase
    view.turn = state.turn
    view.done = state.done
    view.drawer = state.drawer
    view.rival = state.rival
    view.weapon = state.weapon
    view.fruitful = state.fruitful
    view.stirred = state.stirred
    view.quiet = state.quiet
    view.top = state.top
    view.stock_n = state.stock_n
    view.discard_n = state.discard_n
    view.totals[:] = state.totals
    view.held[:] = state.held
    view.attacks[:] = state.attacks
    view.laid_n[:] = state.laid_n
    view.guards[:] = state.guards
    view.laid[:] = state.laid
    view.discard[:] = state.discard
    unseen = view.stock
    unseen[:] = state.stock
    view.notes_n[seat] = state.notes_n[seat]
    view.notes[seat, :] = state.notes[seat, :]
    for other in range(1, int(state.seats) + 1):
        if other == seat:
            view.hands[other, :] = state.hands[other, :]
        else:
            hand = state.hands[other]
            for i in range(int(state.held[other])):
                unseen[hand[i]] += 1
    if takes_part(seat, int(state.turn), int(state.rival)):
        view.taken = state.taken
    elif state.taken != NO_CARD:
        unseen[state.taken] += 1


@compiled
def takes_part(seat: int, turn: int, rival: int) -> bool:
    """R10: the clock's exchange is between two."""
    return seat != 0 and seat in (turn, rival)


def _sees(state: StateData, seat: int) -> bool:
    return takes_part(seat, int(state.turn), int(state.rival))


def show(view: StateData, seat: int) -> dict[str, Any]:
    """A view as plain data. Cards are called as in the notation."""
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
        "ending": ENDINGS[int(view.ending)],
    }


def _players(view: StateData, seat: int) -> list[dict[str, Any]]:
    """What lies before each player, seat 1 first, and which cards of his hand the seat knows."""
    known = view.notes[seat].tolist()[: int(view.notes_n[seat])]
    totals, held, attacks = view.totals.tolist(), view.held.tolist(), view.attacks.tolist()
    lengths, laid, guards = view.laid_n.tolist(), view.laid.tolist(), view.guards.tolist()
    return [
        {
            "total": totals[other],
            "limit": limit(attacks[other], totals[other]),
            "cards": held[other],
            "laid": [NAMES[card] for card in laid[other][: lengths[other]]],
            "attacks": [name for attack, name in enumerate(ATTACKS) if attacks[other] >> attack & 1],
            "defences": [NAMES[card] for card, n in zip(GUARDS, guards[other], strict=True) for _ in range(n)],
            "known": sorted(NAMES[note >> 5] for note in known if note & MASK == 1 << other),
        }
        for other in range(1, int(view.seats) + 1)
    ]


def _attack(view: StateData) -> dict[str, Any] | None:
    """The attack that waits for an answer, or the clock that is at work."""
    if int(view.phase) not in (ANSWER, TAKE, GIVE):
        return None
    return {"card": ATTACKS[int(view.weapon)], "from": int(view.turn), "to": int(view.rival)}


def notation(state: StateData, actor: int, action: int, seat: int) -> str:
    """Others' draws hide the card (R3); a third seat cannot tell an exchange from a return (R10)."""
    if actor == CHANCE:
        if state.phase == TAKE and not _sees(state, seat):
            return f"take {state.rival} {_HIDDEN}"
        if state.phase in (DEAL, DRAW) and action != NO_CARD and seat != state.drawer and not shows(state, action):
            return f"draw {state.drawer} {_HIDDEN}"
    elif state.phase == GIVE and not _sees(state, seat):
        return _HIDDEN
    return write(state, actor, action)


def sentence(state: StateData, actor: int, action: int, seat: int) -> Message:
    """An event as a sentence: "you" for the seat that hears it, a player's name for all others."""
    if actor == CHANCE:
        return _chance_words(state, action, seat)
    verb, card, target = action >> 12, action >> 4 & 255, action & 15
    if verb in (GIVE_CARD, RETURN):
        return _exchange_words(state, actor, verb, card, seat)
    if verb == ATTACK:
        return _said("attack", seat, actor, target, attack=attack_words(card - FIRST_ATTACK))
    if verb in (END, PASS):
        return _said("end" if verb == END else "pass", seat, actor)
    if verb == DISCARD:
        return _said("discard", seat, actor, card=card_words(card))
    if verb == ONTO and target != HORLOGE:
        return _said("lift", seat, actor, card=card_words(card), attack=attack_words(target))
    if verb in (LAY, EXTRA) and VALUE[card]:
        points = _POINTS[card]
        return _said("lay", seat, actor, card=card_words(card), n=points, total=int(state.totals[actor]) + points)
    attack = AGAINST[int(GUARD_OF[card])]
    lifts = state.phase == ANSWER or int(state.attacks[actor]) >> attack & 1
    return _said("parry" if lifts else "guard", seat, actor, card=card_words(card), attack=attack_words(attack))


def _chance_words(state: StateData, outcome: int, seat: int) -> Message:
    if state.phase == LOT:
        return _said("begins", seat, outcome)
    if outcome == NO_CARD:
        return message("event.rebuild", n=int(state.discard_n))
    if state.phase == TAKE:
        actor, rival = int(state.turn), int(state.rival)
        if not _sees(state, seat):
            return _said("take", seat, actor, rival)
        return _said("take", seat, actor, rival, card=card_words(outcome))
    drawer = int(state.drawer)
    if shows(state, outcome):
        return _said("show", seat, drawer, card=card_words(outcome))
    return _said("draw", seat, drawer, card=card_words(outcome)) if seat == drawer else _said("draw", seat, drawer)


def _exchange_words(state: StateData, actor: int, verb: int, card: int, seat: int) -> Message:
    """R10: who takes part hears what happened, the others one sentence for both."""
    rival = int(state.rival)
    if not _sees(state, seat):
        return _said("exchange", seat, actor, rival)
    if verb == RETURN:
        return _said("return", seat, actor, rival, card=card_words(int(state.taken)))
    return _said("give", seat, actor, rival, card=card_words(card), taken=card_words(int(state.taken)))


def _said(key: str, seat: int, actor: int, other: int = 0, **gaps: str | int | Message) -> Message:
    """`event.KEY`, or its form for the seat that acts (`-own`) or that it is done to (`-you`)."""
    who = {} if seat == actor else {"who": message("seat", seat=actor)}
    whom = {} if not other or seat == other else {"other": message("seat", seat=other)}
    form = "-own" if seat == actor else "-you" if other and seat == other else ""
    return message(f"event.{key}{form}", **who, **whom, **gaps)
