"""What a seat may know: the view law, what is remembered, and what may be imagined."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from damier.core.contract import CHANCE
from damier.core.errors import DamierError
from damier.core.rng import seeded
from damier.core.state import State
from damier.games.mathable import GAME
from damier.games.mathable.equations import KINDS, PLACE, TOKENS, VALUES, token_of
from damier.games.mathable.moves import values_of
from damier.games.mathable.racks import add
from damier.games.mathable.tests.drawn import drawn, follow
from damier.testing.contract import determinize
from damier.testing.walks import played

slowly = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
games = st.builds(
    lambda claims, referee, seats, seed, length: walked({"claims": claims, "referee": referee}, seats, seed, length),
    st.sampled_from(["automatic", "declared"]),
    st.sampled_from(["strict", "contest"]),
    st.integers(2, 4),
    st.integers(0, 10**6),
    st.integers(0, 120),
)


def walked(options: dict[str, str], seats: int, seed: int, length: int) -> State:
    """A position some events into a random game in which people mostly place."""
    random = Random(seed)
    state = State.start(GAME, options, seats, jit=False)
    for _ in range(length):
        actor = random.choice(state.actors)
        if actor == CHANCE:
            outcomes, weights = zip(*state.chances(), strict=True)
            action = random.choices(outcomes, weights)[0]
        else:
            actions = state.actions(actor)
            placing = [action for action in actions if action >= PLACE]
            action = random.choice(placing if placing and random.random() < 0.8 else actions)
        after = state.play(action, actor)
        if after.is_over:
            break
        state = after
    return state


def other_world(state: State, seat: int, random: Random) -> State:
    """The same for the seat's eyes: all unseen tokens, in the others' racks, laid aside and in the bag, dealt anew."""
    data = state.engine.blank()
    data[0] = state.data[0]
    record = data[0]
    hidden = [token for token in range(KINDS + 1) for _ in range(int(record.bag[token]))]
    racks = {}
    for other in range(1, state.seats + 1):
        if other != seat:
            unknown = Counter(record.rack[other].tolist()) - Counter(record.known[other].tolist())
            del unknown[0]
            racks[other] = unknown.total()
            hidden += list(unknown.elements())
    aside = int(record.put_aside) if record.turn != seat else 0
    hidden += record.aside[:aside].tolist()
    random.shuffle(hidden)
    for other, n in racks.items():
        record.rack[other] = record.known[other]
        for _ in range(n):
            add(record.rack[other], hidden.pop())
    if aside:
        record.aside[:] = 0
        for _ in range(aside):
            add(record.aside, hidden.pop())
    record.bag[:] = [hidden.count(token) for token in range(KINDS + 1)]
    return state._next(data, state._mask)


def said(state: State, seat: int, move: str | int) -> str:
    """What a seat is told that tries something."""
    try:
        state.play(move, seat)
    except DamierError as error:
        return error.say(GAME.catalogue("fr"))
    return "done"


@slowly
@given(games, st.integers(0, 10**6))
def test_what_a_seat_does_not_see_changes_nothing_it_can_observe(state: State, seed: int) -> None:
    random = Random(seed)
    for seat in range(state.seats + 1):
        other = other_world(state, seat, random)
        assert other.view(seat) == state.view(seat)
        assert other.view(seat).show() == state.view(seat).show()
        assert other.actors == state.actors
        if seat == 0:
            continue
        actions = state.actions(seat)
        assert other.actions(seat) == actions
        assert other.moves(seat) == state.moves(seat)
        tries: list[str | int] = [
            "end",
            "take",
            "accept",
            "contest 1",
            "swap 90",
            "swap 1 2 3",
            "7@8I",
            "7@1A<",
            "rubbish",
        ]
        tries += random.sample(actions, min(5, len(actions)))
        for move in tries:
            assert said(other, seat, move) == said(state, seat, move)
        for action in random.sample(actions, min(5, len(actions))):
            for eye in range(state.seats + 1):
                told = (GAME.view.notation, GAME.view.sentence)
                if eye == seat:
                    assert all(
                        tell(other.fields, seat, action, eye) == tell(state.fields, seat, action, eye) for tell in told
                    )


@slowly
@given(games)
def test_an_event_tells_the_others_nothing_hidden(state: State) -> None:
    """A draw reads alike whatever was drawn, an exchange alike for each number of tokens."""
    for seat in range(state.seats + 1):
        for actor in state.actors:
            if actor == CHANCE and seat != state.fields.drawing and state.view(0).show()["phase"] != "opening":
                texts = {GAME.view.notation(state.fields, CHANCE, outcome, seat) for outcome, _ in state.chances()}
                words = {str(GAME.view.sentence(state.fields, CHANCE, outcome, seat)) for outcome, _ in state.chances()}
                assert texts == {f"draw {state.fields.drawing} ?"}
                assert len(words) == 1
            if actor not in (CHANCE, seat):
                for action in state.actions(actor):
                    text = state.write(actor, action)
                    if text.startswith("swap"):
                        masked = "swap" + " ?" * (len(text.split()) - 1)
                        assert GAME.view.notation(state.fields, actor, action, seat) == masked
                        assert "tokens" not in GAME.view.sentence(state.fields, actor, action, seat).gaps


@slowly
@given(games)
def test_no_token_is_lost_and_what_is_known_is_true(state: State) -> None:
    record = state.fields
    on_board = sum(token > 0 for token in record.board.tolist()) - 4
    racks = sum(len(values_of(record.rack[seat])) for seat in range(1, state.seats + 1))
    assert on_board + racks + int(record.put_aside) + sum(record.bag.tolist()) == TOKENS
    assert record.left == sum(record.bag.tolist())
    for seat in range(1, state.seats + 1):
        assert record.held[seat] == len(values_of(record.rack[seat]))
        assert Counter(values_of(record.known[seat])) <= Counter(values_of(record.rack[seat]))
    for eye in range(state.seats + 1):
        check_memory(state, eye)


def check_memory(state: State, eye: int) -> None:
    """Where all unseen copies of a number are remembered to have gone to the bag, they lie in no old place."""
    view = state.view(eye).fields
    away = Counter(values_of(view.away[eye]))
    unseen = Counter({VALUES[token - 1]: n for token, n in enumerate(view.bag.tolist()) if n})
    marked = {value for value, n in away.items() if unseen[value] <= n}
    for other in range(1, state.seats + 1):
        if other != eye:
            unknown = Counter(values_of(state.fields.rack[other])) - Counter(values_of(state.fields.known[other]))
            held = sum(n for value, n in unknown.items() if value in marked)
            assert held <= unknown.total() - min(int(view.old[eye, other]), unknown.total())


# Belief


def chi_square(seen: Counter[object], expected: dict[object, float]) -> float:
    """How far a sample is from what it should be."""
    total = seen.total()
    assert set(seen) <= set(expected), "imagined what cannot be"
    return sum((seen[key] - total * p) ** 2 / (total * p) for key, p in expected.items())


def sample(state: State, seat: int, look: Callable[[State], object], n: int = 1500) -> Counter[object]:
    """Compiled where that is possible: thousands of worlds. (The contract suite imagines in plain Python.)"""
    rng = seeded("belief")
    state = state._next(state.data, state._mask)
    state.engine = GAME.engine()
    return Counter(look(determinize(state, seat, rng)) for _ in range(n))


def racks_of(seat: int) -> Callable[[State], object]:
    return lambda state: tuple(values_of(state.fields.rack[seat]))


def evenly(worlds: Iterator[object]) -> dict[object, float]:
    """Each world as likely as any other; some may look alike."""
    counted = Counter(worlds)
    return {world: n / counted.total() for world, n in counted.items()}


def test_a_rack_is_any_of_the_unseen_tokens() -> None:
    state = drawn("", "7 7", "1 5", bag="5 6 1")
    expected = evenly(tuple(sorted(two)) for two in combinations((1, 1, 5, 5, 6), 2))
    assert len(expected) == 5
    assert chi_square(sample(state, 1, racks_of(2)), expected) < 18.5  # 4 degrees of freedom, p = 0.001


def test_three_racks_share_the_unseen_tokens() -> None:
    state = drawn("", "7 7", "1", "5 6", bag="8")
    worlds = (((one,), two) for one in (1, 5, 6, 8) for two in combinations([n for n in (1, 5, 6, 8) if n != one], 2))
    seen = sample(state, 1, lambda world: (racks_of(2)(world), racks_of(3)(world)))
    assert chi_square(seen, evenly(iter(worlds))) < 31.3  # 11 degrees of freedom


def test_what_i_exchanged_nobody_holds_who_has_not_drawn_since() -> None:
    state = drawn("", "7 7 7 7 7 7 90", "1 2 3 4 5 6 8", bag="9 10")
    state = follow(state, "swap 90", "* draw 1 9")
    unseen: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 8, 10)
    assert chi_square(sample(state, 1, racks_of(2)), evenly(iter(combinations(unseen, 7)))) < 24.4  # 7
    state = follow(state, "3@7I", "end", "* draw 2 10")
    # Six are from before, one is new: it may be the 90.
    unseen = (1, 2, 4, 5, 6, 8, 10)
    worlds = (tuple(sorted((*old, new))) for old in combinations(unseen, 6) for new in (90, *set(unseen) - set(old)))
    assert chi_square(sample(state, 1, racks_of(2)), evenly(worlds)) < 24.4


def test_known_tokens_lie_where_they_lie() -> None:
    state = drawn("", "12 2 50 1 90", "60 64", referee="contest")
    state = follow(state, "12@8I", "50@8F", "2@9G", "end", "2 contest 2")
    for seen in sample(state, 2, racks_of(1), 50):
        assert {2, 50} <= set(seen)  # type: ignore[call-overload]


def test_an_extra_token_is_in_the_rack_still_or_was_placed_since() -> None:
    state = drawn("8 . . . . . . 3 4 12 . . . . .", "60", "16 2 9", turn=2, bag="5 6")
    state = follow(state, "16@8J", "take", "* draw 2 5", "2@9G")
    assert state.view(1).show()["placed"][0]["extra"] == "?"
    # Seat 2 holds two of 5, 6, 9; the extra token is one of those or the 2 that was placed.
    worlds = ((two, extra) for two in combinations((5, 6, 9), 2) for extra in (*two, 2))
    seen = sample(state, 1, lambda world: (racks_of(2)(world), VALUES[int(world.fields.extra[0]) - 1]))
    assert chi_square(seen, evenly(iter(worlds))) < 26.2  # 8


def test_a_record_for_one_seat_hides_the_others() -> None:
    session = played(GAME, {}, 2, "hidden", jit=False)
    for seat in (0, 1, 2):
        for line in session.record(seat).lines[2:]:
            word, *rest = line.text.split()
            if word == "draw" and seat:
                assert (rest[1] == "?") == (int(rest[0]) != seat)
            if word == "swap":
                assert ("?" in rest) == (line.actor != seat)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_all_racks_are_open_at_the_end(seat: int) -> None:
    state = follow(drawn("", "7", "50 20", bag=""), "7@8I", "end")
    assert state.view(seat).show()["racks"] == [[], [20, 50]]
    assert token_of(int(state.fields.actions[0])) == 8
