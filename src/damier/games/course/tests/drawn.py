"""Tables drawn as text, so that a reader of a test sees who holds what and what lies where.

    1 | 3x4 +20 sumo | 8x9 =90 | poursuite | cadeau
    2 | 1x7          |         |           |
    stock 8x9 =3 | discard 2x2

One line for each seat: hand, points, attacks, defences. Points without naming the cards: `total 350`.
"""

import re

from damier.core.contract import CHANCE
from damier.core.state import State
from damier.games.course import GAME
from damier.games.course.cards import ATTACKS, DEFENCE_CARDS, DEFENCE_PLACE, NAMES, NUMBERS, VALUE
from damier.games.course.state import TURN, insert

Places = dict[str, list[str]]


def drawn(picture: str, *, jit: bool | None = False, turn: int = 1, **fields: int) -> State:
    """A table in the middle of a player's turn, after his draw; `fields` are set in its state."""
    rows = [line.split("|") for line in picture.strip().splitlines()]
    *seats, piles = [[part.split() for part in row] for row in rows]
    state = State.start(GAME, {}, len(seats), jit=jit)
    data = state.engine.blank()
    filled = data[0]
    filled.seats, filled.turn, filled.phase = len(seats), turn, TURN
    for (number,), hand, points, attacks, defences in seats:
        seat = int(number)
        for card in hand:
            insert(filled, seat, NUMBERS[card])
            filled.loose[VALUE[NUMBERS[card]]] += 1
        if points[:1] == ["total"]:
            filled.totals[seat] = int(points[1])
            points = []
        for card in points:
            filled.laid[seat, filled.laid_n[seat]] = NUMBERS[card]
            filled.laid_n[seat] += 1
            filled.totals[seat] += VALUE[NUMBERS[card]]
        for attack in attacks:
            filled.attacks[seat] |= 1 << ATTACKS.index(attack)
        for card in defences:
            filled.defences[seat, DEFENCE_PLACE[NUMBERS[card]]] += 1
    for name, *cards in piles:
        for card in cards:
            filled[name][NUMBERS[card]] += 1
            filled.loose[VALUE[NUMBERS[card]]] += 1
        filled[f"{name}_n"] = len(cards)
        filled.piles_used |= bool(cards)
    filled.loose[0] = 0
    for name, value in fields.items():
        filled[name] = value
    return state._next(data, 1 << turn)


def places(state: State) -> Places:
    """Return every card of a state and where it is, points in the order they were laid; empty places are left out."""
    fields = state.fields
    where: Places = {pile: by_kind(getattr(fields, pile).tolist()) for pile in ("stock", "discard")}
    where["taken"] = [NAMES[int(fields.taken)]] if fields.taken else []
    held, laid_n, attacks = fields.held.tolist(), fields.laid_n.tolist(), fields.attacks.tolist()
    hands, laid, defences = fields.hands.tolist(), fields.laid.tolist(), fields.defences.tolist()
    for seat in range(1, state.seats + 1):
        assert not any(hands[seat][held[seat] :])
        where[f"hand {seat}"] = [NAMES[card] for card in hands[seat][: held[seat]]]
        where[f"points {seat}"] = [NAMES[card] for card in laid[seat][: laid_n[seat]]]
        where[f"attacks {seat}"] = [name for attack, name in enumerate(ATTACKS) if attacks[seat] >> attack & 1]
        where[f"defences {seat}"] = [
            NAMES[DEFENCE_CARDS[place]] for place, n in enumerate(defences[seat]) for _ in range(n)
        ]
    return tidy(where)


def by_kind(counts: list[int]) -> list[str]:
    return [NAMES[card] for card, n in enumerate(counts) for _ in range(n)]


def tidy(where: Places) -> Places:
    """Sort the cards, except points, and leave out empty places, so that two tables can be compared."""
    return {place: cards if "points" in place else sorted(cards) for place, cards in where.items() if cards}


def table(picture: str) -> Places:
    """Return what a picture says, to compare with `places`."""
    where: Places = {}
    for line in picture.strip().splitlines():
        parts = [part.split() for part in line.split("|")]
        if re.fullmatch(r"\d", parts[0][0]):
            for name, cards in zip(("hand", "points", "attacks", "defences"), parts[1:], strict=True):
                where[f"{name} {parts[0][0]}"] = cards
        else:
            where |= {name: cards for name, *cards in parts}
    return tidy(where)


CLOCK = """
    1 | horloge 2x9 3x3 | | |
    2 | 8x8             | | |
    3 | =24 =2 =24      | | |
    stock =90 | discard
"""


def follow(state: State, *events: str) -> State:
    """Play events as they stand in a record, `2 pass` or `* draw 1 8x4`."""
    for event in events:
        actor, _, text = event.partition(" ")
        state = state.play(text, CHANCE if actor == "*" else int(actor))
    return state


def moves(state: State, seat: int = 1, but: str = "discard") -> set[str]:
    """Return the legal moves without the discards, which are nearly always there."""
    return {move for move in state.moves(seat) if not move.startswith(but)}


def drawable(state: State) -> set[str]:
    return {state.write(CHANCE, outcome) for outcome, _ in state.chances()}
