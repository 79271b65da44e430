from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from damier.core.catalogue import Catalogue


def draw(shown: dict[str, Any], say: Catalogue, names: Sequence[str], last: str | None) -> RenderableType:
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, shown["totals"], strict=True))
    return Text(f"{totals} · token {shown['token'] or '?'} · round {shown['round']} · seat {shown['turn']}")
