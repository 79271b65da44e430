"""What an analysis leaves in a folder."""

import json
from collections.abc import Callable
from pathlib import Path

from damier.solver import book
from damier.solver.board import STARTS
from damier.solver.longest import play_out
from damier.solver.table import Solver

NEAR, FOLLOWED, PROVED = 4, 3, 7  # of the book in the package; see `book.build`
_LARGEST_BOOK = 8_000_000  # bytes
_MOST_PROVED = 9  # plies that are left to search
_LONGEST_SHOWN = 4


def stem(table: Solver) -> str:
    """Return what the names of files about this table end with."""
    return f"{table.board.size}-{table.board.pawns}-{table.report.backend}"


def write_report(table: Solver, folder: Path) -> Path:
    """Write the report and some of the longest wins, played out, and return the file."""
    folder.mkdir(parents=True, exist_ok=True)
    own, other = table.farthest(_LONGEST_SHOWN)
    longest = [
        {"own": mine, "other": theirs, "moves": play_out(table, mine, theirs)}
        for mine, theirs in zip(own.tolist(), other.tolist(), strict=True)
    ]
    path = folder / f"report-{stem(table)}.json"
    told = {**table.report.as_data(), "longest": longest}
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return path


def write_book(
    table: Solver,
    folder: Path,
    near: int = NEAR,
    followed: int = FOLLOWED,
    proved: int = PROVED,
    tell: Callable[[str], None] | None = None,
) -> Path | None:
    """Write the first book that is not too large: where it is, leave more to search, then follow play from less far."""
    starts = [table.board.start(name) for name in STARTS]
    path = folder / "starts.book"
    for nearer in range(followed, -1, -1):
        for searched in range(proved, max(proved, _MOST_PROVED) + 1, 2):
            try:
                made = book.build(table, starts, near, nearer, searched, tell=tell)
            except book.TooLarge:
                continue
            made.write(path)
            size = path.stat().st_size
            if tell is not None:
                tell(f"book of {len(made):,} positions (followed={nearer}, proved={searched}): {size:,} bytes")
            if size <= _LARGEST_BOOK:
                return path
    path.unlink(missing_ok=True)
    return None
