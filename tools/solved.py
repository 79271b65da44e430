"""Write the picture and the tables of docs/quatre-solved.md from docs/quatre-solved.json, the report of the analysis.

`python tools/solved.py` after a new analysis; `--check` fails where page and picture are not what the report gives.
"""

import json
import sys
from math import log10
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent / "docs"
REPORT, PAGE, PICTURE = DOCS / "quatre-solved.json", DOCS / "quatre-solved.md", DOCS / "quatre-distances.svg"

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 760, 320, 56, 30, 44
POWERS = range(0, 13, 3)  # of ten, on the axis
LARGEST = 12
COLOURS = {"won": "#2f6fab", "lost": "#c8553d"}
SIZE = 6
ROWS = "ABCDEF"

Report = dict[str, Any]


def picture(report: Report) -> str:
    """Return the histogram of distances as SVG, on a logarithmic scale."""
    counts = by_distance(report)
    step = (WIDTH - LEFT - 16) / (len(counts))
    floor = HEIGHT - BOTTOM

    def height(positions: float) -> float:
        return max(log10(positions), 0) / LARGEST * (floor - TOP)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="12">',
        "<title>Positions of Quatre by distance to the end</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for power in POWERS:
        y = floor - height(10**power)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - 16}" stroke="#ddd"/>')
        label = "1" if power == 0 else f'10<tspan dy="-5" font-size="9">{power}</tspan>'
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for distance, (kind, positions) in counts.items():
        tall = height(positions)
        at = LEFT + step * distance
        parts.append(
            f'<rect x="{at:.2f}" y="{floor - tall:.2f}" width="{step - 1:.2f}" height="{tall:.2f}"'
            f' fill="{COLOURS[kind]}"/>'
        )
    for distance in range(0, len(counts), 10):
        x = LEFT + step * (distance + 0.5)
        parts.append(f'<text x="{x:.1f}" y="{floor + 16}" text-anchor="middle">{distance}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 8}" text-anchor="middle">plies to the end</text>')
    for i, (kind, label) in enumerate((("won", "won by the side to move"), ("lost", "lost by the side to move"))):
        x = WIDTH - 380 + 190 * i
        parts.append(f'<rect x="{x}" y="9" width="12" height="12" fill="{COLOURS[kind]}"/>')
        parts.append(f'<text x="{x + 18}" y="19">{label}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def by_distance(report: Report) -> dict[int, tuple[str, int]]:
    """Return for each distance whether those positions are won or lost, and how many there are."""
    found = {int(distance): (kind, n) for kind in ("won", "lost") for distance, n in report[kind].items()}
    return dict(sorted(found.items()))


def totals(report: Report) -> str:
    """Return the table of values."""
    rows = {
        "won by the side to move": sum(report["won"].values()),
        "lost by the side to move": sum(report["lost"].values()),
        "drawn": report["drawn"],
        "in all": report["playable"],
    }
    lines = ["| value | positions | share |", "| --- | ---: | ---: |"]
    lines += [f"| {row} | {n:,} | {100 * n / report['playable']:.2f} % |" for row, n in rows.items()]
    return "\n".join(lines)


def first_moves(report: Report) -> str:
    """Return the table of first moves; of two that look alike, both."""
    lines = ["| start | value for red | first moves that win | first moves that lose |", "| --- | --- | --- | --- |"]
    for start in report["starts"]:
        said: dict[bool, dict[int, list[str]]] = {True: {}, False: {}}
        for move, value in start["moves"].items():
            assert value["value"] != 0
            said[value["value"] > 0].setdefault(value["distance"], []).append(move)
        won, lost = (
            "; ".join(f"in {distance}: {', '.join(moves)}" for distance, moves in sorted(found.items()))
            for found in (said[True], said[False])
        )
        assert start["value"]["value"] == 1
        lines.append(f"| {start['name']} | wins in {start['value']['distance']} | {won} | {lost} |")
    return "\n".join(lines)


def distances(report: Report) -> str:
    """Return the table of distances."""
    lines = ["| plies | won | plies | lost |", "| ---: | ---: | ---: | ---: |"]
    counts = by_distance(report)
    for distance in range(0, max(counts) + 1, 2):
        later = f"{distance + 1} | {counts[distance + 1][1]:,}" if distance + 1 in counts else " | "
        lines.append(f"| {later} | {distance} | {counts[distance][1]:,} |")
    return "\n".join(lines)


def longest(report: Report) -> str:
    """Return a longest loss as a board and its moves."""
    game = report["longest"][0]
    rows = ["  123456"]
    for row in range(SIZE):
        squares = range(SIZE * row, SIZE * row + SIZE)
        pawns = ("r" if game["own"] >> at & 1 else "b" if game["other"] >> at & 1 else "." for at in squares)
        rows.append(f"{ROWS[row]} {''.join(pawns)}")
    moves = game["moves"]
    numbered = [f"{i // 2 + 1}. {' '.join(moves[i : i + 2])}" for i in range(0, len(moves), 2)]
    lines = [" ".join(f"{text:<16}" for text in numbered[i : i + 5]).rstrip() for i in range(0, len(numbered), 5)]
    return "\n".join(["```text", *rows, "", *lines, "```"])


TABLES = {"totals": totals, "first moves": first_moves, "distances": distances, "longest": longest}


def filled(page: str, report: Report) -> str:
    """Return the page with each table between its two marks."""
    for name, table in TABLES.items():
        begin, end = f"<!-- {name}: written by tools/solved.py -->\n", "<!-- end -->"
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        page = f"{before}{begin}\n{table(report)}\n\n{end}{after}"
    return page


def main() -> None:
    """Write, or check with `--check`."""
    report = json.loads(REPORT.read_text(encoding="utf-8"))
    page = filled(PAGE.read_text(encoding="utf-8"), report)
    for path, text in ((PAGE, page), (PICTURE, picture(report))):
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path.name} is not what the report gives: run tools/solved.py")


if __name__ == "__main__":
    main()
