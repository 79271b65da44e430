"""`make bench`, tables: Damier and boardgame.io under the same load, interleaved, as ratios in one run.

Both face `tables/load.mjs`: two WebSockets a table. Damier checks the rules, makes views and has every move on disk
before it confirms it; boardgame.io keeps its matches in memory. Needs Node and npm.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent / "tables"
ROUNDS = 5
SECONDS = 6


def install() -> None:
    """Install the peer and the load generator by their lock files."""
    for folder in (HERE, HERE / "boardgameio"):
        if not (folder / "node_modules").exists():
            subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)


@contextmanager
def damier() -> Iterator[int]:
    """Start Damier with a new SQLite file and yield its port."""
    folder = tempfile.mkdtemp(prefix="damier-bench-")
    limits = {"DAMIER_REQUESTS_PER_SECOND": "1000000", "DAMIER_MESSAGES_PER_SECOND": "1000000"}
    command = [sys.executable, "-m", "damier", "serve", "--port", "0", "--data", folder, "--lang", "en"]
    with running(command, {**os.environ, **limits}) as line:
        yield int(line.strip().rpartition(":")[2])
    shutil.rmtree(folder)


@contextmanager
def boardgameio() -> Iterator[int]:
    """Start boardgame.io, in memory, and yield its port."""
    with running(["node", str(HERE / "boardgameio" / "server.mjs"), "--port", "0"], dict(os.environ)) as line:
        yield int(line.split()[1])


@contextmanager
def running(command: list[str], env: dict[str, str]) -> Iterator[str]:
    """Run a server and yield the first line it prints."""
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline()
        finally:
            server.terminate()


def load(adapter: str, port: int, tables: int = 100, rate: int = 0) -> dict[str, Any]:
    """Run the load generator once and return its figures."""
    options = {"adapter": adapter, "port": port, "tables": tables, "rate": rate, "seconds": SECONDS}
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    before = cpu_time()
    done = subprocess.run(["node", "load.mjs", *words], cwd=HERE, capture_output=True, text=True, check=True)
    stolen, whole = (after - first for first, after in zip(before, cpu_time(), strict=True))
    figures: dict[str, Any] = {**json.loads(done.stdout), "stolen": stolen / max(1, whole)}
    time.sleep(1)
    return figures


def cpu_time() -> tuple[int, int]:
    """Return the CPU time stolen by the host of a virtual machine, and all CPU time; zeros where there is no /proc."""
    page = Path("/proc/stat")
    ticks = [int(word) for word in page.read_text().split()[1:9]] if page.exists() else [0] * 8
    return ticks[7], sum(ticks)


def main() -> None:
    install()
    peers = {"damier": damier, "boardgameio": boardgameio}
    figures: dict[str, list[dict[str, Any]]] = {}
    for _ in range(ROUNDS):
        for name, server in peers.items():
            with server() as port:
                figures.setdefault(f"{name}, 100 tables, saturated", []).append(load(name, port))
            with server() as port:
                figures.setdefault(f"{name}, 100 tables, 1000/s offered", []).append(load(name, port, rate=1000))
    with damier() as port:
        figures["damier, 1000 tables open, 1000/s offered"] = [load("damier", port, tables=1000, rate=1000)]
    table = Table("load", "moves/s", "lowest – highest", "p50 ms", "p99 ms", "CPU stolen", title=f"{ROUNDS} rounds")
    for name, runs in figures.items():
        rates = [run["moves_per_s"] for run in runs]
        p50, p99, stolen = (statistics.median(run[key] for run in runs) for key in ("p50_ms", "p99_ms", "stolen"))
        spread = f"{min(rates):,.0f} – {max(rates):,.0f}"
        table.add_row(name, f"{statistics.median(rates):,.0f}", spread, f"{p50:.1f}", f"{p99:.1f}", f"{stolen:.0%}")
    Console().print(table)
    ours, theirs = (figures[f"{name}, 100 tables, saturated"] for name in peers)
    ratios = [our["moves_per_s"] / their["moves_per_s"] for our, their in zip(ours, theirs, strict=True)]
    median, low, high = statistics.median(ratios), min(ratios), max(ratios)
    print(f"durable Damier / boardgame.io in memory: {median:.2f} ({low:.2f} – {high:.2f})")


if __name__ == "__main__":
    main()
