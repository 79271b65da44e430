"""What a room tells: the same event once for each seat and language, however many listen."""

from pathlib import Path
from typing import Any

from pydantic_core import to_json

from damier.core.catalogue import LANGUAGES, Catalogue
from damier.core.event_text import event_sentence, outcome_sentence, redact
from damier.core.events import Event
from damier.core.outcome import Outcome
from damier.core.state import State
from damier.players.player import shown_name


class ViewCache:
    """Turns events into messages. Keeps what each seat was last shown, to tell only what changed."""

    def __init__(self, state: State, names: list[str]) -> None:
        self.names = names
        self._shown: dict[int, tuple[State, dict[str, Any]]] = {}
        self._say = {lang: Catalogue(lang, Path(__file__).parent, state.game.folder) for lang in LANGUAGES}

    def names_in(self, lang: str) -> list[str]:
        """How everybody is called in a language."""
        return [shown_name(name, lang) for name in self.names]

    def catalogue(self, lang: str) -> Catalogue:
        """The language a client speaks."""
        return self._say[lang]

    def changes(self, seat: int, before: State, after: State) -> dict[str, Any]:
        """The parts of a seat's view that an event changed."""
        state, old = self._shown.get(seat, (None, {}))
        if state is not before:  # nobody asked for this seat last time
            old = before.view(seat).show()
        new = after.view(seat).show()
        self._shown[seat] = after, new
        return {key: value for key, value in new.items() if key not in old or old[key] != value}

    def outcome(self, outcome: Outcome | None, lang: str) -> dict[str, Any] | None:
        """How it ended, with the words for it."""
        if outcome is None:
            return None
        return {**outcome.as_json(), "sentence": self._say[lang](outcome_sentence(outcome, self.names_in(lang)))}

    def snapshot(
        self,
        seq: int,
        state: State,
        outcome: Outcome | None,
        playing: bool,
        seats: tuple[int, ...],
        lang: str,
        last: str | None,
    ) -> str:
        """The table as it stands, for the seats a client holds."""
        parts = {
            str(seat): {
                "view": state.view(seat).show(),
                "legal": state.moves(seat) if seat and playing and seat in state.actors else [],
            }
            for seat in seats
        }
        return dump(
            {
                "type": "snapshot",
                "seq": seq,
                "scores": state.scores,
                "actors": [] if outcome else [actor or "*" for actor in state.actors],
                "outcome": self.outcome(outcome, lang),
                "seats": parts,
                "last": last,
            }
        )


class EventMessage:
    """One event on its way to many: each part is made once, when first asked for."""

    def __init__(
        self,
        views: ViewCache,
        seq: int,
        before: State,
        event: Event,
        after: State,
        outcome: Outcome | None,
        playing: bool,
    ) -> None:
        self.before, self.event, self.after = before, event, after
        self._views = views
        self._outcome = outcome
        self._asked = after.actors if outcome is None else ()
        self._playing = playing
        self._seen: dict[tuple[int, str], str] = {}
        self._legal: dict[int, str] = {}
        self._whole: dict[tuple[tuple[int, ...], str], str] = {}
        actors = [actor or "*" for actor in self._asked]
        head = {"type": "event", "seq": seq, "actor": event.actor or "*", "scores": after.scores, "actors": actors}
        self._head = dump(head)[:-1]  # open: the rest depends on who listens

    def for_client(self, seats: tuple[int, ...], lang: str) -> str:
        """The whole message for a client that holds these seats."""
        key = (seats, lang)
        whole = self._whole.get(key)
        if whole is None:
            parts = ",".join([self._part(seat, lang) for seat in seats])
            outcome = dump(self._views.outcome(self._outcome, lang)) if self._outcome else "null"
            whole = self._whole[key] = f'{self._head},"outcome":{outcome},"seats":{{{parts}}}}}'
        return whole

    def _part(self, seat: int, lang: str) -> str:
        eyes = seat if self.after.game.view.HIDES else 0  # where nothing is hidden, everybody sees the same
        seen = self._seen.get((eyes, lang))
        if seen is None:
            seen = self._seen[eyes, lang] = self._seen_by(eyes, lang)
        legal = "[]"
        if seat and self._playing and seat in self._asked:
            legal = self._legal.get(seat) or self._legal.setdefault(seat, dump(self.after.moves(seat)))
        return f'"{seat}":{seen},"legal":{legal}}}'

    def _seen_by(self, seat: int, lang: str) -> str:
        sentence = self._views.catalogue(lang)(
            event_sentence(self.before, self.event, seat, self._views.names_in(lang))
        )
        view = self._views.changes(seat, self.before, self.after)
        return dump({"event": redact(self.before, self.event, seat), "sentence": sentence, "view": view})[:-1]


def dump(data: object) -> str:
    """Compact JSON."""
    return to_json(data).decode()
