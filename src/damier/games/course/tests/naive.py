"""A second Course, written from the rules page alone: lists of names, one rule at a time.

It shares nothing with the engine, so that a mistake would have to be made twice to go unseen.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache

MATCHING = {"poursuite": ["cadeau"], "horloge": ["=1", "=2", "=3"], "demi-tour": ["fromage"], "sumo": ["piege"]}
EXTRAS = ["cadeau", "fromage", "piege", "+2", "+20"]


def deck(options: Mapping[str, int], corrections: bool) -> list[str]:
    """R1."""
    products = {a * b for a in range(1, 11) for b in range(1, 11)}
    cards = [f"{a}x{b}" for a in range(1, 11) for b in range(1, 11)] * options.get("multiplications", 1)
    cards += [f"={product}" for product in products] * options.get("products", 1)
    for attack in MATCHING:
        cards += [attack] * options.get(attack, 3)
    for defence in ("cadeau", "fromage", "piege"):
        cards += [defence] * options.get(defence, 2)
    return cards + (["+2", "+20"] if corrections else [])


@cache
def points(card: str) -> int:
    """R1: what a card is worth; 0 for the others."""
    if card[0] in "=+":
        return int(card[1:])
    if "x" not in card:
        return 0
    a, b = card.split("x")
    return int(a) * int(b)


@cache
def lifts(card: str, attack: str) -> bool:
    """R7, R9."""
    if attack == "poursuite":
        return card == "=1" or ("x" in card and "1" in card.split("x"))
    if attack == "sumo":
        if "x" in card:
            return len(set(card.split("x"))) == 1
        return card[0] == "=" and int(card[1:]) in (1, 4, 9, 16, 25, 36, 49, 64, 81, 100)
    return False


class Naive:
    """A game so far. `stage` says what is due: lot, deal, draw, turn, answer, take or give; empty when it is over."""

    def __init__(self, seats: int, options: Mapping[str, int], *, lot: bool = False, corrections: bool = True) -> None:
        self.seats = range(1, seats + 1)
        self.stock = Counter(deck(options, corrections))
        self.discard: Counter[str] = Counter()
        self.hands: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.points: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.attacks: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.defences: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.between: list[str] = []  # the card the clock has taken
        self.player = self.drawer = 1
        self.victim = 0
        self.weapon = ""
        self.main_done = False
        self.points_since_rebuild = True  # the first rebuilding is always allowed
        self.eventful = False  # points, or a card into or out of stock or discard, in this turn
        self.quiet_turns = 0
        self.reason = ""
        self.stage = "lot" if lot else ""
        if not lot:
            self.deal()

    # What may happen

    def total(self, seat: int) -> int:
        """R5."""
        return sum(map(points, self.points[seat]))

    def can_lay(self, seat: int, card: str) -> bool:
        """R4, R5, R7, R8, R9, for a points card."""
        if "poursuite" in self.attacks[seat] or "demi-tour" in self.attacks[seat]:
            return False
        if "sumo" in self.attacks[seat] and points(card) > 10:
            return False
        return self.total(seat) + points(card) <= 400

    def can_be_attacked(self, seat: int, attack: str) -> bool:
        """R6, R10."""
        if attack in self.attacks[seat] or set(MATCHING[attack]) & set(self.defences[seat]):
            return False
        return attack != "horloge" or bool(self.hands[seat])

    def asked(self) -> int | None:
        """The seat to act; 0 for chance, None when the game is over."""
        if self.reason:
            return None
        return {"turn": self.player, "give": self.player, "answer": self.victim}.get(self.stage, 0)

    def moves(self) -> set[str]:
        """R3, R4, R10, R11, R12: all that the seat to act may do."""
        if self.stage == "give":
            return {"return"} | {f"give {card}" for card in self.hands[self.player]}
        if self.stage == "answer":
            cards = [card for card in self.hands[self.victim] if card in MATCHING[self.weapon]]
            return {"pass"} | {f"{card}>horloge" if self.weapon == "horloge" else card for card in cards}
        hand = self.hands[self.player]
        extras = {card for card in hand if card in EXTRAS and (not points(card) or self.can_lay(self.player, card))}
        if self.main_done:
            return extras | {"end"}
        if not hand:
            return {"end"}
        moves = extras | {f"{card} main" for card in extras}
        for card in hand:
            moves.add(f"discard {card}")
            if points(card) and card not in EXTRAS and self.can_lay(self.player, card):
                moves.add(card)
            for attack in self.attacks[self.player]:
                if lifts(card, attack):
                    moves.add(f"{card}>{attack}")
            if card in MATCHING["horloge"]:
                moves.add(f"{card}>horloge")
            if card in MATCHING:
                rivals = [seat for seat in self.seats if seat != self.player and self.can_be_attacked(seat, card)]
                moves |= {f"{card}>{rival}" for rival in rivals}
        return moves

    def chances(self) -> dict[str, int]:
        """R2, R8, R10, R13: what chance may answer, and how likely."""
        if self.stage == "lot":
            return {f"begins {seat}": 1 for seat in self.seats}
        if self.stage == "take":
            return dict(Counter(f"take {self.victim} {card}" for card in self.hands[self.victim]))
        if not self.stock:
            return {"rebuild": 1}
        return {f"{self.way(card)} {self.drawer} {card}": n for card, n in self.stock.items()}

    def way(self, card: str) -> str:
        """R8: a card that ends a Demi-tour is shown."""
        return "show" if "demi-tour" in self.attacks[self.drawer] and points(card) > 50 else "draw"

    # What happens

    def apply_event(self, text: str) -> None:
        """One event, of whoever is asked."""
        if self.asked() == 0:
            self.chance(text)
        elif self.stage == "answer":
            self.answer(text)
        elif self.stage == "give":
            self.give(text)
        else:
            self.act(text)
        for seat in self.seats:
            if self.total(seat) == 400 and not self.reason:
                self.reason = "exact"

    def chance(self, text: str) -> None:
        words = text.split()
        if self.stage == "lot":
            self.player = self.drawer = int(words[1])
            self.deal()
        elif self.stage == "take":
            self.hands[self.victim].remove(words[2])
            self.between.append(words[2])
            self.stage = "give"
        elif text == "rebuild":
            self.stock, self.discard = self.discard, Counter()
            self.points_since_rebuild = False
        else:
            self.stock[words[2]] -= 1
            if not self.stock[words[2]]:
                del self.stock[words[2]]
            self.hands[self.drawer].append(words[2])
            if words[0] == "show":
                self.attacks[self.drawer].remove("demi-tour")
                self.throw("demi-tour")
            if self.stage == "deal":
                self.drawer = self.after(self.drawer)
                self.deal()
            else:
                self.eventful = True
                self.stage = "turn"

    def after(self, seat: int) -> int:
        return seat + 1 if seat + 1 in self.seats else 1

    def deal(self) -> None:
        """R2."""
        if self.stock and len(self.hands[self.drawer]) < 8:
            self.stage = "deal"
        else:
            self.draw(self.player)

    def draw(self, seat: int) -> None:
        """R13, R14: a draw is due."""
        self.drawer = seat
        self.stage = "draw" if self.stock or self.discard else "turn"
        if not self.stock and not self.points_since_rebuild:
            self.reason = "dead"

    def throw(self, card: str) -> None:
        self.discard[card] += 1
        self.eventful = True

    def lay(self, seat: int, card: str) -> None:
        """R5, R11."""
        self.hands[seat].remove(card)
        if points(card):
            self.points[seat].append(card)
            self.points_since_rebuild = self.eventful = True
            return
        self.protect(seat, card)

    def protect(self, seat: int, card: str) -> None:
        self.defences[seat].append(card)
        for attack, defences in MATCHING.items():
            if card in defences and attack in self.attacks[seat]:
                self.attacks[seat].remove(attack)
                self.throw(attack)

    def act(self, text: str) -> None:
        """R3: in one's own turn."""
        seat = self.player
        if text == "end":
            self.end()
        elif text.startswith("discard "):
            self.hands[seat].remove(text.removeprefix("discard "))
            self.throw(text.removeprefix("discard "))
            self.main_done = True
        elif ">" in text:
            self.main_done = True
            self.put(seat, *text.split(">"))
        else:
            extra = text in EXTRAS
            self.lay(seat, text.removesuffix(" main"))
            if not extra:
                self.main_done = True
            elif self.total(seat) < 400:
                self.draw(seat)

    def put(self, seat: int, card: str, onto: str) -> None:
        """R6, R7, R9, R10, R11."""
        self.hands[seat].remove(card)
        if onto.isdigit():
            self.victim, self.weapon, self.stage = int(onto), card, "answer"
            if card == "horloge":
                self.throw(card)
            else:
                self.attacks[self.victim].append(card)
        elif onto == "horloge":
            self.protect(seat, card)
        else:
            self.attacks[seat].remove(onto)
            self.throw(card)
            self.throw(onto)

    def answer(self, text: str) -> None:
        """R11, R12."""
        if text == "pass":
            self.stage = "take" if self.weapon == "horloge" else "turn"
            return
        card = text.removesuffix(">horloge")
        self.hands[self.victim].remove(card)
        self.protect(self.victim, card)
        self.draw(self.victim)

    def give(self, text: str) -> None:
        """R10."""
        taken = self.between.pop()
        if text == "return":
            self.hands[self.victim].append(taken)
        else:
            card = text.removeprefix("give ")
            self.hands[self.player].remove(card)
            self.hands[self.player].append(taken)
            self.hands[self.victim].append(card)
        self.stage = "turn"

    def end(self) -> None:
        """R3, R14."""
        self.quiet_turns = 0 if self.eventful else self.quiet_turns + 1
        self.eventful = False
        if self.quiet_turns == len(self.seats):
            self.reason = "dead"
            return
        self.main_done = False
        self.player = self.after(self.player)
        self.draw(self.player)
