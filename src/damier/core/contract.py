"""The compiled contract: the functions every game gives, by name.

Generic algorithms (perft, playouts, bots) import these names as if they were ordinary functions. `damier.core.twin`
makes a copy of such a module for each game, in which the names mean that game's functions. Called unbound, they
say so.

Conventions
- Actors are small numbers: 0 is chance, seats are 1..n. Arrays "per actor" are indexed by them directly.
- `actors` answers a bit mask: bit 0 chance, bit s seat s, 0 when the game is over.
- All numbers are signed 64-bit and never overflow, so that plain Python and compiled code agree.
"""

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

# A game's state: one NumPy record with named fields. Plain rules see np.record, compiled ones a struct, readers
# `damier.core.fields`.
Record = Any
Ints = NDArray[np.int64]

CHANCE = 0  # the actor that throws and draws; as a seat in `observe`, the watcher who holds nothing
OVER = 0  # the mask of a finished game
MAX_SEATS = 8
SURE = 10**6  # where the scales of `evaluate` and `rank` end: what is there needs no comparing

MAX_ACTIONS = 0  # most legal actions of one seat at once
MAX_OUTCOMES = 0  # most outcomes of one chance event; 0 for a game without chance


def _unbound(name: str) -> NoReturn:
    raise NotImplementedError(f"{name} belongs to a game: use this module through damier.core.twin")


def start(state: Record, options: Ints) -> None:
    """Fill a zeroed record. `options[0]` is the number of seats, the rest are the game's options in order."""
    _unbound("start")


def actors(state: Record) -> int:
    """The bit mask of those who may act now."""
    _unbound("actors")


def legal(state: Record, seat: int, out: Ints) -> int:
    """Write the seat's legal action numbers into `out`, each once; answer how many."""
    _unbound("legal")


def chances(state: Record, outcomes: Ints, weights: Ints) -> int:
    """Write the outcomes of the chance event due, ascending, with their integer weights; answer how many."""
    _unbound("chances")


def apply(state: Record, actor: int, action: int) -> None:
    """Carry out a legal action (or, for actor 0, an outcome) in place."""
    _unbound("apply")


def scores(state: Record, out: Ints) -> None:
    """Write the running or final result per seat into `out[1..n]`; the highest wins."""
    _unbound("scores")


def position_key(state: Record) -> int:
    """A number for transposition tables: equal for positions that play on alike, history aside."""
    _unbound("position_key")


def observe(state: Record, seat: int, view: Record) -> None:
    """Copy into the zeroed record `view` what the seat may know (0: what everybody may know)."""
    _unbound("observe")


def imagine(view: Record, seat: int, rng: Ints) -> None:
    """Fill the hidden fields of a seat's view in place with a sample that agrees with it."""
    _unbound("imagine")


def evaluate(state: Record, seat: int) -> int:
    """How good an unfinished position looks for the seat, between -SURE and SURE.

    SURE is kept for a seat to move that ends the game with its next action and wins.
    """
    _unbound("evaluate")


# What a game may add for those who search; `damier.core.counsel` has the defaults.


def rank(state: Record, seat: int, actions: Ints, n: int, ranks: Ints) -> None:
    """Write into `ranks` how promising each of the first n actions looks before it is tried; more is better.

    From SURE on an action is so clearly right that searches leave out all that are not.
    """
    _unbound("rank")


def policy(state: Record, seat: int, rng: Ints) -> int:
    """A quick, sensible action for the seat: what playouts do."""
    _unbound("policy")


def oversight(state: Record, seat: int, action: int) -> int:
    """How many of a hundred beginners would not see this action."""
    _unbound("oversight")


def table_key(state: Record) -> int:
    """As `position_key`, and equal for positions that are mirror images too."""
    _unbound("table_key")


def attempt(before: Record, after: Record, seat: int, action: int) -> None:
    """Make `after` what an action makes of `before`, for a search that goes back and forth.

    `after` began as a copy of the position the search set out from, so a game may copy less than everything. It may
    leave out what only the way to a position decides, if what is proved without it is true with it.
    """
    _unbound("attempt")


def forced(state: Record, seat: int) -> int:
    """1 where the seat to move loses at once unless it answers a threat, else 0."""
    _unbound("forced")


FUNCTIONS = (
    "start", "actors", "legal", "chances", "apply", "scores", "position_key", "observe", "imagine", "evaluate",
)  # fmt: skip
COUNSEL = ("rank", "policy", "oversight", "table_key", "attempt", "forced")
NAMES = frozenset((*FUNCTIONS, *COUNSEL, "MAX_ACTIONS", "MAX_OUTCOMES"))
