"""The engine against the naive generator: counts, and thousands of positions compared in every respect."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from damier.analysis.perft import perft
from damier.core.compiled import available
from damier.core.state import State
from damier.games.quatre import GAME
from damier.games.quatre.tests.drawn import board, drawn
from damier.games.quatre.tests.naive import (
    DIRECTIONS,
    Board,
    Move,
    Naive,
    beyond,
    board_of,
    is_free,
    name,
    rows_of,
    shortest,
    square_of,
)

SEATS = {"red": 1, "blue": 2}
COLOURS = {1: "red", 2: "blue"}
COMBINATIONS = [(variant, start) for variant in ("plain", "mix") for start in ("rotated", "mirrored")]
NAIVE_DEPTH = 4
PLAIN_DEPTH = 3
COMPILED_DEPTH = 5

both_starts_and_variants = pytest.mark.parametrize(("variant", "start"), COMBINATIONS)
plain_and_compiled = pytest.mark.parametrize(
    "jit", [False, pytest.param(True, marks=pytest.mark.skipif(not available(), reason="numba is not there"))]
)


# Counts


def counts() -> Iterator[tuple[str, str, int, int]]:
    for line in (Path(__file__).parent / "perft.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            variant, start, depth, count = line.split()
            yield variant, start, int(depth), int(count)


def test_the_counts_are_complete() -> None:
    known = {(variant, start, depth) for variant, start, depth, _ in counts()}
    assert known >= {(*combination, depth) for combination in COMBINATIONS for depth in range(1, COMPILED_DEPTH + 1)}
    assert len(known) == len(list(counts()))


@pytest.mark.parametrize(("variant", "start", "depth", "count"), [row for row in counts() if row[2] <= NAIVE_DEPTH])
def test_naive_counts(variant: str, start: str, depth: int, count: int) -> None:
    assert Naive.begin(variant, start).perft(depth) == count


@pytest.mark.parametrize(("variant", "start", "depth", "count"), [row for row in counts() if row[2] <= PLAIN_DEPTH])
def test_plain_engine_counts(variant: str, start: str, depth: int, count: int) -> None:
    assert perft(State.start(GAME, {"variant": variant, "start": start}, jit=False), depth) == count


@pytest.mark.skipif(not available(), reason="numba is not there")
@pytest.mark.parametrize(("variant", "start", "depth", "count"), [row for row in counts() if row[2] <= COMPILED_DEPTH])
def test_compiled_engine_counts(variant: str, start: str, depth: int, count: int) -> None:
    assert perft(State.start(GAME, {"variant": variant, "start": start}, jit=True), depth) == count


# Positions


def move_of(action: int) -> Move:
    """Return the move of an action: 64 · from + to, a square being 7 · row + column."""
    return divmod(action >> 6, 7), divmod(action & 63, 7)


def action_of(move: Move) -> int:
    (row, column), (to_row, to_column) = move
    return (7 * row + column) << 6 | (7 * to_row + to_column)


def check_ending(naive: Naive, state: State) -> None:
    """Check whether the game is over, who won and why; or whose turn it is."""
    outcome = state.outcome
    assert (outcome.reason if outcome else "") == naive.reason
    winners = [COLOURS[seat] for seat in outcome.winners] if outcome else []
    assert winners == ([naive.winner] if naive.winner else [])
    assert state.actors == (() if naive.reason else (SEATS[naive.turn],))


def check_position(naive: Naive, state: State) -> None:
    """The board, the end or the side to move, the legal moves."""
    assert board(state) == rows_of(naive.board)
    check_ending(naive, state)
    for colour, seat in SEATS.items():
        actions = state.actions(seat)
        assert {move_of(action) for action in actions} == (naive.moves if colour == naive.turn else set())
        assert len(actions) == len(set(actions))


def check_notation(before: Board, state: State) -> None:
    """R7: each legal move is written as a step or as a shortest real chain, and reads back, in full or in short."""
    seat = state.actors[0]
    for action in state.actions():
        origin, target = move_of(action)
        first, last = name(origin), name(target)
        text = state.write(seat, action)
        if target in [beyond(origin, way, 1) for way in DIRECTIONS]:
            assert text == f"{first}-{last}"
        else:
            chain = [square_of(part) for part in text.split(":")]
            assert (chain[0], chain[-1]) == (origin, target)
            assert len(chain) - 1 == shortest(before, origin, target)
            check_chain(before, chain)
        for written in (text, text.lower(), f"{first}:{last}", f"{first}-{last}", f"{first}:{last}".lower()):
            assert state.read(seat, written) == action


def check_chain(before: Board, chain: list[tuple[int, int]]) -> None:
    """R5: over one pawn and to the free square just beyond, again and again."""
    rest = {square: pawn for square, pawn in before.items() if square != chain[0]}
    for here, there in pairwise(chain):
        (way,) = [way for way in DIRECTIONS if beyond(here, way, 2) == there]
        assert beyond(here, way, 1) in rest
        assert is_free(rest, there)


class Walk:
    """Games followed in both implementations, and what was met on the way."""

    def __init__(self, seed: str, jit: bool, *, notation_every: int = 5) -> None:
        self.random = Random(seed)
        self.jit = jit
        self.notation_every = notation_every
        self.positions = 0
        self.forbidden = 0  # moves that R9 alone refused
        self.endings: list[str] = []

    def game(self, naive: Naive, state: State, back: float) -> None:
        """Play to the end. With probability `back`, a side takes its last move back."""
        last: dict[str, Move] = {}
        while True:
            self.look(naive, state)
            if naive.reason:
                self.endings.append(naive.reason)
                return
            mover = naive.turn
            move = self.choose(naive, last.get(mover), back)
            naive, state = naive.play(move), state.play(action_of(move))
            last[mover] = move

    def look(self, naive: Naive, state: State) -> None:
        check_position(naive, state)
        if not naive.reason:
            self.forbidden += len(naive.ways) - len(naive.moves)
            if self.positions % self.notation_every == 0:
                check_notation(naive.board, state)
        self.positions += 1

    def choose(self, naive: Naive, last: Move | None, back: float) -> Move:
        moves = sorted(naive.moves)
        undo = last and (last[1], last[0])
        return undo if undo in moves and self.random.random() < back else self.random.choice(moves)

    def many(self, variant: str, start: str, positions: int, ply_limit: int, back: float) -> None:
        """Games from the start until so many positions have been looked at."""
        options = {"variant": variant, "start": start, "ply-limit": str(ply_limit)}
        enough = self.positions + positions
        while self.positions < enough:
            naive = Naive.begin(variant, start, ply_limit)
            self.game(naive, State.start(GAME, options, jit=self.jit), back)


@plain_and_compiled
@both_starts_and_variants
def test_random_games(variant: str, start: str, jit: bool) -> None:
    walk = Walk(f"random {variant} {start}", jit)
    walk.many(variant, start, 900 if jit else 300, ply_limit=300 if jit else 100, back=0)


@plain_and_compiled
@both_starts_and_variants
def test_games_that_turn_in_circles(variant: str, start: str, jit: bool) -> None:
    walk = Walk(f"circles {variant} {start}", jit)
    walk.many(variant, start, 700 if jit else 200, ply_limit=300 if jit else 100, back=0.95)
    assert walk.forbidden >= (100 if jit else 25)


@plain_and_compiled
@both_starts_and_variants
def test_short_games(variant: str, start: str, jit: bool) -> None:
    walk = Walk(f"short {variant} {start}", jit)
    for ply_limit in (1, 2, 3, 8, 9, 20):
        walk.many(variant, start, 40 if jit else 20, ply_limit, back=0.5)
    assert "ply-limit" in walk.endings


@pytest.mark.skipif(not available(), reason="too long for plain Python")
def test_the_longest_game() -> None:
    """The record has room for every position of a game that reaches the highest limit."""
    walk = Walk("longest", jit=True, notation_every=100)
    walk.game(Naive.begin("mix", "rotated"), State.start(GAME, {"variant": "mix"}, jit=True), back=0.95)
    assert walk.endings == ["ply-limit"]
    assert walk.positions == 1001
    assert walk.forbidden >= 250


# A red pawn with two squares to itself, A1 and B1: sooner or later it has no move left (R9, R10).
POCKET = """
      123456
    A .bb...
    B rbb...
    C bbb...
    D b.b...
    E ......
    F .....b
"""


@plain_and_compiled
def test_games_that_end_without_a_move(jit: bool) -> None:
    walk = Walk("pocket", jit)
    for _ in range(20):
        state = drawn(POCKET, SEATS["blue"], jit=jit, variant="mix", ply_limit="60")
        # The engine counts the move that led here; the naive one begins at 0.
        naive = Naive("mix", [("blue", board_of(board(state)))], ply_limit=59)
        walk.game(naive, state, back=0.97)
    assert walk.endings.count("blocked") >= 3
    assert walk.forbidden >= 20


def scattered(random: Random, variant: str, jit: bool) -> tuple[Naive, State]:
    """Pawns thrown on five rows and five columns of the board: long chains and many lines."""
    pawns = "rrrRRRbbbBBB" if variant == "mix" else "rrrrrrbbbbbb"
    down, right = random.randrange(2), random.randrange(2)
    window = [(row + down, column + right) for row in range(5) for column in range(5)]
    thrown = dict(zip(random.sample(window, len(pawns)), pawns, strict=True))
    rows = ["".join(thrown.get((row, column), ".") for column in range(6)) for row in range(6)]
    picture = "\n".join(f"{letter} {row}" for letter, row in zip("ABCDEF", rows, strict=True))
    turn = random.choice(["red", "blue"])
    return Naive(variant, [(turn, board_of(rows))]), drawn(picture, SEATS[turn], jit=jit, variant=variant)


@plain_and_compiled
@pytest.mark.parametrize("variant", ["plain", "mix"])
def test_scattered_pawns(variant: str, jit: bool) -> None:
    """Positions that games seldom reach, how they are written, and whether each of their moves wins."""
    walk = Walk(f"scattered {variant}", jit, notation_every=1)
    lines = 0
    for _ in range(100):
        naive, state = scattered(walk.random, variant, jit)
        walk.look(naive, state)
        for move in sorted(naive.moves):
            after = naive.play(move)
            check_ending(after, state.play(action_of(move)))
            lines += after.reason == "line"
    assert lines >= 20
