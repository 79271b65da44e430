"""The levels as bots: gentle to master in every game, higher ones in some. A game's `LEVELS` say what each is there."""

import dataclasses
import json
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numpy as np

from damier.core.catalogue import Catalogue, Message, message
from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData, miss_chance
from damier.core.game import Game
from damier.core.options import Options
from damier.core.rng import below
from damier.core.state import View
from damier.core.thinking import HIGHER, LADDER, OWN, Budget, Level, Thought
from damier.players.player import Need, Thinker, find, player

STRENGTH = "strength.json"  # in a game's folder, written by `damier strength`

# For games without LEVELS.
USUAL = {
    "gentle": Level("greedy", misses=100),
    "steady": Level("greedy"),
    "strong": Level("mcts", nodes=200),
    "master": Level("mcts", nodes=2000),
}


def levels(game: Game) -> Mapping[str, Level]:
    """Return what each level is in a game, weakest first."""
    return {**USUAL, **getattr(game.bot, "LEVELS", {})}


def levels_with(game: Game, options: Options) -> list[str]:
    """Return the levels that a game has with these options, weakest first."""
    return [name for name in levels(game) if _objection(name, game, options) is None]


def adviser(game: Game, options: Options) -> str:
    """Return the bot behind hints: the highest level."""
    return levels_with(game, options)[-1]


def _objection(name: str, game: Game, options: Options) -> Message | None:
    level = levels(game).get(name)
    if level is None:
        return message("unfit.no-level", bot=name, game=game.id)
    chosen = options.pairs()
    missing = ", ".join(f"{key}={value}" for key, value in level.only.items() if chosen[key] != value)
    return message("unfit.options", bot=name, game=game.id, options=missing) if missing else None


def describe_level(name: str, game: Game, lang: str) -> str:
    """Return one or two sentences: how this level plays, and its measured strength."""
    say = Catalogue(lang, game.folder, Path(__file__).parent)
    plays = say(f"level.{name}")
    found = measured(game.folder).get(name)
    if found is None:
        return plays
    against = find(found["against"]).label(lang)
    return f"{plays} {say('level.measured', against=against, percent=round(100 * found['score']), n=found['games'])}"


@cache
def measured(folder: Path) -> Mapping[str, Any]:
    """Return what `damier strength` wrote into a game's folder: for each level the opponent, games and score."""
    path = folder / STRENGTH
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def _thinker(name: str) -> Thinker:
    def think(view: View, actions: list[int], budget: Budget, rng: Ints) -> Thought:
        level = levels(view.game)[name]
        budget = dataclasses.replace(budget, nodes=level.nodes, depth=level.depth)
        if level.misses:
            actions = seen(view, actions, level.misses, rng)
        if len(actions) == 1:
            return Thought(actions[0])
        if level.thinker != OWN:
            return find(level.thinker).think(view, actions, budget, rng)
        thought: Thought = view.engine.bind(cast(ModuleType, view.game.bot)).think(view, actions, budget, rng)
        return thought

    return think


def _needs(name: str) -> Callable[[Game], Need]:
    def needs(game: Game) -> Need:
        thinker = levels(game)[name].thinker
        return Need.NOTHING if thinker == OWN else find(thinker).needs(game)

    return needs


for _name in (*LADDER, *HIGHER):
    player(_name, needs=_needs(_name), takes_nodes=False, objection=partial(_objection, _name))(_thinker(_name))


def seen(view: View, actions: list[int], misses: int, rng: Ints) -> list[int]:
    """Return the actions, at least one, that are left when each is missed with `misses` percent of its miss chance."""
    listed = np.array(actions, np.int64)
    n = view.engine.bind(sys.modules[__name__]).notice(view.data, view.seat, listed, misses, rng)
    noticed: list[int] = listed[:n].tolist()
    return noticed


@compiled
def notice(view: StateData, seat: int, actions: Ints, misses: int, rng: Ints) -> int:
    """Move the actions that are not missed to the front, in order, and return how many."""
    first = int(actions[below(rng, len(actions))])
    n = 0
    for i in range(len(actions)):
        action = int(actions[i])
        if below(rng, 100 * 100) >= misses * miss_chance(view[0], seat, action):
            actions[n] = action
            n += 1
    if n == 0:
        actions[0] = first
        n = 1
    return n
