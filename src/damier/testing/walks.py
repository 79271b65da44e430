"""Random games for tests, seeded so that failures can be reproduced."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from damier.core.contract import CHANCE, Ints
from damier.core.game import Game
from damier.core.options import Choice
from damier.core.rng import below, seeded, weighted
from damier.core.session import Session
from damier.core.state import State

MAX_EVENTS = 20_000


@dataclass(frozen=True, slots=True)
class Turn:
    """A state of a random game and the event that follows."""

    state: State
    actor: int
    action: int


def variations(game: Game) -> Iterator[tuple[dict[str, str], int]]:
    """Yield options and seats: the defaults for each number of seats, then every other value of an option once."""
    for seats in game.seats:
        yield {}, seats
    for name, kind in game.options.kinds().items():
        others = kind.values[1:] if isinstance(kind, Choice) else {str(kind.low), str(kind.high)} - {str(kind.default)}
        for value in sorted(others):
            yield {name: value}, game.seats[-1]


def walk(
    game: Game, options: dict[str, str], seats: int, seed: object, *, jit: bool | None = None, most: int = MAX_EVENTS
) -> Iterator[Turn]:
    """Yield the turns of a random game, at most so many."""
    state = State.start(game, options, seats, jit=jit)
    rng = seeded("walk", game.id, seed)
    for _ in range(most):
        if state.is_over:
            return
        turn = Turn(state, *pick(state, rng))
        yield turn
        state = state.play(turn.action, turn.actor)


def pick(state: State, rng: Ints) -> tuple[int, int]:
    """Return a random actor of those to act, and a random action (for chance, an outcome by weight)."""
    actor = state.actors[below(rng, len(state.actors))]
    if actor != CHANCE:
        actions = state.actions(actor)
        return actor, actions[below(rng, len(actions))]
    outcomes = state.chances()
    weights = np.array([weight for _, weight in outcomes])
    return actor, outcomes[weighted(rng, weights, len(outcomes))][0]


def played(game: Game, options: dict[str, str], seats: int, seed: object, *, jit: bool | None = None) -> Session:
    """Return the session of a random game played to its end."""
    names = [f"Player {seat}" for seat in range(1, seats + 1)]
    session = Session(game, options, names, seed=bytes(seeded("table", seed).tobytes()), jit=jit)
    rng = seeded("played", game.id, seed)
    session.draw_chance()
    while session.actors:
        session.move(*pick(session.state, rng))
    return session
