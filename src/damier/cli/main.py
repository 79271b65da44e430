"""The command `damier`."""

import sys
from importlib import import_module
from typing import Annotated

import click
import typer
from typer.core import TyperGroup

from damier import __version__
from damier.core.errors import DamierError

COMMANDS = (
    "games",
    "rules",
    "play",
    "replay",
    "verify",
    "hint",
    "explore",
    "perft",
    "arena",
    "strength",
    "durations",
    "solve",
    "serve",
    "compile",
    "new-game",
)


class Commands(TyperGroup):
    """Finds each command in a file of its own, which is imported when the command is called, so that all start fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command in `cli/<name>.py`."""
        if name not in COMMANDS:
            return None
        module = import_module(f"damier.cli.{name.replace('-', '_')}")
        single = typer.Typer(add_completion=False, rich_markup_mode="markdown")
        single.command(name)(module.run)
        return typer.main.get_command(single)


app = typer.Typer(
    name="damier",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"damier {__version__}")
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Number and alignment games: play them, replay them, study them.

    **First steps**

    - `damier games` – what there is, with options

    - `damier play quatre` – you against a bot, in this terminal

    - `damier play quatre -o variant=mix --seat Ada --seat Bo` – two people, one device

    - `damier replay game.damier` – check and show a recorded game

    - `damier arena quatre strong steady --games 100 --seed 1` – bots against bots

    Every command explains itself (`damier play --help`) and speaks French where your locale does, or with `--lang fr`.
    """


def main() -> None:
    """Run the command; print what went wrong in one sentence and exit with code 2."""
    try:
        app()
    except DamierError as error:
        from damier.cli.console import catalogue, errors, language

        errors.print(error.say(catalogue(language(None))), style="red", markup=False, soft_wrap=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone
        sys.exit(0)
