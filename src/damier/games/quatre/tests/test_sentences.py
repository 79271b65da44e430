"""Every sentence about a move is true: 2,000 positions, each reason and each event checked on the naive board.

Reasons are checked for several moves of each position, not only for the one a bot would choose. The checks know the
naive game and nothing else; what a hint says of a forced win or loss is held against an exhaustive search.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest

from damier.core.catalogue import LANGUAGES, Catalogue, Message
from damier.core.compiled import available
from damier.core.event_text import with_names
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget
from damier.games.quatre import GAME
from damier.games.quatre.tests.drawn import drawn
from damier.games.quatre.tests.naive import (
    LINES,
    OTHER,
    SQUARES,
    Board,
    Move,
    Naive,
    Square,
    board_of,
    destinations,
    name,
    rows_of,
    shortest,
    square_of,
    steps,
    wins,
)
from damier.games.quatre.tests.solver import loses_within, random_position, shortest_win
from damier.players.hint import hint

POSITIONS = 2000
MOVES_EACH = 2
NAMES = ["Ada", "Édith"]
SEATS = {"red": 1, "blue": 2}
COLOURS = {1: "red", 2: "blue"}

Gaps = dict[str, object]

# The positions: games at random, and games in which both sides like to complete, to stop and to build lines


def positions(seed: str) -> Iterator[tuple[Naive, State]]:
    kinds = list(product(("plain", "mix"), ("rotated", "mirrored"), (True, False)))
    for kind, (variant, start, sensible) in enumerate(kinds):
        random = Random(f"{seed} {kind}")
        wanted = POSITIONS // len(kinds)
        while wanted > 0:
            limit = random.choice((12, 30, 60))
            naive = Naive.begin(variant, start, limit)
            state = State.start(GAME, {"variant": variant, "start": start, "ply-limit": str(limit)})
            while not naive.reason and wanted > 0:
                wanted -= 1
                yield naive, state
                move = choose(naive, random, sensible)
                naive = naive.play(move)
                state = state.play(written(move))


def choose(naive: Naive, random: Random, sensible: bool) -> Move:
    moves = sorted(naive.moves)
    tried = random.sample(moves, min(6, len(moves)))
    if not sensible:
        return tried[0]
    won = {square for square, _ in completed(naive.board, naive.turn, naive.variant)}
    if won and random.random() < 0.5:
        return next(move for move in moves if wins(naive.after(move)[1], naive.turn, naive.variant))
    threat = in_reach(naive.board, OTHER[naive.turn], naive.variant)
    safe = [move for move in moves if threat and any(move[1] in line for line in threat)]
    return max(safe or tried, key=lambda move: promising(naive.after(move)[1], naive.turn, naive.variant))


def written(move: Move) -> str:
    return f"{name(move[0])}-{name(move[1])}"


# What a position has, one square at a time

Line = frozenset[Square]
ALL_LINES: set[Line] = {frozenset(line) for line in LINES}
THROUGH = {square: [line for line in ALL_LINES if square in line] for square in SQUARES}


def completed(board: Board, colour: str, variant: str) -> Iterator[tuple[Square, Line]]:
    """Yield the lines that a side could complete with one move, if it were to move, and on which square."""
    for origin in [square for square, pawn in board.items() if pawn[0] == colour]:
        after = {square: pawn for square, pawn in board.items() if square != origin}
        for target in destinations(board, origin):
            for line in THROUGH[target]:
                if all(square == target or after.get(square, ("",))[0] == colour for square in line):
                    four = {square: board[origin] if square == target else after[square] for square in line}
                    if wins(four, colour, variant):
                        yield target, line


def in_reach(board: Board, colour: str, variant: str) -> set[Line]:
    return {line for _, line in completed(board, colour, variant)}


def in_place(board: Board, colour: str, variant: str, line: Line) -> int:
    """Return how many pawns of a side stand in a line that it may still complete; 0 if it may not."""
    there = {square: board[square] for square in line if square in board}
    if any(pawn[0] != colour for pawn in there.values()):
        return 0
    for first_marked in (False, True):
        filled = {square: (colour, (i % 2 == 1) != first_marked) for i, square in enumerate(sorted(line))}
        if variant == "plain" or all(filled[square] == pawn for square, pawn in there.items()):
            return len(there)
    return 0


def promising(board: Board, colour: str, variant: str) -> int:
    return sum(in_place(board, colour, variant, line) >= 2 for line in ALL_LINES)


def named(line: Line) -> tuple[str, ...]:
    """Return how a sentence names a line: row, column, or the two ends of a diagonal."""
    squares = sorted(line)
    if squares[0][0] == squares[-1][0]:
        return ("reason.row", name(squares[0])[0])
    if squares[0][1] == squares[-1][1]:
        return ("reason.column", name(squares[0])[1])
    return ("reason.diagonal", name(squares[0]), name(squares[-1]))


# Reasons: the claim of each sentence

Check = Callable[[Naive, Move, Gaps], None]


def after(naive: Naive, move: Move) -> Board:
    return naive.after(move)[1]


def line(naive: Naive, move: Move, gaps: Gaps) -> None:
    game = naive.play(move)
    assert (game.reason, game.winner) == ("line", naive.turn)


def blocked(naive: Naive, move: Move, gaps: Gaps) -> None:
    game = naive.play(move)
    assert (game.reason, game.winner) == ("blocked", naive.turn)
    assert gaps["who"] == SEATS[OTHER[naive.turn]]


def draw(naive: Naive, move: Move, gaps: Gaps) -> None:
    game = naive.play(move)
    assert (game.reason, game.winner) == ("ply-limit", None)


def stops(naive: Naive, move: Move, gaps: Gaps) -> None:
    other = OTHER[naive.turn]
    before = in_reach(naive.board, other, naive.variant)
    assert gaps["who"] == SEATS[other]
    assert gaps["where"] in {named(line) for line in before}
    assert not in_reach(after(naive, move), other, naive.variant)


def gaps_of(naive: Naive, move: Move) -> set[Square]:
    """Return the squares on which the mover would complete a line with the move after this one."""
    return {square for square, _ in completed(after(naive, move), naive.turn, naive.variant)}


def threats(naive: Naive, move: Move, gaps: Gaps) -> None:
    assert gaps["n"] == len(gaps_of(naive, move)) > 1
    nothing_threatened_by_the_other(naive, move)


def threat(naive: Naive, move: Move, gaps: Gaps) -> None:
    assert len(gaps_of(naive, move)) == 1
    assert gaps["where"] in {named(line) for line in in_reach(after(naive, move), naive.turn, naive.variant)}
    nothing_threatened_by_the_other(naive, move)


def nothing_threatened_by_the_other(naive: Naive, move: Move) -> None:
    assert not in_reach(after(naive, move), OTHER[naive.turn], naive.variant)


def third(naive: Naive, move: Move, gaps: Gaps) -> None:
    found = [line for line in ALL_LINES if move[1] in line and gaps["where"] == named(line)]
    assert 3 in [in_place(after(naive, move), naive.turn, naive.variant, line) for line in found]


def builds(naive: Naive, move: Move, gaps: Gaps) -> None:
    counts = [promising(board, naive.turn, naive.variant) for board in (after(naive, move), naive.board)]
    assert [gaps["n"], gaps["before"]] == counts
    assert counts[0] > counts[1]


def hinders(naive: Naive, move: Move, gaps: Gaps) -> None:
    other = OTHER[naive.turn]
    counts = [promising(board, other, naive.variant) for board in (after(naive, move), naive.board)]
    assert [gaps["n"], gaps["before"]] == counts
    assert counts[0] < counts[1]
    assert gaps["who"] == SEATS[other]


def quiet(naive: Naive, move: Move, gaps: Gaps) -> None:
    assert not gaps_of(naive, move)
    nothing_threatened_by_the_other(naive, move)


def best(naive: Naive, move: Move, gaps: Gaps) -> None:
    assert not gaps


REASONS: dict[str, Check] = {
    "reason.line": line,
    "reason.blocked": blocked,
    "reason.draw": draw,
    "reason.stops": stops,
    "reason.threats": threats,
    "reason.threat": threat,
    "reason.third": third,
    "reason.builds": builds,
    "reason.hinders": hinders,
    "reason.quiet": quiet,
    "reason.best": best,
}
PLACES = {"reason.row", "reason.column", "reason.diagonal"}  # parts of a reason


def plain(message: Message) -> tuple[str, Gaps]:
    """Return a message's key and gaps; a seat as its number, a line by its name."""
    return message.key, {gap: plain_gap(value) for gap, value in message.gaps.items()}


def plain_gap(gap: object) -> object:
    if not isinstance(gap, Message):
        return gap
    return gap.gaps["seat"] if gap.key == "seat" else (gap.key, *gap.gaps.values())


def catalogues() -> list[Catalogue]:
    return [GAME.catalogue(language) for language in LANGUAGES]


def numbers_are_said(message: Message, says: list[Catalogue]) -> None:
    """No number is left out of a sentence in either language. (A single jump is told without one.)"""
    for say in says:
        sentence = say(with_names(message, NAMES))
        numbers = [gap for gap in message.gaps.values() if isinstance(gap, int)]
        assert message == ("event.jump", {**message.gaps, "n": 1}) or all(str(n) in sentence for n in numbers)


def reason(state: State, move: Move) -> Message:
    seat = state.actors[0]
    bound = state.engine.bind(GAME.bot)  # type: ignore[arg-type]
    found: Message = bound.reason(state.view(seat), state.read(seat, written(move)))
    return found


def test_every_reason_has_its_check() -> None:
    for say in catalogues():
        assert {key for key in say._sentences if key.startswith("reason.")} == set(REASONS) | PLACES


def test_reasons_are_true() -> None:
    met: Counter[str] = Counter()
    says = catalogues()
    random = Random("moves")
    for naive, state in positions("reasons"):
        moves = sorted(naive.moves)
        stopping = in_reach(naive.board, OTHER[naive.turn], naive.variant)
        telling = [move for move in moves if any(move[1] in line for line in stopping)]
        if in_reach(naive.board, naive.turn, naive.variant):
            telling = [move for move in moves if wins(after(naive, move), naive.turn, naive.variant)] + telling
        for move in random.sample(moves, min(MOVES_EACH, len(moves))) + telling[:MOVES_EACH]:
            found = reason(state, move)
            key, gaps = plain(found)
            REASONS[key](naive, move, gaps)
            if met[key] < 20:
                numbers_are_said(found, says)
            met[key] += 1
    assert set(REASONS) - set(met) <= {"reason.blocked"}, "each was met"


def test_a_move_that_leaves_the_other_without_a_move_is_told_as_a_win() -> None:
    """Blue's pawn in the corner is walled in: what stands around it is too thick to jump over."""
    state = drawn("""
          123456
        A brr...
        B rr....
        C r.....
        D ...r..
        E ......
        F ......
    """)
    outcome = state.play("D4-C3").outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("blocked", (1,))
    assert plain(reason(state, (square_of("D4"), square_of("C3")))) == ("reason.blocked", {"who": 2})


def test_french_elides_before_a_vowel() -> None:
    state = drawn("""
          123456
        A r....b
        B r.....
        C b.bb.r
        D .b....
        E .....r
        F r..r.r
    """)
    found = reason(state, (square_of("B1"), square_of("C2")))
    say = GAME.catalogue("fr")
    assert say(with_names(found, ["Bo", "Édith"])) == "Cela arrête la ligne d’Édith : rangée C."
    assert say(with_names(found, ["Édith", "Bo"])) == "Cela arrête la ligne de Bo : rangée C."


# Events


def test_events_are_told_as_they_were() -> None:
    met: Counter[str] = Counter()
    says = catalogues()
    random = Random("events")
    for naive, state in positions("events"):
        assert rows_of(naive.board) == state.view(0).show()["board"]
        for move in random.sample(sorted(naive.moves), min(MOVES_EACH, len(naive.moves))):
            seat = SEATS[naive.turn]
            found = state.engine.view.sentence(state.fields, seat, state.read(seat, written(move)), 0)
            gaps: Gaps = {"who": seat, "origin": name(move[0]), "target": name(move[1])}
            key = "event.step"
            if move[1] not in steps(naive.board, move[0]):
                key = "event.jump"
                gaps["n"] = shortest(naive.board, *move)
            assert plain(found) == (key, gaps)
            if met[key] < 50:
                numbers_are_said(found, says)
            met[key] += 1
    assert set(met) == {key for key in says[0]._sentences if key.startswith("event.")} - {"event.resign"}


# Hints that announce the end count the player's own moves


@pytest.mark.skipif(not available(), reason="too long for plain Python")
@pytest.mark.parametrize("variant", ["plain", "mix"])
def test_announced_wins_and_losses_are_counted_in_own_moves(variant: str) -> None:
    random = Random(f"hints {variant}")
    met: Counter[str] = Counter()
    for number in range(60):
        state = random_position(random, variant)
        seat = state.actors[0]
        found = hint(state.view(seat), state.actions(), Budget(nodes=20_000), seeded(number), "alphabeta")
        n = found.reason.gaps.get("n")
        if found.reason.key == "hint.wins":
            assert isinstance(n, int)
            if n <= 3:
                met["win"] += 1
                assert shortest_win(state, 5) == 2 * n - 1, "so many own moves, and not fewer"
                after = state.play(found.action)
                assert after.is_over if n == 1 else loses_within(after, 2 * n - 2)
        if found.reason.key == "hint.loses":
            assert isinstance(n, int)
            if n <= 2:
                met["loss"] += 1
                assert loses_within(state, 2 * n)
                assert n == 1 or not loses_within(state, 2 * n - 2), "and not sooner"
    assert met["win"] > 5


def test_naive_lines() -> None:
    """A check of the checks: three in place, a gap, and a pawn that can reach it."""
    board = board_of(["r....b", "......", "b.bb.r", ".b....", ".....r", "r..r.r"])
    assert {named(line) for line in in_reach(board, "blue", "plain")} == {("reason.row", "C")}
    assert in_place(board, "blue", "plain", frozenset({(2, 0), (2, 1), (2, 2), (2, 3)})) == 3
