"""`make bench`, rules: the speed of Damier's engines as a ratio to python-chess, measured alternately in one run.

Machines are noisy, so only the ratios mean something; the spread over the rounds shows how much.
"""

import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from peers import python_with
from rich.console import Console
from rich.table import Table

from damier.analysis.perft import perft
from damier.analysis.playout import playouts
from damier.core.registry import games
from damier.core.rng import seeded
from damier.core.state import State

ROUNDS = 7
CHESS_PERFT = """
import time, chess
def perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move); total += perft(board, depth - 1); board.pop()
    return total
start = time.perf_counter(); nodes = perft(chess.Board(), 4); print(nodes / (time.perf_counter() - start))
"""


def rate(work: Callable[[], int]) -> float:
    """Return what one call does per second."""
    start = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - start)


def one_by_one(state: State) -> int:
    """Call `State.play` many times from Python and return how many."""
    actions = state.actions()
    for _ in range(20_000):
        state.play(actions[0])
    return 20_000


def chess(python: Path) -> float:
    """Return the nodes per second of python-chess's perft."""
    out = subprocess.run([python, "-c", CHESS_PERFT], capture_output=True, text=True, check=True).stdout
    return float(out)


def main() -> None:
    console = Console()
    python = python_with("chess==1.11.2")
    lines: dict[str, Callable[[], float]] = {"python-chess: perft nodes/s": lambda: chess(python)}
    for game in games().values():
        state = State.start(game)
        rng = seeded("bench", game.id)
        depth = next(d for d in range(1, 12) if perft(state, d) > 2_000_000)
        playouts(state, 1, rng)
        lines[f"{game.id}: perft({depth}) sequences/s"] = lambda s=state, d=depth: rate(lambda: perft(s, d))  # type: ignore[misc]
        lines[f"{game.id}: random playouts, decisions/s"] = lambda s=state, r=rng: rate(lambda: playouts(s, 3000, r))  # type: ignore[misc]
        if not game.has_chance:
            lines[f"{game.id}: State.play/s from Python"] = lambda s=state: rate(lambda: one_by_one(s))  # type: ignore[misc]
    figures: dict[str, list[float]] = {name: [] for name in lines}
    for _ in range(ROUNDS):
        for name, measure in lines.items():
            figures[name].append(measure())
    table = Table(
        "one core", "median", "lowest – highest", "× python-chess perft", title=f"{ROUNDS} rounds, interleaved"
    )
    base = figures["python-chess: perft nodes/s"]
    for name, rates in figures.items():
        ratio = statistics.median(ours / peer for ours, peer in zip(rates, base, strict=True))
        spread = f"{min(rates):,.0f} – {max(rates):,.0f}"
        table.add_row(name, f"{statistics.median(rates):,.0f}", spread, f"{ratio:,.1f}")
    console.print(table)


if __name__ == "__main__":
    main()
