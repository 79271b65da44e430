"""`damier rules`: a game's rules, by number."""

from rich.markdown import Markdown

from damier.cli.console import GameName, Lang, console, language
from damier.core.registry import game


def run(name: GameName, lang: Lang = None) -> None:
    """Show the rules of a game."""
    path = game(name).folder / f"rules.{language(lang)}.md"
    console.print(Markdown(path.read_text(encoding="utf-8")))
