"""The compiled contract: the functions every game gives, by name.

Generic algorithms (perft, playouts, bots) import these names as if they were ordinary functions.
`damier.core.specialize` makes a copy of such a module for each game, in which the names mean that game's functions.
Called unbound, they raise NotImplementedError.

Conventions
- Actors are small numbers: 0 is chance, seats are 1..n. Arrays "per actor" are indexed by them directly.
- `actors` returns a bit mask: bit 0 chance, bit s seat s, 0 when the game is over.
- All numbers are signed 64-bit and never overflow, so that plain Python and compiled code agree.
"""

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

# A game's state: one NumPy record with named fields. Plain rules see np.record, compiled ones a struct, readers
# `damier.core.fields`.
StateData = Any
Ints = NDArray[np.int64]

CHANCE = 0  # the actor that throws and draws; as a seat in `observe`, the watcher who holds nothing
OVER = 0  # the mask of a finished game
MAX_SEATS = 8
SURE = 10**6  # where the scales of `evaluate` and `rank` end: what is there needs no comparing

MAX_ACTIONS = 0  # most legal actions of one seat at once
MAX_OUTCOMES = 0  # most outcomes of one chance event; 0 for a game without chance


def _unbound(name: str) -> NoReturn:
    raise NotImplementedError(f"{name} belongs to a game: use this module through damier.core.specialize")


def start(state: StateData, options: Ints) -> None:
    """Fill a zeroed record. `options[0]` is the number of seats, the rest are the game's options in order."""
    _unbound("start")


def actors(state: StateData) -> int:
    """The bit mask of those who may act now."""
    _unbound("actors")


def legal(state: StateData, seat: int, out: Ints) -> int:
    """Write the seat's legal action numbers into `out`, each once; answer how many."""
    _unbound("legal")


def chances(state: StateData, outcomes: Ints, weights: Ints) -> int:
    """Write the outcomes of the chance event due, ascending, with their integer weights; answer how many."""
    _unbound("chances")


def apply(state: StateData, actor: int, action: int) -> None:
    """Carry out a legal action (or, for actor 0, an outcome) in place."""
    _unbound("apply")


def scores(state: StateData, out: Ints) -> None:
    """Write the running or final result per seat into `out[1..n]`; the highest wins."""
    _unbound("scores")


def position_key(state: StateData) -> int:
    """A number for transposition tables: equal for positions that play on alike, history aside."""
    _unbound("position_key")


def observe(state: StateData, seat: int, view: StateData) -> None:
    """Copy into the zeroed record `view` what the seat may know (0: what everybody may know)."""
    _unbound("observe")


def determinize(view: StateData, seat: int, rng: Ints) -> None:
    """Fill the hidden fields of a seat's view in place with a sample that agrees with it."""
    _unbound("determinize")


def evaluate(state: StateData, seat: int) -> int:
    """How good an unfinished position looks for the seat, between -SURE and SURE.

    SURE is kept for a seat to move that ends the game with its next action and wins.
    """
    _unbound("evaluate")


# What a game may add for those who search; `damier.core.search_defaults` has the defaults.


def rank(state: StateData, seat: int, actions: Ints, n: int, ranks: Ints) -> None:
    """Write into `ranks` how promising each of the first n actions looks before it is tried; more is better.

    From SURE on an action is so clearly right that searches leave out all that are not.
    """
    _unbound("rank")


def policy(state: StateData, seat: int, rng: Ints) -> int:
    """A quick, sensible action for the seat: what playouts do."""
    _unbound("policy")


def miss_chance(state: StateData, seat: int, action: int) -> int:
    """How many of a hundred beginners would not see this action."""
    _unbound("miss_chance")


def table_key(state: StateData) -> int:
    """As `position_key`, and equal for positions that are mirror images too."""
    _unbound("table_key")


def apply_in_search(before: StateData, after: StateData, seat: int, action: int) -> None:
    """Make `after` what an action makes of `before`, for a search that goes back and forth.

    `after` began as a copy of the position the search set out from, so a game may copy less than everything. It may
    leave out what only the way to a position decides, if what is proved without it is true with it.
    """
    _unbound("apply_in_search")


def must_respond(state: StateData, seat: int) -> int:
    """1 where the seat to move loses at once unless it answers a threat, else 0."""
    _unbound("must_respond")


FUNCTIONS = (
    "start", "actors", "legal", "chances", "apply", "scores", "position_key", "observe", "determinize", "evaluate",
)  # fmt: skip
SEARCH_HOOKS = ("rank", "policy", "miss_chance", "table_key", "apply_in_search", "must_respond")
NAMES = frozenset((*FUNCTIONS, *SEARCH_HOOKS, "MAX_ACTIONS", "MAX_OUTCOMES"))
