"""The level `perfect`: its book, its proofs, and that nobody gets away from it.

By default a few games and positions; `DAMIER_LONG_TESTS=1` plays 1,000 games of each pairing.
"""

import hashlib
import os

import pytest

from damier.core.errors import Unfit
from damier.core.registry import game
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import LADDER, Budget, Thought
from damier.games.quatre import GAME
from damier.games.quatre.bot import starts
from damier.games.quatre.rules import RED
from damier.players.levels import adviser, levels
from damier.players.player import check_fits, find
from damier.players.proof import known, known_after, prove
from damier.solver.report import DRAWN, LOST, Value
from solver.positions import kept

LONG = os.environ.get("DAMIER_LONG_TESTS", "") not in ("", "0")
SHA256 = "4c306035e927f37b564c3df722312af3b790e96b79ff5500ff6b37955b4f1eee"
PLAYED = "played-10000.npz"  # positions of games between players that err now and then
IN_BOOK = "book-2000.npz"  # such positions that the book has
EXACT = {"rotated": 15, "mirrored": 19}  # plies in which red wins


def test_the_book_is_the_one_that_was_checked() -> None:
    assert hashlib.sha256(starts.FILE.read_bytes()).hexdigest() == SHA256
    assert starts.FILE.stat().st_size <= 8_000_000
    assert len(starts.book()) == 963_574


def test_the_book_has_the_exact_values_of_positions_from_play() -> None:
    for state, value in kept(IN_BOOK):
        found = known(state.view(RED), state.actions(RED))
        assert found is not None
        assert told(found) == value
        after = state.play(found.action)
        if value.distance == 1:
            assert after.outcome is not None
            assert after.outcome.winners == (RED,)
            continue
        reply = known(after.view(2), after.actions(2))
        if reply is not None:  # then it must fit
            distance = 0 if value.value == DRAWN else value.distance - 1
            assert told(reply) == Value(-value.value, distance)


def told(found: Thought | None) -> Value:
    """Return a thought as a value."""
    assert found is not None
    assert found.value is not None
    return Value((found.value > 0) - (found.value < 0), found.plies or 0)


def test_proofs_find_the_exact_number_of_plies() -> None:
    checked = 0
    for state, value in kept(PLAYED)[:: 1 if LONG else 50]:
        found = prove(state.view(RED), state.actions(RED), Budget(nodes=1_000_000, depth=7))
        if value.value == DRAWN or value.distance > 7:
            assert found is None
        else:
            assert found is not None
            assert found.exact
            assert told(found) == value
            checked += 1
    assert checked > 50


def test_a_proof_stops_when_its_nodes_are_used_up() -> None:
    state = State.start(GAME)
    assert prove(state.view(RED), state.actions(RED), Budget(nodes=2_000)) is None
    move = find("perfect").think(state.view(RED), state.actions(RED), Budget(seconds=0.1), seeded("a")).action
    assert state.write(RED, move) in ("A4-B3", "F3-E4")


@pytest.mark.parametrize("against", [*levels(GAME)])
@pytest.mark.parametrize("start", [*EXACT])
def test_red_wins_from_either_start_and_never_later_than_it_can(start: str, against: str) -> None:
    for number in range(1000 if LONG else 2):
        state = State.start(GAME, {"start": start})
        rng = seeded(f"{start} {against} {number}")
        plies = 0
        while not state.is_over:
            seat = state.actors[0]
            bot = find("perfect" if seat == RED else against)
            state = state.play(bot.think(state.view(seat), state.actions(seat), Budget(), rng).action)
            plies += 1
        assert state.outcome is not None
        assert state.outcome.winners == (RED,)
        assert plies <= EXACT[start]
        if against == "perfect":
            assert plies == EXACT[start], "who must lose holds out longest"


def looked_up(state: State) -> Thought | None:
    return starts.known(state.fields, state.actors[0])


def test_off_the_book_it_plays_into_the_book_and_never_into_a_known_loss() -> None:
    """In a position five plies from the start that no search of this size decides."""
    state = State.start(GAME)
    for move in ("F1-E2", "F4-E4", "F3:F1:D3", "A3-B2", "A2-B1"):
        state = state.play(move)
    view, actions = state.view(2), state.actions(2)
    assert looked_up(state) is None
    after = known_after(view, actions)
    for action, found in after.items():
        reply = looked_up(state.play(action))
        assert reply is not None
        assert found.value is not None
        assert told(found).value == -told(reply).value
        assert found.plies == (None if reply.plies is None else reply.plies + 1)
    wins = {state.write(2, action): found.plies for action, found in after.items() if told(found).value > 0}
    assert wins == {"F6:F4:D4": 13}
    chosen = find("perfect").think(view, actions, Budget(), seeded("a"))
    assert (state.write(2, chosen.action), chosen.plies, chosen.exact) == ("F6:F4:D4", 13, True)
    others = [action for action in actions if action != chosen.action]
    chosen = find("perfect").think(view, others, Budget(), seeded("a"))
    assert chosen.action not in after or told(after[chosen.action]).value >= 0


def test_the_book_claims_nothing_that_the_rules_may_prevent() -> None:
    state = State.start(GAME, {"ply-limit": "14"})
    assert looked_up(state) is None, "the limit comes before the win"
    assert looked_up(State.start(GAME, {"variant": "mix"})) is None
    state = State.start(GAME)
    for move in ("F1-E1", "F2-E2", "E1-F1", "E2-F2"):
        state = state.play(move)
    found = looked_up(state)
    assert found is not None
    assert not found.exact, "the start has stood twice"


def test_the_book_is_right_whoever_moves_and_however_the_board_lies() -> None:
    state = State.start(GAME).play("F1-E1")
    found = looked_up(state)
    turned = State.start(GAME).play("A6-B6")
    twin = looked_up(turned)
    assert found is not None
    assert twin is not None
    assert (found.value, found.plies) == (twin.value, twin.plies)
    assert told(found) == Value(1, 23)
    assert told(looked_up(State.start(GAME).play("A4-B3"))) == Value(LOST, 14)


def test_perfect_plays_the_plain_game_of_quatre_only() -> None:
    plain, mix = GAME.read_options(), GAME.read_options({"variant": "mix"})
    check_fits("perfect", GAME, 2, plain)
    with pytest.raises(Unfit) as refused:
        check_fits("perfect", GAME, 2, mix)
    assert str(refused.value.what.gaps["options"]) == "variant=plain"
    for other in ("foumath", "course", "template"):
        with pytest.raises(Unfit):
            check_fits("perfect", game(other), 2)
        assert adviser(game(other), game(other).read_options()) == LADDER[-1]
    assert adviser(GAME, plain) == "perfect"
    assert adviser(GAME, mix) == LADDER[-1]
    assert [*levels(GAME)] == [*LADDER, "perfect"]
