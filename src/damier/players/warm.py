"""Compile all that a table needs, once; later runs find it in the cache."""

from damier.core.game import Game
from damier.core.rng import seeded
from damier.core.session import Session
from damier.players.player import players


def warm_up(game: Game) -> None:
    """Let every bot choose once and play some moves, so that each function has been called."""
    session = Session(game, None, [str(seat) for seat in range(game.seats.start)])
    session.begin()
    rng = seeded("warm up")
    for _ in range(4):
        if session.outcome:
            break
        seat = session.actors[0]
        view, actions = session.view(seat), session.state.actions(seat)
        chosen = [bot.choose(view, actions, rng) for bot in players().values()]
        session.move(seat, chosen[0])
        _ = session.state.scores, session.state.key
    game.engine().twins.mark_warm()
