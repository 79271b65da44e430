"""Mathable in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from damier.core.catalogue import Catalogue

_COLUMNS = "ABCDEFGHIJKLMN"
_MARKS = {".": ("·", "dim"), "2": ("2x", "magenta"), "3": ("3x", "yellow"), "+": ("+", "blue"), "-": ("−", "blue")}
_MARKS |= {"*": ("×", "blue"), "/": ("÷", "blue")}


def draw(shown: dict[str, Any], say: Catalogue, names: Sequence[str], last: str | None) -> RenderableType:
    """Return board, racks and scores. This turn's tokens are between ›‹, the numbers of the last equations in ()."""
    fresh = {placed["square"] for placed in shown["placed"]}
    lit = {square for placed in shown["placed"][-1:] for line in placed["lines"] for square in line["squares"]}
    lines = [Text("    " + "".join(f" {letter}  " for letter in _COLUMNS), style="dim")]
    for number, (row, marks) in enumerate(zip(shown["board"], shown["layout"], strict=True), 1):
        line = Text.assemble((f"{number:3} ", "dim"))
        for column, value, mark in zip(_COLUMNS, row, marks, strict=True):
            line.append_text(_cell(value, mark, f"{number}{column}", fresh, lit))
        lines.append(line)
    bag = Text("    ").append(say("table.bag", n=shown["bag"]), style="dim")
    return Group(*lines, bag, *(_seat(shown, say, names, seat) for seat in range(1, len(names) + 1)))


def _cell(value: int | None, mark: str, square: str, fresh: set[str], lit: set[str]) -> Text:
    if value is None:
        sign, style = _MARKS[mark]
        return Text(f" {sign:<2} ", style=style)
    left, right = ("›", "‹") if square in fresh else ("(", ")") if square in lit else (" ", " ")
    number = f"{left}{value}{right}"
    style = "bold cyan" if square in fresh else "bold green" if square in lit else "bold"
    return Text(f"{number:<4}", style=style)


def _seat(shown: dict[str, Any], say: Catalogue, names: Sequence[str], seat: int) -> Text:
    """Return a seat's name, points and tokens, with an arrow if it is to act."""
    asked = shown["asked"] if shown["phase"] == "contest" else [shown["turn"]]
    acts = seat in asked and not shown["ending"]
    line = Text("  ▸ " if acts else "    ", style="bold")
    line.append(names[seat - 1], style="bold underline" if acts else "")
    line.append("  " + say("table.points", n=shown["totals"][seat - 1]) + "  ")
    for token in shown["racks"][seat - 1]:
        line.append("[▒]" if token is None else f"[{token}]", style="dim" if token is None else "bold")
    return line
