"""The strength of the levels: each plays the one below it, and the lowest and `strong` play the random bot."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from damier.analysis.arena import Match
from damier.analysis.tally import Share, Tally
from damier.core.registry import game as game_named
from damier.players.levels import STRENGTH, levels_with

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Finding:
    """How a level did against an opponent."""

    level: str
    against: str
    share: Share
    median: float  # seconds that the level thought about a move
    p95: float  # the same, for 95 of 100 moves

    @classmethod
    def of(cls, tally: Tally) -> "Finding":
        """Return what a match of two says about the first."""
        timings = tally.timings[0]
        level, against = tally.bots
        return cls(level, against, tally.shares[0], timings.quantile(0.5), timings.quantile(0.95))


def matches(game: str, options: Mapping[str, str], games: int, seed: int) -> list[Match]:
    """Return the matches of all pairings: each level with the one below, the lowest and `strong` with chance."""
    played = game_named(game)
    names = levels_with(played, played.read_options(options))
    pairings = [*zip(names, (RANDOM, *names), strict=False), ("strong", RANDOM)]
    return [Match(game, pairing, games, seed, options) for pairing in pairings]


def remember(folder: Path, findings: Iterable[Finding]) -> None:
    """Write into a game's folder how each level did against the one below, for `describe_level`."""
    kept = {
        found.level: {"against": found.against, "games": found.share.games, "score": round(found.share.mean, 3)}
        for found in findings
        if (found.level, found.against) != ("strong", RANDOM)
    }
    (folder / STRENGTH).write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


INTRODUCTION = """# How strong the levels are

Written by `damier strength`: two seats, default options unless named, seats changed after every game, the same dice
from both sides. A draw is half a point. Times are of one decision on one core of the machine that played.
"""


HEAD = """
| level | against | games | points (95 % interval) | median ms | p95 ms |
| --- | --- | --- | --- | --- | --- |
"""


def write_down(page: Path, title: str, findings: Iterable[Finding]) -> None:
    """Write a game's table into the page; one of the same title is replaced."""
    rows = (
        f"| {found.level} | {found.against} | {found.share.games} | {found.share} "
        f"| {1000 * found.median:.3g} | {1000 * found.p95:.3g} |\n"
        for found in findings
    )
    parts = {}
    if page.is_file():
        for part in page.read_text(encoding="utf-8").split("\n## ")[1:]:
            parts[part.partition("\n")[0]] = part.rstrip() + "\n"
    parts[title] = f"{title}\n{HEAD}{''.join(rows)}"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(INTRODUCTION + "".join(f"\n## {parts[title]}" for title in sorted(parts)), encoding="utf-8")
