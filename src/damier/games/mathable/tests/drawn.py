"""Positions drawn as text, so that a reader of a test sees the board."""

import re
from collections import Counter

from damier.core.state import State
from damier.games.mathable import GAME
from damier.games.mathable.equations import PRINTED, SIZE, TOKEN, VALUES, put, square_at
from damier.games.mathable.racks import add
from damier.games.mathable.rules import PLAY
from damier.games.mathable.tests.naive import all_tokens

Rows = dict[int, list[int | None]]


def rows(picture: str) -> Rows:
    """The rows of a picture by number. What is not drawn is empty, but for the printed numbers.

    The line of letters is there for the reader only.
    """
    board: Rows = {row: [PRINTED.get((row - 1, column)) for column in range(SIZE)] for row in range(1, SIZE + 1)}
    for line in picture.splitlines():
        number, *cells = line.split() or [""]
        if number.isdecimal():
            assert len(cells) == SIZE, f"not {SIZE} squares: {line}"
            board[int(number)] = [None if cell == "." else int(cell) for cell in cells]
    return board


def board(state: State) -> Rows:
    """What a watcher sees."""
    return dict(enumerate(state.view(0).show()["board"], 1))


def picture(state: State) -> str:
    """The rows that hold something else than what is printed, to draw a new test from."""
    empty = rows("")
    drawn = {number: row for number, row in board(state).items() if row != empty[number]}
    lines = ["    " + "".join(f"{letter:>3}" for letter in "ABCDEFGHIJKLMN")]
    for number, row in drawn.items():
        lines.append(f"{number:4}" + "".join(f"{'.' if cell is None else cell:>3}" for cell in row))
    return "\n".join(lines)


def drawn(
    text: str = "",
    *racks: str,
    turn: int = 1,
    bag: str | None = None,
    totals: tuple[int, ...] = (),
    idle: int = 0,
    jit: bool = False,
    **options: str,
) -> State:
    """A game in which it is somebody's turn, with this board and these racks; `bag` holds the rest by default."""
    state = State.start(GAME, options, max(2, len(racks)), jit=jit)
    data = state.engine.blank()
    data[0] = state.data[0]
    record = data[0]
    record.board[:] = 0
    record.rows[:] = 0
    for number, row in rows(text).items():
        for column, value in enumerate(row):
            if value is not None:
                put(record.board, record.rows, square_at(number - 1, column), TOKEN[value])
    for seat, rack in enumerate(racks, 1):
        for value in map(int, rack.split()):
            add(record.rack[seat], TOKEN[value])
            record.held[seat] += 1
    inside = Counter(map(int, bag.split())) if bag is not None else _rest(text, racks)
    record.bag[:] = [0, *(inside[value] for value in VALUES)]
    record.left = inside.total()
    for seat, total in enumerate(totals, 1):
        record.totals[seat] = total
    record.phase, record.turn, record.drawing, record.asked = PLAY, turn, 0, 0
    record.began, record.idle = record.held[turn], idle
    return state._next(data, 1 << turn)


def _rest(text: str, racks: tuple[str, ...]) -> Counter[int]:
    on_board = [value for row in rows(text).values() for value in row if value is not None]
    used = Counter(on_board) - Counter(PRINTED.values()) + Counter(map(int, re.findall(r"\d+", " ".join(racks))))
    return all_tokens() - used


def rack(state: State, seat: int) -> list[int]:
    """What a seat holds."""
    held: list[int] = state.view(seat).show()["racks"][seat - 1]
    return held


def follow(state: State, *moves: str) -> State:
    """Play on: `12@8I` by whoever's turn it is, or `2 accept`, `* draw 1 5` as in a record."""
    for move in moves:
        match = re.fullmatch(r"([*1-4]) ([a-z].*)", move)
        actor = 0 if match and match[1] == "*" else int(match[1]) if match else None
        state = state.play(match[2] if match else move, actor)
    return state


def draw_all(state: State) -> State:
    """Let chance draw the lowest number there is, as long as it has to."""
    while state.actors == (0,):
        state = state.play(state.chances()[0][0], 0)
    return state


OTHERS = "90 81 80 72 70 64 63"  # a rack that goes nowhere


def squares(state: State, token: int) -> set[str]:
    """Where a token may go."""
    return {move.partition("@")[2] for move in state.moves() if move.startswith(f"{token}@")}


def worth(state: State, move: str) -> int:
    """The points of a placement, foretold and then scored."""
    foretold: int = state.view(state.actors[0]).show()["points"][move]
    seat = state.actors[0]
    assert state.play(move).scores[seat - 1] - state.scores[seat - 1] == foretold
    return foretold


def signs(state: State, square: str, token: int) -> list[str]:
    """The sums of the last placement, as they are lit up."""
    return [line["sum"] for line in state.play(f"{token}@{square}").view(0).show()["placed"][-1]["lines"]]
