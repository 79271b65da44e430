"""Replay: from a record to the game it tells, and the check of its chance."""

from collections.abc import Iterator
from dataclasses import dataclass

from damier.core.catalogue import message
from damier.core.contract import CHANCE
from damier.core.errors import DamierError, Malformed, NotYourTurn, RecordError, Tampered
from damier.core.events import RESIGN, Chanced, Ended, Event, Moved
from damier.core.fair import FairChance, commitment
from damier.core.outcome import Outcome
from damier.core.record import Line, Record
from damier.core.registry import game
from damier.core.state import State


@dataclass(frozen=True, slots=True)
class Step:
    """One event, what stood before it and what after; the game's outcome if it ended there."""

    seq: int
    line: Line
    event: Event
    before: State
    after: State
    outcome: Outcome | None


def opening(record: Record, *, jit: bool | None = None) -> State:
    """The position a record starts from."""
    try:
        played = game(record.game)
        version = 1 if record.rules is None else record.rules
        if version != played.rules_version:
            named = message("name")
            what = message("record.rules-version", game=named, version=version, current=played.rules_version)
            raise Malformed(what, source=played.folder)
        return State.start(played, record.options, len(record.seats), jit=jit)
    except DamierError as error:
        raise RecordError(_header_line(record, error), error) from None


def _header_line(record: Record, error: DamierError) -> int:
    option = f"option {error.what.gaps.get('option')}"
    if error.what.key == "record.rules-version":
        return record.numbers.get("rules", 1)
    if error.what.key == "error.seats":
        return record.numbers.get(f"seat {len(record.seats)}", 1)
    return record.numbers.get(option, record.numbers.get("game", 1))


def steps(record: Record, *, jit: bool | None = None) -> Iterator[Step]:
    """Play a record event by event; raises RecordError where it breaks a rule."""
    state = opening(record, jit=jit)
    outcome = state.outcome
    seq = 0
    for line in record.lines:
        if line.actor is None:
            continue
        if outcome is not None:
            raise RecordError(line.number, Malformed(message("record.after-end")))
        try:
            event, after = apply_event(state, line.actor, line.text)
        except DamierError as error:
            raise RecordError(line.number, error) from None
        seq += 1
        outcome = after.outcome if not isinstance(event, Ended) else resigned(after, event.actor)
        yield Step(seq, line, event, state, after, outcome)
        state = after


def apply_event(state: State, actor: int, move: str | int) -> tuple[Event, State]:
    """What an actor's move (notation or number) does to a state."""
    if actor > state.seats:
        raise Malformed(message("error.no-seat", seat=actor, seats=state.seats))
    if move == RESIGN and actor != CHANCE:
        return resign(state, actor), state
    if actor not in state.actors:
        raise NotYourTurn(message("error.over")) if state.is_over else NotYourTurn.by(actor)
    if isinstance(move, str) and "?" in move:
        raise Malformed(message("record.hidden"))
    action = state.read(actor, move) if isinstance(move, str) else move
    after = state.play(action, actor)
    written = state.write(actor, action)
    return (Chanced(action, written) if actor == CHANCE else Moved(actor, action, written)), after


def resign(state: State, seat: int) -> Ended:
    """A seat gives a game of two up."""
    if state.is_over:
        raise NotYourTurn(message("error.over"))
    if state.seats != 2:
        raise Malformed(message("error.resign-seats"))
    return Ended(seat)


def resigned(state: State, seat: int) -> Outcome:
    """How a game of two stands after a seat gave up."""
    return Outcome("resigned", tuple(2 if other == seat else 1 for other in range(1, state.seats + 1)))


def verify(record: Record, *, jit: bool | None = None) -> int:
    """Recompute every throw and draw from the seed; answer how many. Raises Tampered, or RecordError at a line."""
    chance = None
    index = 0
    for step in steps(record, jit=jit):
        if not isinstance(step.event, Chanced):
            continue
        chance = chance or _committed(record)
        outcomes = step.before.chances()
        expected, _ = outcomes[chance.draw(index, [weight for _, weight in outcomes])]
        if expected != step.event.action:
            said = step.before.write(CHANCE, expected)
            cause = Tampered(message("verify.differs", text=step.event.text, expected=said))
            raise RecordError(step.line.number, cause)
        index += 1
    return index


def _committed(record: Record) -> FairChance:
    if record.seed is None or record.commit is None:
        raise Tampered(message("verify.no-seed"))
    seed = bytes.fromhex(record.seed)
    if commitment(seed) != record.commit:
        raise RecordError(record.numbers.get("seed", 1), Tampered(message("verify.commit")))
    return FairChance(seed, seat_words_in_order(record))


def seat_words_in_order(record: Record) -> tuple[str, ...]:
    """What each seat added to the chance, empty where it said nothing."""
    return tuple(record.seat_words.get(seat, "") for seat in range(1, len(record.seats) + 1))
