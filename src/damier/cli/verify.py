"""`damier verify`: check the throws and draws of a record against its seed."""

from pathlib import Path
from typing import Annotated

import typer

from damier.cli.console import Lang, catalogue, console, language, read_record
from damier.core.replay import verify


def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records of finished games.")],
    lang: Lang = None,
) -> None:
    """Recompute every throw and draw of a record from its committed seed."""
    say = catalogue(language(lang))
    for path in files:
        count = verify(read_record(path), jit=False)
        key = "cli.verified" if count else "cli.verified-none"
        console.print(f"{path}: {say(key, n=count)}", markup=False, soft_wrap=True)
