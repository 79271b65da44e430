"""The referee: checks, draws, appends; a refused move changes nothing."""

from itertools import pairwise

import pytest

from damier.core.catalogue import Catalogue
from damier.core.errors import DamierError, Illegal, Malformed, NotYourTurn
from damier.core.record import parse
from damier.core.registry import game
from damier.core.rng import seeded
from damier.core.session import Session
from damier.testing.walks import pick


def quatre() -> Session:
    return Session(game("quatre"), None, ["Ada", "Bo"], jit=False)


def miniature(seed: bytes = b"s" * 32) -> Session:
    session = Session(game("miniature"), {"vote": "no"}, ["Ada", "Bo"], seed=seed, jit=False)
    session.draw_chance()
    return session


def test_a_refused_move_changes_nothing() -> None:
    session = quatre()
    session.move(1, "F1-E2")
    before, state = list(session.events), session.state
    for seat, move, error in (
        (1, "F3-E3", NotYourTurn),
        (2, "rubbish", Malformed),
        (2, "A1-A2", Illegal),
        (0, "A1-B1", NotYourTurn),
        (3, "A1-B1", Malformed),
        (2, 10**9, Illegal),
        (2, "?", Malformed),
    ):
        with pytest.raises(error):
            session.move(seat, move)
        assert session.events == before
        assert session.state is state


def test_an_error_speaks_both_languages_and_names_the_rule() -> None:
    session = quatre()
    with pytest.raises(Illegal) as caught:
        session.move(1, "F1-F2")
    assert caught.value.say(Catalogue("en")) == "F2 is taken (R4)."
    assert caught.value.say(Catalogue("fr")) == "F2 est occupée (R4)."


def test_undo_takes_back_the_seats_last_move_and_the_answers_to_it() -> None:
    session = quatre()
    for seat, move in ((1, "F1-E2"), (2, "A1-B1"), (1, "F3-E3"), (2, "A3-B3")):
        session.move(seat, move)
    assert session.undo(1) == 2
    assert [event.text for event in session.events] == ["F1-E2", "A1-B1"]
    assert session.actors == (1,)
    assert session.undo(2) == 1
    assert session.undo(1) == 1
    with pytest.raises(NotYourTurn, match="no move to take back"):
        session.undo(1)


def test_what_was_thrown_or_is_hidden_cannot_be_taken_back() -> None:
    session = miniature()
    session.move(1, "roll")
    with pytest.raises(NotYourTurn, match="can no longer be taken back"):
        session.undo(1)


def test_resigning_a_game_of_two() -> None:
    session = quatre()
    session.resign(2)
    assert session.outcome is not None
    assert (session.outcome.reason, session.outcome.winners, session.actors) == ("resigned", (1,), ())
    with pytest.raises(NotYourTurn, match="over"):
        session.move(1, "F1-E2")
    three = Session(game("miniature"), None, ["Ada", "Bo", "Cy"], jit=False)
    with pytest.raises(Malformed, match="Only a game for two"):
        three.resign(1)


def test_words_of_the_seats_change_the_chance_and_come_before_it() -> None:
    plain, worded = (Session(game("miniature"), None, ["Ada", "Bo"], seed=b"s" * 32, jit=False) for _ in range(2))
    for seat in (1, 2):
        worded.add_word(seat, f"word of {seat}")
    for session in (plain, worded):
        session.draw_chance()
        session.move(1, "roll")
    assert [event.text for event in plain.events] != [event.text for event in worded.events]
    with pytest.raises(NotYourTurn, match="before the first event"):
        worded.add_word(1, "late")


def test_a_table_is_taken_up_again_where_it_stopped() -> None:
    session = miniature()
    rng = seeded("resume")
    for _ in range(5):
        session.move(*pick(session.state, rng))
    record = parse(session.record().write())
    again = Session.resume(record, session.secret_seed, jit=False)
    assert again.events == session.events
    assert again.state == session.state
    session.move(*(move := pick(session.state, rng)))
    again.move(*move)
    assert again.events == session.events, "the chance goes on as it would have"
    for seed, said in ((None, "missing"), (b"x" * 32, "does not match the commitment")):
        with pytest.raises(DamierError, match=said):
            Session.resume(record, seed, jit=False)


def test_several_may_act_at_once_in_any_order() -> None:
    session = Session(game("miniature"), {"rounds": "2"}, ["Ada", "Bo", "Cy"], seed=b"v" * 32, jit=False)
    session.draw_chance()
    rng = seeded("votes")
    while len(session.actors) < 2:
        session.move(*pick(session.state, rng))
    assert set(session.actors) == {1, 2, 3}
    session.move(3, "go")
    session.move(1, "go")
    assert set(session.actors) == {2}
    with pytest.raises(NotYourTurn):
        session.move(1, "go")
    session.move(2, "go")
    assert session.outcome is not None
    assert session.outcome.reason == "vote"


def test_an_answer_out_of_turn() -> None:
    session = miniature()
    session.move(1, "challenge 2")
    assert session.actors == (2,)
    session.move(2, "concede")
    assert session.state.scores == (2, 0)
    assert session.actors == (2,)


def test_proposing_changes_nothing_and_committing_adopts_exactly_what_was_proposed() -> None:
    session = miniature()
    events, state, outcome = list(session.events), session.state, session.outcome
    steps = session.propose(1, "roll")
    assert (session.events, session.state, session.outcome) == (events, state, outcome)
    assert steps == session.propose(1, "roll"), "the same move draws the same chance"
    assert [step.seq for step in steps] == [len(events) + n for n in range(1, len(steps) + 1)]
    assert steps[0].before is state
    assert all(one.after is two.before for one, two in pairwise(steps))
    assert session.commit(steps) == [step.event for step in steps]
    assert session.events == [*events, *(step.event for step in steps)]
    assert session.state is steps[-1].after
    assert session.last is steps[-1]


def test_a_proposal_that_was_overtaken_is_not_adopted() -> None:
    session = quatre()
    first, second = session.propose(1, "F1-E2"), session.propose(1, "F3-E3")
    session.commit(first)
    with pytest.raises(ValueError, match="does not follow"):
        session.commit(second)
    assert [event.text for event in session.events] == ["F1-E2"]


def test_chance_is_proposed_only_where_it_is_due() -> None:
    session = Session(game("miniature"), {"vote": "no"}, ["Ada", "Bo"], seed=b"s" * 32, jit=False)
    due = session.propose_chance()
    assert due
    assert not session.events
    session.commit(due)
    assert session.propose_chance() == ()
    assert quatre().propose_chance() == ()
