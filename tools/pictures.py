"""`make pictures`: draw the board in the README from a golden record."""

from pathlib import Path

from damier.core.record import parse
from damier.core.registry import game
from damier.core.replay import steps

DOCS = Path(__file__).parent.parent / "docs"
CELL, EDGE = 56, 34
RED, BLUE, IVORY = "#D1495B", "#00669B", "#FFF8E7"


def pawn(letter: str, x: float, y: float) -> str:
    """Return a pawn as SVG: sides differ by colour and shape, and a marked pawn has a ring."""
    colour = RED if letter in "rR" else BLUE
    sign = (
        f'<circle cx="{x}" cy="{y}" r="8" fill="{IVORY}"/>'
        if letter in "rR"
        else f'<rect x="{x - 7}" y="{y - 7}" width="14" height="14" rx="2" fill="{IVORY}"/>'
    )
    ring = f'<circle cx="{x}" cy="{y}" r="16" fill="none" stroke="{IVORY}" stroke-width="3"/>' if letter in "RB" else ""
    return f'<circle cx="{x}" cy="{y}" r="22" fill="{colour}"/>{ring}{sign}'


def board(rows: list[str], line: list[str]) -> str:
    """Return a board of Quatre as SVG."""
    size = 2 * EDGE + 6 * CELL
    label = 'fill="#5A4A35" font-family="sans-serif" font-size="15" text-anchor="middle"'
    drawn = [f'<rect width="{size}" height="{size}" rx="18" fill="#D9C4A1"/>']
    for i, letter in enumerate("ABCDEF"):
        middle = EDGE + CELL * (i + 0.5)
        drawn += [f'<text x="{EDGE / 2}" y="{middle + 5}" {label}>{letter}</text>']
        drawn += [f'<text x="{middle}" y="{EDGE / 2 + 5}" {label}>{i + 1}</text>']
        for j, pawn_here in enumerate(rows[i]):
            x, y = EDGE + CELL * j, EDGE + CELL * i
            tint = "#F3E8D3" if (i + j) % 2 else "#EBDCC0"
            drawn += [f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="9" fill="{tint}"/>']
            if f"{letter}{j + 1}" in line:
                glow = 'fill="none" stroke="#0B7A75" stroke-width="4"'
                drawn += [f'<rect x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="9" {glow}/>']
            if pawn_here != ".":
                drawn += [pawn(pawn_here, x + CELL / 2, y + CELL / 2)]
    view = f'viewBox="0 0 {size} {size}" width="{size}" height="{size}" role="img"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{"".join(drawn)}</svg>\n'


def main() -> None:
    """Draw the last position of the golden game of Mix."""
    quatre = game("quatre")
    record = parse((quatre.folder / "tests" / "golden" / "mix.damier").read_text(encoding="utf-8"))
    *_, last = steps(record, jit=False)
    shown = last.after.view(0).show()
    (DOCS / "mix.svg").write_text(board(shown["board"], shown["line"]), encoding="utf-8")


if __name__ == "__main__":
    main()
