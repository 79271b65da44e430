"""Template in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from damier.core.catalogue import Catalogue


def draw(shown: dict[str, Any], say: Catalogue, names: Sequence[str], last: str | None) -> RenderableType:
    """Return what the terminal shows of a view (`shown` is what `view.show` returned): one stroke for each stick."""
    heap = Text("| " * shown["sticks"] or "–", style="bold")
    return heap.append(f"  ({shown['sticks']})", style="dim")
