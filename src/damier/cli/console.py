"""What the commands share: two consoles, the language, files and options from the command line."""

import locale
import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from damier.core.catalogue import LANGUAGES, Catalogue, message
from damier.core.errors import Malformed, Unknown
from damier.core.game import Game
from damier.core.record import Record, parse

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)

MAX_RECORD_BYTES = 5_000_000

Lang = Annotated[str | None, typer.Option("--lang", metavar="en|fr", help="Language; else the locale decides.")]
OptionList = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game; `damier games` lists them."),
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, as `damier games` names it.")]

_spoken: list[str] = []


def language(asked: str | None) -> str:
    """Return the language asked for (and remember it), else that of the locale, else English."""
    if asked is not None:
        if asked not in LANGUAGES:
            raise Unknown(message("cli.language-unknown", lang=asked, known=", ".join(LANGUAGES)))
        _spoken[:] = [asked]
    if _spoken:
        return _spoken[0]
    # The variables themselves, because they count even where the locale they name is not installed.
    asked = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), None)
    return "fr" if (asked or locale.getlocale()[0] or "").lower().startswith("fr") else "en"


def catalogue(lang: str, game: Game | None = None) -> Catalogue:
    """Return the catalogue of the command line, with a game's own sentences if one is given."""
    here = Path(__file__).parent
    known = (here, here.parent / "server")
    return Catalogue(lang, *known, game.folder) if game else Catalogue(lang, *known)


def pairs(texts: list[str] | None) -> dict[str, str]:
    """Parse `KEY=VALUE` texts."""
    found = {}
    for text in texts or []:
        key, equals, value = text.partition("=")
        if not (key and equals):
            raise Malformed(message("cli.option-form", text=text))
        found[key] = value
    return found


def read_record(path: Path) -> Record:
    """Read and parse a record; raises Malformed, too, where the file cannot be read."""
    try:
        if path.stat().st_size > MAX_RECORD_BYTES:
            raise Malformed(message("cli.file-large", path=str(path)))
        return parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Malformed(message("cli.file", path=str(path), why=error.strerror or str(error))) from None
    except UnicodeDecodeError:
        raise Malformed(message("cli.file-text", path=str(path))) from None


def write_file(path: Path, text: str) -> None:
    """Write a file atomically."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.part")
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise Malformed(message("cli.file", path=str(path), why=error.strerror or str(error))) from None


def compiled(game: Game, lang: str) -> None:
    """Compile a game if that was not done yet, and say so: it takes a while."""
    engine = game.engine()
    if engine.warm:
        return
    from damier.players.warm import warm_up

    name = game.catalogue(lang)("name")
    with errors.status(catalogue(lang)("cli.compiling", game=name)):
        if not errors.is_terminal:
            errors.print(catalogue(lang)("cli.compiling", game=name))
        warm_up(game)
