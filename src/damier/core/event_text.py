"""An event as text: its notation as a seat may read it, and a sentence for people."""

from collections.abc import Sequence

from damier.core.catalogue import Message, message
from damier.core.events import Ended, Event
from damier.core.outcome import Outcome
from damier.core.state import State


def redact(before: State, event: Event, seat: int) -> str:
    """Return the notation of an event as a seat may read it; `before` is the state it happened in."""
    if isinstance(event, Ended) or not before.game.view.HIDES:
        return event.text
    return before.engine.view.notation(before.fields, event.actor, event.action, seat)


def event_sentence(before: State, event: Event, seat: int, names: Sequence[str]) -> Message:
    """Return the sentence that tells a seat about an event; `before` is the state it happened in."""
    if isinstance(event, Ended):
        return message("event.resign", who=names[event.actor - 1])
    return with_names(before.engine.view.sentence(before.fields, event.actor, event.action, seat), names)


def with_names(sentence: Message, names: Sequence[str]) -> Message:
    """Return a message with people's names where a game wrote `message("seat", seat=2)`."""
    gaps = {name: _filled(gap, names) if isinstance(gap, Message) else gap for name, gap in sentence.gaps.items()}
    return Message(sentence.key, gaps)


def _filled(gap: Message, names: Sequence[str]) -> str | Message:
    return names[int(str(gap.gaps["seat"])) - 1] if gap.key == "seat" else with_names(gap, names)


def outcome_sentence(outcome: Outcome, names: Sequence[str]) -> Message:
    """Return the sentence that says who won and why."""
    loser = names[outcome.places.index(max(outcome.places))]
    why = message(f"end.{outcome.reason}", who=loser)
    winners = [names[seat - 1] for seat in outcome.winners]
    if not winners:
        return message("outcome.drawn", why=why)
    key = "outcome.won" if len(winners) == 1 else "outcome.shared"
    return message(key, who=enumeration(winners), why=why)


def enumeration(names: Sequence[str]) -> str | Message:
    """Return names as people list them: Ada, Bo and Cléa."""
    *first, last = names
    return message("outcome.and", first=", ".join(first), last=last) if first else last
