"""Compile everything a table needs before it is needed; later runs find the machine code in the cache.

`python -m damier.players.warm ID …` does so in a process of its own and prints the id of each game that is ready.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator

from damier.core.game import Game
from damier.core.registry import game as game_named
from damier.core.rng import seeded
from damier.core.session import Session
from damier.core.thinking import Budget
from damier.players.levels import levels, levels_with
from damier.players.player import find
from damier.players.proof import PROOF, prove


def warm_up(game: Game) -> None:
    """Play some moves and let every level think about each, so that every function has been compiled."""
    session = Session(game, None, [str(seat) for seat in range(game.seats.start)])
    session.draw_chance()
    rng = seeded("warm up")
    for _ in range(4):
        if session.outcome:
            break
        seat = session.actors[0]
        view, actions = session.view(seat), session.state.actions(seat)
        names = levels_with(game, session.state.options)
        thoughts = [find(level).think(view, actions, Budget(seconds=0.01), rng) for level in names]
        if any(levels(game)[level].thinker == PROOF for level in names):
            prove(view, actions, Budget(seconds=0.01))  # a book may have spared it that
        session.move(seat, thoughts[0].action)
        _ = session.state.scores, session.state.key
    game.engine().mark_warm()


def cold(games: Iterable[Game]) -> list[Game]:
    """Return the games that are not compiled yet."""
    return [game for game in games if not game.engine(jit=None).warm]


def compiling(games: Iterable[Game]) -> Iterator[Game]:
    """Compile games in another process and yield each when it is ready."""
    command = [sys.executable, "-m", __name__, *(game.id for game in games)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as child:
        assert child.stdout is not None
        try:
            for line in child.stdout:
                yield game_named(line.strip())
        finally:
            child.kill()


def warm_up_behind(games: list[Game]) -> None:
    """Compile games in the background; until each is ready, it runs as plain Python."""
    for game in games:
        game.plain_for_now.set()

    def work() -> None:
        for game in compiling(games):
            game.plain_for_now.clear()
            warm_up(game)  # from the cache by now: a moment

    threading.Thread(target=work, name="warm", daemon=True).start()


def _end_with_parent() -> None:
    """Exit when the parent has ended, however it did: its end closes our input."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for asked in sys.argv[1:]:
        warm_up(game_named(asked))
        print(asked, flush=True)
