"""Whole games: what always holds, how the dice fall, how many ways there are, and what the bots make of it."""

from collections import Counter
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.analysis.arena import Match, tournament
from damier.analysis.perft import perft
from damier.core.compiled import available
from damier.core.contract import CHANCE
from damier.core.events import Chanced
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget
from damier.games.foumath import GAME
from damier.games.foumath.tests.drawn import SCORING, drawn, follow
from damier.games.foumath.tests.naive import LINES, Naive
from damier.players.player import find
from damier.testing.walks import played, walk

with_numba = pytest.mark.skipif(not available(), reason="too long for plain Python")

# Properties

options = st.fixed_dictionaries(
    {
        "level": st.sampled_from(["junior", "intermediate", "expert"]),
        "board": st.sampled_from(["multiplication", "addition"]),
        "opening": st.sampled_from(["roll", "seat-1"]),
        "next-round": st.sampled_from(["left", "winner", "loser"]),
        "kept-double": st.sampled_from(["again", "no"]),
        "target": st.sampled_from(["1", "20", "60"]),
    }
)


def pawns_of(state: State) -> dict[int, list[tuple[int, int]]]:
    """Return everybody's squares, read from the board that is shown."""
    found: dict[int, list[tuple[int, int]]] = {seat: [] for seat in range(1, state.seats + 1)}
    for row, line in enumerate(state.view(0).show()["board"], 1):
        for column, letter in enumerate(line, 1):
            if letter != ".":
                found[int(letter)].append((row, column))
    return found


def has_line(squares: list[tuple[int, int]]) -> bool:
    return any(three <= set(squares) for three in LINES)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(options=options, seats=st.integers(2, 4), seed=st.integers(0, 10**6))
def test_what_always_holds(options: dict[str, str], seats: int, seed: int) -> None:
    """The rounds of a game, event by event; the engine's own pawns against the board it shows."""
    sums = [0] * seats
    last_winner = 0
    for turn in walk(GAME, options, seats, seed, most=1500):
        after = turn.state.play(turn.action, turn.actor)
        shown = after.view(0).show()
        pawns = pawns_of(after)
        assert all(len(own) + shown["reserve"][seat - 1] == 4 for seat, own in pawns.items())
        placed = [square for own in pawns.values() for square in own]
        assert len(placed) == len(set(placed)) == int((after.fields.pawns > 0).sum())
        lined_up = [seat for seat, own in pawns.items() if has_line(own)]
        assert lined_up == ([shown["winner"]] if shown["winner"] else []), "a round ends exactly when a line exists"
        if shown["winner"] and not last_winner:
            assert turn.actor == shown["winner"]
            sums = [total + gain for total, gain in zip(sums, shown["gains"], strict=True)]
        last_winner = shown["winner"]
        assert shown["totals"] == sums, "totals are the sum of round scores"
        assert min(sums) >= 0
        assert after.is_over or max(sums) <= int(options["target"])
        if shown["phase"] == "place":
            assert set(shown["lines"]) <= set(after.moves())


# Chance


def chi_square(counts: Counter[str], outcomes: int) -> float:
    """Return the chi-square statistic of counts of equally likely outcomes."""
    expected = counts.total() / outcomes
    assert len(counts) <= outcomes
    return sum((count - expected) ** 2 for count in counts.values()) / expected + (outcomes - len(counts)) * expected


def test_sampled_throws_are_even() -> None:
    """At tables with committed seeds; beyond these bounds lies one sample in a thousand."""
    both: Counter[str] = Counter()
    one: Counter[str] = Counter()
    opening: Counter[str] = Counter()
    for game in range(40):
        session = played(GAME, {}, 4, f"even {game}")
        kept: str | None = None
        for event in session.events:
            if event.text.startswith("open"):
                opening[event.text[-1]] += 1
            elif not isinstance(event, Chanced):
                kept = event.text[-1] if event.text.startswith("keep") else None
            elif kept is None:
                both[event.text] += 1
            else:
                one[event.text.replace(kept, "", 1)[-2:].strip()] += 1
    assert both.total() > 1500
    assert one.total() > 3000
    assert chi_square(both, 100) < 148.2
    assert chi_square(one, 10) < 27.9
    assert chi_square(opening, 10) < 27.9


# Counts

FEW = 25_000  # sequences that plain Python counts in a second or two


def naive_perft(game: Naive, depth: int) -> int:
    events = game.outcomes() if game.actor == CHANCE else game.moves() if game.actor else set()
    if depth == 1:
        return len(events)
    total = 0
    for event in events:
        after = deepcopy(game)
        after.play(event)
        total += naive_perft(after, depth - 1)
    return total


def counts() -> list[tuple[int, str, int, int]]:
    lines = (Path(__file__).parent / "perft.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return [(int(seats), opening, int(depth), int(count)) for seats, opening, depth, count in rows]


@pytest.mark.parametrize(("seats", "opening", "depth", "count"), [row for row in counts() if row[3] < FEW])
def test_naive_counts(seats: int, opening: str, depth: int, count: int) -> None:
    options = GAME.read_options({"opening": opening}).pairs()
    assert naive_perft(Naive(seats, options), depth) == count


@pytest.mark.parametrize(("seats", "opening", "depth", "count"), [row for row in counts() if row[3] < FEW])
def test_plain_counts(seats: int, opening: str, depth: int, count: int) -> None:
    assert perft(State.start(GAME, {"opening": opening}, seats, jit=False), depth) == count


@with_numba
@pytest.mark.parametrize(("seats", "opening", "depth", "count"), counts())
def test_compiled_counts(seats: int, opening: str, depth: int, count: int) -> None:
    assert perft(State.start(GAME, {"opening": opening}, seats, jit=True), depth) == count


# Bots


@with_numba
@pytest.mark.parametrize("options", [{}, {"level": "expert"}, {"level": "intermediate", "board": "addition"}], ids=str)
def test_greedy_knows_what_it_is_about(options: dict[str, str]) -> None:
    tally = tournament(Match("foumath", ("greedy", "random"), 40, 1, {"target": "100", **options}))
    assert tally.wins_by_bot[0] >= 32


@with_numba
def test_greedy_against_itself_comes_to_an_end() -> None:
    """Nobody keeps a 0 for ever."""
    assert tournament(Match("foumath", ("greedy",) * 3, 30, 2, {"level": "expert"})).games == 30


@with_numba
def test_greedy_takes_the_line() -> None:
    state = drawn(SCORING, dice=(6, 1), seats=4, level="expert", jit=True)
    bot = find("greedy")
    assert state.write(1, bot.choose(state.view(1), state.actions(1), Budget(), seeded(1))) == "keep 6"
    state = follow(state, "keep 6", "dice 6 9")
    assert state.write(1, bot.choose(state.view(1), state.actions(1), Budget(), seeded(1))) == "6x9"
