"""`damier compile`: compile every game before it is needed."""

from concurrent.futures import ThreadPoolExecutor, as_completed

from rich.progress import Progress

from damier.cli.console import Lang, catalogue, console, language
from damier.core.registry import games
from damier.players.warm import cold, compiling


def run(lang: Lang = None) -> None:
    """Compile every game now, so that later starts are quick. (Otherwise a game is compiled when first played.)"""
    say = catalogue(language(lang))
    waiting = cold(games().values())
    with Progress(console=console, transient=True) as progress, ThreadPoolExecutor() as pool:
        work = progress.add_task(say("cli.compile-all"), total=len(waiting))
        for done in as_completed([pool.submit(list, compiling([game])) for game in waiting]):
            done.result()
            progress.advance(work)
    console.print(say("cli.compiled"))
