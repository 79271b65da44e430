"""The finished games of an arena on disk, so that an arena that was stopped can go on.

The journal lies in the cache folder of the sources that played: when a bot changes, it starts with an empty one.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from damier.analysis.tally import Result, Timings


@dataclass(frozen=True, slots=True)
class Journal:
    """One line per finished game."""

    path: Path

    @classmethod
    def of(cls, folder: Path, match: object) -> "Journal":
        """Return the journal of a match. The repr of `match` must show everything that decides how its games go."""
        name = hashlib.sha256(repr(match).encode()).hexdigest()[:16]
        return cls(folder / "arena" / f"{name}.jsonl")

    def results(self) -> list[Result]:
        """Return the results in the journal. A line that was cut off when the arena was killed is skipped."""
        if not self.path.is_file():
            return []
        found = {}
        for line in self.path.read_text(encoding="utf-8").splitlines():
            try:
                index, bots, places, events, timings = json.loads(line)
            except ValueError:
                continue
            timings = tuple(Timings({int(pace): n for pace, n in each.items()}) for each in timings)
            found[index] = Result(index, tuple(bots), tuple(places), events, timings)
        return list(found.values())

    def add(self, results: Iterable[Result]) -> None:
        """Append results."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = (json.dumps([each.index, each.bots, each.places, each.events, each.timings]) for each in results)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(
                "".join(f"\n{line}" for line in lines)
            )  # the line break first, so that a line cut off before stays apart

    def forget(self) -> None:
        """Delete the journal."""
        self.path.unlink(missing_ok=True)
