"""Every sentence is true: what it says is worked out again by the naive game, in thousands of positions.

The English sentence itself is taken apart, so that a claim added to it has to be checked too. The naive game shares
nothing with the engine; it is played in step with it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from random import Random

import pytest

from damier.core.catalogue import LANGUAGES, Message, sentences
from damier.core.compiled import available
from damier.core.contract import CHANCE
from damier.core.errors import DamierError, Illegal, Malformed
from damier.core.event_text import event_sentence, outcome_sentence, with_names
from damier.core.events import Chanced, Moved
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget
from damier.games.mathable import GAME
from damier.games.mathable.bot import hooks
from damier.games.mathable.moves import values_of
from damier.games.mathable.tests.drawn import drawn
from damier.games.mathable.tests.naive import (
    COLUMNS,
    MARKS,
    PRINTED,
    Board,
    Naive,
    Square,
    made_by,
    name,
    pairs,
    results,
)
from damier.games.mathable.tests.test_naive import choose

POSITIONS = 2000
COMBINATIONS = [
    (claims, referee, seats, style)
    for claims in ("automatic", "declared")
    for referee in ("strict", "contest")
    for seats in (2, 3, 4)
    for style in ("random", "sensible")
]
EACH = -(-POSITIONS // len(COMBINATIONS))
NAMES = ["Ada", "Bo", "Cara", "Dan"]
SAY = {language: GAME.catalogue(language) for language in LANGUAGES}
SIGNS = {"+": "+", "−": "-", "×": "*", "÷": "/"}
SIDES = {"to the left of": "<", "to the right of": ">", "above": "^", "below": "v"}


@dataclass
class Table:
    """The engine and the naive game, played in step."""

    state: State
    naive: Naive
    seen: Counter[str] = field(default_factory=Counter)  # the keys of the sentences checked
    stood: list[bool] = field(default_factory=list)  # for each turn, whether a token placed in it stayed
    board: Board = field(default_factory=lambda: dict(PRINTED))  # as the turn began

    def play(self, actor: int, text: str) -> None:
        """Play on in both games, and check what is said of it."""
        before, state = deepcopy(self.naive), self.state
        action = state.read(actor, text)
        after = state.play(action, actor)
        self.naive.apply_event(actor, text)
        over = self.naive.settled or self.naive.turn != before.turn or self.naive.reason
        if over and before.began and not before.settled:
            self.stood.append(bool(set(self.naive.board) - set(self.board)))
            self.board = dict(self.naive.board)
        event = Moved(actor, action, text) if actor else Chanced(action, text)
        for eye in range(state.seats + 1):
            told = event_sentence(state, event, eye, NAMES)
            check_event(self.said(told), Happened(before, self.naive, actor, text, eye))
        self.state = after
        if after.outcome:
            told = outcome_sentence(after.outcome, NAMES)
            self.seen[f"end.{after.outcome.reason}"] += 1
            check_end(SAY["en"](told), before, self)

    def said(self, told: Message, names: list[str] = NAMES) -> str:
        """Note which sentence it is, and return it in English; French must be there too."""
        self.seen[told.key] += 1
        assert SAY["fr"](with_names(told, names))
        return SAY["en"](with_names(told, names))


def new_table(claims: str, referee: str, seats: int) -> Table:
    state = State.start(GAME, {"claims": claims, "referee": referee}, seats)
    return Table(state, Naive(seats, claims == "declared", referee == "contest"))


def table_of(state: State) -> Table:
    """A drawn position, for the naive game too."""
    options, record = state.options.pairs(), state.fields
    naive = Naive(state.seats, options["claims"] == "declared", options["referee"] == "contest")
    shown = state.view(0).show()["board"]
    naive.board = {(r, c): v for r, row in enumerate(shown, 1) for c, v in enumerate(row, 1) if v is not None}
    naive.racks = {seat: values_of(record.rack[seat]) for seat in naive.racks}
    naive.bag = Counter()
    for outcome, n in enumerate(record.bag.tolist()):
        if n:
            naive.bag[int(state.write(CHANCE, outcome).split()[-1])] = n
    naive.totals = dict(enumerate(state.scores, 1))
    naive.turn, naive.began, naive.idle = int(record.turn), int(record.began), int(record.idle)
    naive.opening, naive.draws = [], []
    return Table(state, naive, stood=[False] * naive.idle, board=dict(naive.board))


def square_of(text: str) -> Square:
    return int(text[:-1]), COLUMNS.index(text[-1]) + 1


def placement(text: str) -> tuple[int, Square, str]:
    """A placement's token, its square and the directions named."""
    value, square, claim = re.fullmatch(r"(\d+)@(\d+[A-N])([<>^v]*)", text).groups()  # type: ignore[union-attr]
    return int(value), square_of(square), claim


def right_sides(board: Board, square: Square, value: int) -> str:
    return "".join(side for side, made in results(board, square).items() if value in made)


def best_single(naive: Naive, seat: int) -> int | None:
    """The most points one token can rightly score now."""
    found = [
        value * len(right_sides(naive.board, square, value)) * (int(mark) if mark in "23" else 1)
        for square, mark in MARKS.items()
        if square not in naive.board
        for value in set(naive.racks[seat])
        if right_sides(naive.board, square, value)
    ]
    return max(found, default=None)


def can_place_all(
    board: Board, rack: list[int], tried: set[tuple[frozenset[tuple[Square, int]], tuple[int, ...]]]
) -> bool:
    """Whether all these tokens can be placed one after another: every order, every square."""
    if not rack:
        return True
    key = (frozenset(board.items()), tuple(rack))
    if key in tried:
        return False
    tried.add(key)
    for square in MARKS:
        if square in board:
            continue
        made = results(board, square)
        for value in sorted(set(rack), reverse=True) if made else ():
            if any(value in values for values in made.values()):
                rest = rack.copy()
                rest.remove(value)
                if can_place_all({**board, square: value}, rest, tried):
                    return True
    return False


def check_sums(naive: Naive, text: str, sums: str, points: int) -> str:
    """Each sum is right, is that of a pair beside the square, and they are the equations that score; return these."""
    value, square, claim = placement(text)
    scoring = claim or right_sides(naive.board, square, value)
    told: Counter[tuple[int, ...]] = Counter()
    for sum_ in sums.split(", "):
        first, sign, second = re.fullmatch(r"(\d+) ([+−×÷]) (\d+)", sum_).groups()  # type: ignore[union-attr]
        a, b = int(first), int(second)
        assert value in {"+": [a + b], "−": [a - b], "×": [a * b], "÷": [a // b] if b and a % b == 0 else []}[sign]
        assert MARKS[square] not in "+-*/" or MARKS[square] == SIGNS[sign]
        told[tuple(sorted((a, b)))] += 1
    beside = pairs(naive.board, square)
    assert told == Counter(tuple(sorted(beside[side])) for side in scoring)
    award = int(MARKS[square]) if MARKS[square] in "23" else 1
    assert points == value * len(scoring) * award
    return scoring


# Events


@dataclass
class Happened:
    """An event: before, after, who did what, and who is told."""

    before: Naive
    after: Naive
    actor: int
    text: str
    eye: int

    def by(self, who: str) -> None:
        assert NAMES.index(who) + 1 == (self.actor or self.before.draws[0])


def event_draw_open(at: Happened, who: str, value: str) -> None:
    at.by(who)
    assert at.before.opening
    assert at.text.split()[-1] == value


def event_draw_own(at: Happened, value: str) -> None:
    assert at.eye == at.before.draws[0]
    assert not at.before.opening
    assert at.text.split()[-1] == value


def event_draw(at: Happened, who: str) -> None:
    at.by(who)
    assert at.eye != at.before.draws[0]


def event_place(at: Happened, who: str, value: str, square: str, sums: str, points: str) -> None:
    event_place_claim(at, who, value, square, points, contest=False)
    check_sums(at.before, at.text, sums, int(points))


def event_place_claim(at: Happened, who: str, value: str, square: str, points: str, *, contest: bool = True) -> None:
    at.by(who)
    assert at.before.contest == contest
    assert at.text.startswith(f"{value}@{square}")
    assert at.after.totals[at.actor] - at.before.totals[at.actor] == int(points)
    assert at.after.board[square_of(square)] == int(value)


def event_take(at: Happened, who: str) -> None:
    at.by(who)
    assert (at.before.offered, at.after.draws) == (True, [at.actor])


def event_leave(at: Happened, who: str) -> None:
    at.by(who)
    assert (at.before.offered, at.after.draws, at.after.bag) == (True, [], at.before.bag)


def event_swap(at: Happened, who: str, n: str) -> None:
    at.by(who)
    assert at.eye != at.actor
    assert len(at.before.racks[at.actor]) - len(at.after.racks[at.actor]) == int(n)


def event_swap_own(at: Happened, n: str, tokens: str) -> None:
    given = Counter(at.before.racks[at.actor]) - Counter(at.after.racks[at.actor])
    assert at.eye == at.actor
    assert sorted(given.elements()) == sorted(map(int, tokens.split(", ")))
    assert given.total() == int(n)


def event_pass(at: Happened, who: str) -> None:
    at.by(who)
    assert (at.text, at.before.steps) == ("end", [])


def event_end(at: Happened, who: str, n: str, bonus: int = 0) -> None:
    at.by(who)
    assert at.before.steps
    assert not at.before.contest
    assert int(n) == sum(step.points for step in at.before.steps) + bonus
    assert (at.before.began == 7 and not at.before.racks[at.actor]) == bool(bonus)
    if not at.after.reason:
        assert at.after.totals[at.actor] - at.before.totals[at.actor] == bonus


def event_end_bonus(at: Happened, who: str, n: str, bonus: str) -> None:
    event_end(at, who, n, int(bonus))
    assert bonus == "50"


def event_claim(at: Happened, who: str, n: str, bonus: str = "") -> None:
    at.by(who)
    assert at.after.asked, "the points are only claimed: there is somebody who may contest them"
    assert int(n) == sum(step.points for step in at.before.steps)
    assert (at.before.began == 7 and not at.before.racks[at.actor]) == bool(bonus)
    assert bonus in ("", "50")


def event_accept(at: Happened, who: str) -> None:
    at.by(who)
    assert at.text == "accept"
    assert at.after.board == at.before.board


def event_contest(at: Happened, who: str, value: str, square: str, later: str | None) -> None:
    at.by(who)
    step = int(at.text.split()[1]) - 1
    assert at.before.steps[step].text.startswith(f"{value}@{square}")
    assert not at.before.steps[step].right
    taken_back = {placement(placed.text)[1] for placed in at.before.steps[step:]}
    assert set(at.before.board) - set(at.after.board) == taken_back
    assert (len(taken_back) > 1) == bool(later)


def event_contest_vain(at: Happened, who: str, value: str, square: str) -> None:
    at.by(who)
    step = at.before.steps[int(at.text.split()[1]) - 1]
    assert step.right
    assert step.text.startswith(f"{value}@{square}")
    assert at.after.board == at.before.board


EVENTS: dict[str, Callable[..., None]] = {
    r"(\w+) draws (\d+) to see who begins\.": event_draw_open,
    r"You draw (\d+)\.": event_draw_own,
    r"(\w+) draws a token\.": event_draw,
    r"(\w+) places (\d+) on (\w+): (.+), (\d+) points?\.": event_place,
    r"(\w+) places (\d+) on (\w+) for (\d+) points?\.": event_place_claim,
    r"(\w+) takes an extra token\.": event_take,
    r"(\w+) leaves the extra token in the bag\.": event_leave,
    r"(\w+) exchanges (\d+) tokens?\.": event_swap,
    r"You exchange (\d+) tokens?: (.+)\.": event_swap_own,
    r"(\w+) passes\.": event_pass,
    r"(\w+) ends the turn with (\d+) points?\.": event_end,
    r"The rack is empty: (\w+) ends the turn with (\d+) points, including a bonus of (\d+)\.": event_end_bonus,
    r"(\w+) ends the turn and claims (\d+) points?\.": event_claim,
    r"The rack is empty: (\w+) ends the turn and claims (\d+) points? and the bonus of (\d+)\.": event_claim,
    r"(\w+) accepts\.": event_accept,
    r"(\w+) contests (\d+) on (\w+), and rightly so: it is taken back(, with everything placed after it)?\.": (
        event_contest
    ),
    r"(\w+) contests (\d+) on (\w+), but it is right\.": event_contest_vain,
}


def taken_apart(text: str, known: dict[str, Callable[..., None]]) -> tuple[Callable[..., None], tuple[str, ...]]:
    """The check of a sentence, and what stands in its gaps."""
    found = [(check, match.groups()) for pattern, check in known.items() if (match := re.fullmatch(pattern, text))]
    assert len(found) == 1, f"nobody checks “{text}”"
    return found[0]


def check_event(text: str, at: Happened) -> None:
    check, gaps = taken_apart(text, EVENTS)
    check(at, *gaps)


def check_end(text: str, before: Naive, table: Table) -> None:
    """Who won, why, and what was deducted."""
    after = table.naive
    most = max(after.totals.values())
    winners = [NAMES[seat - 1] for seat, total in after.totals.items() if total == most]
    who, why = re.fullmatch(r"(.+? wins|.+? share first place|Nobody wins)\. (.+)", text).groups()  # type: ignore[union-attr]
    if "Nobody" not in who:
        assert re.findall(r"Ada|Bo|Cara|Dan", who) == winners
    else:
        assert len(winners) == after.seats, "all share the first place"
    bag, racks = after.bag.total(), after.racks
    if why == "The bag is empty, and so is a rack. Tokens left on the other racks are deducted.":
        assert not bag
        assert not all(racks.values())
    elif why == "The bag is empty, and no token fits anywhere. Tokens left on the racks are deducted.":
        assert not bag
        assert all(best_single(after, seat) is None for seat in racks)
    else:
        assert why == "For two whole rounds no token has stayed on the board. Tokens left on the racks are deducted."
        assert not any(table.stood[-2 * after.seats :])
        assert len(table.stood) >= 2 * after.seats
    for seat, rack in racks.items():
        bonus = 50 if seat == before.turn and before.began == 7 and not rack else 0
        taken_back = sum(step.points for step in before.steps[len(after.steps) :]) if seat == before.turn else 0
        assert after.totals[seat] == before.totals[seat] + bonus - taken_back - sum(rack)


# Reasons


@dataclass
class Advised:
    """A move that a seat may make, and is told about."""

    naive: Naive
    seat: int
    text: str

    @property
    def kept(self) -> list[int]:
        """What would stay on the rack."""
        given = [int(value) for value in self.text.split()[1:]] if self.text.startswith("swap") else []
        return sorted((Counter(self.naive.racks[self.seat]) - Counter(given)).elements())

    @property
    def emptying(self) -> bool:
        """Whether the rest of the rack could be placed for the bonus, after this placement (if it is one)."""
        board, rack = dict(self.naive.board), list(self.naive.racks[self.seat])
        if "@" in self.text:
            value, square, _ = placement(self.text)
            board[square] = value
            rack.remove(value)
        secure = all(step.right for step in self.naive.steps)
        return self.naive.began == 7 and secure and can_place_all(board, rack, set())


def reason_line(at: Advised, points: str, sums: str, row: str | None, column: str | None) -> None:
    (side,) = list(check_sums(at.naive, at.text, sums, int(points)))
    _, square, _ = placement(at.text)
    assert (name(square)[:-1] if side in "<>" else name(square)[-1]) == (row or column)
    assert bool(row) == (side in "<>")


def reason_equations(at: Advised, number: str, sums: str, points: str) -> None:
    assert len(check_sums(at.naive, at.text, sums, int(points))) == ["Two", "Three", "Four"].index(number) + 2


def reason_extra(at: Advised, points: str, sums: str) -> None:
    check_sums(at.naive, at.text, sums, int(points))
    assert MARKS[placement(at.text)[1]] in "+-*/"
    assert at.naive.bag.total() > 0


def reason_bonus(at: Advised, points: str, sums: str) -> None:
    check_sums(at.naive, at.text, sums, int(points))
    assert at.emptying


def reason_wrong(at: Advised, value: str, square: str, points: str) -> None:
    assert at.text.startswith(f"{value}@{square}")
    assert at.naive.placements(at.seat)[at.text] == (int(points), False)
    assert at.naive.contest


def reason_stuck(at: Advised, kept: str | None) -> None:
    assert best_single(at.naive, at.seat) is None
    if kept:
        assert list(map(int, kept.split(", "))) == at.kept


def reason_poor(at: Advised, points: str, kept: str | None) -> None:
    assert best_single(at.naive, at.seat) == int(points)
    assert at.text == "end" or at.text.startswith("swap")
    assert list(map(int, kept.split(", ") if kept else [])) == at.kept


def reason_take(at: Advised, n: str | None = None) -> None:
    assert (at.text, at.naive.offered) == ("take", True)
    assert at.naive.bag.total() == int(n or 1)


def reason_leave(at: Advised) -> None:
    assert (at.text, at.naive.offered) == ("leave", True)
    assert at.emptying


def reason_empty(at: Advised, bonus: str | None = None) -> None:
    assert not at.naive.racks[at.seat]
    if bonus:
        assert at.naive.began == 7
        assert at.text == "leave" or all(step.right for step in at.naive.steps)


def reason_contest(at: Advised, value: str, square: str, right: str) -> None:
    step = at.naive.steps[int(at.text.split()[1]) - 1]
    assert step.text.startswith(f"{value}@{square}")
    assert step.right == right.startswith("right: contesting it changes nothing")


def reason_accept(at: Advised) -> None:
    assert at.text == "accept"
    assert all(step.right for step in at.naive.steps)


def reason_accept_wrong(at: Advised, value: str, square: str) -> None:
    assert at.text == "accept"
    first = next(step for step in at.naive.steps if not step.right)  # nothing before it can be taken back
    assert first.text.startswith(f"{value}@{square}")


REASONS: dict[str, Callable[..., None]] = {
    r"(\d+) points?: ([^,.]+) in (?:row (\d+)|column (\w))\.": reason_line,
    r"(Two|Three|Four) equations at once: (.+)\. (\d+) points?\.": reason_equations,
    r"(\d+) points?: ([^,.]+), and you may take an extra token\.": reason_extra,
    r"(\d+) points?: ([^,.]+)\. All your tokens can be placed this turn, for a bonus of 50\.": reason_bonus,
    r"(\d+) on (\w+) is not right: it brings (\d+) points? only if nobody contests it\.": reason_wrong,
    r"None of your tokens fits anywhere now\.(?: You keep (.+)\.)?": reason_stuck,
    r"No token that fits brings more than (\d+) points? now\.(?: You keep (.+)\.)?": reason_poor,
    r"One more token to place, the last one in the bag\.": reason_take,
    r"One more token to place; the bag holds (\d+)\.": reason_take,
    r"Without an extra token, all your tokens can be placed this turn, for a bonus of 50\.": reason_leave,
    r"Your rack is empty, which brings a bonus of (50)(?: if it stays so)?\.": reason_empty,
    r"Your rack is empty\.": reason_empty,
    r"A token left over at the end is deducted\.": lambda at: None,  # R13, whatever the position
    r"(\d+) on (\w+) is (not right|right: contesting it changes nothing)\.": reason_contest,
    r"Everything in this turn is right\.": reason_accept,
    r"(\d+) on (\w+) is not right: if nobody contests it, it stays\.": reason_accept_wrong,
}


def check_reasons(table: Table, seat: int, actions: list[int]) -> None:
    """Check what would be said for these actions of a seat."""
    view = table.state.view(seat)
    reason = table.state.engine.bind(hooks).reason
    for action in actions:
        text = table.state.write(seat, action)
        check, gaps = taken_apart(table.said(reason(view, action)), REASONS)
        check(Advised(table.naive, seat, text), *gaps)


# Refusals


@dataclass
class Tried:
    """Something that is refused."""

    naive: Naive
    seat: int
    move: str | int
    text: str  # the same in notation; empty for a number that is no move

    def placing(self, value: str, square: str) -> Square:
        assert self.text.startswith(f"{value}@{square}")
        return square_of(square)

    def holds(self, rack: str) -> None:
        assert sorted(self.naive.racks[self.seat]) == list(map(int, rack.split(", ")))


def in_reading_order(board: Board, square: Square) -> dict[str, str]:
    """The pairs beside a square as they are read, from the left or from above."""
    read = {side: pair if side in ">v" else pair[::-1] for side, pair in pairs(board, square).items()}
    return {side: f"{first} and {second}" for side, (first, second) in read.items()}


def illegal_asked(at: Tried, n: str | None = None) -> None:
    assert at.naive.asked
    assert len(at.naive.steps) == int(n or 1)


def illegal_no_step(at: Tried, n: str) -> None:
    assert at.naive.asked
    contested = at.move - 7 if isinstance(at.move, int) else int(at.text.split()[1])
    assert len(at.naive.steps) == int(n) < contested


def illegal_not_held(at: Tried, value: str, rack: str) -> None:
    at.holds(rack)
    assert at.text.startswith(f"{value}@")
    assert int(value) not in at.naive.racks[at.seat]


def illegal_taken(at: Tried, square: str) -> None:
    assert square_of(square) in at.naive.board
    assert f"@{square}" in at.text


def illegal_no_pair(at: Tried, square: str) -> None:
    assert not pairs(at.naive.board, square_of(square))


def illegal_no_equation(at: Tried, square: str, value: str, listed: str) -> None:
    where = at.placing(value, square)
    assert MARKS[where] not in "+-*/"
    for near, far in pairs(at.naive.board, where).values():
        assert all(int(value) not in made for made in made_by(near, far).values())
    assert listed.split("; ") == list(in_reading_order(at.naive.board, where).values())


def illegal_sign(at: Tried, square: str, sign: str, value: str, listed: str) -> None:
    where = at.placing(value, square)
    assert MARKS[where] == SIGNS[sign]
    assert all(int(value) not in made_by(*pair)[SIGNS[sign]] for pair in pairs(at.naive.board, where).values())
    assert listed.split("; ") == list(in_reading_order(at.naive.board, where).values())


def illegal_no_claims(at: Tried, move: str) -> None:
    assert not at.naive.declared
    assert move in at.naive.moves(at.seat), "what it says to write can be played"
    assert at.text.startswith(move)


def illegal_claim_nothing(at: Tried, value: str, move: str) -> None:
    assert at.naive.declared
    assert at.text == move
    assert move.startswith(f"{value}@")


def illegal_claim_no_pair(at: Tried, side: str, square: str) -> None:
    assert SIDES[side] not in pairs(at.naive.board, square_of(square))
    assert SIDES[side] in placement(at.text)[2]


def illegal_claim_wrong(at: Tried, pair: str, side: str, square: str, value: str, sign: str | None) -> None:
    where = at.placing(value, square)
    assert SIDES[side] in placement(at.text)[2]
    assert in_reading_order(at.naive.board, where)[SIDES[side]] == pair
    assert (MARKS[where] in "+-*/") == bool(sign)
    made = made_by(*pairs(at.naive.board, where)[SIDES[side]])
    assert all(int(value) not in values for by, values in made.items() if not sign or by == SIGNS[sign])


def illegal_swap_bag(at: Tried, n: str) -> None:
    asked = (at.move - 128).bit_count() if isinstance(at.move, int) else len(at.text.split()) - 1
    assert at.naive.bag.total() == int(n) < asked


def illegal_swap_rack(at: Tried, rack: str) -> None:
    at.holds(rack)
    if at.text:  # else a number that names empty places of the rack
        assert not Counter(map(int, at.text.split()[1:])) <= Counter(at.naive.racks[at.seat])


def only_if(condition: Callable[[Tried], object]) -> Callable[[Tried], None]:
    def check(at: Tried) -> None:
        assert condition(at), at.text

    return check


def malformed_play(at: Tried, text: str, example: str, swap: bool) -> None:
    moves = at.naive.moves(at.seat)
    assert text == at.text
    assert "end" in moves
    assert any(move.startswith("swap") for move in moves) == (swap and bool(at.naive.racks[at.seat]))
    assert example == ("12@8I<" if at.naive.declared else "12@8I")


def malformed_asked(at: Tried, text: str, n: str | None = None) -> None:
    assert text == at.text
    assert at.naive.moves(at.seat) == {"accept"} | {f"contest {k}" for k in range(1, int(n or 1) + 1)}


def malformed_square(at: Tried, square: str) -> None:
    row, column = re.fullmatch(r"(\d+)([A-Z])", square).groups()  # type: ignore[union-attr]
    assert not 1 <= int(row) <= 14 or column not in COLUMNS


def malformed_token(at: Tried, value: str) -> None:
    assert int(value) not in ALL_VALUES
    assert value in at.text


ALL_VALUES = set(Naive(2, False, False).bag)
REFUSALS: dict[str, Callable[..., None]] = {
    r"There is no such move\.": only_if(lambda at: not at.text),
    r"First say whether you take the extra token: take or leave\.": only_if(lambda at: at.naive.offered),
    r"There is no extra token to take or leave now\. You may take one right after placing a token on a square with a "
    r"sign, while the bag lasts\.": only_if(lambda at: not at.naive.offered),
    r"The turn is over: accept it, or contest placement 1\.": illegal_asked,
    r"The turn is over: accept it, or contest one of the placements 1 to (\d+)\.": illegal_asked,
    r"This turn has only (\d+) placements? to contest\.": illegal_no_step,
    r"There is nothing to accept or contest now\. A turn is contested right after its end; later, what lies on the "
    r"board counts as right\.": only_if(lambda at: at.naive.contest and not at.naive.asked),
    r"There is nothing to accept or contest at this table: wrong placements are refused at once\.": only_if(
        lambda at: not at.naive.contest
    ),
    r"Your rack is empty\.": only_if(lambda at: not at.naive.racks[at.seat]),
    r"There is no (\d+) on your rack, which holds (.+)\.": illegal_not_held,
    r"(\w+) is taken\.": illegal_taken,
    r"There are no two numbers in a row beside (\w+)\.": illegal_no_pair,
    r"No pair beside (\w+) makes (\d+)\. The numbers there: (.+)\.": illegal_no_equation,
    r"(\w+) takes a token by (.) only, and no pair beside it makes (\d+) that way\. The numbers there: (.+)\.": (
        illegal_sign
    ),
    r"Equations are counted for you at this table\. Write (\S+), without directions\.": illegal_no_claims,
    r"Name the pairs that make (\d+): add < \(left\), > \(right\), \^ \(above\) or v \(below\) to (\S+)\.": (
        illegal_claim_nothing
    ),
    r"There are no two numbers in a row (to the left of|to the right of|above|below) (\w+)\.": illegal_claim_no_pair,
    r"(\d+ and \d+), (.+) (\w+), do not make (\d+)(?: by (.))?\.": illegal_claim_wrong,
    r"You have already placed a token\. Now you may place more, or end the turn\.": only_if(lambda at: at.naive.steps),
    r"The bag is empty, so nothing can be exchanged\.": only_if(lambda at: not at.naive.bag.total()),
    r"The bag holds only (\d+) tokens?\.": illegal_swap_bag,
    r"Your rack does not hold all of these\. It holds (.+)\.": illegal_swap_rack,
    r"“(.*)” is not a move\. Write (\S+) to place a token, swap 17 42 to exchange tokens, or end\.": (
        lambda at, text, example: malformed_play(at, text, example, swap=True)
    ),
    r"“(.*)” is not a move\. Write (\S+) to place a token, or end\.": (
        lambda at, text, example: malformed_play(at, text, example, swap=False)
    ),
    r"“(.*)” is not a move\. Write take or leave\.": lambda at, text: only_if(lambda at: at.naive.offered)(at),
    r"“(.*)” is not a move\. Write accept, or contest 1\.": malformed_asked,
    r"“(.*)” is not a move\. Write accept, or contest and a number from 1 to (\d+)\.": malformed_asked,
    r"“(.*)” is not a draw\. Write draw (\d) and the token drawn\.": (
        lambda at, text, seat: only_if(lambda at: at.naive.draws[0] == int(seat))(at)
    ),
    r"There is no token (\d+) in this game\.": malformed_token,
    r"There is no square (\w+)\. Rows go from 1 to 14, columns from A to N\.": malformed_square,
}


def notation(state: State, seat: int, action: int) -> str:
    """How an action is written, if it is one at all."""
    try:
        text = state.write(seat, action)
        return text if state.read(seat, text) == action else ""
    except (DamierError, LookupError):
        return ""


def check_refusal(table: Table, seat: int, move: str | int) -> None:
    """Try something; where it is refused, check what is said of it."""
    text = move if isinstance(move, str) else notation(table.state, seat, move)
    if isinstance(move, int) and move in table.state.actions(seat):
        return
    try:
        table.state.play(move, seat)
    except (Illegal, Malformed) as error:
        if error.what.key == "error.impossible-chance":
            return
        check, gaps = taken_apart(table.said(error.what), REFUSALS)
        check(Tried(table.naive, seat, move, text), *gaps)
        assert seat == CHANCE or text not in table.naive.moves(seat)
    else:
        assert seat == CHANCE or text in table.naive.moves(seat) or text.startswith("swap")


def tries(table: Table, seat: int, random: Random) -> Iterator[str | int]:
    """What people may try: moves that do not fit now, and texts that are no moves."""
    naive = table.naive
    rack = naive.racks[seat]
    beside = [square for square in MARKS if square not in naive.board and pairs(naive.board, square)]
    yield from random.sample(["end", "take", "leave", "accept", "hello", "swap", "take 3", "contest", "12@8I<<"], 4)
    yield f"contest {random.randrange(1, 12)}"
    yield "swap " + " ".join(str(random.choice(rack or [1])) for _ in range(random.randrange(1, 8)))
    yield "swap " + " ".join(str(random.choice(sorted(ALL_VALUES))) for _ in range(random.randrange(1, 4)))
    for _ in range(6):
        value = random.choice(rack) if rack and random.random() < 0.9 else random.choice(sorted(ALL_VALUES))
        square = random.choice(beside) if random.random() < 0.8 else random.choice(sorted(MARKS))
        claim = "".join(side for side in "<>^v" if random.random() < 0.3)
        yield f"{value}@{name(square)}{claim}"
    yield random.choice(["12@15A", "12@0B", "12@8Z", "22@8I", "swap 99", "23@1A"])
    yield random.choice([-1, 4, 7, 100, 127, 128, 255, 1 << 18, (1 << 18) + 5, 1 << 40])
    yield 128 + random.randrange(128)


# Positions


def sensible(state: State, seat: int, seed: object) -> int:
    """What the game's own bot does, thinking briefly."""
    thought = state.engine.bind(hooks).think(state.view(seat), state.actions(seat), Budget(nodes=1), seeded(seed))
    return int(thought.action)


def look(table: Table, actor: int, random: Random) -> None:
    """Check everything that can be said to a seat here."""
    actions = table.state.actions(actor)
    plain = [action for action in actions if action < 128]
    some = {sensible(table.state, actor, 0), *random.sample(actions, min(3, len(actions))), random.choice(plain)}
    check_reasons(table, actor, sorted(some))
    for move in tries(table, actor, random):
        check_refusal(table, actor, move)


@pytest.mark.parametrize(("claims", "referee", "seats", "style"), COMBINATIONS)
def test_what_is_said_is_true(claims: str, referee: str, seats: int, style: str) -> None:
    random = Random(f"{claims} {referee} {seats} {style}")
    looked = 0
    while looked < EACH:
        table = new_table(claims, referee, seats)
        while not table.naive.reason:
            naive = table.naive
            actor = random.choice(sorted(naive.actors()))
            if actor == CHANCE:
                chances = naive.chances()
                (text,) = random.choices(list(chances), list(chances.values()))
                if random.random() < 0.05:
                    check_refusal(table, CHANCE, random.choice(["draw", "hello", "draw 9 5"]))
            else:
                if random.random() < 0.35:
                    look(table, actor, random)
                    looked += 1
                if style == "sensible" and random.random() < 0.9:
                    text = table.state.write(actor, sensible(table.state, actor, looked))
                else:
                    text = choose(naive, actor, random)
            table.play(actor, text)
            if looked >= EACH and random.random() < 0.02:
                break


LINES = """
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           5  .  .  .  .  .  .  .  .  5  .  .  .  .  .
           6  .  .  .  .  .  .  .  .  3  .  .  .  .  .
           7  .  .  .  .  .  .  1  2  .  6  3  .  .  .
           8  .  .  .  .  .  .  3  4  4  .  .  .  .  .
           9  .  .  .  .  .  .  .  .  2  .  .  .  .  .
"""
TWO_PAIRS = """
              A  B  C  D  E  F  G  H  I  J  K  L  M  N
           6  .  .  .  .  .  .  .  .  .  2  .  .  .  .
           7  .  .  .  .  .  .  1  2  .  5  .  .  .  .
           8  .  .  .  .  .  .  3  4 12  .  .  .  .  .
           9  .  .  .  .  .  6  2  .  .  .  .  .  .  .
"""
NOTHING = "90 81 80 72 70 64 63"  # a rack that fits nowhere


def scripted() -> Iterator[tuple[State, list[str]]]:
    """Positions that games seldom reach, with what is played (or tried in vain) there."""
    position = partial(drawn, jit=available())
    yield position(LINES, "2 2", NOTHING), []  # four equations on 7I
    yield position(LINES.replace("6  3", "9  3"), "2 3", NOTHING), []  # three
    yield position(TWO_PAIRS, "4 16", NOTHING, claims="declared"), ["4@9H<^", "16@8J<^", "16@8J>", "16@8J"]
    yield position("", NOTHING, NOTHING, idle=3), ["end"]
    for referee in ("strict", "contest"):
        for bag in ("5 6", "5", ""):
            start = position("8 . . . . . . 3 4 12 . . . . .", "16", NOTHING, bag=bag, referee=referee)
            yield start, ["16@8J", "leave"]
        full = position("", "1 2 3 4 7 7 8", "60 64 70", bag="9 10", referee=referee)
        yield full, ["7@8F", "7@8I", "3@7I", "1@7F", "2@9G", "4@6G", "8@6H", "end"]
        yield position("", "7 90", "81 80", bag="", referee=referee), ["7@8I", "end"]
        yield position("", "7 7 7 7 7 7 7", "81", bag="1 2", referee=referee), ["swap 7 7"]
    wrong = position("", "12 2 50 1 90", "60", referee="contest")
    yield wrong, ["12@8I", "50@8F", "2@9G", "end", "contest 2"]
    yield wrong, ["50@8F", "end", "contest 1"]
    emptied = position("8 . . . . . . 3 4 12 . . . . .", "16 1 2 3 4 7 8", NOTHING)
    yield emptied, ["1@7F", "2@9G", "3@7I", "4@6G", "8@6H", "7@8F", "16@8J"]


def test_every_sentence_is_checked_somewhere() -> None:
    """In rare positions and in some games, every sentence of the catalogue comes up, and is true."""
    random = Random("every sentence")
    seen: Counter[str] = Counter()
    for state, moves in scripted():
        table = table_of(state)
        for text in [*moves, ""]:
            if table.state.actors in ((), (CHANCE,)):
                break
            (seat,) = table.state.actors
            check_reasons(table, seat, table.state.actions(seat))
            for move in (move for _ in range(5) for move in tries(table, seat, random)):
                check_refusal(table, seat, move)
            if text in table.naive.moves(seat):
                table.play(seat, text)
            elif text:
                check_refusal(table, seat, text)
        seen += table.seen
    for seats, claims, referee in ((2, "automatic", "strict"), (3, "automatic", "contest"), (4, "declared", "contest")):
        table = new_table(claims, referee, seats)
        while not table.naive.reason:
            actor = random.choice(sorted(table.naive.actors()))
            if actor == CHANCE:
                check_refusal(table, CHANCE, "hello")
                table.play(CHANCE, random.choice(sorted(table.naive.chances())))
            else:
                if random.random() < 0.3:
                    look(table, actor, random)
                table.play(actor, choose(table.naive, actor, random))
        seen += table.seen
    prefixes = ("reason.", "event.", "end.", "illegal.", "malformed.")
    unseen = {key for key in sentences(GAME.folder, "en") if key.startswith(prefixes)} - set(seen)
    assert not unseen
