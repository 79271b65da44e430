"""Messages to clients: what is the same for several of them is made and encoded once."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from damier.core.catalogue import LANGUAGES, Catalogue
from damier.core.contract import actor_symbol
from damier.core.event_text import event_sentence, outcome_sentence, redact
from damier.core.game import Game
from damier.core.outcome import Outcome
from damier.core.replay import Step
from damier.core.state import State
from damier.server.protocol import Actor, Ending, EventMessage, SeatEvent, SeatView, Snapshot, encode, encoded
from damier.server.seating import shown_names
from damier.server.store import Seat


def symbols(actors: Sequence[int]) -> list[Actor]:
    """Return actors as messages write them."""
    return [actor_symbol(actor) for actor in actors]


def changes(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a view that differ from an older one."""
    return {key: value for key, value in new.items() if key not in old or old[key] != value}


def ending_of(outcome: Outcome, names: Sequence[str], catalogue: Catalogue) -> Ending:
    """Return how a game ended, with the sentence for it."""
    sentence = catalogue(outcome_sentence(outcome, names))
    return Ending(outcome.reason, list(outcome.places), list(outcome.winners), sentence)


class TableText:
    """The catalogues and the names of one table, in each language."""

    def __init__(self, game: Game, seats: Sequence[Seat]) -> None:
        self.catalogues = {lang: Catalogue(lang, Path(__file__).parent, game.folder) for lang in LANGUAGES}
        self.rename(seats)

    def rename(self, seats: Sequence[Seat]) -> None:
        """Use the names of those who sit there now."""
        self.names = {lang: shown_names(seats, lang) for lang in LANGUAGES}

    def ending(self, outcome: Outcome | None, lang: str) -> Ending | None:
        return ending_of(outcome, self.names[lang], self.catalogues[lang]) if outcome else None


class ViewCache:
    """The view last shown to each seat, to send only what changed."""

    def __init__(self) -> None:
        self._shown: dict[int, tuple[State, dict[str, Any]]] = {}

    def changes(self, seat: int, before: State, after: State) -> dict[str, Any]:
        """Return the parts of a seat's view that an event changed."""
        state, old = self._shown.get(seat, (None, {}))
        if state is not before:  # nobody looked through this seat's eyes at the event before
            old = before.view(seat).show()
        new = after.view(seat).show()
        self._shown[seat] = after, new
        return changes(old, new)


class EventBroadcast:
    """One event on its way to many clients: each part is made once, when first needed."""

    def __init__(self, seq: int, step: Step, text: TableText, views: ViewCache, *, playing: bool) -> None:
        self._seq = seq
        self._step = step
        self._text = text
        self._views = views
        self._playing = playing
        self._actors = () if step.outcome else step.after.actors
        self._hides = step.after.game.view.HIDES
        self._scores = list(step.after.scores)
        self._symbols = symbols(self._actors)
        self._seen: dict[int, tuple[str, Any]] = {}
        self._sentences: dict[tuple[int, str], str] = {}
        self._legal: dict[int, list[str]] = {}
        self._messages: dict[tuple[tuple[int, ...], str], bytes] = {}

    def for_client(self, seats: tuple[int, ...], lang: str) -> bytes:
        """Return the message for a client that holds these seats."""
        message = self._messages.get((seats, lang))
        if message is None:
            step = self._step
            message = self._messages[seats, lang] = encode(
                EventMessage(
                    self._seq,
                    actor_symbol(step.event.actor),
                    self._scores,
                    self._symbols,
                    self._text.ending(step.outcome, lang) if step.outcome else None,
                    {str(seat): self._for_seat(seat, lang) for seat in seats},
                )
            )
        return message

    def _for_seat(self, seat: int, lang: str) -> SeatEvent:
        eyes = seat if self._hides else 0  # where nothing is hidden, everybody sees the same
        event, view = self._seen_by(eyes)
        return SeatEvent(event, self._sentence(eyes, lang), view, self._legal_moves(seat))

    def _seen_by(self, eyes: int) -> tuple[str, Any]:
        """Return the event and the encoded changes of the view as a seat may see them."""
        seen = self._seen.get(eyes)
        if seen is None:
            step = self._step
            changed = encoded(self._views.changes(eyes, step.before, step.after))
            seen = self._seen[eyes] = redact(step.before, step.event, eyes), changed
        return seen

    def _sentence(self, eyes: int, lang: str) -> str:
        sentence = self._sentences.get((eyes, lang))
        if sentence is None:
            step = self._step
            message = event_sentence(step.before, step.event, eyes, self._text.names[lang])
            sentence = self._sentences[eyes, lang] = self._text.catalogues[lang](message)
        return sentence

    def _legal_moves(self, seat: int) -> list[str]:
        if not (seat and self._playing and seat in self._actors):
            return []
        legal = self._legal.get(seat)
        if legal is None:
            legal = self._legal[seat] = self._step.after.moves(seat)
        return legal


def snapshot(
    seq: int,
    state: State,
    outcome: Outcome | None,
    last: Step | None,
    text: TableText,
    seats: tuple[int, ...],
    lang: str,
    *,
    playing: bool,
) -> bytes:
    """Return the message that shows a client the table as it stands, through the seats it holds."""
    views = {
        str(seat): SeatView(
            state.view(seat).show(), state.moves(seat) if seat and playing and seat in state.actors else []
        )
        for seat in seats
    }
    return encode(
        Snapshot(
            seq,
            list(state.scores),
            [] if outcome else symbols(state.actors),
            text.ending(outcome, lang),
            views,
            redact(last.before, last.event, seats[0]) if last else None,
        )
    )
