"""The compiled contract: the functions every game provides, by name.

Generic algorithms (perft, playouts, bots) import these names as if they were ordinary functions.
`damier.core.specialize` makes a copy of such a module for each game, in which the names mean that game's functions.
Called unbound, they raise NotImplementedError.

Conventions
- Actors are small numbers: 0 is chance, seats are 1..n. Arrays "per actor" are indexed by them directly.
- `actors` returns a bit mask: bit 0 chance, bit s seat s, 0 when the game is over.
- All numbers are signed 64-bit and never overflow, so that plain Python and compiled code agree.
"""

from typing import Any, Final, Literal, NoReturn

import numpy as np
from numpy.typing import NDArray

# A game's state: one NumPy record with named fields. Plain rules see an np.record, compiled ones a struct, Python
# callers `damier.core.fields`.
StateData = Any
Ints = NDArray[np.int64]

CHANCE = 0  # the actor that throws and draws; as a seat in `observe`, the watcher who holds nothing
OVER = 0  # the mask of a finished game
MAX_SEATS = 8
CHANCE_SYMBOL: Final = "*"  # chance in records and messages
SURE = 10**6  # the end of the scales of `evaluate` and `rank`: a certain win, a move that must be played

MAX_ACTIONS = 0  # most legal actions of one seat at once
MAX_OUTCOMES = 0  # most outcomes of one chance event; 0 for a game without chance


def actor_symbol(actor: int) -> int | Literal["*"]:
    """Return an actor as records and messages write it: a seat's number, or `*` for chance."""
    return actor or CHANCE_SYMBOL


def _unbound(name: str) -> NoReturn:
    raise NotImplementedError(f"{name} belongs to a game: use this module through damier.core.specialize")


def start(state: StateData, options: Ints) -> None:
    """Fill a zeroed record. `options[0]` is the number of seats, the rest are the game's options in order."""
    _unbound("start")


def actors(state: StateData) -> int:
    """Return the bit mask of those who may act now."""
    _unbound("actors")


def legal(state: StateData, seat: int, out: Ints) -> int:
    """Write the seat's legal action numbers into `out`, each once, and return how many there are."""
    _unbound("legal")


def chances(state: StateData, outcomes: Ints, weights: Ints) -> int:
    """Write the outcomes of the chance event due, ascending, with their integer weights, and return how many."""
    _unbound("chances")


def apply(state: StateData, actor: int, action: int) -> None:
    """Apply a legal action (or, for actor 0, a chance outcome) in place."""
    _unbound("apply")


def scores(state: StateData, out: Ints) -> None:
    """Write the running or final result per seat into `out[1..n]`; the highest wins."""
    _unbound("scores")


def position_key(state: StateData) -> int:
    """Return a number for transposition tables: equal for positions with the same future, history aside."""
    _unbound("position_key")


def observe(state: StateData, seat: int, view: StateData) -> None:
    """Copy into the zeroed `view` what the seat may know (seat 0: what everybody may know)."""
    _unbound("observe")


def determinize(view: StateData, seat: int, rng: Ints) -> None:
    """Fill the hidden fields of a seat's view in place with a sample that agrees with it."""
    _unbound("determinize")


def evaluate(state: StateData, seat: int) -> int:
    """Return how good an unfinished position looks for the seat, between -SURE and SURE.

    SURE is reserved for a seat to move that can win the game with its next action.
    """
    _unbound("evaluate")


# Optional hooks for searches and bots; `damier.core.search_defaults` has the defaults.


def rank(state: StateData, seat: int, actions: Ints, n: int, ranks: Ints) -> None:
    """Write into `ranks` how promising each of the first n actions looks before it is tried; more is better.

    Where some actions rank SURE or higher, searches consider only those.
    """
    _unbound("rank")


def policy(state: StateData, seat: int, rng: Ints) -> int:
    """Return a quick, sensible action for the seat; playouts follow it."""
    _unbound("policy")


def miss_chance(state: StateData, seat: int, action: int) -> int:
    """Return the percentage of beginners who overlook this action."""
    _unbound("miss_chance")


def table_key(state: StateData) -> int:
    """Return a position key that is also equal for symmetric positions."""
    _unbound("table_key")


def apply_in_search(before: StateData, after: StateData, seat: int, action: int) -> None:
    """Write into `after` the state that an action leads to from `before`.

    `after` began as a copy of the root of the search, so a game may copy only what changes. It may ignore rules that
    depend on how a position was reached, provided that what a search proves without them holds with them.
    """
    _unbound("apply_in_search")


def must_respond(state: StateData, seat: int) -> int:
    """Return 1 where the seat to move loses at once unless it parries a threat, else 0."""
    _unbound("must_respond")


FUNCTIONS = (
    "start", "actors", "legal", "chances", "apply", "scores", "position_key", "observe", "determinize", "evaluate",
)  # fmt: skip
SEARCH_HOOKS = ("rank", "policy", "miss_chance", "table_key", "apply_in_search", "must_respond")
NAMES = frozenset((*FUNCTIONS, *SEARCH_HOOKS, "MAX_ACTIONS", "MAX_OUTCOMES"))
