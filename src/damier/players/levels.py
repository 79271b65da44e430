"""The ladder: gentle, steady, strong, master. What each means in a game is in that game's `bot.py`."""

import dataclasses
import json
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numpy as np

from damier.core.catalogue import Catalogue
from damier.core.compiled import compiled
from damier.core.contract import Ints, StateData, miss_chance
from damier.core.game import Game
from damier.core.rng import below
from damier.core.state import View
from damier.core.thinking import LADDER, OWN, Budget, Level, Thought
from damier.players.player import Need, Thinker, find, player

STRENGTH = "strength.json"  # in a game's folder: what `damier strength` measured there

# For games that say nothing: one move ahead, with a beginner's eyes or not; then a search that suits any game.
USUAL = {
    "gentle": Level("greedy", misses=100),
    "steady": Level("greedy"),
    "strong": Level("mcts", nodes=200),
    "master": Level("mcts", nodes=2000),
}


def levels(game: Game) -> Mapping[str, Level]:
    """The rungs of a game's ladder."""
    return {**USUAL, **getattr(game.bot, "LEVELS", {})}


def describe_level(name: str, game: Game, lang: str) -> str:
    """How a level plays in a game, and how strong it measured."""
    say = Catalogue(lang, game.folder, Path(__file__).parent)
    plays = say(f"level.{name}")
    found = measured(game.folder).get(name)
    if found is None:
        return plays
    against = find(found["against"]).label(lang)
    return f"{plays} {say('level.measured', against=against, percent=round(100 * found['score']), n=found['games'])}"


@cache
def measured(folder: Path) -> Mapping[str, Any]:
    """What is known of a game's levels: against whom, how many games, which share of the points."""
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


for _name in LADDER:
    player(_name, needs=_needs(_name), takes_nodes=False)(_thinker(_name))


def seen(view: View, actions: list[int], misses: int, rng: Ints) -> list[int]:
    """The actions noticed by who misses so much of what a beginner does; at least one."""
    listed = np.array(actions, np.int64)
    n = view.engine.bind(sys.modules[__name__]).notice(view.data, view.seat, listed, misses, rng)
    noticed: list[int] = listed[:n].tolist()
    return noticed


@compiled
def notice(view: StateData, seat: int, actions: Ints, misses: int, rng: Ints) -> int:
    """Move what is noticed to the front of `actions`, in order; answer how many those are."""
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
