"""Nobody learns more than they may, and samples of what is hidden agree with all that is known."""

from collections import Counter
from itertools import chain
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from damier.core.compiled import available
from damier.core.contract import CHANCE
from damier.core.rng import seeded
from damier.core.state import State
from damier.games.course import GAME
from damier.games.course.cards import NAMES
from damier.games.course.known import IN_FLIGHT, MASK
from damier.games.course.tests.drawn import CLOCK, drawn, follow, places
from damier.testing.contract import determinize

# Many clocks, many Demi-tours and cards twice: there is much to know, and to be unsure of.
DECK = {"deck-horloge": "6", "deck-demi-tour": "6", "deck-multiplications": "0", "deck-products": "2"}
EXAMPLES = 15 if available() else 3
careful = settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def told(state: State, text: str, actor: int, seat: int) -> tuple[str, str, str]:
    """Return all that a seat is told of an event."""
    action = state.read(actor, text)
    view = state.engine.view
    message = view.sentence(state.fields, actor, action, seat)
    return (
        view.notation(state.fields, actor, action, seat),
        GAME.catalogue("en")(message),
        GAME.catalogue("fr")(message),
    )


def walk(random: Random, seats: int, events: int) -> list[tuple[State, int, int]]:
    """Play a game with many clocks and return each state with what happens in it."""
    state = State.start(GAME, DECK, seats)
    turns: list[tuple[State, int, int]] = []
    while not state.is_over and len(turns) < events:
        (actor,) = state.actors
        if actor == CHANCE:
            outcomes = state.chances()
            action = random.choices([card for card, _ in outcomes], [weight for _, weight in outcomes])[0]
        else:
            actions = state.actions(actor)
            liked = [action for action in actions if state.write(actor, action).startswith(("horloge>", "demi-tour>"))]
            action = random.choice(liked or actions)
        turns.append((state, actor, action))
        state = state.play(action, actor)
    return turns


def test_r10_a_third_seat_cannot_tell_which_card_went_which_way() -> None:
    state = follow(drawn(CLOCK), "1 horloge>3", "3 pass")
    for seat in (0, 2):
        first, second = (follow(state, f"* take 3 {card}") for card in ("=24", "=2"))
        assert first.view(seat) == second.view(seat)
        assert told(state, "take 3 =24", CHANCE, seat) == told(state, "take 3 =2", CHANCE, seat)
        answers = ("give 2x9", "give 3x3", "return")
        assert len({first.play(answer, 1).view(seat) for answer in answers}) == 1
        assert len({told(first, answer, 1, seat) for answer in answers}) == 1
        assert told(first, "return", 1, seat)[0] == "?"
    assert told(state, "take 3 =24", CHANCE, 3)[:2] == ("take 3 =24", "Player 1 takes the product 24 from your hand.")


def test_r12_nobody_can_tell_whether_an_attacked_player_held_the_defence() -> None:
    picture = "1 | sumo 3x4 | | |\n2 | {} 8x8 | | |\n3 | {} 9x9 | | |\nstock =90 | discard"
    with_it, without = drawn(picture.format("piege", "2x2")), drawn(picture.format("2x2", "piege"))
    for seat in (0, 1):
        assert with_it.view(seat) == without.view(seat)
        asked = [follow(state, "1 sumo>2") for state in (with_it, without)]
        assert asked[0].view(seat) == asked[1].view(seat)
        assert asked[0].actors == asked[1].actors == (2,)
        assert told(asked[0], "pass", 2, seat) == told(asked[1], "pass", 2, seat)
        passed = [follow(state, "2 pass") for state in asked]
        assert passed[0].view(seat) == passed[1].view(seat)
    assert len(follow(with_it, "1 sumo>2").moves()) > len(follow(without, "1 sumo>2").moves())


@careful
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 4))
def test_views_do_not_depend_on_what_a_seat_may_not_know(seed: int, seats: int) -> None:
    random = Random(seed)
    for state, _, _ in random.sample(turns := walk(random, seats, 220), min(6, len(turns))):
        for seat in range(seats + 1):
            imagined = determinize(state, seat, seeded(seed, seat))
            assert imagined.view(seat) == state.view(seat)
            assert imagined.view(seat).show() == state.view(seat).show()
            assert Counter(chain(*places(imagined).values())) == Counter(chain(*places(state).values()))
            assert len(places(imagined).get("stock", [])) == int(state.fields.stock_n)
            if seat:
                assert imagined.moves(seat) == state.moves(seat)


@careful
@given(seed=st.integers(0, 10**6), seats=st.integers(3, 4))
def test_an_exchange_between_two_is_one_and_the_same_for_all_others(seed: int, seats: int) -> None:
    random = Random(seed)
    for state, actor, _ in walk(random, seats, 220):
        shown = state.view(0).show()
        if shown["phase"] != "give":
            continue
        others = [seat for seat in range(seats + 1) if seat not in (actor, shown["attack"]["to"])]
        for seat in others:
            assert len({state.play(move, actor).view(seat) for move in state.moves(actor)}) == 1
            assert len({told(state, move, actor, seat) for move in state.moves(actor)}) == 1


@careful
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 4))
def test_what_is_known_is_true_and_samples_keep_to_it(seed: int, seats: int) -> None:
    """Each entry of what a seat knows is a different card that really is in one of the hands it names."""
    random = Random(seed)
    for number, (state, _, _) in enumerate(walk(random, seats, 250)):
        if number % 5:
            continue
        for viewer in range(seats + 1):
            assert_known_holds(state, state, viewer)
            assert_known_holds(determinize(state, viewer, seeded(seed, number)), state, viewer)


def assert_known_holds(held: State, knowing: State, viewer: int) -> None:
    entries = knowing.fields.known[viewer].tolist()[: int(knowing.fields.known_n[viewer])]
    where = places(held)
    hands = {seat: Counter(where.get(f"hand {seat}", [])) for seat in range(1, held.seats + 1)}
    hands[0] = Counter(where.get("taken", []))
    for card in {entry >> 5 for entry in entries}:
        masks = [entry & MASK for entry in entries if entry >> 5 == card]
        for union in range(1, MASK + 1):  # Hall's condition: a set of hands holds the entries that name no other
            asked = sum(mask & ~union == 0 for mask in masks)
            assert asked <= sum(hands[seat][NAMES[card]] for seat in hands if union >> seat & 1)
    assert not any(entry >> viewer & 1 for entry in entries if viewer)
    if knowing.view(0).show()["phase"] != "give":
        assert not any(entry & IN_FLIGHT for entry in entries)


def test_a_shown_card_is_remembered_until_it_is_seen_again() -> None:
    state = drawn("""
        1 | 8x9 2x2 horloge | | |
        2 | 8x8             | total 300 | demi-tour |
        3 | 3x3             | total 386 | |
        stock 6x9 =5 =6 | discard
    """)
    state = follow(state, "1 8x9", "1 end", "* show 2 6x9")
    for seed in range(20):
        assert "6x9" in places(determinize(state, 3, seeded(seed)))["hand 2"]
    gone = follow(state, "2 6x9")
    assert gone.view(3).show()["players"][1]["known"] == []
    # After an exchange that seat 3 could not follow, the card is with one of the two.
    state = follow(state, "2 8x8", "2 end", "* draw 3 =5", "3 =5", "3 end", "* draw 1 =6")
    state = follow(state, "1 horloge>2", "2 pass", "* take 2 6x9", "1 give 2x2")
    assert state.view(3).show()["players"][1]["known"] == []
    holders = Counter(
        seat
        for seed in range(60)
        for seat in (1, 2)
        if "6x9" in places(determinize(state, 3, seeded(seed))).get(f"hand {seat}", [])
    )
    assert holders.total() == 60
    assert set(holders) == {1, 2}
    assert state.view(2).show()["players"][0]["known"] == ["6x9"]


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_watcher_and_a_seat_are_shown_plain_data(seat: int) -> None:
    shown = drawn(CLOCK).view(seat).show()
    assert shown["hand"] == (
        []
        if seat == 0
        else [
            {"card": held, "points": points}
            for held, points in {
                1: [("2x9", 18), ("3x3", 9), ("horloge", 0)],
                2: [("8x8", 64)],
                3: [("=2", 2), ("=24", 24), ("=24", 24)],
            }[seat]
        ]
    )
    assert [player["cards"] for player in shown["players"]] == [3, 1, 3]
    assert [player["limit"] for player in shown["players"]] == [400, 400, 400]
