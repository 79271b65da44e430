"""Replay: plays the events of a record, and checks its chance."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from damier.core.catalogue import message
from damier.core.contract import CHANCE
from damier.core.errors import DamierError, Malformed, NotYourTurn, RecordError, Tampered
from damier.core.events import RESIGN, Chanced, Ended, Event, Moved
from damier.core.fair import FairChance, commitment
from damier.core.outcome import Outcome
from damier.core.record import Line, Record
from damier.core.registry import game
from damier.core.state import State

_NO_LINE = Line(None)


@dataclass(frozen=True, slots=True)
class Step:
    """One event, the state before and after it, and the outcome if the game ended there."""

    seq: int  # the event's number in the game, from 1
    event: Event
    before: State
    after: State
    outcome: Outcome | None
    line: Line = _NO_LINE  # where it stands in the record it was read from


def opening(record: Record, *, jit: bool | None = None) -> State:
    """Return the position a record starts from."""
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
    """Replay a record event by event; raises RecordError where it breaks a rule."""
    state = opening(record, jit=jit)
    outcome = state.outcome
    seq = 0
    for line in record.lines:
        if line.actor is None:
            continue
        if outcome is not None:
            raise RecordError(line.number, Malformed(message("record.after-end")))
        seq += 1
        try:
            step = apply_event(state, line.actor, line.text, seq)
        except DamierError as error:
            raise RecordError(line.number, error) from None
        yield replace(step, line=line)
        state, outcome = step.after, step.outcome


def apply_event(state: State, actor: int, move: str | int, seq: int = 1) -> Step:
    """Return the step that an actor's move (notation or action number) makes as event number `seq`."""
    if not 0 <= actor <= state.seats:
        raise Malformed(message("error.no-seat", seat=actor, seats=state.seats))
    if move == RESIGN and actor != CHANCE:
        return Step(seq, _resign(state, actor), state, state, resigned(state, actor))
    state.expect_turn(actor)
    if isinstance(move, str) and "?" in move:
        raise Malformed(message("record.hidden"))
    action = state.read(actor, move) if isinstance(move, str) else move
    after = state.play(action, actor)
    text = state.write(actor, action)
    event = Chanced(action, text) if actor == CHANCE else Moved(actor, action, text)
    return Step(seq, event, state, after, after.outcome)


def _resign(state: State, seat: int) -> Ended:
    if state.is_over:
        raise NotYourTurn(message("error.over"))
    if state.seats != 2:
        raise Malformed(message("error.resign-seats"))
    return Ended(seat)


def resigned(state: State, seat: int) -> Outcome:
    """Return the outcome of a game of two that a seat gave up."""
    return Outcome("resigned", tuple(2 if other == seat else 1 for other in range(1, state.seats + 1)))


def verify(record: Record, *, jit: bool | None = None) -> int:
    """Recompute every throw and draw from the seed and return how many there are.

    Raises Tampered where the seed is missing or not the committed one, RecordError at the line that differs.
    """
    chance = None
    index = 0
    for step in steps(record, jit=jit):
        if not isinstance(step.event, Chanced):
            continue
        chance = chance or _committed(record)
        outcomes = step.before.chances()
        expected, _ = outcomes[chance.draw(index, [weight for _, weight in outcomes])]
        if expected != step.event.action:
            text = step.before.write(CHANCE, expected)
            cause = Tampered(message("verify.differs", text=step.event.text, expected=text))
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
    """Return the word each seat added to the chance, empty where it gave none."""
    return tuple(record.seat_words.get(seat, "") for seat in range(1, len(record.seats) + 1))
