"""State and View: a position as Python callers hold it. Both are values; playing returns a new one."""

import operator
from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from damier.core.bridge import NOT_LEGAL, NOT_NOW
from damier.core.catalogue import message
from damier.core.contract import CHANCE, MAX_SEATS, Ints, StateData
from damier.core.errors import DamierError, Malformed, NotYourTurn, Unknown
from damier.core.game import Engine, Game
from damier.core.options import Options
from damier.core.outcome import Outcome, ranked

_ACTORS = [tuple(actor for actor in range(MAX_SEATS + 1) if mask >> actor & 1) for mask in range(2 << MAX_SEATS)]


class State:
    """A complete position of a game. Sessions and engines hold it; players get a `View`."""

    __slots__ = ("_mask", "data", "engine", "fields", "game", "options", "seats")

    game: Game
    options: Options
    seats: int
    engine: Engine
    data: StateData
    fields: StateData  # its fields by name, to read
    _mask: int

    @classmethod
    def start(
        cls,
        game: Game,
        options: Mapping[str, str] | Options | None = None,
        seats: int | None = None,
        *,
        jit: bool | None = None,
    ) -> Self:
        """Return the first position of a game."""
        seats = game.seats.start if seats is None else seats
        if seats not in game.seats:
            players = message("facts.players")  # "2 to 4 players", as the game itself puts it
            what = message("error.seats", game=message("name"), players=players, seats=seats)
            raise Malformed(what, source=game.folder)
        state = cls.__new__(cls)
        state.game = game
        state.options = game.read_options(options)
        state.seats = seats
        state.engine = game.engine(jit)
        state.data = state.engine.blank()
        state.fields = state.engine.fields(state.data)
        state._mask = state.engine.bridge.begin(state.data, state.options.encode(seats))
        return state

    def on(self, engine: Engine) -> "State":
        """Return the same position on another engine of the game, such as the compiled one once it is ready."""
        return self if engine is self.engine else self._with(engine, self.data, self._mask)

    def _next(self, data: StateData, mask: int) -> "State":
        return self._with(self.engine, data, mask)

    def _with(self, engine: Engine, data: StateData, mask: int) -> "State":
        state = State.__new__(State)
        state.game = self.game
        state.options = self.options
        state.seats = self.seats
        state.engine = engine
        state.data = data
        state.fields = engine.fields(data)
        state._mask = mask
        return state

    # Turn and legal moves

    @property
    def actors(self) -> tuple[int, ...]:
        """Those who may act now: seats, or (0,) for chance; nobody when the game is over."""
        return _ACTORS[self._mask]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._mask == 0

    def actions(self, seat: int | None = None) -> list[int]:
        """Return the legal action numbers of a seat (by default of the one to act)."""
        seat = self._actor(seat)
        if seat == CHANCE or not self._mask >> seat & 1:
            return []
        listed: list[int] = self.engine.bridge.actions_of(self.data, seat).tolist()
        return listed

    def moves(self, seat: int | None = None) -> list[str]:
        """Return the legal moves of a seat, in notation."""
        seat = self._actor(seat)
        return self.engine.moves.write_all(self.fields, seat, self.actions(seat))

    def chances(self) -> list[tuple[int, int]]:
        """Return the outcomes of the chance event due, with their weights."""
        if not self._mask & 1:
            return []
        outcomes, weights = self.engine.bridge.chances_of(self.data).tolist()
        return list(zip(outcomes, weights, strict=True))

    # Playing

    def play(self, move: str | int, actor: int | None = None) -> "State":
        """Return the position after a move (text or action number); for chance, after an outcome."""
        actor = self._actor(actor)
        action = self.read(actor, move) if isinstance(move, str) else _action(move)
        data = self.engine.scratch()
        mask = self.engine.bridge.play(self.data, data, actor, action)
        if mask < 0:
            raise self._refusal(mask, actor, action)
        return self._next(data, mask)

    def expect_turn(self, actor: int) -> None:
        """Raise NotYourTurn unless an actor may act now."""
        if not self._mask >> actor & 1:
            raise self._not_now(actor)

    def _not_now(self, actor: int) -> NotYourTurn:
        return NotYourTurn(message("error.over")) if self.is_over else NotYourTurn.by(actor)

    def _refusal(self, code: int, actor: int, action: int) -> Exception:
        if code == NOT_NOW:
            return self._not_now(actor)
        assert code == NOT_LEGAL
        if actor == CHANCE:
            return Malformed(message("error.impossible-chance"))
        refusal = self.engine.moves.explain(self.fields, actor, action)
        refusal.source = self.game.folder
        return refusal

    def _actor(self, actor: int | None) -> int:
        if actor is not None:
            if not (isinstance(actor, int) and 0 <= actor <= self.seats):
                raise Unknown(message("error.no-seat", seat=str(actor), seats=self.seats))
            return actor
        mask = self._mask
        if mask == 0:
            raise NotYourTurn(message("error.over"))
        if mask & (mask - 1):
            raise NotYourTurn(message("error.several"))
        return mask.bit_length() - 1

    # Results and views

    @property
    def scores(self) -> tuple[int, ...]:
        """The running or final result of each seat."""
        out: Ints = np.zeros(MAX_SEATS + 1, np.int64)
        self.engine.bridge.scores_of(self.data, out)
        return tuple(out[1 : self.seats + 1].tolist())

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game goes on."""
        if self._mask:
            return None
        return ranked(self.game.rules.ENDINGS[int(self.fields.ending)], self.scores)

    @property
    def key(self) -> int:
        """The position key: equal for positions with the same future, history aside."""
        return int(self.engine.bridge.key_of(self.data))

    def view(self, seat: int) -> "View":
        """Return what a seat may know; seat 0 is a watcher."""
        seat = self._actor(seat)
        if not self.game.view.HIDES:
            return View(self, self.data, seat)  # both are values, so they can share memory
        data = self.engine.blank()
        self.engine.bridge.view_of(self.data, seat, data)
        return View(self, data, seat)

    def write(self, actor: int, action: int) -> str:
        """Return the notation of an action."""
        return self.engine.moves.write(self.fields, actor, action)

    def read(self, actor: int, text: str) -> int:
        """Return the action a notation names."""
        try:
            return self.engine.moves.read(self.fields, actor, text)
        except DamierError as error:
            error.source = self.game.folder
            raise

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game is other.game and bytes(self.data) == bytes(other.data)

    def __hash__(self) -> int:
        return hash(bytes(self.data))

    def __repr__(self) -> str:
        return f"<State of {self.game.id}, scores {self.scores}, to act {self.actors}>"


class View:
    """What one seat may know of a position. Players, watchers and pages get nothing else."""

    __slots__ = ("data", "engine", "game", "options", "seat", "seats")

    def __init__(self, state: State, data: StateData, seat: int) -> None:
        self.game = state.game
        self.engine = state.engine
        self.options = state.options
        self.seats = state.seats
        self.data = data
        self.seat = seat

    @property
    def fields(self) -> StateData:
        """The fields of the view by name, to read."""
        return self.engine.fields(self.data)

    def show(self) -> dict[str, Any]:
        """Return the view as plain data."""
        return self.engine.view.show(self.fields, self.seat)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.game is other.game and self.seat == other.seat and bytes(self.data) == bytes(other.data)

    def __hash__(self) -> int:
        return hash((self.seat, bytes(self.data)))


def _action(move: object) -> int:
    """Return an action number, whatever integer type it has; raises Malformed for anything else."""
    try:
        action = operator.index(move)  # type: ignore[arg-type]
    except TypeError:
        raise Malformed(message("error.not-an-action", move=str(move))) from None
    if not -(2**63) <= action < 2**63:
        raise Malformed(message("error.not-an-action", move=str(move)))
    return action
