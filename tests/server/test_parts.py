"""The parts of a room, each by itself: seats, presence, taking back, what was missed."""

from dataclasses import dataclass

import pytest

from damier.core.errors import NotYourTurn
from damier.core.registry import game
from damier.core.replay import Step
from damier.core.session import Session
from damier.server import recent, seating
from damier.server.presence import Presence
from damier.server.recent import RecentEvents
from damier.server.store import Seat
from damier.server.takeback import TakeBack

ADA = "first-secret-of-sixteen"
BO = "second-secret-of-sixteen"
SEATS = (
    Seat(1, "person", "Ada", "clover", seating.digest(ADA)),
    Seat(2, "open"),
    Seat(3, "bot", bot="gentle"),
)


# Seating


def test_a_secret_is_the_right_to_one_seat() -> None:
    assert seating.holder(SEATS, ADA) == 1
    assert seating.holder(SEATS, BO) is None
    assert seating.holder(SEATS, seating.digest(ADA)) is None, "what is stored is no secret"
    assert seating.former_holder(SEATS, ADA) is None


def test_an_open_seat_can_be_taken_and_no_other() -> None:
    taken = seating.take(SEATS, None, "Bo", "tree", BO)
    assert taken == Seat(2, "person", "Bo", "tree", seating.digest(BO))
    assert seating.take(SEATS, 2, "Bo", "tree", BO) == taken
    for wanted in (1, 3, 4):
        with pytest.raises(NotYourTurn):
            seating.take(SEATS, wanted, "Bo", "tree", BO)
    with pytest.raises(NotYourTurn):
        seating.take((SEATS[0], SEATS[2]), None, "Bo", "tree", BO)


def test_a_seat_given_to_a_bot_can_be_asked_back_by_who_held_it_and_nobody_else() -> None:
    bo = seating.take(SEATS, 2, "Bo", "tree", BO)
    seats = (SEATS[0], bo, SEATS[2])
    with pytest.raises(NotYourTurn):
        seating.give_to_bot(seats, 2, "gentle", is_free=False)
    given = seating.give_to_bot(seats, 2, "gentle", is_free=True)
    assert (given.kind, given.bot, given.secret_hash, given.word) == ("bot", "gentle", None, "tree")
    seats = (SEATS[0], given, SEATS[2])
    assert seating.holder(seats, BO) is None
    assert seating.former_holder(seats, BO) == 2
    assert seating.reclaim(seats, 2, BO) == bo
    for number, secret in ((2, ADA), (1, BO), (3, BO), (2, "another-secret-altogether")):
        with pytest.raises(NotYourTurn):
            seating.reclaim(seats, number, secret)
    left = seating.leave(bo)
    assert (left.kind, left.secret_hash) == ("open", None)
    taken_by_another = seating.take((SEATS[0], left, SEATS[2]), 2, "Cléa", "", "third-secret-of-sixteen")
    with pytest.raises(NotYourTurn):
        seating.reclaim((SEATS[0], taken_by_another, SEATS[2]), 2, BO)


def test_a_bot_needs_a_person_at_the_table() -> None:
    with pytest.raises(NotYourTurn):
        seating.give_to_bot(SEATS, 1, "gentle", is_free=True)
    with pytest.raises(NotYourTurn):
        seating.give_to_bot(SEATS, 3, "gentle", is_free=True)


def test_a_person_called_like_a_bot_is_not_shown_or_recorded_as_one() -> None:
    seats = (Seat(1, "person", "bot master"), Seat(2, "bot", bot="master"))
    assert seating.shown_names(seats, "en")[0] == "bot master"
    assert seating.shown_names(seats, "en")[1] not in ("bot master", "master", "")
    assert seating.record_names(seats) == ("Bot master", "bot master")


# Presence


@dataclass
class Connection:
    seats: tuple[int, ...]


def test_presence_counts_from_the_moment_the_last_connection_closed() -> None:
    now = 100.0
    connections = [Connection((1,)), Connection((1, 2))]
    presence = Presence(connections, lambda: now)
    assert presence.here() == {1, 2}
    assert presence.away_seconds(3) == 0.0
    now = 110.0
    assert presence.away_seconds(3) == 10.0, "never seen: away since the table was opened"
    gone = connections.pop()
    presence.leave(gone.seats)
    now = 115.0
    assert presence.away_seconds(1) == 0.0, "still there by the other connection"
    assert presence.away_seconds(2) == 5.0


# Taking back


def test_a_move_is_taken_back_when_every_other_person_agreed() -> None:
    take_back = TakeBack()
    assert not take_back.ask(1, [1, 2, 3])
    assert take_back.asker == 1
    assert not take_back.ask(1, [1, 2, 3]), "asking twice is no agreement"
    assert not take_back.ask(2, [1, 2, 3])
    assert take_back.ask(3, [1, 2, 3])
    take_back.close()
    assert take_back.ask(2, [2]), "against bots alone nobody has to agree"
    assert take_back.asker == 2
    take_back.close()
    assert not take_back.ask(1, [1, 2]), "an agreement given once is not kept"


# What was missed


def steps(n: int) -> list[Step]:
    session = Session(game("quatre"), None, ["Ada", "Bo"], jit=False)
    made: list[Step] = []
    for _ in range(n):
        made += session.propose(session.actors[0], session.state.moves()[0])
        session.commit((made[-1],))
    return made


def test_events_are_known_as_far_back_as_they_are_kept() -> None:
    made = steps(recent.MOST + 5)
    events = RecentEvents(0)
    for seq, step in enumerate(made, 1):
        events.add(seq, step)
    assert events.since(len(made)) == []
    assert events.since(len(made) - 2) == [(len(made) - 1, made[-2]), (len(made), made[-1])]
    known = events.since(5)
    assert known is not None
    assert [seq for seq, _ in known] == list(range(6, len(made) + 1))
    assert events.since(4) is None, "longer ago than is kept"
    assert events.since(len(made) + 1) is None, "the client is ahead: its history is not ours"


def test_nothing_is_known_before_something_was_taken_back() -> None:
    events = RecentEvents(0)
    first, second = steps(2)
    events.add(1, first)
    events.forget(2)
    assert events.since(2) == []
    assert events.since(1) is None
    events.add(3, second)
    assert events.since(2) == [(3, second)]
    assert events.since(1) is None
