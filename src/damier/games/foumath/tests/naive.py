"""A second Foumath, written from the sheets and the rules page alone: slow, plain, one square at a time.

It shares nothing with the engine, so that a mistake would have to be made twice to go unseen.
"""

from itertools import combinations

Square = tuple[int, int]  # row and column, 1 to 9
# ("open", seat, number), ("dice", first, second) · ("roll",), ("keep", number), ("place", square),
# ("move", from, to), ("lost", why)
Event = tuple[object, ...]

CHANCE = 0
NUMBERS = range(10)
BOTH_DICE: set[Event] = {("dice", first, second) for first in NUMBERS for second in NUMBERS}
SQUARES = [(row, column) for row in range(1, 10) for column in range(1, 10)]
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]
LINES = {
    frozenset({(row, column), (row + down, column + right), (row + 2 * down, column + 2 * right)})
    for row, column in SQUARES
    for down, right in DIRECTIONS
    if (row + 2 * down, column + 2 * right) in SQUARES
}


class Naive:
    """A game in progress."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        self.seats = list(range(1, seats + 1))
        self.options = options
        self.totals = dict.fromkeys(self.seats, 0)
        self.rounds: list[dict[int, int]] = []  # what each round gave and took
        self.pawns: dict[int, set[Square]] = {seat: set() for seat in self.seats}
        self.dice: tuple[int, int] | None = None
        self.kept: int | None = None
        self.in_contest: list[int] = []
        self.opened: dict[int, int] = {}
        self.winner: int | None = None
        self.ending = ""
        if options["opening"] == "roll":
            self.phase = "open"
            self.in_contest = self.seats
        else:
            self.begin_round(1)

    # R1, R2, R4

    def number(self, square: Square) -> int:
        """Return the number on a square (R1)."""
        row, column = square
        return row + column if self.options["board"] == "addition" else row * column

    def left_of(self, seat: int) -> int:
        """Return the next seat: they are numbered in playing order."""
        return self.seats[seat % len(self.seats)]

    def begin_round(self, seat: int) -> None:
        """Begin a round (R4); there are no numbers to keep yet (R5)."""
        self.begin = self.turn = seat
        self.dice = None
        self.phase = "choose"

    def after_all_opened(self) -> None:
        """Let the highest begin, or ties throw again among themselves (R4)."""
        most = max(self.opened[seat] for seat in self.in_contest)
        best = [seat for seat in self.in_contest if self.opened[seat] == most]
        self.opened = {}
        self.in_contest = best
        if len(best) == 1:
            self.begin_round(best[0])

    # Who may do what

    @property
    def actor(self) -> int | None:
        """Return the seat to act, CHANCE, or None once the game is over."""
        if self.ending:
            return None
        return CHANCE if self.phase in ("open", "throw") else self.turn

    def outcomes(self) -> set[Event]:
        """Return the possible throws, all equally likely (R3)."""
        if self.phase == "open":
            seat = next(seat for seat in self.in_contest if seat not in self.opened)
            return {("open", seat, number) for number in NUMBERS}
        if self.kept is None:
            return BOTH_DICE
        assert self.dice is not None
        if self.dice[0] == self.kept:
            return {("dice", self.kept, number) for number in NUMBERS}
        return {("dice", number, self.kept) for number in NUMBERS}

    def pointed(self) -> set[Square]:
        """Return the squares that the dice point at (R7)."""
        assert self.dice is not None
        first, second = self.dice
        return {(first, second), (second, first)}

    def free(self) -> set[Square]:
        """Return the squares pointed at that are free (R8)."""
        return {square for square in self.pointed() if not any(square in own for own in self.pawns.values())}

    def moves(self) -> set[Event]:
        """Return the legal moves (R5–R8)."""
        if self.phase == "choose":
            return {("roll",)} | {("keep", number) for number in self.dice or ()}
        if self.phase == "lost":
            assert self.dice is not None
            return {("lost", "zero" if 0 in self.dice else "taken")}
        own = self.pawns[self.turn]
        if len(own) < 4:
            return {("place", square) for square in self.free()}
        return {("move", pawn, square) for pawn in own for square in self.free()}

    # What it does

    def play(self, event: Event) -> None:
        """Apply one event."""
        match event:
            case ("open", int(seat), int(number)):
                self.opened[seat] = number
                if len(self.opened) == len(self.in_contest):
                    self.after_all_opened()
            case ("roll",):
                self.throw(None)
            case ("keep", int(number)):
                self.throw(number)
            case ("dice", int(first), int(second)):
                self.dice = first, second
                self.phase = "lost" if 0 in self.dice or not self.free() else "place"
            case ("lost", _):
                self.pass_on()
            case ("place", (int(row), int(column))):
                self.pawns[self.turn].add((row, column))
                self.after_pawn()
            case ("move", (int(from_row), int(from_column)), (int(row), int(column))):
                self.pawns[self.turn].remove((from_row, from_column))
                self.pawns[self.turn].add((row, column))
                self.after_pawn()
            case _:
                raise AssertionError(event)

    def throw(self, kept: int | None) -> None:
        """Choose a throw; the first of a round puts all pawns back in reserve (R2)."""
        if self.dice is None:
            self.pawns = {seat: set() for seat in self.seats}
            self.winner = None
        self.kept = kept
        self.phase = "throw"

    def pass_on(self) -> None:
        """Give the turn to the player on the left."""
        self.turn = self.left_of(self.turn)
        self.phase = "choose"

    def after_pawn(self) -> None:
        """See what follows a pawn that was placed or moved (R9, R10)."""
        assert self.dice is not None
        if any(frozenset(three) in LINES for three in combinations(self.pawns[self.turn], 3)):
            self.end_round()
        elif self.dice[0] == self.dice[1] and (self.kept is None or self.options["kept-double"] == "again"):
            self.phase = "choose"
        else:
            self.pass_on()

    def end_round(self) -> None:
        """End a round (R10–R13)."""
        self.winner = self.turn
        if self.options["level"] == "junior":
            self.ending = "line"
            return
        gains = {seat: self.gain(seat) for seat in self.seats}
        for seat, gain in gains.items():
            self.totals[seat] += gain
        self.rounds.append(gains)
        if self.totals[self.winner] > int(self.options["target"]):
            self.ending = "target"
        else:
            self.begin_round(self.next_to_begin())

    def gain(self, seat: int) -> int:
        """Return what a seat adds or loses (R11, R12)."""
        if seat == self.winner:
            in_line: set[Square] = set()
            for three in combinations(self.pawns[seat], 3):
                if frozenset(three) in LINES:
                    in_line |= set(three)
            return sum(sorted(map(self.number, in_line))[-3:])
        if self.options["level"] == "expert":
            most = max(map(self.number, self.pawns[seat]), default=0)
            return max(0, self.totals[seat] - most) - self.totals[seat]
        return 0

    def next_to_begin(self) -> int:
        """Return who begins the next round (R4)."""
        assert self.winner is not None
        if self.options["next-round"] == "winner":
            return self.winner
        if self.options["next-round"] == "left":
            return self.left_of(self.begin)
        round_the_table = [self.left_of(self.winner)]
        while round_the_table[-1] != self.winner:
            round_the_table.append(self.left_of(round_the_table[-1]))
        return min(round_the_table, key=lambda seat: self.totals[seat])  # the first of equals

    @property
    def scores(self) -> list[int]:
        """Return the scores (R11); a junior game has a winner and no points."""
        if self.options["level"] == "junior":
            return [int(seat == self.winner) for seat in self.seats]
        return [self.totals[seat] for seat in self.seats]
