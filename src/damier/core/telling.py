"""Telling: what happened, as a seat may read it and in words."""

from collections.abc import Sequence

from damier.core.events import Ended, Event
from damier.core.outcome import Outcome
from damier.core.state import State
from damier.core.words import Message, message


def masked(state: State, event: Event, seat: int) -> str:
    """An event, in the state before it, as a seat may read it."""
    if isinstance(event, Ended) or not state.game.view.HIDES:
        return event.text
    return state.engine.view.notation(state.record, event.actor, event.action, seat)


def words_for(state: State, event: Event, seat: int, names: Sequence[str]) -> Message:
    """An event, in the state before it, as a sentence for a seat."""
    if isinstance(event, Ended):
        return message("event.resign", who=names[event.actor - 1])
    return named(state.engine.view.words(state.record, event.actor, event.action, seat), names)


def named(said: Message, names: Sequence[str]) -> Message:
    """A message with the names of the people where a game says `message("seat", seat=2)`."""
    filled = {name: _filled(gap, names) if isinstance(gap, Message) else gap for name, gap in said.gaps.items()}
    return Message(said.key, filled)


def _filled(gap: Message, names: Sequence[str]) -> str | Message:
    return names[int(str(gap.gaps["seat"])) - 1] if gap.key == "seat" else named(gap, names)


def ending(outcome: Outcome, names: Sequence[str]) -> Message:
    """Who won and why."""
    loser = names[outcome.places.index(max(outcome.places))]
    why = message(f"end.{outcome.reason}", who=loser)
    winners = [names[seat - 1] for seat in outcome.winners]
    if not winners:
        return message("outcome.drawn", why=why)
    key = "outcome.won" if len(winners) == 1 else "outcome.shared"
    return message(key, who=listed(winners), why=why)


def listed(names: Sequence[str]) -> str | Message:
    """Names one after another: Ada, Bo and Cléa."""
    *first, last = names
    return message("outcome.and", first=", ".join(first), last=last) if first else last
