"""The Course in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from damier.core.catalogue import Catalogue

# A sign and a colour each: the one is enough to tell them apart without the other.
_SIGNS = {
    "poursuite": ("»", "red"),
    "horloge": ("◷", "magenta"),
    "demi-tour": ("↩", "red"),
    "sumo": ("●", "red"),
    "cadeau": ("✿", "green"),
    "fromage": ("◢", "green"),
    "piege": ("⊓", "green"),
}
_BAR = 20  # signs from 0 to the goal
_LATEST = 5  # so many of the points cards before a player are drawn, the last ones


def draw(shown: dict[str, Any], say: Catalogue, names: Sequence[str], last: str | None) -> RenderableType:
    """Return what lies before each player, the piles, and the hand of the seat whose view it is."""
    width = max(map(len, names))
    lines = []
    for seat, (name, player) in enumerate(zip(names, shown["players"], strict=True), 1):
        turn = shown["turn"] == seat and not shown["ending"]
        lines.append(_player(player, f"{name:{width}}", turn, shown, say))
    lines.append(_piles(shown, say))
    if shown["hand"]:
        lines.append(_row(say("table.hand"), [_card(held["card"]) for held in shown["hand"]]))
    return Group(*lines)


def _player(player: dict[str, Any], name: str, turn: bool, shown: dict[str, Any], say: Catalogue) -> Text:
    full = player["total"] * _BAR // shown["goal"]
    line = Text("▸ " if turn else "  ")
    line.append(name, style="bold underline" if turn else "bold")
    line.append(f" {player['total']:3} ", style="bold")
    line.append("█" * full, style="blue").append("·" * (_BAR - full), style="dim")
    line.append(f" {say('table.cards', n=player['cards'])}", style="dim")
    for card in (*player["attacks"], *player["defences"]):
        line.append(" ").append_text(_card(card))
    if player["known"]:
        line.append(" (").append_text(Text(" ").join(map(_card, player["known"]))).append(")")
    if player["laid"]:
        more = "… " if len(player["laid"]) > _LATEST else ""
        line.append(f" │ {more}", style="dim")
        line.append_text(Text(" ").join(map(_card, player["laid"][-_LATEST:])))
    return line


def _piles(shown: dict[str, Any], say: Catalogue) -> Text:
    line = Text("  " + say("table.stock", n=shown["stock"]) + " · " + say("table.discard", n=shown["discard"]))
    if shown["top"]:
        line.append(" ").append_text(_card(shown["top"]))
    if shown["last_round"]:
        line.append(" · " + say("table.last-round"), style="bold")
    if attack := shown["attack"]:
        line.append(f"   {attack['from']} ").append_text(_card(attack["card"])).append(
            f" > {attack['to']}", style="bold"
        )
    if shown["taken"]:
        card = say("table.hidden") if shown["taken"] == "?" else shown["taken"]
        line.append("   " + say("table.taken", card=card))
    return line


def _row(title: str, cards: list[Text]) -> Text:
    return Text(f"  {title}: ").append_text(Text("  ").join(cards))


def _card(card: str) -> Text:
    """Return a card as in the notation, in its colour."""
    if card in _SIGNS:
        sign, colour = _SIGNS[card]
        return Text(f"{sign} {card}", style=f"bold {colour}")
    return Text(card, style="cyan" if "x" in card else "yellow" if card[0] == "=" else "bold yellow")
