"""The bots of the Course miss no sure win within a turn and no lift; both are found here by trying every move."""

import os
from collections.abc import Iterator
from random import Random

import pytest

from damier.core.contract import CHANCE
from damier.core.rng import below, seeded
from damier.core.state import State
from damier.core.thinking import Budget
from damier.games.course.bot import hooks
from damier.games.course.tests.drawn import drawn
from damier.games.course.tests.naive import CORRECTIONS, DEFENCES, MATCHING, Naive, deck, points
from damier.players.player import find

LONG = os.environ.get("DAMIER_LONG_TESTS") == "1"
POSITIONS = 1000 if LONG else 60
FINISHERS = ("strong", "master")


def position(random: Random) -> tuple[State, Naive]:
    """A turn near the goal, often under attack, with cards that may help; drawn, and as the naive game has it."""
    cards = deck({}, True)
    random.shuffle(cards)
    extras = (*CORRECTIONS, *DEFENCES)
    special = [card for card in cards if card in extras or card in MATCHING or points(card) in (1, 2, 3, 4, 9)]
    hand = random.sample(special, random.choice((1, 2, 3)))
    for card in hand:
        cards.remove(card)
    plain = [card for card in cards if points(card) > 1 and card not in extras][: 9 - len(hand)]
    hand += plain
    cards = [card for card in cards if card not in plain]
    other, stock = cards[:8], cards[8 : 8 + random.choice((0, 5, 40))]
    held = [points(card) for card in hand if points(card)]
    missing = random.choice((random.choice(held or [30]), random.randint(1, 120), 2, 20, 22))
    missing += random.choice((0, 0, 0, 2, 20, 22))
    attacks = [attack for attack in ("poursuite", "demi-tour", "sumo") if random.random() < 0.3]
    last_round = random.choice((0, 0, 0, 2))
    state = drawn(
        f"""
        1 | {" ".join(hand)} | total {400 - missing} | {" ".join(attacks)} |
        2 | {" ".join(other)} | total 250 | |
        stock {" ".join(stock)} | discard 5x7 5x8
        """,
        jit=None,
        last_round=last_round,
    )
    naive = Naive(2, {})
    naive.stock.clear()
    naive.stock.update(stock)
    naive.discard.update(["5x7", "5x8"])
    naive.hands = {1: list(hand), 2: list(other)}
    naive.points = {1: [f"={400 - missing}"], 2: ["=250"]}
    naive.attacks = {1: list(attacks), 2: []}
    naive.last_round = last_round > 0
    naive.stage = "turn"
    return state, naive


def finishes(naive: Naive) -> bool:
    """Whether some way through this turn makes 400, every move tried; what is drawn is of no use."""
    for move in naive.moves():
        if move == "end" or ">2" in move or move.startswith("discard"):
            continue
        after = naive.after(move)
        if not after.reason and after.stage == "draw":
            if not after.stock:
                after.apply_event("rebuild")
            after.apply_event("draw 1 horloge")
        if after.reason == "exact" or (not after.reason and finishes(after)):
            return True
    return False


def positions(wanted: int, seed: str) -> Iterator[tuple[State, bool]]:
    """Positions in which there is a finish (first half) or none."""
    random = Random(seed)
    for number in range(wanted):
        while True:
            state, naive = position(random)
            there = finishes(naive)
            if there == (number < wanted // 2):
                break
        yield state, there


def lifting(state: State) -> set[int]:
    """The moves after which an attack less lies before seat 1, each tried."""
    before = int(state.fields.attacks[1])
    return {action for action in state.actions(1) if int(state.play(action).fields.attacks[1]) & before != before}


@pytest.mark.parametrize("name", FINISHERS)
def test_no_finish_and_no_lift_is_missed(name: str) -> None:
    player = find(name)
    rng = seeded("finish", name)
    lifts = 0
    for state, there in positions(POSITIONS, f"positions {name}"):
        while not state.is_over and int(state.fields.turn) == 1:
            if CHANCE in state.actors:
                outcomes = state.chances()
                state = state.play(outcomes[below(rng, len(outcomes))][0], CHANCE)
                continue
            if 1 not in state.actors:
                state = state.play("pass", 2)
                continue
            action = player.choose(state.view(1), state.actions(1), Budget(), rng)
            ways = lifting(state)
            if ways and not there:
                after = state.play(action)
                assert action in ways or after.is_over or int(after.fields.totals[1]) > int(state.fields.totals[1])
                lifts += 1
            state = state.play(action, 1)
        if there:
            assert int(state.fields.totals[1]) == 400
    assert lifts > POSITIONS // 8


@pytest.mark.parametrize("name", FINISHERS)
def test_an_attacked_bot_misses_no_defence_and_no_lift(name: str) -> None:
    """It parries what it can; before that, and where it cannot, it lifts what lies there and protects itself."""
    player = find(name)
    random = Random(f"attacked {name}")
    rng = seeded("attacked", name)
    parried = lifted = 0
    for _ in range(POSITIONS):
        attack = random.choice(("poursuite", "demi-tour", "sumo"))
        lying = [each for each in ("poursuite", "demi-tour", "sumo") if each != attack and random.random() < 0.4]
        hand = random.sample([*DEFENCES, "=1", "=2", "=3", "8x8", "9x7", "1x4", "+20"], 6)
        state = drawn(
            f"1 | {attack} 9x9 | total 200 | |\n2 | {' '.join(hand)} | total 250 | {' '.join(lying)} |\n"
            "stock 3x4 5x6 7x7 =40 =12 =32 | discard =14 =15",
            jit=None,
        ).play(f"{attack}>2", 1)
        while state.actors != (1,):
            if CHANCE in state.actors:
                state = state.play(state.chances()[below(rng, len(state.chances()))][0], CHANCE)
                continue
            asked = state
            move = state.write(2, player.choose(state.view(2), state.actions(2), Budget(), rng))
            state = state.play(move, 2)
            if move == "pass":
                assert not set(asked.moves(2)) & set(DEFENCES), "it passes only when none of the three is left"
        defences = {card for card in DEFENCES if card in hand}
        assert (attack in state.view(0).show()["players"][1]["attacks"]) is not bool(defences & set(MATCHING[attack]))
        for each in lying:
            if set(MATCHING[each]) & defences:
                assert each not in state.view(0).show()["players"][1]["attacks"]
                lifted += 1
        parried += bool(defences & set(MATCHING[attack]))
    assert parried > POSITIONS // 8
    assert lifted > POSITIONS // 8


def test_the_ways_to_a_finish() -> None:
    """A second card; a defence or a lift first; also where nothing can be drawn."""
    for picture, move, stock in (
        ("1 | 6x8 +2 5x7 | total 350 | | ", "6x8", True),
        ("1 | +2 +20 5x7 | total 378 | | ", "+2", True),
        ("1 | 6x8 +2 cadeau | total 350 | poursuite | ", "cadeau", True),
        ("1 | 1x7 +20 9x9 | total 380 | poursuite | ", "1x7>poursuite", True),
        ("1 | 1x1 8x1 +2 9x9 | total 390 | sumo | ", "8x1", True),
        ("1 | cadeau +20 9x9 | total 380 | poursuite | ", "cadeau", False),
        ("1 | =7 +20 9x9 | total 380 | poursuite | ", "=7>poursuite", True),
        ("1 | 1x9 3x3 +2 9x9 | total 398 | poursuite sumo | ", "1x9>poursuite", True),
    ):
        state = drawn(
            f"{picture}\n2 | 3x3 | total 300 | | \nstock {'9x9' if stock else ''} | discard {'5x5' if stock else ''}",
            jit=None,
        )
        for name in FINISHERS:
            action = find(name).choose(state.view(1), state.actions(1), Budget(), seeded(name))
            assert state.write(1, action) == move


def test_a_beginner_misses_what_is_not_plain() -> None:
    state = drawn(
        "1 | 6x8 +2 1x1 7x7 9x9 | total 350 | poursuite | \n2 | 3x3 | total 300 | | \nstock 9x9 | discard 5x5"
    )
    chance = {state.write(1, action): hooks.miss_chance(state.data[0], 1, action) for action in state.actions(1)}
    assert chance["1x1>poursuite"] > chance["discard 9x9"]
    free = drawn("1 | 6x8 +2 1x1 | total 350 | | \n2 | 3x3 | total 300 | | \nstock 9x9 | discard 5x5")
    chance = {free.write(1, action): hooks.miss_chance(free.data[0], 1, action) for action in free.actions(1)}
    assert chance["+2"] > chance["1x1"]
    assert chance["6x8"] > chance["1x1"], "the first of two cards to exactly 400"
