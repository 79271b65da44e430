"""Every bot in every registered game: it chooses legal moves, always the same ones, and knows only its view.

Also how bots are found by name, plugged in by other packages, and refused where they do not fit.
"""

import dataclasses
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from _pytest.mark.structures import ParameterSet

from damier.analysis.arena import Match, tournament
from damier.core.errors import Unfit, Unknown
from damier.core.game import Game
from damier.core.registry import game as game_named
from damier.core.registry import games
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import HIGHER, LADDER, Budget, Level
from damier.players.player import Player, check_fits, find, players
from damier.testing.contract import determinize
from damier.testing.walks import walk

POSITIONS = 3
BUDGET = Budget(nodes=40, depth=6)
AT_HOME = ("random", "greedy", *LADDER, *HIGHER)  # who sits at real tables; they are compiled there


def pairs(*, hiding: bool) -> list[ParameterSet]:
    """Who plays what: every level in every game, every search in the small ones, plain."""
    found = []
    for game in games().values():
        real = game.package.startswith("damier.games.") and "._" not in game.package
        for bot in players().values():
            objects = bot.objection(game, game.read_options()) is not None
            fits = not objects and not bot.needs(game).missing(game, game.seats[-1])
            if fits and (bot.name in AT_HOME or not real) and (game.view.HIDES or not hiding):
                found.append(pytest.param(game, bot, id=f"{game.id}-{bot.name}"))
    return found


def positions(game: Game, bot: Player) -> Iterator[tuple[State, int]]:
    """Some states of a random game in which a seat has a choice."""
    found = 0
    jit = None if bot.name in AT_HOME else False
    for number, turn in enumerate(walk(game, {}, game.seats[-1], "bots", jit=jit)):
        if turn.actor and number >= 20 * found and len(turn.state.actions(turn.actor)) > 1:
            yield turn.state, turn.actor
            found += 1
        if found == POSITIONS:
            return


@pytest.mark.parametrize(("game", "bot"), pairs(hiding=False))
def test_choices_are_legal_and_the_same_again(game: Game, bot: Player) -> None:
    for state, seat in positions(game, bot):
        view, actions = state.view(seat), state.actions(seat)
        before = bytes(view.data), bytes(state.data), list(actions)
        thoughts = [bot.think(view, actions, BUDGET, seeded("choice")) for _ in range(2)]
        assert thoughts[0].action in actions
        assert thoughts[0] == thoughts[1]
        assert bot.choose(view, actions, BUDGET, seeded("choice")) == thoughts[0].action
        assert (bytes(view.data), bytes(state.data), actions) == before, "what a bot was given stays as it was"


@pytest.mark.parametrize(("game", "bot"), pairs(hiding=True))
def test_nobody_reads_what_is_hidden(game: Game, bot: Player) -> None:
    """The same view of different hidden states gives the same choice."""
    differed = 0
    for state, seat in positions(game, bot):
        worlds = [determinize(state, seat, seeded("world", number)) for number in range(2)]
        differed += worlds[0] != worlds[1]
        actions = state.actions(seat)
        thoughts = [bot.think(world.view(seat), actions, BUDGET, seeded("choice")) for world in (state, *worlds)]
        assert len(set(thoughts)) == 1
    assert differed


def test_nodes_in_a_name_replace_those_of_the_budget() -> None:
    state = State.start(game_named("template"), jit=False)
    for name in ("mcts:50", "rollouts:50", "expectimax:50", "alphabeta:50"):
        thought = find(name).think(state.view(1), state.actions(), Budget(nodes=5000), seeded("nodes"))
        plain = find(name.partition(":")[0])
        assert 0 < thought.nodes <= 50
        assert thought == plain.think(state.view(1), state.actions(), Budget(nodes=50), seeded("nodes"))
    assert find("mcts:500").think(state.view(1), state.actions(), Budget(nodes=7), seeded("nodes")).nodes == 500
    assert find("mcts").think(state.view(1), state.actions(), Budget(nodes=7), seeded("nodes")).nodes == 7


@pytest.mark.parametrize("name", ["genius", "", "mcts:", "mcts:0", "mcts:-1", "mcts:x", "master:50", "greedy:5", ":5"])
def test_names_that_are_no_bot(name: str) -> None:
    """Nodes are refused, too, for bots that would not look at them."""
    with pytest.raises(Unknown, match="There is no bot"):
        find(name)
    with pytest.raises(Unknown, match="There is no bot"):
        check_fits(name, game_named("template"), 2)


def test_a_bot_fits_or_is_refused_with_the_reason() -> None:
    template, miniature = game_named("template"), game_named("miniature")
    for bot in players():
        if bot in HIGHER:
            with pytest.raises(Unfit):
                check_fits(bot, template, 2)
            continue
        check_fits(bot, template, 2)
        if bot not in ("alphabeta", "proof"):
            check_fits(bot, template, 4)
            check_fits(bot, miniature, 3)
    with pytest.raises(Unfit, match="alphabeta:9 plays only games for two; this one of template has 3 seats"):
        check_fits("alphabeta:9", template, 3)
    with pytest.raises(Unfit, match="without chance"):
        check_fits("alphabeta", miniature, 2)


def test_a_level_fits_where_the_search_behind_it_does() -> None:
    template = game_named("template")
    bot = SimpleNamespace(**vars(template.bot), LEVELS={"master": Level("alphabeta"), "strong": Level("own")})
    duel = dataclasses.replace(template, bot=bot)
    check_fits("master", duel, 2)
    check_fits("strong", duel, 3)
    check_fits("steady", duel, 3)
    with pytest.raises(Unfit, match="master plays only games for two"):
        check_fits("master", duel, 3)


def test_the_arena_refuses_a_bot_that_does_not_fit() -> None:
    with pytest.raises(Unfit):
        tournament(Match("miniature", ("random", "alphabeta"), 2, seed=1))


PLUGIN = """
from damier.core.thinking import Thought
from damier.players.player import Need, player

def last(view, actions, budget, rng):
    return Thought(actions[-1], nodes=budget.nodes)

@player("duellist", needs=Need.TWO_SEATS)
def duel(view, actions, budget, rng):
    return Thought(actions[0])

NUMBER = 5
"""
ASK = """
from damier.core.registry import game
from damier.core.rng import seeded
from damier.core.state import State
from damier.core.thinking import Budget
from damier.players.player import check_fits, find, players
"""


def with_plugin(folder: Path, points: str, code: str, **env: str) -> str:
    """Run code where a package with these entry points is installed; return what it prints, or its last error line."""
    (folder / "plugged.py").write_text(PLUGIN)
    info = folder / "plugged-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[damier.players]\n{points}\n")
    path = os.pathsep.join([str(folder), os.environ["PYTHONPATH"]])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ASK + code],
        env={**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1", **env},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


def test_bots_of_installed_packages_are_found_by_their_entry_points(tmp_path: Path) -> None:
    code = """
state = State.start(game("template"), {"sticks": "9"}, 2)
thought = find("last:70").think(state.view(1), state.actions(), Budget(), seeded(1))
print(thought.action, thought.nodes, "last" in players(), "duellist" in players())
try:
    check_fits("duellist", game("template"), 3)
except Exception as error:
    print(error)
"""
    points = "last = plugged:last\nduellist = plugged:duel"
    first, second = with_plugin(tmp_path, points, code).splitlines()
    assert first == "3 70 True True"
    assert second == "The bot duellist plays only games for two; this one of template has 3 seats."


@pytest.mark.parametrize(
    ("point", "said"),
    [
        ("broken = plugged:missing", "The bot “broken” (plugged:missing) cannot be loaded: AttributeError"),
        ("broken = nowhere:think", "The bot “broken” (nowhere:think) cannot be loaded: ModuleNotFoundError"),
        ("broken = plugged:NUMBER", "The bot “broken” (plugged:NUMBER) is not a function"),
        ("master = plugged:last", "The bot “master” (plugged:last) has the name of a bot that is there already"),
    ],
)
def test_a_broken_plugin_is_named_and_hurts_no_other_bot(point: str, said: str, tmp_path: Path) -> None:
    name = point.partition(" ")[0]
    assert said in with_plugin(tmp_path, point, f"find('random'); find('mcts:5'); find({name!r})")


def test_a_bot_can_be_tried_before_it_is_packaged(tmp_path: Path) -> None:
    code = "print(find('duellist').name)"
    assert with_plugin(tmp_path, "", code, DAMIER_PLAYERS="plugged") == "duellist"


def test_a_module_to_try_that_is_not_there_is_named(tmp_path: Path) -> None:
    said = with_plugin(tmp_path, "", "find('random')", DAMIER_PLAYERS="nowhere")
    assert "DAMIER_PLAYERS names nowhere, which cannot be imported: ModuleNotFoundError" in said
