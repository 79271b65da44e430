"""What a room tells: the same event once for each seat and language, however many listen."""

from pathlib import Path
from typing import Any

from pydantic_core import to_json

from damier.core.events import Event
from damier.core.outcome import Outcome
from damier.core.state import State
from damier.core.telling import ending, masked, words_for
from damier.core.words import LANGUAGES, Words
from damier.players.player import shown_name


class Teller:
    """Turns events into messages. Keeps what each seat was last shown, to tell only what changed."""

    def __init__(self, state: State, names: list[str]) -> None:
        self.names = names
        self._shown: dict[int, tuple[State, dict[str, Any]]] = {}
        self._say = {lang: Words(lang, Path(__file__).parent, state.game.folder) for lang in LANGUAGES}

    def named(self, lang: str) -> list[str]:
        """How everybody is called in a language."""
        return [shown_name(name, lang) for name in self.names]

    def words(self, lang: str) -> Words:
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
        return {**outcome.as_json(), "words": self._say[lang](ending(outcome, self.named(lang)))}

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


class Telling:
    """One event on its way to many: each part is made once, when first asked for."""

    def __init__(
        self,
        teller: Teller,
        seq: int,
        before: State,
        event: Event,
        after: State,
        outcome: Outcome | None,
        playing: bool,
    ) -> None:
        self.before, self.event, self.after = before, event, after
        self._teller = teller
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
            outcome = dump(self._teller.outcome(self._outcome, lang)) if self._outcome else "null"
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
        words = self._teller.words(lang)(words_for(self.before, self.event, seat, self._teller.named(lang)))
        view = self._teller.changes(seat, self.before, self.after)
        return dump({"event": masked(self.before, self.event, seat), "words": words, "view": view})[:-1]


def dump(data: object) -> str:
    """Compact JSON."""
    return to_json(data).decode()
