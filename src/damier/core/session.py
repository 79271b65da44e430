"""The referee of one table: checks a move, draws chance, appends events. It owns the only random source."""

from collections.abc import Iterator, Mapping, Sequence

from damier.core.catalogue import message
from damier.core.contract import CHANCE
from damier.core.errors import NotYourTurn
from damier.core.event_text import redact
from damier.core.events import RESIGN, Chanced, Ended, Event
from damier.core.fair import FairChance, commitment, fresh_seed
from damier.core.game import Game
from damier.core.options import Options
from damier.core.outcome import Outcome
from damier.core.record import Line, Record
from damier.core.replay import apply_event, opening, resigned, steps
from damier.core.state import State, View


class Session:
    """A game being played. Its events are the truth; the state follows from them."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, str] | Options | None,
        seats: Sequence[str],
        *,
        seed: bytes | None = None,
        jit: bool | None = None,
    ) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.state = self._start = State.start(game, options, len(seats), jit=jit)
        self.events: list[Event] = []
        self.tags: dict[str, str] = {}
        self._seat_words: dict[int, str] = {}
        self._seed = (seed or fresh_seed()) if game.has_chance else None
        self._commit = commitment(self._seed) if self._seed else None
        self._drawn = 0

    @classmethod
    def resume(cls, record: Record, seed: bytes | None = None, *, jit: bool | None = None) -> "Session":
        """Take a table up again where its record stops. A game with chance needs the seed it committed to."""
        start = opening(record, jit=jit)
        session = cls(start.game, start.options, record.seats, seed=seed, jit=jit)
        if session._commit != record.commit and start.game.has_chance:
            key = "error.seed-wrong" if seed else "error.seed-missing"
            raise NotYourTurn(message(key, commit=record.commit or "–"))
        session.tags = dict(record.tags)
        session._seat_words = dict(record.seat_words)
        for step in steps(record, jit=jit):
            session._append(step.event, step.after)
        return session

    # Chance

    @property
    def commitment(self) -> str | None:
        """What is published of the seed; None for a game without chance."""
        return self._commit

    @property
    def secret_seed(self) -> bytes | None:
        """The seed, for whoever stores the table. Nobody else may see it before the end."""
        return self._seed

    def add_word(self, seat: int, word: str) -> None:
        """Give a seat its part in the chance, before anything happened."""
        if self.events:
            raise NotYourTurn(message("error.word-late"))
        self._seat_words[seat] = word

    def begin(self) -> list[Event]:
        """Draw what chance owes now: before the first move, or after a resumed record."""
        drawn: list[Event] = []
        while self.state.actors == (CHANCE,) and not self.outcome:
            outcomes = self.state.chances()
            index = self._fair().draw(self._drawn, [weight for _, weight in outcomes])
            event, after = apply_event(self.state, CHANCE, outcomes[index][0])
            self._append(event, after)
            drawn.append(event)
        return drawn

    def _fair(self) -> FairChance:
        assert self._seed is not None, "a game without outcomes asked for chance"
        return FairChance(self._seed, tuple(self._seat_words.get(seat, "") for seat in range(1, len(self.seats) + 1)))

    # Moves

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        last = self.events[-1] if self.events else None
        return resigned(self.state, last.actor) if isinstance(last, Ended) else self.state.outcome

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that are asked now; nobody once the game is over."""
        return () if self.outcome else self.state.actors

    def move(self, seat: int, move: str | int) -> list[Event]:
        """Play a seat's move; answer it and all that chance answered. A refused move changes nothing."""
        if self.outcome:
            raise NotYourTurn(message("error.over"))
        if seat == CHANCE:
            raise NotYourTurn.by(CHANCE)
        event, after = apply_event(self.state, seat, move)
        self._append(event, after)
        return [event, *self.begin()]

    def resign(self, seat: int) -> list[Event]:
        """Let a seat give up a game of two."""
        return self.move(seat, RESIGN)

    def _append(self, event: Event, after: State) -> None:
        self.events.append(event)
        self.state = after
        self._drawn += isinstance(event, Chanced)

    def enter(self, actor: int, text: str) -> None:
        """Take in an event that has already happened: from a record, or from another process."""
        self._append(*apply_event(self.state, actor, text))

    def undoable(self, seat: int) -> int:
        """Where the seat's last move stands among the events, if it may be taken back.

        It may where nothing was revealed since: no chance, and no game that hides anything.
        """
        mine = [index for index, event in enumerate(self.events) if event.actor == seat]
        if not mine:
            raise NotYourTurn(message("error.undo-nothing"))
        if self.game.view.HIDES or any(isinstance(event, Chanced) for event in self.events[mine[-1] :]):
            raise NotYourTurn(message("error.undo-revealed"))
        return mine[-1]

    def undo(self, seat: int) -> int:
        """Take back the seat's last move and all after it; answer how many events that were."""
        point = self.undoable(seat)
        gone, kept = len(self.events) - point, self.events[:point]
        self.events, self.state, self._drawn = [], self._start, 0
        for event in kept:
            self.enter(event.actor, event.text)
        return gone

    # What may be told

    def view(self, seat: int) -> View:
        """What a seat may know; seat 0 is a watcher."""
        return self.state.view(seat)

    def record(self, seat: int | None = None) -> Record:
        """The table as a record: complete, or as one seat may read it. The seed is shown at the end only."""
        return Record(
            game=self.game.id,
            seats=self.seats,
            rules=self.game.rules_version,
            options=self.state.options.pairs(),
            lines=tuple(Line(event.actor, text) for event, text in zip(self.events, self._texts(seat), strict=True)),
            seat_words=dict(sorted(self._seat_words.items())),
            commit=self._commit,
            seed=self._seed.hex() if self._seed and self.outcome else None,
            tags=dict(self.tags),
        )

    def _texts(self, seat: int | None) -> list[str]:
        if seat is None:
            return [event.text for event in self.events]
        return [redact(state, event, seat) for state, event in self.states_before()]

    def states_before(self) -> Iterator[tuple[State, Event]]:
        """Each event with the state before it."""
        state = self._start
        for event in self.events:
            yield state, event
            if not isinstance(event, Ended):
                state = state.play(event.action, event.actor)
