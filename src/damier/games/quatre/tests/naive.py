"""A second Quatre, written from the rules page alone: slow, plain, one square at a time.

It shares nothing with the engine, so that a mistake would have to be made twice to go unseen.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

Square = tuple[int, int]  # row and column; rows A to F and columns 1 to 6 both count from 0
Pawn = tuple[str, bool]  # "red" or "blue", and whether it is marked
Board = dict[Square, Pawn]
Move = tuple[Square, Square]
Position = tuple[str, Board]  # the side to move, and where everything stands

ROWS = "ABCDEF"
SQUARES = [(row, column) for row in range(6) for column in range(6)]
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
OTHER = {"red": "blue", "blue": "red"}
LETTERS = {".": None, "r": ("red", False), "R": ("red", True), "b": ("blue", False), "B": ("blue", True)}
STARTS = {"rotated": "brbrbr", "mirrored": "rbrbrb"}  # row A; row F is the same in both


def name(square: Square) -> str:
    """Return the name of a square (R1)."""
    return ROWS[square[0]] + str(square[1] + 1)


def square_of(text: str) -> Square:
    """Return the square with a name (R1)."""
    return ROWS.index(text[0]), int(text[1]) - 1


def board_of(rows: Iterable[str]) -> Board:
    """Return a board from six texts, capitals for marked pawns."""
    drawn = {(row, column): LETTERS[letter] for row, line in enumerate(rows) for column, letter in enumerate(line)}
    return {square: pawn for square, pawn in drawn.items() if pawn is not None}


def rows_of(board: Board) -> list[str]:
    """Return a board as six texts."""
    letters = {pawn: letter for letter, pawn in LETTERS.items()}
    return ["".join(letters[board.get((row, column))] for column in range(6)) for row in range(6)]


def first_board(variant: str, start: str) -> Board:
    """Return the board at the start (R2, R12)."""
    row_a = STARTS[start].upper() if variant == "mix" else STARTS[start]
    return board_of([row_a, "......", "......", "......", "......", "rbrbrb"])


def beyond(square: Square, direction: Square, distance: int) -> Square:
    """Return the square at a distance in a direction, on the board or not."""
    return square[0] + distance * direction[0], square[1] + distance * direction[1]


def is_free(board: Board, square: Square) -> bool:
    """Return whether a pawn may land on a square."""
    return 0 <= square[0] < 6 and 0 <= square[1] < 6 and square not in board


def steps(board: Board, square: Square) -> set[Square]:
    """Return where a pawn can step (R4)."""
    return {there for way in DIRECTIONS if is_free(board, there := beyond(square, way, 1))}


def jumps(board: Board, square: Square) -> set[Square]:
    """Return where one jump leads (R5). The board is without the pawn that jumps."""
    over_a_pawn = [way for way in DIRECTIONS if beyond(square, way, 1) in board]
    return {there for way in over_a_pawn if is_free(board, there := beyond(square, way, 2))}


def chains(board: Board, square: Square, seen: set[Square]) -> set[Square]:
    """Return every square that jump after jump leads to (R5), added to those already seen."""
    for there in jumps(board, square):
        if there not in seen:
            seen.add(there)
            chains(board, there, seen)
    return seen


def shortest(board: Board, origin: Square, target: Square) -> int:
    """Return how many jumps the pawn on `origin` needs at least (R7); 0 if it cannot get there."""
    rest = {square: pawn for square, pawn in board.items() if square != origin}
    reached, edge, n = {origin}, {origin}, 0
    while edge:
        edge = {there for square in edge for there in jumps(rest, square)} - reached
        reached |= edge
        n += 1
        if target in edge:
            return n
    return 0


def destinations(board: Board, origin: Square) -> set[Square]:
    """Return where one pawn can go (R4–R7). The square it left is free, but coming back to it is not a move."""
    rest = {square: pawn for square, pawn in board.items() if square != origin}
    return (steps(rest, origin) | chains(rest, origin, set())) - {origin}


def lines() -> Iterator[list[Square]]:
    """Yield all lines of four squares (R8), each from both ends."""
    for square in SQUARES:
        for way in DIRECTIONS:
            line = [beyond(square, way, i) for i in range(4)]
            if line[-1] in SQUARES:
                yield line


LINES = list(lines())


def wins(board: Board, colour: str, variant: str) -> bool:
    """Return whether a side has a line (R8, R12)."""
    wanted = [(colour, False), (colour, True), (colour, False), (colour, True)]
    for line in LINES:
        pawns = [board.get(square) for square in line]
        if pawns == wanted if variant == "mix" else all(pawn is not None and pawn[0] == colour for pawn in pawns):
            return True
    return False


@dataclass
class Naive:
    """A game in progress: every position so far, the present one last."""

    variant: str
    history: list[Position]
    ply_limit: int = 1000
    ply: int = 0
    winner: str | None = None
    reason: str = ""  # why it is over; empty while it is not

    @classmethod
    def begin(cls, variant: str, start: str, ply_limit: int = 1000) -> "Naive":
        """Return a new game (R2, R3)."""
        return cls(variant, [("red", first_board(variant, start))], ply_limit)

    @property
    def turn(self) -> str:
        """Return whose turn it is."""
        return self.history[-1][0]

    @property
    def board(self) -> Board:
        """Return the present board."""
        return self.history[-1][1]

    def after(self, move: Move) -> Position:
        """Return the position after a move."""
        board = dict(self.board)
        board[move[1]] = board.pop(move[0])
        return OTHER[self.turn], board

    @cached_property
    def ways(self) -> set[Move]:
        """Return all moves but for R9 (R3–R7)."""
        own = [square for square, pawn in self.board.items() if pawn[0] == self.turn]
        return {(origin, target) for origin in own for target in destinations(self.board, origin)}

    @cached_property
    def moves(self) -> set[Move]:
        """Return the legal moves: no position may occur for the third time (R9). None when the game is over."""
        if self.reason:
            return set()
        return {move for move in self.ways if self.history.count(self.after(move)) < 2}

    def play(self, move: Move) -> "Naive":
        """Return the game after a move; it may end by R8, by the limit of R9 or by R10, checked in this order."""
        mover = self.turn
        game = Naive(self.variant, [*self.history, self.after(move)], self.ply_limit, self.ply + 1)
        if wins(game.board, mover, self.variant):
            game.winner, game.reason = mover, "line"
        elif game.ply == self.ply_limit:
            game.reason = "ply-limit"
        elif not game.moves:
            game.winner, game.reason = mover, "blocked"
        return game

    def perft(self, depth: int) -> int:
        """Return how many sequences of `depth` moves there are; a game that is over goes no further."""
        if depth == 1:
            return len(self.moves)
        return sum(self.play(move).perft(depth - 1) for move in self.moves)
