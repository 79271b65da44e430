"""What an arena has finished, kept on disk: killed and started again, it goes on from there.

The journal lies with the machine code of the very sources that played, so that a changed bot never inherits results.
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
        """The journal of a match; everything that decides how its games go must be told apart by `match`."""
        name = hashlib.sha256(repr(match).encode()).hexdigest()[:16]
        return cls(folder / "arena" / f"{name}.jsonl")

    def results(self) -> list[Result]:
        """What is finished. A line that was cut off when the arena was killed does not count."""
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
        """Keep what was just finished."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = (json.dumps([each.index, each.bots, each.places, each.events, each.timings]) for each in results)
        with self.path.open("a", encoding="utf-8") as file:
            file.write("".join(f"\n{line}" for line in lines))  # the line break first: what was cut off stays alone

    def forget(self) -> None:
        """Begin anew."""
        self.path.unlink(missing_ok=True)
