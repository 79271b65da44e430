"""Moves of the Course as text. What a text means does not depend on the position.

`8x4` lays points; `+20`, `cadeau` and `=2>horloge` lay an extra card or a defence, which is replaced; with `main` added
it is the main thing of the turn. `poursuite>2` attacks seat 2, `1x7>poursuite` lifts an attack. The others are
`discard 8x4`, `give 8x4`, `return`, `pass` and `end`.

Chance: `begins 2`, `draw 1 8x4`, `show 2 8x9`, `take 3 =24`, `rebuild`.
"""

import re
import unicodedata

import numpy as np

from damier.core.catalogue import Message, message
from damier.core.contract import CHANCE, StateData
from damier.core.errors import Illegal, Malformed
from damier.games.course.cards import (
    ATTACKS,
    COUNTERS,
    DEMI_TOUR,
    FIRST_ATTACK,
    FIRST_CORRECTION,
    FIRST_DEFENCE,
    FIRST_PRODUCT,
    GOAL,
    HORLOGE,
    NAMES,
    NO_CARD,
    NUMBERS,
    POURSUITE,
    SUMO,
    VALUE,
)
from damier.games.course.choices import legal
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
    MAX_ACTIONS,
    PASS,
    RETURN,
    SHOWN_ABOVE,
    SUMO_LIMIT,
    TURN,
    action_of,
    is_protected,
)

_CARDS = range(1, len(NAMES))
_SEATS = range(1, 5)
_EXAMPLES = 4  # of the moves that a message proposes


def _every_text() -> dict[int, str]:
    texts = {action_of(END, 0, 0): "end", action_of(PASS, 0, 0): "pass", action_of(RETURN, 0, 0): "return"}
    for card in _CARDS:
        name = NAMES[card]
        texts[action_of(DISCARD, card, 0)] = f"discard {name}"
        texts[action_of(GIVE_CARD, card, 0)] = f"give {name}"
        if FIRST_ATTACK <= card < FIRST_DEFENCE:
            texts |= {action_of(ATTACK, card, seat): f"{name}>{seat}" for seat in _SEATS}
        elif card < FIRST_CORRECTION:
            texts[action_of(LAY, card, 0)] = name
            texts |= {
                action_of(EXTRA if attack == HORLOGE else LIFT, card, attack): f"{name}>{kind}"
                for attack, kind in enumerate(ATTACKS)
            }
            texts[action_of(LAY, card, HORLOGE)] = f"{name}>horloge main"
        else:
            texts[action_of(EXTRA, card, 0)] = name
            texts[action_of(LAY, card, 0)] = f"{name} main"
    return texts


_DASHES = "".join(chr(code) for code in range(0x3000) if unicodedata.category(chr(code)) == "Pd") + "−"
_TIMES = "×✕✖*·⋅∙"
_ARROWS = "→➔➜›»"


def _plain(text: str) -> str:
    """Return a move without what people write differently: capitals, accents, spaces, dashes, signs for times."""
    text = unicodedata.normalize("NFKD", text.lower())
    text = "".join(sign for sign in text if not unicodedata.combining(sign))
    text = re.sub(f"[{re.escape(_DASHES)}]+", "-", text)
    text = re.sub(f"[{re.escape(_TIMES)}]", "x", text)
    text = re.sub(f"-?[>{_ARROWS}]", ">", text)
    text = re.sub(r"(?<=\d)\s+(?=\d)", "|", text.strip())  # two numbers stay two
    text = re.sub(r"\s+", "", text)
    text = re.sub(r"(?<=[a-z])-(?=[a-z])", "", text)  # demi-tour
    return re.sub(r"(?<=\d)-(?=[a-z])|(?<=[a-z])-(?=\d)", ">", text)


_TEXTS = _every_text()
_ACTIONS = {text: action for action, text in _TEXTS.items()}
_PLAIN_ACTIONS = {_plain(text): action for text, action in _ACTIONS.items()} | {
    f"{NAMES[card]}>{_plain(ATTACKS[int(COUNTERS[card])])}": action_of(EXTRA, card, 0)
    for card in range(FIRST_DEFENCE, len(NAMES))
}
_PLAIN_CARDS = {_plain(name): card for name, card in NUMBERS.items()}


def write(state: StateData, actor: int, action: int) -> str:
    """Return the notation of a legal action, or of an outcome."""
    return _TEXTS[action] if actor != CHANCE else _write_chance(state, action)


def write_all(state: StateData, actor: int, actions: list[int]) -> list[str]:
    """Return the notations of several legal actions."""
    return [_TEXTS[action] for action in actions]


def is_shown(state: StateData, outcome: int) -> bool:
    """Return whether a drawn card lifts a Demi-tour, and so is shown (R8)."""
    under = int(state.attacks[int(state.drawer)]) >> DEMI_TOUR & 1
    return bool(under and VALUE[outcome] > SHOWN_ABOVE)


def _write_chance(state: StateData, outcome: int) -> str:
    if state.phase == LOT:
        return f"begins {outcome}"
    if outcome == NO_CARD:
        return "rebuild"
    if state.phase in (DEAL, DRAW):
        return f"{'show' if is_shown(state, outcome) else 'draw'} {state.drawer} {NAMES[outcome]}"
    return f"take {state.victim} {NAMES[outcome]}"


def read(state: StateData, actor: int, text: str) -> int:
    """Return the action a text names, legal or not. `8 × 4`, `Piège` and `demi tour – 2` are understood."""
    if actor != CHANCE:
        action = _ACTIONS.get(text)
        if action is None:
            action = _PLAIN_ACTIONS.get(_plain(text))
        if action is None:
            raise Malformed(message("malformed.move", text=text, examples=_examples(state, actor)))
        return action
    card = NUMBERS.get(text.rpartition(" ")[2], NO_CARD)
    if state.phase != LOT and text == _write_chance(state, card):
        return card
    plain = _plain(text)
    if match := re.fullmatch(r"begins([1-4])", plain):
        if state.phase == LOT:
            return int(match[1])
    elif match := re.fullmatch(r"(?:[a-z]+\d\|?(.+)|rebuild)", plain):
        card = _PLAIN_CARDS.get(match[1] or "", NO_CARD)
        if state.phase != LOT and plain == _plain(_write_chance(state, card)):
            return card
    raise Malformed(message("malformed.chance", text=text))


def _legal_here(state: StateData, seat: int) -> list[int]:
    out = np.empty(MAX_ACTIONS, np.int64)
    actions: list[int] = out[: legal(state.records[0], seat, out)].tolist()
    return actions


def _examples(state: StateData, seat: int) -> str:
    """Return some legal moves, of as many kinds as there are."""
    first = {action >> 12: action for action in reversed(_legal_here(state, seat))}
    return ", ".join(_TEXTS[first[verb]] for verb in sorted(first, reverse=True)[:_EXAMPLES])


def card_name(card: int) -> Message:
    """Return a card as it is called in a sentence."""
    name = NAMES[card]
    if card < FIRST_PRODUCT:
        a, b = name.split("x")
        return message("card.multiplication", a=a, b=b)
    if card < FIRST_CORRECTION:
        return message("card.product", value=name[1:])
    return message(f"card.{name}")


def attack_name(attack: int) -> Message:
    """Return an attack as it is called in a sentence."""
    return message(f"card.{ATTACKS[attack]}")


def explain(state: StateData, seat: int, action: int) -> Illegal:
    """Return why a move is refused, by rule, and what is possible instead."""
    fits = _what_fits(state, seat)
    if action not in _TEXTS:
        return Illegal(message("illegal.nothing", fits=fits), "R3")
    verb, card, target = action >> 12, action >> 4 & 255, action & 15
    if state.phase == GIVE and verb not in (GIVE_CARD, RETURN):
        return Illegal(message("illegal.exchange-first", fits=fits), "R10")
    if verb in (GIVE_CARD, RETURN) and state.phase != GIVE:
        return Illegal(message("illegal.no-exchange", fits=fits), "R10")
    if verb == PASS:
        return Illegal(message("illegal.not-asked", fits=fits), "R12")
    if card and card not in state.hands[seat].tolist():
        return Illegal(message("illegal.not-held", card=card_name(card), fits=fits), "R3")
    if state.phase == ANSWER:
        return Illegal(message("illegal.attacked-first", attack=attack_name(int(state.pending)), fits=fits), "R12")
    if verb == END:
        return Illegal(message("illegal.main-first"), "R3")
    if state.phase == TURN and state.done and verb != EXTRA:
        return Illegal(message("illegal.main-done", fits=fits), "R3")
    if verb == ATTACK:
        return _explain_attack(state, seat, card, target)
    if verb == LIFT:
        return _explain_lift(state, seat, card, target, fits)
    if target == HORLOGE:
        return Illegal(message("illegal.no-defence", card=card_name(card), attack=attack_name(HORLOGE)), "R10")
    return _explain_points(state, seat, card)


def _what_fits(state: StateData, seat: int) -> Message:
    """Return what the seat can do now, as the rest of a sentence that begins with "you can"."""
    more = len(_legal_here(state, seat)) > 1
    if state.phase == GIVE:
        return message("fits.give" if more else "fits.return")
    if state.phase == ANSWER:
        return message("fits.defend" if more else "fits.pass")
    if not state.done and state.held[seat] > 0:
        return message("fits.main")
    return message("fits.extra" if more else "fits.end")


def _explain_attack(state: StateData, seat: int, card: int, victim: int) -> Illegal:
    attack = card - FIRST_ATTACK
    others = [action & 15 for action in _legal_here(state, seat) if action >> 4 == action_of(ATTACK, card, 0) >> 4]
    seats = ", ".join(map(str, others))
    gaps: dict[str, int | Message] = {
        "n": victim,
        "attack": attack_name(attack),
        "others": message("fits.victims", seats=seats, n=len(others)) if others else message("fits.no-victim"),
    }
    if victim == seat or victim > int(state.seats):
        return Illegal(message("illegal.no-opponent", **gaps), "R6")
    if is_protected(state.records[0], victim, attack):
        return Illegal(message("illegal.protected", **gaps), "R6")
    if attack == HORLOGE:
        return Illegal(message("illegal.no-cards", **gaps), "R10")
    return Illegal(message("illegal.attacked", **gaps), "R6")


def _explain_lift(state: StateData, seat: int, card: int, attack: int, fits: Message) -> Illegal:
    gaps = {"card": card_name(card), "attack": attack_name(attack)}
    rule = {POURSUITE: "R7", DEMI_TOUR: "R8", SUMO: "R9"}[attack]
    if not int(state.attacks[seat]) >> attack & 1:
        return Illegal(message("illegal.not-attacked", **gaps, fits=fits), rule)
    return Illegal(message(f"illegal.no-lift.{ATTACKS[attack]}", **gaps), rule)


def _explain_points(state: StateData, seat: int, card: int) -> Illegal:
    """Return what stops a points card, attacks first."""
    attacks, total = int(state.attacks[seat]), int(state.totals[seat])
    for attack, rule in ((POURSUITE, "R7"), (DEMI_TOUR, "R8")):
        if attacks >> attack & 1:
            return Illegal(message(f"illegal.stopped.{ATTACKS[attack]}", attack=attack_name(attack)), rule)
    if attacks >> SUMO & 1 and VALUE[card] > SUMO_LIMIT:
        return Illegal(message("illegal.too-heavy", attack=attack_name(SUMO), most=SUMO_LIMIT), "R9")
    return Illegal(message("illegal.too-much", card=card_name(card), total=total, goal=GOAL, n=GOAL - total), "R5")
