"""`damier play`: play in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from damier.cli.console import Lang, OptionList, catalogue, compiled, console, language, pairs, read_record
from damier.cli.terminal import TerminalGame, seed_file
from damier.core.catalogue import message
from damier.core.errors import Malformed
from damier.core.game import Game
from damier.core.options import Options
from damier.core.registry import game
from damier.core.session import Session
from damier.players.player import BOT, FRIENDLY, check_fits


def run(
    name: Annotated[str, typer.Argument(metavar="GAME|FILE", help="A game, or a saved one to go on with.")],
    option: OptionList = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME|bot:LEVEL", help="Who sits where, in order. Else: you against bot:gentle."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Play in the terminal: people on this device, bots, or both.

    At your turn write a move, or `list` and then its number; `hint`, `undo`, `save FILE`, `rules`, `resign`, `quit`.
    """
    lang = language(lang)
    saved = Path(name)
    if saved.is_file():
        session = _resumed(saved)
        compiled(session.game, lang)
    else:
        played = game(name)
        compiled(played, lang)
        options = played.read_options(pairs(option))
        session = Session(played, options, _seats(played, options, seat or [], lang))
    TerminalGame(session, console, catalogue(lang, session.game)).run()


def _seats(played: Game, options: Options, asked: list[str], lang: str) -> list[str]:
    if not asked:
        return [catalogue(lang)("seat", seat=1), *[f"{BOT}{FRIENDLY}"] * (played.seats.start - 1)]
    if len(asked) not in played.seats:
        what = message("cli.seat-count", game=message("name"), players=message("facts.players"))
        raise Malformed(what, source=played.folder)
    for who in asked:
        if who.startswith("bot:"):
            check_fits(who.removeprefix("bot:"), played, len(asked), options)
    return [who.replace("bot:", BOT, 1) if who.startswith("bot:") else who for who in asked]


def _resumed(path: Path) -> Session:
    record = read_record(path)
    secret = seed_file(path)
    seed = bytes.fromhex(secret.read_text().strip()) if secret.is_file() else None
    return Session.resume(record, seed)
