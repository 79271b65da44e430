"""Moves of the Course as text. What a text means does not depend on the position.

`8x4` lays points; `+20` and `cadeau` lay an extra card or a defence, which is replaced; `+20 main` and `cadeau main`
lay it as the main thing. `poursuite>2` attacks seat 2, `1x7>poursuite` lifts, `=2>horloge` lays a product as a defence.
Then `discard 8x4`, `give 8x4`, `return`, `pass` and `end`.

Chance: `begins 2`, `draw 1 8x4`, `show 2 8x9`, `take 3 =24`, `rebuild`.
"""

import re

from damier.core.catalogue import Message, message
from damier.core.contract import CHANCE, StateData
from damier.core.errors import Illegal, Malformed
from damier.games.course.cards import (
    ATTACKS,
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
    SHOWN_ABOVE,
    SUMO_LIMIT,
    TURN,
    action_of,
    protected,
)

_CARDS = range(1, len(NAMES))
_SEATS = range(1, 5)


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
            texts |= {action_of(ONTO, card, attack): f"{name}>{kind}" for attack, kind in enumerate(ATTACKS)}
        else:
            texts[action_of(EXTRA, card, 0)] = name
            texts[action_of(LAY, card, 0)] = f"{name} main"
    return texts


_TEXTS = _every_text()
_ACTIONS = {text: action for action, text in _TEXTS.items()}


def write(state: StateData, actor: int, action: int) -> str:
    """The notation of a legal action, or of an outcome."""
    return _TEXTS[action] if actor != CHANCE else _write_chance(state, action)


def write_all(state: StateData, actor: int, actions: list[int]) -> list[str]:
    """The notations of several legal actions."""
    return [_TEXTS[action] for action in actions]


def shows(state: StateData, outcome: int) -> bool:
    """R8: whether a drawn card lifts a Demi-tour, and so is shown."""
    under = int(state.attacks[int(state.drawer)]) >> DEMI_TOUR & 1
    return bool(under and VALUE[outcome] > SHOWN_ABOVE)


def _write_chance(state: StateData, outcome: int) -> str:
    if state.phase == LOT:
        return f"begins {outcome}"
    if outcome == NO_CARD:
        return "rebuild"
    if state.phase in (DEAL, DRAW):
        return f"{'show' if shows(state, outcome) else 'draw'} {state.drawer} {NAMES[outcome]}"
    return f"take {state.rival} {NAMES[outcome]}"


def read(state: StateData, actor: int, text: str) -> int:
    """The action a text names, legal or not. Capitals, `×` and `piège` are understood."""
    plain = " ".join(text.lower().replace("×", "x").replace("è", "e").split())
    if actor != CHANCE:
        if plain in _ACTIONS:
            return _ACTIONS[plain]
    elif match := re.fullmatch(r"begins ([1-4])", plain):
        if state.phase == LOT:
            return int(match[1])
    else:
        card = NUMBERS.get(plain.rpartition(" ")[2], NO_CARD)
        if state.phase != LOT and plain == _write_chance(state, card):
            return card
    raise Malformed(message("malformed.move", text=text))


def card_words(card: int) -> Message:
    """A card as it is called in a sentence."""
    name = NAMES[card]
    if card < FIRST_PRODUCT:
        a, b = name.split("x")
        return message("card.multiplication", a=a, b=b)
    if card < FIRST_CORRECTION:
        return message("card.product", value=name[1:])
    return message(f"card.{name}")


def attack_words(attack: int) -> Message:
    """An attack as it is called in a sentence."""
    return message(f"card.{ATTACKS[attack]}")


def explain(state: StateData, seat: int, action: int) -> Illegal:
    """Why a move is refused, by rule."""
    if action not in _TEXTS:
        return Illegal(message("illegal.nothing"), "R3")
    verb, card, target = action >> 12, action >> 4 & 255, action & 15
    if state.phase == GIVE and verb not in (GIVE_CARD, RETURN):
        return Illegal(message("illegal.clock-first"), "R10")
    if verb in (GIVE_CARD, RETURN) and state.phase != GIVE:
        return Illegal(message("illegal.no-clock"), "R10")
    if verb == PASS:
        return Illegal(message("illegal.no-attack"), "R12")
    if card and card not in state.hands[seat].tolist():
        return Illegal(message("illegal.not-held", card=card_words(card)), "R3")
    if state.phase == ANSWER:
        return Illegal(message("illegal.answer-first", attack=attack_words(int(state.weapon))), "R12")
    if verb == END:
        return Illegal(message("illegal.main-first"), "R3")
    if state.phase == TURN and state.done and verb != EXTRA:
        return Illegal(message("illegal.main-done"), "R3")
    if verb == ATTACK:
        return _explain_attack(state, seat, card - FIRST_ATTACK, target)
    if verb == ONTO:
        return _explain_onto(state, seat, card, target)
    return _explain_points(state, seat, card)


def _explain_attack(state: StateData, seat: int, attack: int, rival: int) -> Illegal:
    words = attack_words(attack)
    if rival == seat or rival > int(state.seats):
        return Illegal(message("illegal.no-opponent"), "R6")
    if protected(state.guards[rival], attack):
        return Illegal(message("illegal.protected", n=rival, attack=words), "R6")
    if attack == HORLOGE:
        return Illegal(message("illegal.no-cards", n=rival), "R10")
    return Illegal(message("illegal.attacked", n=rival, attack=words), "R6")


def _explain_onto(state: StateData, seat: int, card: int, attack: int) -> Illegal:
    gaps = {"card": card_words(card), "attack": attack_words(attack)}
    if attack == HORLOGE:
        return Illegal(message("illegal.no-defence", **gaps), "R10")
    rule = {POURSUITE: "R7", DEMI_TOUR: "R8", SUMO: "R9"}[attack]
    if not int(state.attacks[seat]) >> attack & 1:
        return Illegal(message("illegal.not-attacked", **gaps), rule)
    return Illegal(message("illegal.no-lift", **gaps), rule)


def _explain_points(state: StateData, seat: int, card: int) -> Illegal:
    """What stops a points card, the attacks first."""
    attacks, total = int(state.attacks[seat]), int(state.totals[seat])
    for attack, rule in ((POURSUITE, "R7"), (DEMI_TOUR, "R8")):
        if attacks >> attack & 1:
            return Illegal(message("illegal.stopped", attack=attack_words(attack)), rule)
    if attacks >> SUMO & 1 and VALUE[card] > SUMO_LIMIT:
        return Illegal(message("illegal.too-heavy", attack=attack_words(SUMO), most=SUMO_LIMIT), "R9")
    return Illegal(message("illegal.too-much", card=card_words(card), total=total, goal=GOAL), "R5")
