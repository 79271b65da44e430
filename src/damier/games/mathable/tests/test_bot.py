"""The bots of Mathable: whole turns, endgames, honesty, and what they say about it."""

import os
from random import Random

import numpy as np
import pytest

from damier.core.compiled import available
from damier.core.contract import CHANCE
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import LADDER, Budget, Thought
from damier.games.mathable import GAME
from damier.games.mathable.bot import hooks, policy, turns
from damier.games.mathable.bot.planning import first_of
from damier.games.mathable.bot.rack_value import POINT
from damier.games.mathable.equations import KINDS, RACK, SIGN, TOKENS, square_of
from damier.games.mathable.racks import add
from damier.games.mathable.rules import ASK, BONUS, LEAVE, OFFER, PLAY, SWAP, TAKE
from damier.games.mathable.tests.drawn import drawn, follow
from damier.games.mathable.tests.exhaustive import best_turn, final_lead
from damier.games.mathable.tests.test_views import other_world
from damier.players.player import find

LONG = os.environ.get("DAMIER_LONG_TESTS") == "1"
MIDGAMES = 500 if LONG else 25
ENDGAMES = 60 if LONG else 8
OPTIONS = [
    {"claims": claims, "referee": referee} for claims in ("automatic", "declared") for referee in ("strict", "contest")
]


def walk(seed: int, used: int, options: dict[str, str] | None = None, seats: int = 2, jit: bool | None = None) -> State:
    """A turn's beginning in a game of sensible players, once so many tokens have left the bag, or the last before."""
    random = Random(seed)
    state = State.start(GAME, options, seats, jit=jit)
    quick = state.engine.bind(policy).policy
    last = state
    while not state.is_over:
        if state.actors == (CHANCE,):
            outcomes, weights = zip(*state.chances(), strict=True)
            state = state.play(random.choices(outcomes, weights)[0], CHANCE)
            continue
        seat = random.choice(state.actors)
        if state.fields.phase == PLAY and state.fields.steps == 0:
            last = state
            if TOKENS - state.fields.left >= used:
                return state
        astray = random.random() < 0.2
        action = random.choice(state.actions(seat)) if astray else int(quick(state.data[0], seat, seeded(seed)))
        state = state.play(action, seat)
    return last


def dealt_anew(state: State, random: Random, most: int = RACK) -> State:
    """The same board with other racks: whoever plays on leaves what fits nowhere, and that would be all too easy."""
    data = state.engine.blank()
    data[0] = state.data[0]
    record = data[0]
    pool = [token for token in range(1, KINDS + 1) for _ in range(int(record.bag[token]))]
    for seat in range(1, state.seats + 1):
        pool += [token for token in record.rack[seat].tolist() if token]
    random.shuffle(pool)
    for seat in range(1, state.seats + 1):
        record.rack[seat] = 0
        record.known[seat] = 0
        record.held[seat] = min(most, len(pool) // (state.seats + 1 - seat))
        for _ in range(int(record.held[seat])):
            add(record.rack[seat], pool.pop())
    if record.left == 0:
        pool = []
    record.bag[:] = [0, *(pool.count(token) for token in range(1, KINDS + 1))]
    record.left = len(pool)
    record.away[:] = 0
    record.old[:] = 0
    record.began = record.held[record.turn]
    return state._next(data, state._mask)


def found_turn(state: State) -> tuple[int, list[int]]:
    """The best turn without extra tokens: points and placements."""
    data = state.engine.blank()
    data[0] = state.data[0]
    record = data[0]
    found = np.zeros((3, turns.TURN), np.int64)
    bonus = POINT * BONUS if record.began == RACK else 0
    nothing = np.zeros(KINDS + 1, np.int64)
    search = state.engine.bind(turns).best_turns
    search(record.board, record.rows, record.rack[record.turn], nothing, 0, bonus, 10**7, found)
    assert bytes(data) == bytes(state.data), "the board is left as it was"
    length = int(found[0, turns.LENGTH_AT])
    return int(found[0, turns.VALUE_AT]) // POINT, found[0, turns.STEPS_AT : turns.STEPS_AT + length].tolist()


def thought(state: State, level: str, seed: object = 0) -> Thought:
    """What a level thinks whose turn it is."""
    seat = state.actors[0]
    return find(level).think(state.view(seat), state.actions(seat), Budget(), seeded(seed))


def own_thought(state: State, nodes: int, seed: object = 0) -> Thought:
    """What the game's own search thinks."""
    seat = state.actors[0]
    think = state.engine.bind(hooks).think
    answer: Thought = think(state.view(seat), state.actions(seat), Budget(nodes=nodes), seeded(seed))
    return answer


def move(state: State, level: str = "strong") -> str:
    """What a level does, in notation."""
    return state.write(state.actors[0], thought(state, level).action)


# Whole turns


def test_the_best_turn_equals_the_exhaustive_one_and_scores_what_it_says() -> None:
    random = Random(4)
    for seed in range(MIDGAMES):
        state = dealt_anew(walk(seed, random.randrange(25, 95)), random)
        points, actions = found_turn(state)
        assert points == best_turn(state)
        seat = state.actors[0]
        before = state.scores[seat - 1]
        for action in actions:
            state = state.play(action, seat)
            if state.fields.phase == OFFER:
                state = state.play(LEAVE, seat)
        emptied = len(actions) == RACK
        assert state.scores[seat - 1] - before + (BONUS if emptied else 0) == points


def test_the_sheets_own_turn_is_found() -> None:
    state = follow(
        drawn("", "1 2 8 12 16 17 42", "3 4 6 7 7 8 21", jit=available()),
        *("12@8I", "8@6H", "2@9G", "1@7F", "16@8J", "leave", "end"),
    )
    while state.actors == (CHANCE,):
        state = state.play(state.chances()[0][0], CHANCE)
    assert found_turn(state)[0] >= 71 + 50


def test_what_brings_an_extra_token_comes_first() -> None:
    state = follow(drawn("", "2 7 9 12 13 16 90", "1 1 1 1 1 1 1", jit=False), "12@8I")
    turn = np.zeros(turns.TURN, np.int64)
    first, second = (state.read(1, text) for text in ("2@9G", "16@8J"))
    turn[turns.LENGTH_AT] = 2
    turn[turns.STEPS_AT : turns.STEPS_AT + 2] = first, second
    assert SIGN[square_of(second)]
    assert first_of(state.data[0], turn) == second


def test_a_token_is_taken_unless_that_costs_the_bonus() -> None:
    state = drawn("", "1 2 8 12 16 49 81", "5 5 5 5 5 5 5", jit=available())
    offered = follow(state, "12@8I", "16@8J")
    assert offered.fields.phase == OFFER
    assert thought(offered, "strong").action == TAKE
    last = drawn("", "12", "5 5 5 5 5 5 5", jit=available())
    data = last.engine.blank()
    data[0] = last.data[0]
    data[0].began = RACK  # six others were placed before
    data[0].steps, data[0].phase, data[0].held[1] = 1, OFFER, 0
    data[0].rack[1] = 0
    assert thought(last._next(data, 1 << 1), "strong").action == LEAVE


@pytest.mark.parametrize("rack", ["49 64 70 72 80 81 90", "5 5 9 9 10 10 10"])
def test_who_can_place_nothing_exchanges(rack: str) -> None:
    state = drawn("", rack, "1 1 1 1 1 1 1", jit=available())
    assert SWAP <= thought(state, "strong").action < SWAP + (1 << RACK)


# Endgames


def test_endgames_up_to_four_tokens_each_equal_brute_force() -> None:
    random = Random(7)
    solved = 0
    seed = 0
    while solved < ENDGAMES:
        seed += 1
        state = walk(seed, TOKENS)
        if state.fields.left:
            continue
        state = dealt_anew(state, random, most=random.randrange(2, 5))
        lead = final_lead(state)
        if lead is None:
            continue
        found = own_thought(state, 10**5)
        assert found.exact
        assert found.value == lead
        after = state.play(found.action)
        rest = final_lead(after)
        assert rest is not None
        assert (rest if after.fields.turn == state.fields.turn else -rest) == lead, "the action keeps the value"
        solved += 1


def test_an_endgame_too_large_is_judged() -> None:
    random = Random(3)
    state = next(state for state in (walk(seed, TOKENS) for seed in range(50)) if not state.fields.left)
    found = own_thought(dealt_anew(state, random), 2)
    assert not found.exact


# Honesty


@pytest.mark.parametrize("level", LADDER)
def test_the_same_view_of_two_hidden_states_gives_the_same_choice(level: str) -> None:
    random = Random(level)
    for seed in range(3):
        state = walk(seed, 30 + 20 * seed)
        seat = state.actors[0]
        other = other_world(state, seat, random)
        assert other.view(seat) == state.view(seat)
        assert thought(other, level, seed) == thought(state, level, seed) == thought(state, level, seed)


@pytest.mark.parametrize("options", OPTIONS[1:], ids=str)
@pytest.mark.parametrize("level", LADDER)
def test_nobody_claims_what_is_wrong_or_contests_what_is_right(level: str, options: dict[str, str]) -> None:
    for seed in range(2):
        state = walk(seed, 40, options)
        while not state.is_over and state.fields.left > 40:
            if state.actors == (CHANCE,):
                state = state.play(state.chances()[0][0], CHANCE)
                continue
            action = thought(state, level, seed).action
            if state.fields.phase == ASK:
                assert state.write(state.actors[0], action) == "accept"
            state = state.play(action, state.actors[0])
            assert state.fields.wrong == 0


def test_the_first_wrong_placement_is_contested() -> None:
    state = drawn("", "5 6 7 12 16 20 30", "1 1 1 1 1 1 1", referee="contest", jit=available())
    asked = follow(state, "12@8I", "20@6H", "5@9G", "end")
    assert asked.fields.phase == ASK
    for level in LADDER[1:]:
        assert move(asked, level) == "contest 2"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_levels_play_whole_games_together(seats: int) -> None:
    for seed in range(2):
        options = OPTIONS[(seed + seats) % len(OPTIONS)]
        state = walk(seed, 80, options, seats)
        random = Random(seed)
        while not state.is_over:
            if state.actors == (CHANCE,):
                outcomes, weights = zip(*state.chances(), strict=True)
                state = state.play(random.choices(outcomes, weights)[0], CHANCE)
            else:
                seat = state.actors[0]
                level = ("gentle", "steady", "strong")[seat % 3]
                state = state.play(thought(state, level, seed).action, seat)
        assert state.outcome


# The same everywhere


@pytest.mark.skipif(not available(), reason="numba is not installed or switched off")
def test_plain_and_compiled_think_alike() -> None:
    for seed, options in enumerate(OPTIONS):
        compiled, plain = (walk(seed, 30 + 15 * seed, options, jit=jit) for jit in (True, False))
        for nodes in (1, 16):
            assert own_thought(compiled, nodes, seed) == own_thought(plain, nodes, seed)
        assert thought(compiled, "gentle", seed) == thought(plain, "gentle", seed)
    ends = [(walk(seed, TOKENS, jit=True), walk(seed, TOKENS, jit=False)) for seed in range(4)]
    for compiled, plain in ends:
        if not compiled.fields.left:
            fewer = [dealt_anew(state, Random(1), most=2) for state in (compiled, plain)]
            assert own_thought(fewer[0], 200) == own_thought(fewer[1], 200)


# A beginner's eyes


def overlooked(state: State, text: str) -> int:
    """How many of a hundred beginners miss a placement."""
    seat = state.actors[0]
    missed = state.engine.bind(hooks).miss_chance(state.data[0], seat, state.read(seat, text))
    return int(missed)


def test_beginners_miss_second_equations_divisions_and_far_squares() -> None:
    state = drawn(
        """
            A  B  C  D  E  F  G  H  I  J  K  L  M  N
         9  .  .  .  .  .  6  2  .  .  .  .  .  .  .
        14  .  .  .  .  3  4  .  .  .  .  .  .  .  .
        """,
        "1 2 3 4 7 8 12",
        jit=False,
    )
    sum_ = overlooked(state, "7@8I")
    assert overlooked(state, "8@9H") > sum_, "6 + 2 and 2 × 4"
    assert overlooked(state, "3@9E") > sum_, "6 ÷ 2"
    assert overlooked(state, "7@14G") > sum_, "at the edge"
    assert overlooked(state, "end") == 0
    wrong = drawn("", "14", referee="contest", jit=False)
    assert overlooked(wrong, "14@8I") == 100


# Catalogue


@pytest.mark.parametrize(
    ("racks", "moves", "action", "said"),
    [
        (("1 2 8 12 16 17 42",), (), "12@8I", "12 points: 3 × 4 in row 8."),
        (("1 2 8 12 16 17 42",), (), "8@6H", "8 points: 2 × 4 in column H."),
        (("4 6 8 12 42 49 81",), ("8@6H",), "4@6G", "4 points"),
        (("1 2 8 12 16 17 42",), ("12@8I",), "16@8J", "16 points: 4 + 12, and you may take an extra token."),
        (("1 2 8 12 16 17 42",), ("12@8I", "16@8J"), "take", "One more token to place; the bag holds 92."),
        (
            ("1 2 49 64 70 81 90",),
            (),
            "swap 49 64 70 81 90",
            "No token that fits brings more than 2 points now. You keep 1, 2.",
        ),
        (("1 2 49 64 70 81 90",), (), "end", "more than 2 points now. You keep 1, 2, 49, 64, 70, 81, 90."),
        (("49 54 64 70 80 81 90",), (), "end", "None of your tokens fits anywhere now."),
    ],
)
def test_reasons(racks: tuple[str, ...], moves: tuple[str, ...], action: str, said: str) -> None:
    state = follow(drawn("", *racks, "5 5 5 5 5 5 5", jit=False), *moves)
    view = state.view(1)
    reason = state.engine.bind(hooks).reason(view, state.read(1, action))
    for language in ("en", "fr"):
        words = GAME.catalogue(language)(reason.key, **reason.gaps)
        assert "{" not in words
        assert language == "fr" or said in words
