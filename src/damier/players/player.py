"""Bots by name: how they are registered, found, checked against a game, and asked for a move.

`find(name).think(view, actions, budget, rng)` is the only way to ask a bot. Whether a bot can play a game at all is
asked beforehand, with `check_fits`.

Bots come from three places:

- the modules of this package;
- installed packages, through the entry point group `damier.players`: the entry point's name is the bot's name, its
  object the bot's think function (a `Thinker`), which may be decorated with `@player` to declare what it needs;
- the modules named in `DAMIER_PLAYERS` (import paths, with commas), whose functions are decorated with `@player`: a way
  to try a bot before packaging it.
"""

import dataclasses
import importlib
import importlib.metadata
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Flag, auto
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Protocol

from damier.core.catalogue import Catalogue, Message, message
from damier.core.contract import Ints
from damier.core.errors import DamierError, Unfit, Unknown
from damier.core.game import Game
from damier.core.options import Options
from damier.core.state import View
from damier.core.thinking import LADDER, Budget, Thought

GROUP = "damier.players"  # the entry point group
VARIABLE = "DAMIER_PLAYERS"
BOT = "bot "  # how a bot's name begins in a record
FRIENDLY = LADDER[0]  # the default opponent

_TEXTS = Path(__file__).parent


class BrokenPlugin(DamierError):
    """A bot of another package cannot be loaded."""

    def __init__(self, what: Message) -> None:
        super().__init__(what)
        self.source = _TEXTS


class Thinker(Protocol):
    """The function behind a bot: from a seat's view and legal actions to a thought."""

    def __call__(self, view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
        """Return one of the actions (there is at least one) and what was found out about it.

        `rng` is the bot's own random source: for the same source and nodes it must return the same thought.
        """
        ...


class Need(Flag):
    """What a game must be like for a bot to play it."""

    NOTHING = 0
    TWO_SEATS = auto()
    NO_CHANCE = auto()
    NOTHING_HIDDEN = auto()

    def missing(self, game: Game, seats: int) -> "Need":
        """Return those of the needs that a game with so many seats does not meet."""
        missing = Need.NOTHING
        if seats != 2:
            missing |= Need.TWO_SEATS
        if game.has_chance:
            missing |= Need.NO_CHANCE
        if game.view.HIDES:
            missing |= Need.NOTHING_HIDDEN
        return self & missing


@dataclass(frozen=True, slots=True)
class Player:
    """A named bot."""

    name: str
    thinker: Thinker
    needs: Callable[[Game], Need] = lambda game: Need.NOTHING
    takes_nodes: bool = True  # whether `NAME:NODES` means anything
    objection: Callable[[Game, Options], Message | None] = lambda game, options: None  # to a game or its options
    nodes: int | None = None  # asked for by name, as in `mcts:500`

    def think(self, view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
        """Return the action to take and what is known about it. Nodes in the bot's name replace the budget's."""
        if self.nodes is not None:
            budget = dataclasses.replace(budget, nodes=self.nodes)
        return self.thinker(view, actions, budget, rng)

    def choose(self, view: View, actions: list[int], budget: Budget, rng: Ints) -> int:
        """Return only the action of what the bot thinks."""
        return self.think(view, actions, budget, rng).action

    def label(self, lang: str) -> str:
        """Return the name shown to people, which is the plain name where the catalogue has no other."""
        say = Catalogue(lang, _TEXTS)
        return say(f"bot.{self.name}") if f"bot.{self.name}" in say else self.name


_PLAYERS: dict[str, Player] = {}
_LOADED: set[str] = set()  # names of plug-ins that are registered by now
_LOADING = RLock()  # tables ask for bots from several threads


def player(
    name: str,
    *,
    needs: Need | Callable[[Game], Need] = Need.NOTHING,
    takes_nodes: bool = True,
    objection: Callable[[Game, Options], Message | None] = lambda game, options: None,
) -> Callable[[Thinker], Thinker]:
    """Register a think function as a bot.

    `needs` is what a game must be like, or a function that says so for a game. `takes_nodes` is False for a bot that
    does not look at the nodes of its budget. `objection` returns why the bot does not play a game with some options.
    """
    needed = (lambda game: needs) if isinstance(needs, Need) else needs

    def register(thinker: Thinker) -> Thinker:
        _PLAYERS[name] = Player(name, thinker, needed, takes_nodes, objection)
        return thinker

    return register


def players() -> Mapping[str, Player]:
    """Return all bots by name, those of other packages included."""
    _load_modules()
    for name in _plugins():
        _load_plugin(name)
    return _PLAYERS


def find(name: str) -> Player:
    """Return the bot of this name; `NAME:NODES` gives it so many nodes, whatever the budget says."""
    _load_modules()
    plain, colon, nodes = name.partition(":")
    if plain in _plugins():
        _load_plugin(plain)
    known = _PLAYERS.get(plain)
    if known is not None and not colon:
        return known
    if known is not None and known.takes_nodes and nodes.isdecimal() and int(nodes[:12]) > 0:
        return dataclasses.replace(known, name=name, nodes=int(nodes))
    names = ", ".join({**_PLAYERS, **_plugins()})
    raise Unknown(message("error.bot-unknown", bot=name, known=names))


def check_fits(name: str, game: Game, seats: int, options: Options | None = None) -> None:
    """Raise Unfit if a bot cannot play this game with so many seats, Unknown if there is no such bot.

    Without options the game's usual ones count.
    """
    bot = find(name)
    objection = bot.objection(game, game.read_options() if options is None else options)
    if objection is not None:
        raise Unfit(objection, source=_TEXTS)
    missing = bot.needs(game).missing(game, seats)
    for need, key in _REFUSALS.items():
        if need in missing:
            raise Unfit(message(key, bot=name, game=game.id, seats=seats), source=_TEXTS)


_REFUSALS = {
    Need.TWO_SEATS: "unfit.two-seats",
    Need.NO_CHANCE: "unfit.no-chance",
    Need.NOTHING_HIDDEN: "unfit.nothing-hidden",
}


@cache
def shown_name(name: str, lang: str) -> str:
    """Return how a table calls whoever sits on a seat: people by their name, bots by their label."""
    if not name.startswith(BOT):
        return name
    try:
        return find(name.removeprefix(BOT)).label(lang)
    except Unknown:
        return name


@cache
def _load_modules() -> None:
    """Import the modules that register bots: our own, and those of `DAMIER_PLAYERS`."""
    from damier.players import alphabeta, expectimax, greedy, levels, mcts, proof, random, rollouts  # noqa: F401

    for module in filter(None, os.environ.get(VARIABLE, "").split(",")):
        try:
            importlib.import_module(module)
        except Exception as error:
            raise BrokenPlugin(message("plugin.variable", variable=VARIABLE, module=module, why=_why(error))) from error


@cache
def _plugins() -> Mapping[str, importlib.metadata.EntryPoint]:
    """Return the bots that installed packages announce, by name. Nothing of them is imported yet."""
    return {point.name: point for point in importlib.metadata.entry_points(group=GROUP)}


def _load_plugin(name: str) -> None:
    point = _plugins()[name]
    with _LOADING:
        if name in _LOADED:
            return
        before = _PLAYERS.get(name)
        try:
            thinker = point.load()
        except Exception as error:
            raise BrokenPlugin(message("plugin.import", bot=name, object=point.value, why=_why(error))) from error
        if not callable(thinker):
            raise BrokenPlugin(message("plugin.no-function", bot=name, object=point.value))
        if before is not None and before.thinker is not thinker:
            _PLAYERS[name] = before  # where the plug-in's decorator has replaced it
            raise BrokenPlugin(message("plugin.taken", bot=name, object=point.value))
        if name not in _PLAYERS:  # else its decorator has registered it
            player(name)(thinker)
        _LOADED.add(name)


def _why(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
