"""A second Mathable, written from the rules page alone: slow, plain, one square at a time, everything kept.

It shares nothing with the engine, so that a mistake would have to be made twice to go unseen. It speaks in texts, as
a record does.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

Square = tuple[int, int]  # row and column from 1; column 1 is A

COLUMNS = "ABCDEFGHIJKLMN"
PRINTED = {(7, 7): 1, (7, 8): 2, (8, 7): 3, (8, 8): 4}
SINGLES = "0 11 12 13 14 15 16 17 18 19 20 21 24 25 27 28 30 32 35 36 40 42 45 48 49 50 54 56 60 63 64 70 72 80 81 90"
SIDES = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0)}
# R1: the upper half; the board is the same after half a turn.
UPPER = [
    "3.....33.....3",
    ".2../..../..2.",
    "..2..-..-..2..",
    "...2..+*..2...",
    "./..2.*+.2../.",
    "..-........-..",
    "3..*+....*+..3",
]
MARKS = {(row, column): mark for row, line in enumerate(UPPER, 1) for column, mark in enumerate(line, 1)}
MARKS |= {(15 - row, 15 - column): mark for (row, column), mark in MARKS.items()}


def name(square: Square) -> str:
    """R1."""
    return f"{square[0]}{COLUMNS[square[1] - 1]}"


def all_tokens() -> Counter[int]:
    """R2."""
    return Counter(dict.fromkeys(range(1, 11), 7)) + Counter({int(value): 1 for value in SINGLES.split()})


@cache
def made_by(a: int, b: int) -> dict[str, set[int]]:
    """R4: what two numbers make, by sign."""
    quotients = {a // b} if b and a % b == 0 else set()
    if a and b % a == 0:
        quotients.add(b // a)
    return {"+": {a + b}, "-": {max(a, b) - min(a, b)}, "*": {a * b}, "/": quotients}


Board = dict[Square, int]


def pairs(board: Board, square: Square) -> dict[str, tuple[int, int]]:
    """R4: the two numbers beside a square, by direction."""
    found = {}
    row, column = square
    for side, (down, right) in SIDES.items():
        near = (row + down, column + right)
        if near in board:
            far = (row + 2 * down, column + 2 * right)
            if far in board:
                found[side] = (board[near], board[far])
    return found


def results(board: Board, square: Square) -> dict[str, set[int]]:
    """R4–R6: by direction, the numbers that are right on a square."""
    sign = MARKS[square]
    by_side = {side: made_by(near, far) for side, (near, far) in pairs(board, square).items()}
    return {side: made[sign] if sign in made else set().union(*made.values()) for side, made in by_side.items()}


def parts(sides: str) -> list[str]:
    """Every choice of at least one direction."""
    return ["".join(some) for n in range(1, len(sides) + 1) for some in combinations(sides, n)]


@dataclass
class Step:
    """A placement, and how things were before it (R15)."""

    text: str
    right: bool
    points: int
    board: Board
    rack: list[int]
    bag_and_rack: Counter[int]


@dataclass
class Naive:
    """A game so far."""

    seats: int
    declared: bool
    contest: bool
    board: Board = field(default_factory=lambda: dict(PRINTED))
    bag: Counter[int] = field(default_factory=all_tokens)
    racks: dict[int, list[int]] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    turn: int = 0
    began: int = 0
    idle: int = 0
    steps: list[Step] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)  # seats that draw now, one after another
    opening: list[int] = field(default_factory=list)  # who draws to begin
    shown: dict[int, int] = field(default_factory=dict)  # what they drew
    aside: list[int] = field(default_factory=list)
    offered: bool = False
    asked: set[int] = field(default_factory=set)
    reason: str = ""
    found: dict[int, dict[str, tuple[int, bool]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        everybody = range(1, self.seats + 1)
        self.racks = {seat: [] for seat in everybody}
        self.totals = dict.fromkeys(everybody, 0)
        self.opening = list(everybody)
        self.draws = list(everybody)

    # What may happen

    def actors(self) -> set[int]:
        if self.reason:
            return set()
        if self.draws:
            return {0}
        return self.asked or {self.turn}

    def chances(self) -> dict[str, int]:
        """R2: one token out of the bag, all alike."""
        return {f"draw {self.draws[0]} {value}": n for value, n in self.bag.items() if n}

    def moves(self, seat: int) -> set[str]:
        if seat not in self.actors():
            return set()
        if self.asked:
            return {"accept"} | {f"contest {n}" for n in range(1, len(self.steps) + 1)}
        if self.offered:
            return {"take", "leave"}
        return {"end"} | set(self.placements(seat)) | self.exchanges(seat)

    def placements(self, seat: int) -> dict[str, tuple[int, bool]]:
        """Every placement, its points, and whether it is right. Kept until something happens."""
        if seat not in self.found:
            self.found[seat] = self.find_placements(seat)
        return self.found[seat]

    def find_placements(self, seat: int) -> dict[str, tuple[int, bool]]:
        """R4–R6, R8, R14, R15."""
        found = {}
        for square, mark in MARKS.items():
            if square in self.board:
                continue
            made = results(self.board, square)
            if not made:  # R4, R15
                continue
            award = int(mark) if mark in "23" else 1
            for value in set(self.racks[seat]):
                right = "".join(side for side in made if value in made[side])
                text = f"{value}@{name(square)}"
                if self.declared:
                    for claim in parts("".join(made) if self.contest else right):
                        found[text + claim] = value * len(claim) * award, set(claim) <= set(right)
                elif right or self.contest:
                    found[text] = value * max(1, len(right)) * award, bool(right)
        return found

    def exchanges(self, seat: int) -> set[str]:
        """R12."""
        if self.steps:
            return set()
        rack = sorted(self.racks[seat])
        most = min(len(rack), self.bag.total())
        some = {choice for n in range(1, most + 1) for choice in combinations(rack, n)}
        return {" ".join(["swap", *map(str, choice)]) for choice in some}

    # What happens

    def apply_event(self, actor: int, text: str) -> None:
        word, *rest = text.split()
        if "@" in word:
            self.place(actor, text)
        self.found.clear()
        if word == "draw":
            self.draw(int(rest[1]))
        elif word == "swap":
            self.aside = [int(value) for value in rest]
            for value in self.aside:
                self.racks[actor].remove(value)
            self.draws = [actor] * len(self.aside)
        elif word == "take":
            self.offered = False
            self.draws = [actor]
        elif word == "leave":
            self.offered = False
        elif word == "end":
            if self.contest and self.steps:
                self.asked = set(self.racks) - {actor}
            else:
                self.settle()
        elif word in ("accept", "contest"):
            self.answer(actor, rest)

    def draw(self, value: int) -> None:
        seat = self.draws.pop(0)
        self.bag[value] -= 1
        self.racks[seat].append(value)
        if self.opening:
            self.shown[seat] = value
        if self.draws:
            return
        if self.opening:
            self.open()
        elif self.aside:
            self.bag.update(self.aside)
            self.aside = []
            self.settle()
        elif self.began == 0:  # everybody is ready
            self.begin(self.turn)
        elif self.settled:
            self.close()

    settled = False

    def open(self) -> None:
        """R3: the highest begins; who ties draws again."""
        highest = max(self.shown[seat] for seat in self.opening)
        best = [seat for seat in self.opening if self.shown[seat] == highest]
        self.opening = best
        if len(best) > 1 and len(self.racks[best[0]]) < 7:
            self.draws = list(best)
            return
        self.opening = []
        self.turn = best[0]
        for n in range(self.seats):
            seat = (self.turn - 1 + n) % self.seats + 1
            self.draws += [seat] * (7 - len(self.racks[seat]))
        if not self.draws:
            self.begin(self.turn)

    def begin(self, seat: int) -> None:
        self.turn = seat
        self.began = len(self.racks[seat])
        self.steps = []
        self.settled = False

    def place(self, seat: int, text: str) -> None:
        value, _, rest = text.partition("@")
        place = rest.rstrip("<>^v")
        square = (int(place[:-1]), COLUMNS.index(place[-1]) + 1)
        points, right = self.placements(seat)[text]
        before = dict(self.board), list(self.racks[seat]), Counter(self.racks[seat]) + self.bag
        self.steps.append(Step(text, right, points, *before))
        self.racks[seat].remove(int(value))
        self.board[square] = int(value)
        self.totals[seat] += points
        self.offered = MARKS[square] in "+-*/" and self.bag.total() > 0

    def answer(self, seat: int, number: list[str]) -> None:
        """R15."""
        self.asked.discard(seat)
        n = int(number[0]) - 1 if number else -1
        if number and not self.steps[n].right:
            wrong = self.steps[n]
            self.totals[self.turn] -= sum(step.points for step in self.steps[n:])
            self.board = wrong.board
            self.racks[self.turn] = wrong.rack
            self.bag = wrong.bag_and_rack - Counter(wrong.rack)
            self.steps = self.steps[:n]
            self.asked = set()
        if not self.asked:
            self.settle()

    def settle(self) -> None:
        """R10, R11, R13."""
        rack = self.racks[self.turn]
        if self.began == 7 and not rack:
            self.totals[self.turn] += 50
        self.idle = 0 if self.steps else self.idle + 1
        self.settled = True
        self.draws = [self.turn] * min(7 - len(rack), self.bag.total())
        if not self.draws:
            self.close()

    def close(self) -> None:
        """R13."""
        if self.bag.total() == 0:
            if not all(self.racks.values()):
                self.reason = "out"
            elif not any(self.can_place(rack) for rack in self.racks.values()):
                self.reason = "stuck"
        if not self.reason and self.idle == 2 * self.seats:
            self.reason = "idle"
        if self.reason:
            for seat, rack in self.racks.items():
                self.totals[seat] -= sum(rack)
        else:
            self.begin(self.turn % self.seats + 1)

    def can_place(self, rack: list[int]) -> bool:
        empty = [square for square in MARKS if square not in self.board]
        return any(made & set(rack) for square in empty for made in results(self.board, square).values())
