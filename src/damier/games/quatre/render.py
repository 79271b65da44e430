"""Quatre in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from damier.core.catalogue import Catalogue

_PAWNS = {"r": ("●", "red"), "R": ("◉", "red"), "b": ("■", "blue"), "B": ("▣", "blue"), ".": (" ", "")}
_ROWS = "ABCDEF"


def draw(shown: dict[str, Any], say: Catalogue, names: Sequence[str], last: str | None) -> RenderableType:
    """Return the board with the last move marked, and a line that says who plays which colour."""
    trace = last.replace("-", ":").split(":") if last and last[0] in _ROWS else []
    lines = [Text("    " + "   ".join("123456"), style="dim"), _rule("┌", "┬", "┐")]
    for letter, row in zip(_ROWS, shown["board"], strict=True):
        line = Text.assemble((f"{letter} ", "dim"))
        for column, pawn in enumerate(row, 1):
            line.append("│", style="dim")
            line.append_text(_cell(pawn, f"{letter}{column}", trace, shown["line"]))
        lines += [line.append("│", style="dim"), _rule("├", "┼", "┤") if letter != "F" else _rule("└", "┴", "┘")]
    return Group(*lines, _legend(shown, say, names))


def _rule(left: str, middle: str, right: str) -> Text:
    return Text("  " + left + middle.join(["───"] * 6) + right, style="dim")


def _cell(pawn: str, square: str, trace: list[str], line: list[str]) -> Text:
    sign, colour = _PAWNS[pawn]
    if pawn == "." and square in trace:
        return Text(" · ", style="yellow")
    style = f"bold {colour}".strip()
    if square in line:
        return Text(f"▸{sign}◂", style=f"{style} reverse")
    return Text(f"›{sign}‹" if trace and square == trace[-1] else f" {sign} ", style=style)


def _legend(shown: dict[str, Any], say: Catalogue, names: Sequence[str]) -> Text:
    legend = Text("  ")
    for seat, (plain, marked) in enumerate((("r", "R"), ("b", "B")), 1):
        signs = f"{_PAWNS[plain][0]}{_PAWNS[marked][0]}" if shown["mix"] else _PAWNS[plain][0]
        turn = shown["turn"] == seat and not shown["ending"]
        legend.append(f"{signs} ", style=f"bold {_PAWNS[plain][1]}")
        legend.append(f"{say(f'colour.{seat}')} – {names[seat - 1]}", style="bold underline" if turn else "")
        legend.append("   ")
    return legend
