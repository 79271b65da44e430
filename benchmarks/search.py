"""`make bench`, search: nodes per second of alpha-beta on one core, in positions of Quatre.

Measured in CPU time of the thread, so that other work on the machine disturbs less.
"""

import statistics
import time

from rich.console import Console
from rich.table import Table

from damier.core.registry import game
from damier.core.rng import below, seeded
from damier.core.state import State
from damier.core.thinking import Budget
from damier.players.player import find

POSITIONS = 15
PLIES = 9
NODES = 300_000


def position(variant: str, number: int) -> State:
    """Return a position some random moves into a game."""
    rng = seeded("bench", variant, number)
    state = State.start(game("quatre"), {"variant": variant})
    for _ in range(PLIES):
        actions = state.actions()
        after = state.play(actions[below(rng, len(actions))])
        if not after.is_over:
            state = after
    return state


def rate(state: State) -> float | None:
    """Return the nodes per second of one search, or None if it ended early."""
    seat = state.actors[0]
    start = time.thread_time()
    thought = find("alphabeta").think(state.view(seat), state.actions(), Budget(nodes=NODES), seeded("bench"))
    return thought.nodes / (time.thread_time() - start) if thought.nodes == NODES else None


def main() -> None:
    table = Table("alpha-beta, one core", "nodes/s, median", "lowest – highest")
    for variant in ("plain", "mix"):
        states = [position(variant, number) for number in range(POSITIONS)]
        rate(states[0])  # compiles
        rates = list(filter(None, map(rate, states)))
        table.add_row(f"quatre {variant}", f"{statistics.median(rates):,.0f}", f"{min(rates):,.0f} – {max(rates):,.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
