"""The referee of one table: checks moves, draws chance, keeps the events. It owns the only random source."""

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
from damier.core.replay import Step, apply_event, opening, steps
from damier.core.state import State, View

Steps = tuple[Step, ...]


class Session:
    """A game being played.

    A move is a value: `propose` checks it and returns the steps it leads to, `commit` adopts them. In between they can
    be stored, and a session whose steps could not be stored has not changed.
    """

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
        self.last: Step | None = None
        self.outcome: Outcome | None = self.state.outcome
        self.tags: dict[str, str] = {}
        self._jit = jit
        self._seat_words: dict[int, str] = {}
        self._seed = (seed or fresh_seed()) if game.has_chance else None
        self._commit = commitment(self._seed) if self._seed else None
        self._drawn = 0

    @classmethod
    def resume(cls, record: Record, seed: bytes | None = None, *, jit: bool | None = None) -> "Session":
        """Return a session that goes on where a record stops. A game with chance needs the seed it committed to."""
        start = opening(record, jit=jit)
        session = cls(start.game, start.options, record.seats, seed=seed, jit=jit)
        if session._commit != record.commit and start.game.has_chance:
            key = "error.seed-wrong" if seed else "error.seed-missing"
            raise NotYourTurn(message(key, commit=record.commit or "–"))
        session.tags = dict(record.tags)
        session._seat_words = dict(record.seat_words)
        for step in steps(record, jit=jit):
            session.commit((step,))
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
        """Add a seat's own word to the chance; only before the first event."""
        if self.events:
            raise NotYourTurn(message("error.word-late"))
        self._seat_words[seat] = word

    def draw_chance(self) -> list[Event]:
        """Draw and commit the chance events that are due; return them."""
        return self.commit(self.propose_chance())

    def propose_chance(self) -> Steps:
        """Return the chance events that are due now, drawn from the seed; none where a seat is to act."""
        return () if self.outcome else tuple(self._chance_steps(self._current(), len(self.events), self._drawn))

    def _chance_steps(self, state: State, events: int, drawn: int) -> Iterator[Step]:
        while state.actors == (CHANCE,):
            outcomes = state.chances()
            index = self._fair().draw(drawn, [weight for _, weight in outcomes])
            step = apply_event(state, CHANCE, outcomes[index][0], events + 1)
            yield step
            state, events, drawn = step.after, events + 1, drawn + 1

    def _fair(self) -> FairChance:
        assert self._seed is not None, "a game without outcomes asked for chance"
        return FairChance(self._seed, tuple(self._seat_words.get(seat, "") for seat in range(1, len(self.seats) + 1)))

    # Moves

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that are to act now, or chance; nobody once the game is over."""
        return () if self.outcome else self.state.actors

    def propose(self, seat: int, move: str | int) -> Steps:
        """Check the move, draw the chance events that follow it and return them all as steps.

        The session does not change until they are passed to `commit`. Raises Malformed, Illegal or NotYourTurn.
        """
        if self.outcome:
            raise NotYourTurn(message("error.over"))
        if seat == CHANCE:
            raise NotYourTurn.by(CHANCE)
        first = apply_event(self._current(), seat, move, len(self.events) + 1)
        if first.outcome:
            return (first,)
        return (first, *self._chance_steps(first.after, first.seq, self._drawn))

    def commit(self, proposed: Steps) -> list[Event]:
        """Adopt proposed steps and return their events."""
        for step in proposed:
            if step.seq != len(self.events) + 1:
                raise ValueError(f"step {step.seq} does not follow event {len(self.events)}")
            self.events.append(step.event)
            self.last, self.state, self.outcome = step, step.after, step.outcome
            self._drawn += isinstance(step.event, Chanced)
        return [step.event for step in proposed]

    def move(self, seat: int, move: str | int) -> list[Event]:
        """Propose and commit a seat's move; return its event and the chance events that followed."""
        return self.commit(self.propose(seat, move))

    def resign(self, seat: int) -> list[Event]:
        """Let a seat give up a game of two."""
        return self.move(seat, RESIGN)

    def enter(self, actor: int, text: str) -> Step:
        """Commit an event that has already happened, from a log or another process, and return its step."""
        step = apply_event(self._current(), actor, text, len(self.events) + 1)
        self.commit((step,))
        return step

    def _current(self) -> State:
        """Return the state on the engine to use now: the compiled one as soon as it is ready."""
        return self.state if self._jit is not None else self.state.on(self.game.engine())

    # Taking back

    def undoable(self, seat: int) -> int:
        """Return the index of the seat's last move among the events; raises NotYourTurn if it may not be taken back.

        It may where nothing was revealed since: no chance event, and no game that hides anything.
        """
        own = [index for index, event in enumerate(self.events) if event.actor == seat]
        if not own:
            raise NotYourTurn(message("error.undo-nothing"))
        if self.game.view.HIDES or any(isinstance(event, Chanced) for event in self.events[own[-1] :]):
            raise NotYourTurn(message("error.undo-revealed"))
        return own[-1]

    def undo(self, seat: int) -> int:
        """Take back the seat's last move and everything after it; return how many events that were."""
        kept = self.undoable(seat)
        undone, before = len(self.events) - kept, self.events[:kept]
        self.events, self.last, self.state, self.outcome, self._drawn = [], None, self._start, None, 0
        for event in before:
            self.enter(event.actor, event.text)
        return undone

    # Views and records

    def view(self, seat: int) -> View:
        """Return what a seat may know; seat 0 is a watcher."""
        return self.state.view(seat)

    def record(self, seat: int | None = None) -> Record:
        """Return the game as a record: complete, or as one seat may read it. The seed is in it only after the end."""
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
        """Yield each event with the state before it."""
        state = self._start
        for event in self.events:
            yield state, event
            if not isinstance(event, Ended):
                state = state.play(event.action, event.actor)
