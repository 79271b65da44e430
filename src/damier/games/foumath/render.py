"""Foumath in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from damier.core.catalogue import Catalogue

_PAWNS = {"1": ("●", "red"), "2": ("■", "blue"), "3": ("▲", "green"), "4": ("◆", "yellow")}
_MARKS = {"none": (" ", " "), "last": ("›", "‹"), "pointed": ("[", "]"), "line": ("▸", "◂")}
_WIDTH = 5  # of a square: mark, pawn, two digits, mark


def draw(shown: dict[str, Any], say: Catalogue, names: Sequence[str], last: str | None) -> RenderableType:
    """Return the board with its numbers, pawns and the squares the dice point at, then the dice, then the seats."""
    marked = dict.fromkeys(_squares(last), "last")
    marked |= dict.fromkeys(shown["pointed"], "pointed") | dict.fromkeys(shown["line"], "line")
    columns = "".join(f"{column:>{_WIDTH - 1}} " for column in range(1, 10))
    lines = [_title(shown, say), Text(f"   {columns}", style="dim"), _edge("┌", "┐")]
    for row, (pawns, numbers) in enumerate(zip(shown["board"], shown["numbers"], strict=True), 1):
        line = Text.assemble((f"{row} │", "dim"))
        for column, (pawn, number) in enumerate(zip(pawns, numbers, strict=True), 1):
            line.append_text(_square(pawn, number, marked.get(f"{row}x{column}", "none")))
        lines.append(line.append("│", style="dim"))
    return Group(*lines, _edge("└", "┘"), _dice(shown, say), *_seats(shown, say, names))


def _squares(last: str | None) -> list[str]:
    """Return the squares of the last move."""
    return last.split("-") if last and last[0].isdigit() else []


def _title(shown: dict[str, Any], say: Catalogue) -> Text:
    ruleset, level = shown["ruleset"], shown["level"]
    title = Text.assemble("  ", (say(f"ruleset.{ruleset}"), "bold"), f" · {say(f'level.{ruleset}.{level}')}")
    if shown["target"] is not None:
        title.append(f" · {say('table.round', number=shown['round'])}")
        title.append(f" · {say('table.target', target=shown['target'])}")
    return title


def _edge(left: str, right: str) -> Text:
    return Text(f"  {left}{'─' * (9 * _WIDTH)}{right}", style="dim")


def _square(pawn: str, number: int, mark: str) -> Text:
    """Return a square: `●48` with a pawn, `[48]` pointed at by the dice, `▸●48◂` in the line, `›●48‹` last moved."""
    left, right = _MARKS[mark]
    sign, colour = _PAWNS.get(pawn, (" ", ""))
    style = f"bold {colour}".strip() if colour else "bold yellow" if mark == "pointed" else ""
    return Text(f"{left}{sign}{number:>2}{right}", style=f"{style} reverse" if mark == "line" else style)


def _dice(shown: dict[str, Any], say: Catalogue) -> Text:
    """Return the dice in brackets (empty while in the air), and the number they give or the line and its sum."""
    if shown["phase"] == "open":
        return Text(f"  {say('table.begin')}", style="dim")
    parts = []
    for place, number in enumerate(shown["dice"]):
        parts.append(Text(f"[{' ' if number is None else number}]", style="bold"))
        if place == shown["kept"]:
            parts.append(Text(f"({say('table.kept')})", style="dim"))
    if shown["line"]:
        numbers = [_number(shown, square) for square in shown["line"]]
        parts.append(Text(f"{' + '.join(map(str, numbers))} = {shown['sum']}", style="bold"))
    elif shown["pointed"]:
        sign = "+" if shown["kind"] == "addition" else "×"
        first, second = shown["dice"]
        parts.append(Text(f"{first} {sign} {second} = {_number(shown, shown['pointed'][0])}"))
    if shown["again"] or shown["lost"]:
        note = f"table.lost-{shown['lost']}" if shown["lost"] else "table.again"
        parts.append(Text(f"· {say(note)}", style="dim"))
    return Text("  ").append_text(Text(" ").join(parts))


def _number(shown: dict[str, Any], square: str) -> int:
    row, column = square.split("x")
    number: int = shown["numbers"][int(row) - 1][int(column) - 1]
    return number


def _seats(shown: dict[str, Any], say: Catalogue, names: Sequence[str]) -> list[Text]:
    """Return one line per seat: shape, colour and name, whose turn it is, points, pawns in reserve."""
    lines = []
    for seat, reserve in enumerate(shown["reserve"], 1):
        sign, colour = _PAWNS[str(seat)]
        turn = shown["turn"] == seat
        line = Text.assemble("▸ " if turn else "  ", (f"{sign} ", f"bold {colour}"))
        line.append(f"{say(f'colour.{seat}')} – {names[seat - 1]}", style="bold underline" if turn else "")
        if shown["phase"] == "open" and shown["opening"][seat - 1] is not None:
            line.append(f"  [{shown['opening'][seat - 1]}]", style="bold")
        if shown["target"] is not None:
            gain = shown["gains"][seat - 1]
            line.append(f"  {shown['totals'][seat - 1]}", style="bold")
            line.append(f" ({gain:+})" if gain else "", style="dim")
        line.append(f"  {say('table.reserve', n=reserve)}" if reserve else "", style="dim")
        lines.append(line)
    return lines
