"""What a game consists of: the modules a folder under `games/` provides, and the `Game` that holds them."""

import importlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Event
from types import ModuleType
from typing import Any, Protocol, cast

import numpy as np

from damier.core import bridge
from damier.core.catalogue import Catalogue, Message
from damier.core.compiled import available
from damier.core.contract import Ints, StateData
from damier.core.errors import Illegal
from damier.core.fields import fields_of
from damier.core.options import Options
from damier.core.outcome import Outcome
from damier.core.specialize import Specializer


def state_type(game: str, *fields: tuple[Any, ...]) -> np.dtype[np.void]:
    """Return the NumPy type of a game's state.

    Numba tells record types apart by their fields, so the first one carries the game's name. `ending` is 0 while
    the game goes on and then the number of its reason in `ENDINGS`.
    """
    for name, *_ in fields:
        if hasattr(np.record, name):  # in plain Python `state.round` would be NumPy's method, not the field
            raise ValueError(f"a field cannot be named {name!r}: NumPy's records have that attribute")
    named = np.dtype([(f"game_{game}", np.int8), ("ending", np.int8), *fields], align=True)
    return np.dtype((np.record, named))  # an element of such an array has its fields as attributes, in plain Python too


class Rules(Protocol):
    """`rules.py`: the compiled contract over the state type `STATE`."""

    STATE: np.dtype[np.void]
    MAX_ACTIONS: int
    MAX_OUTCOMES: int
    ENDINGS: tuple[str, ...]  # reasons by number; the first stands for "not over"

    def start(self, state: StateData, options: Ints) -> None: ...
    def actors(self, state: StateData) -> int: ...
    def legal(self, state: StateData, seat: int, out: Ints) -> int: ...
    def chances(self, state: StateData, outcomes: Ints, weights: Ints) -> int: ...
    def apply(self, state: StateData, actor: int, action: int) -> None: ...
    def scores(self, state: StateData, out: Ints) -> None: ...
    def position_key(self, state: StateData) -> int: ...

    def seating(self, outcome: Outcome) -> tuple[int, ...]:
        """Return who sits where when the same players go on: the present seat of whoever will sit at 1, 2, …"""
        ...


class Moves(Protocol):
    """`moves.py`: action numbers and outcomes as text, and back."""

    def write(self, state: StateData, actor: int, action: int) -> str:
        """Return the notation of an action that is legal in this state."""
        ...

    def write_all(self, state: StateData, actor: int, actions: list[int]) -> list[str]:
        """Return the notations of several legal actions. Tables list them after every event, so this should be fast."""
        ...

    def read(self, state: StateData, actor: int, text: str) -> int:
        """Return the action a text names, legal or not; raises Malformed where it names none."""
        ...

    def explain(self, state: StateData, seat: int, action: int) -> Illegal:
        """Return why an action that `legal` does not list is refused, with the rule."""
        ...


class Views(Protocol):
    """`view.py`: what a seat may know, as an allow-list."""

    HIDES: bool  # whether any seat ever holds something that another may not know

    def observe(self, state: StateData, seat: int, view: StateData) -> None: ...

    def show(self, view: StateData, seat: int) -> dict[str, Any]:
        """Return a view as plain data, for drawing it."""
        ...

    def notation(self, state: StateData, actor: int, action: int, seat: int) -> str:
        """Return the notation of an event (in the state before it) as the seat may read it, `?` for what it may not."""
        ...

    def sentence(self, state: StateData, actor: int, action: int, seat: int) -> Message:
        """Return the sentence that tells the seat about the same event."""
        ...


class Bot(Protocol):
    """`bot/hooks.py`: what a search must know of this game.

    It may also define any of the contract's `SEARCH_HOOKS` and, in plain Python, `LEVELS` (how each level plays, see
    `damier.core.thinking`), `think` (a search of its own), `known` (from a state and the seat to move, what a
    book says, as a thought or None) and `reason` (a sentence that says why an action is good).
    """

    def evaluate(self, state: StateData, seat: int) -> int: ...


class Belief(Protocol):
    """`belief.py`: samples of what a seat does not see."""

    def determinize(self, view: StateData, seat: int, rng: Ints) -> None: ...


class Engine:
    """One game's functions, plain or compiled, and memory for its states."""

    def __init__(self, game: "Game", jit: bool) -> None:
        self.jit = jit
        self._specializer = Specializer(game.id, game.package, game.folder, game.modules, jit)
        self.bridge = self.bind(bridge)
        self.moves: Moves = self.bind(cast(ModuleType, game.moves))
        self.view: Views = self.bind(cast(ModuleType, game.view))
        self._type = game.rules.STATE
        self.fields = fields_of(self._type)

    def bind(self, module: ModuleType) -> Any:
        """Return a module's copy for this game, its contract names bound. (`Any`: its functions are the module's.)"""
        return self._specializer.bind(module)

    @property
    def warm(self) -> bool:
        """Whether an earlier run left its machine code behind."""
        return self._specializer.warm

    def mark_warm(self) -> None:
        """Remember that everything a table needs has been compiled."""
        self._specializer.mark_warm()

    def scratch(self) -> StateData:
        """Return memory for one state that is about to be overwritten completely."""
        return np.empty(1, self._type) if self.jit else self.blank()

    def blank(self, n: int = 1) -> StateData:
        """Return `n` zeroed states."""
        return np.zeros(n, self._type)


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its modules, its engines, its folder."""

    id: str
    package: str
    seats: range
    options: type[Options]
    rules: Rules
    moves: Moves
    view: Views
    bot: Bot
    belief: Belief | None = None
    rules_version: int = 1  # raised when a change of the rules makes old records replay differently
    plain_for_now: Event = field(default_factory=Event, repr=False)  # set while the compiler is at work elsewhere
    _engines: dict[bool, Engine] = field(default_factory=dict, repr=False)

    @cached_property
    def folder(self) -> Path:
        """The game's folder."""
        return Path(str(sys.modules[self.package].__file__)).parent

    @property
    def modules(self) -> list[ModuleType]:
        """The modules that define the compiled contract, the most specific first."""
        from damier.core import search_defaults

        given = (self.rules, self.view, self.bot, self.belief, search_defaults)
        return [cast(ModuleType, module) for module in given if module is not None]

    @property
    def has_chance(self) -> bool:
        """Whether dice are thrown or things drawn in this game."""
        return self.rules.MAX_OUTCOMES > 0

    def engine(self, jit: bool | None = None) -> Engine:
        """Return the game's functions: compiled where numba is installed, or as asked."""
        if jit is None:
            jit = available() and not self.plain_for_now.is_set()
        if jit not in self._engines:
            self._engines[jit] = Engine(self, jit)
        return self._engines[jit]

    def catalogue(self, language: str) -> Catalogue:
        """Return the game's sentences in a language."""
        return Catalogue(language, self.folder)

    def part(self, name: str) -> Any:
        """Return a module of the folder that only some callers need, such as `render`."""
        return importlib.import_module(f"{self.package}.{name}")

    def read_options(self, pairs: Mapping[str, str] | Options | None = None) -> Options:
        """Return options from texts, the rest at their defaults."""
        if isinstance(pairs, Options):
            return pairs
        return self.options.read(pairs or {})
