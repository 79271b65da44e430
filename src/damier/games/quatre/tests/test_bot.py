"""What bots know of Quatre: forced wins, checked by an exhaustive search; images of a board; reasons."""

import os
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from damier.core.compiled import available
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import LADDER, Budget, Thought
from damier.games.quatre import GAME
from damier.games.quatre.bot import hooks, lines
from damier.games.quatre.bot.symmetry import IMAGES, seen
from damier.games.quatre.rules import BLUE, RED, has_line, moved
from damier.games.quatre.tests.drawn import drawn
from damier.games.quatre.tests.solver import loses_within, plain_value, random_position, shortest_win
from damier.players import alphabeta
from damier.players.levels import levels
from damier.players.player import find

LONG = os.environ.get("DAMIER_LONG_TESTS") == "1"
VARIANTS = ("plain", "mix")
PROOFS = 5  # plies

only_compiled = pytest.mark.skipif(not available(), reason="numba is not there")


def think(name: str, state: State, budget: Budget | None = None, seed: int = 0) -> Thought:
    seat = state.actors[0]
    return find(name).think(state.view(seat), state.actions(), budget or Budget(), seeded("test", seed))


def won_positions(number: int) -> Iterator[tuple[State, int]]:
    """Yield random positions with a forced win, half of each variant, and in how many plies."""
    for variant in VARIANTS:
        random = Random(f"won {variant}")
        found = 0
        while found < number // 2:
            state = random_position(random, variant)
            plies = shortest_win(state, PROOFS)
            if plies is not None:
                found += 1
                yield state, plies


# Forced wins


@only_compiled
def test_strong_and_master_find_every_forced_win_of_five_plies() -> None:
    lengths = set()
    for state, plies in won_positions(1000 if LONG else 100):
        lengths.add(plies)
        for name in ("strong", "master"):
            thought = think(name, state)
            assert (thought.exact, thought.plies) == (True, plies), (name, state.view(0).show())
            after = state.play(thought.action)
            assert after.is_over if plies == 1 else loses_within(after, plies - 1)
    assert lengths == {1, 3, 5}


@only_compiled
@pytest.mark.parametrize("variant", VARIANTS)
def test_nobody_announces_what_is_not_so(variant: str) -> None:
    random = Random(f"announced {variant}")
    announced = 0
    for seed in range(300 if LONG else 50):
        state = random_position(random, variant)
        for budget in (Budget(nodes=random.randrange(1, 3000)), Budget(nodes=20_000)):
            thought = think("alphabeta", state, budget, seed)
            assert thought.nodes <= budget.nodes
            if not thought.exact or thought.value is None or thought.plies is None or thought.plies > PROOFS:
                continue
            announced += 1
            if thought.value > 0:
                after = state.play(thought.action)
                assert after.is_over if thought.plies == 1 else loses_within(after, thought.plies - 1)
            else:
                assert loses_within(state, thought.plies)
    assert announced > 5


@only_compiled
@pytest.mark.parametrize("variant", VARIANTS)
def test_an_announced_win_comes_true_against_any_defence(variant: str) -> None:
    """Longer wins than an exhaustive search can check: they come nearer with every move, by the real rules."""
    random = Random(f"defence {variant}")
    played = 0
    while played < (40 if LONG else 2):
        state = random_position(random, variant)
        seat = state.actors[0]
        thought = think("master", state)
        if thought.plies is None or thought.plies <= PROOFS or (thought.value or 0) < 0:
            continue
        played += 1
        left = thought.plies
        while not state.is_over:
            thought = think("alphabeta", state, Budget(nodes=10**6))
            assert thought.plies is not None
            assert thought.plies <= left
            state = state.play(thought.action)
            if not state.is_over:
                state = state.play(random.choice(state.actions()))
            left = thought.plies - 2
        assert state.outcome is not None
        assert state.outcome.winners == (seat,)


# The search beside negamax without anything


@only_compiled
@pytest.mark.parametrize("variant", VARIANTS)
def test_alpha_beta_is_negamax(variant: str) -> None:
    random = Random(f"negamax {variant}")
    for _ in range(60 if LONG else 12):
        state = random_position(random, variant)
        for depth in (1, 2, 3):
            expected = plain_value(state, depth)
            assert value_at(state, [depth]) == expected, "at once"
            assert value_at(state, list(range(1, depth + 1))) == expected, "deeper and deeper, with one table"


def value_at(state: State, depths: list[int]) -> int:
    """Return the value that alpha-beta finds without extensions and without chance."""
    bound = state.engine.bind(alphabeta)
    seat = state.actors[0]
    scratch = alphabeta.scratch_for(state.view(seat), max(depths), 1000)  # a small table, so that places are fought for
    scratch.counters["limit"] = 10**9
    roots = np.zeros(len(state.actions()), alphabeta.ROOT_ACTION)
    roots["action"] = state.actions()
    for depth in depths:
        assert bound.deepen(scratch, alphabeta.ROOT_PLY, seat, roots, depth, 0)
    return int(roots["value"][0])


@only_compiled
@pytest.mark.parametrize("variant", VARIANTS)
def test_plain_and_compiled_think_alike(variant: str) -> None:
    for seed in range(3):
        thoughts = [
            think("alphabeta", random_position(Random(seed), variant, jit), Budget(nodes=400), seed)
            for jit in (False, True)
        ]
        assert thoughts[0] == thoughts[1]


@only_compiled
def test_the_same_seed_gives_the_same_thought_and_others_differ() -> None:
    state = State.start(GAME)
    assert think("master", state, seed=1) == think("master", state, seed=1)
    assert len({think("steady", state, seed=seed).action for seed in range(20)}) > 1


# Bit boards beside the rules


@pytest.mark.parametrize("variant", VARIANTS)
def test_completions_are_the_squares_where_a_move_makes_a_line(variant: str) -> None:
    random = Random(f"completions {variant}")
    for _ in range(60):
        state = random_position(random, variant, jit=False)
        seat, record = state.actors[0], state.data[0]
        own, marked = int(record.pawns[seat]), int(record.marked)
        made = {a & 63 for a in state.actions() if has_line(record, moved(own, a), moved(marked, a))}
        assert lines.completions(record, seat) == sum(1 << square for square in made)
        assert (hooks.evaluate(record, seat) == 10**6) == bool(made)
        assert hooks.evaluate(record, RED + BLUE - seat) == -hooks.evaluate(record, seat)


@pytest.mark.parametrize("variant", VARIANTS)
def test_images_of_a_position_share_their_key_and_worth(variant: str) -> None:
    random = Random(f"images {variant}")
    for _ in range(20):
        state = random_position(random, variant, jit=False)
        if state.fields.repeated:
            continue
        keys, worths, numbers = set(), set(), set()
        for image in range(IMAGES):
            turned = image_of(state, image)
            keys.add(hooks.table_key(turned.data[0]))
            worths.add(
                (hooks.evaluate(turned.data[0], RED), hooks.must_respond(turned.data[0], int(turned.fields.turn)))
            )
            numbers.add((turned.key, len(turned.actions())))
        assert len(keys) == len(worths) == len({moves for _, moves in numbers}) == 1
        other = state.play(state.actions()[0])
        assert other.is_over or hooks.table_key(other.data[0]) not in keys


def image_of(state: State, image: int) -> State:
    """Return a position turned or mirrored, without its history."""
    data = state.data.copy()
    for seat in (RED, BLUE):
        data[0].pawns[seat] = seen(int(data[0].pawns[seat]), image)
    data[0].marked = seen(int(data[0].marked), image)
    data[0].armies[:] = 0
    return state._next(data, 1 << state.actors[0])


def test_keys_tell_apart_what_history_and_the_limit_tell_apart() -> None:
    state = State.start(GAME, jit=False)
    again = state
    for move in ("F1-E1", "F2-E2", "E1-F1", "E2-F2"):
        again = again.play(move)
    turned = image_of(again, 1)
    assert hooks.table_key(again.data[0]) != hooks.table_key(turned.data[0]), "the start has stood twice"
    late = State.start(GAME, {"ply-limit": "50"}, jit=False)
    assert hooks.table_key(late.data[0]) != hooks.table_key(state.data[0])
    keys = {hooks.table_key(late.data[0])}
    for move in ("F1-E1", "F2-E2", "E1-F1", "E2-F2"):
        late = late.play(move)
        keys.add(hooks.table_key(late.data[0]))
    assert len(keys) == 5


# Catalogue and levels


THREE_ON_C = """
      123456
    A r....b
    B ......
    C b.bb.r
    D .b....
    E .....r
    F r..r.r
"""


def test_reasons() -> None:
    state = drawn(THREE_ON_C, RED)
    assert reason(drawn(THREE_ON_C, BLUE), "D2-C2") == "It completes four in a line."
    block = reason(drawn(THREE_ON_C.replace("B ......", "B r....."), RED), "B1-C2")
    assert block == "It stops Player 2’s line on row C."
    for action in state.actions():
        for lang in ("en", "fr"):
            assert GAME.catalogue(lang)(state.engine.bind(hooks).reason(state.view(RED), action))


def reason(state: State, move: str) -> str:
    seat = state.actors[0]
    bound = state.engine.bind(hooks)
    return GAME.catalogue("en")(bound.reason(state.view(seat), state.read(seat, move)))


def test_a_beginner_sees_steps_better_than_long_chains() -> None:
    state = drawn("""
          123456
        A ......
        B ....b.
        C ....r.
        D ..b...
        E ......
        F .r....
    """)
    longer = drawn("""
          123456
        A ......
        B ......
        C ...b..
        D ......
        E .b....
        F r....b
    """)
    assert missed(state, "F2-E2") < missed(state, "C5:A5") < missed(longer, "F1:B5") <= 85


def missed(state: State, move: str) -> int:
    return hooks.miss_chance(state.data[0], RED, state.read(RED, move))


def test_every_level_has_a_search_and_words() -> None:
    assert set(hooks.LEVELS) == {*LADDER, "perfect"} == set(levels(GAME))
    for lang in ("en", "fr"):
        assert len({GAME.catalogue(lang)(f"level.{name}") for name in levels(GAME)}) == len(levels(GAME))
