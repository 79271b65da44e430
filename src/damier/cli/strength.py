"""`damier strength`: measure the levels of a game."""

from pathlib import Path
from typing import Annotated

import typer

from damier.analysis.strength import Finding, matches, remember, write_down
from damier.cli.arena import Dask, Fresh, Seed, Workers, executor_for, with_progress
from damier.cli.console import Lang, OptionList, catalogue, compiled, console, language, pairs
from damier.core.registry import game


def run(
    names: Annotated[list[str], typer.Argument(metavar="GAME…", help="One or several: `damier games` lists them.")],
    games: Annotated[int, typer.Option(min=2, help="Games of each pairing.")] = 400,
    seed: Seed = 0,
    option: OptionList = None,
    workers: Workers = None,
    dask: Dask = None,
    fresh: Fresh = False,
    page: Annotated[Path, typer.Option(metavar="FILE", help="Where the tables go.")] = Path("docs/strength.md"),
    lang: Lang = None,
) -> None:
    """Let each level of a game play the one below it, and write down the scores.

    The tables go into a page; what is shown with the levels goes into the game's folder. Stopped and started again, it
    goes on where it was.
    """
    lang = language(lang)
    say = catalogue(lang)
    for name in names:
        played = game(name)
        options = played.read_options(pairs(option))
        compiled(played, lang)
        findings = []
        with executor_for(workers, dask) as executor:
            for match in matches(name, options.pairs(), games, seed):
                title = say("cli.strength-pairing", game=name, level=match.bots[0], against=match.bots[1])
                findings.append(Finding.of(with_progress(match, executor, fresh, title)))
                console.print(f"{title}: {findings[-1].share}")
        usual = played.read_options().pairs()
        chosen = ", ".join(f"{key}={value}" for key, value in options.pairs().items() if usual[key] != value)
        if not chosen:
            remember(played.folder, findings)
        write_down(page, f"{name} ({chosen})" if chosen else name, findings)
    console.print(say("cli.strength-written", path=str(page)))
