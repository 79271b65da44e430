"""A second Course, written from the rules page alone: lists of names, one rule at a time.

It shares nothing with the engine, so that a mistake would have to be made twice to go unnoticed.
"""

from collections import Counter
from collections.abc import Mapping
from copy import copy
from functools import cache, lru_cache

MATCHING = {"poursuite": ["cadeau"], "horloge": ["=1", "=2", "=3"], "demi-tour": ["fromage"], "sumo": ["piege"]}
DEFENCES = ["cadeau", "fromage", "piege"]
CORRECTIONS = ["+2", "+20"]


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
    """R1: the points a card is worth; 0 for attacks and defences."""
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
        return card in [f"={n}" for n in range(1, 11)] or ("x" in card and "1" in card.split("x"))
    if attack == "sumo":
        if "x" in card:
            return len(set(card.split("x"))) == 1
        return card[0] == "=" and int(card[1:]) in (1, 4, 9, 16, 25, 36, 49, 64, 81, 100)
    return False


@lru_cache(maxsize=4096)
def sums(values: tuple[int, ...]) -> frozenset[int]:
    """All the sums up to 400 that a choice of these values makes."""
    found = {0}
    for value in values:
        found |= {total + value for total in found if value and total + value <= 400}
    return frozenset(found)


class Naive:
    """A game so far. `stage` is what comes next: lot, deal, draw, turn, answer, take or give."""

    def __init__(self, seats: int, options: Mapping[str, int], *, lot: bool = False, corrections: bool = True) -> None:
        self.seats = range(1, seats + 1)
        self.stock = Counter(deck(options, corrections))
        self.discard: Counter[str] = Counter()
        self.hands: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.points: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.attacks: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.defences: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.taken: list[str] = []  # the card the clock has taken
        self.player = self.drawer = 1
        self.victim = 0
        self.attack = ""
        self.main_done = False
        self.turns: list[tuple[bool, bool]] = []  # of each turn: whether it had points; whether there was ever a pile
        self.points_laid = False  # the same two of this turn
        self.piles_there = False
        self.last_turns: list[int] = []  # the seats that still have a turn in the last round
        self.last_round = False
        self.reason = ""
        self.stage = "lot" if lot else ""
        if not lot:
            self.deal()

    def copied(self) -> "Naive":
        """Return a game that goes on from here by itself."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict) and not isinstance(value, Counter):
                setattr(other, name, {key: list(cards) for key, cards in value.items()})
            elif isinstance(value, Counter | list):
                setattr(other, name, copy(value))
        return other

    def after(self, text: str) -> "Naive":
        """Return the game after an event of whoever is asked."""
        other = self.copied()
        other.apply_event(text)
        return other

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
            return {"pass"} | self.defences_held(self.victim)
        hand = self.hands[self.player]
        extras = {card for card in hand if card in CORRECTIONS and self.can_lay(self.player, card)}
        extras |= self.defences_held(self.player)
        if self.main_done:
            return extras | {"end"}
        if not hand:
            return {"end"}
        moves = extras | {f"{card} main" for card in extras}
        for card in hand:
            moves.add(f"discard {card}")
            if points(card) and card not in CORRECTIONS and self.can_lay(self.player, card):
                moves.add(card)
            for attack in self.attacks[self.player]:
                if lifts(card, attack):
                    moves.add(f"{card}>{attack}")
            if card in MATCHING:
                victims = [seat for seat in self.seats if seat != self.player and self.can_be_attacked(seat, card)]
                moves |= {f"{card}>{victim}" for victim in victims}
        return moves

    def defences_held(self, seat: int) -> set[str]:
        """R11: the ways to lay a defence from this hand."""
        hand = self.hands[seat]
        products = {f"{card}>horloge" for card in hand if card in MATCHING["horloge"]}
        return products | {card for card in hand if card in DEFENCES}

    def chances(self) -> dict[str, int]:
        """R2, R8, R10, R13: what chance may bring, and how likely."""
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
            self.taken.append(words[2])
            self.stage = "give"
        elif text == "rebuild":
            self.stock, self.discard = self.discard, Counter()
        else:
            self.stock[words[2]] -= 1
            if not self.stock[words[2]]:
                del self.stock[words[2]]
            self.hands[self.drawer].append(words[2])
            if words[0] == "show":
                self.attacks[self.drawer].remove("demi-tour")
                self.throw("demi-tour")
            if self.stage == "deal":
                self.drawer = self.next_seat(self.drawer)
                self.deal()
            else:
                self.go_on()

    def next_seat(self, seat: int) -> int:
        return seat + 1 if seat + 1 in self.seats else 1

    def deal(self) -> None:
        """R2."""
        if self.stock and len(self.hands[self.drawer]) < 8:
            self.stage = "deal"
        else:
            self.begin_turn()

    def begin_turn(self) -> None:
        """R3, R14."""
        if not any(self.can_still_win(seat) for seat in self.seats):
            self.reason = "dead"
            return
        if not self.last_round and (self.fifty_rounds_without_points() or self.round_without_piles()):
            self.last_round = True
            self.last_turns = list(self.seats)
        self.main_done = False
        self.points_laid = False
        self.piles_there = bool(self.stock or self.discard)
        self.draw(self.player)

    def can_still_win(self, seat: int) -> bool:
        """R14 (a): whether some choice of the points cards that lie before nobody brings the seat to 400."""
        cards = [*self.stock.elements(), *self.discard.elements(), *self.taken]
        for hand in self.hands.values():
            cards += hand
        return 400 - self.total(seat) in sums(tuple(sorted(map(points, cards))))

    def fifty_rounds_without_points(self) -> bool:
        """R14 (b)."""
        latest = self.turns[-50 * len(self.seats) :]
        return len(latest) == 50 * len(self.seats) and not any(scored for scored, _ in latest)

    def round_without_piles(self) -> bool:
        """R14 (b)."""
        latest = self.turns[-len(self.seats) :]
        return len(latest) == len(self.seats) and not any(scored or piles for scored, piles in latest)

    def draw(self, seat: int) -> None:
        """R13, R14: a draw is due."""
        if self.last_round or not (self.stock or self.discard):
            self.go_on()
        else:
            self.drawer = seat
            self.stage = "draw"

    def go_on(self) -> None:
        """After a draw: the victim is asked again while the attack stands, else the turn goes on."""
        if self.victim and self.attack != "horloge" and self.attack not in self.attacks[self.victim]:
            self.victim, self.attack = 0, ""
        self.stage = "answer" if self.victim else "turn"

    def throw(self, card: str) -> None:
        self.discard[card] += 1
        self.piles_there = True

    def lay(self, seat: int, card: str) -> None:
        """R5, R11."""
        if card.endswith(">horloge") or not points(card):
            self.protect(seat, card.removesuffix(">horloge"))
            return
        self.hands[seat].remove(card)
        self.points[seat].append(card)
        self.points_laid = True

    def protect(self, seat: int, card: str) -> None:
        """R11."""
        self.hands[seat].remove(card)
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
        elif text.endswith(" main"):
            self.lay(seat, text.removesuffix(" main"))
            self.main_done = True
        elif text in CORRECTIONS or text in DEFENCES or text.endswith(">horloge"):
            self.lay(seat, text)
            if self.total(seat) < 400:
                self.draw(seat)
        elif ">" in text:
            self.main_done = True
            self.put(seat, *text.split(">"))
        else:
            self.lay(seat, text)
            self.main_done = True

    def put(self, seat: int, card: str, onto: str) -> None:
        """R6, R7, R9, R10."""
        self.hands[seat].remove(card)
        if onto.isdigit():
            self.victim, self.attack, self.stage = int(onto), card, "answer"
            if card == "horloge":
                self.throw(card)
            else:
                self.attacks[self.victim].append(card)
        else:
            self.attacks[seat].remove(onto)
            self.throw(card)
            self.throw(onto)

    def answer(self, text: str) -> None:
        """R11, R12."""
        victim = self.victim
        if text == "pass":
            if self.attack == "horloge" and self.hands[victim]:
                self.stage = "take"
            else:
                self.victim, self.attack, self.stage = 0, "", "turn"
            return
        self.lay(victim, text)
        if text.removesuffix(">horloge") in MATCHING[self.attack]:
            self.victim, self.attack = 0, ""
        self.draw(victim)

    def give(self, text: str) -> None:
        """R10."""
        taken = self.taken.pop()
        if text == "return":
            self.hands[self.victim].append(taken)
        else:
            card = text.removeprefix("give ")
            self.hands[self.player].remove(card)
            self.hands[self.player].append(taken)
            self.hands[self.victim].append(card)
        self.victim, self.attack, self.stage = 0, "", "turn"

    def end(self) -> None:
        """R3, R14."""
        self.turns.append((self.points_laid, self.piles_there))
        if self.last_round:
            self.last_turns.remove(self.player)
            if not self.last_turns:
                self.reason = "last-round"
                return
        self.player = self.next_seat(self.player)
        self.begin_turn()
