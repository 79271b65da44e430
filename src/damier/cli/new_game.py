"""`damier new-game`: start a new game from the template."""

import re
import shutil
from pathlib import Path
from typing import Annotated

import typer

from damier import games
from damier.cli.console import Lang, catalogue, console, language
from damier.core.catalogue import message
from damier.core.errors import Malformed

TEMPLATE = "_template"


def run(
    name: Annotated[str, typer.Argument(metavar="ID", help="The game's id: small letters and digits.")],
    into: Annotated[Path | None, typer.Option(metavar="DIR", help="Where; else among Damier's own games.")] = None,
    lang: Lang = None,
) -> None:
    """Make a playable game that passes the contract, to start your own from.

    In a checkout of Damier it goes among the other games. Elsewhere say `--into DIR`: DIR/ID is then a package of your
    own, found while its folder is on the Python path and its name in `DAMIER_GAMES`.
    """
    say = catalogue(language(lang))
    if not re.fullmatch(r"[a-z][a-z0-9]{1,30}", name):
        raise Malformed(message("cli.new-id", id=name))
    home = Path(games.__path__[0])
    target = (into or home) / name
    if target.exists():
        raise Malformed(message("cli.file-exists", path=str(target)))
    package = name if into else f"{games.__name__}.{name}"
    try:
        shutil.copytree(home / TEMPLATE, target, ignore=shutil.ignore_patterns("__pycache__"))
        for path in target.rglob("*"):
            if path.is_file():
                text = path.read_text(encoding="utf-8")
                text = text.replace(f"{games.__name__}.{TEMPLATE}", package).replace("template", name)
                path.write_text(text.replace("Template", name.capitalize()), encoding="utf-8")
    except OSError as error:
        raise Malformed(message("cli.file", path=str(target), why=error.strerror or str(error))) from None
    console.print(say("cli.new-made", path=str(target)), markup=False, soft_wrap=True)
    command = f"PYTHONPATH={into} DAMIER_GAMES={name} damier play {name}" if into else f"damier play {name}"
    console.print(say("cli.new-next", command=command), markup=False, soft_wrap=True)
