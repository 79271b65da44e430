"""A game in the terminal: draws what a seat may see, asks people for moves, lets bots move, tells what happened."""

import time
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown

from damier.cli.console import write_file
from damier.core.catalogue import Catalogue
from damier.core.errors import DamierError
from damier.core.event_text import event_sentence, outcome_sentence, redact
from damier.core.events import Ended, Event
from damier.core.outcome import Outcome
from damier.core.rng import seeded
from damier.core.series import Series
from damier.core.session import Session
from damier.core.state import State
from damier.core.thinking import Budget
from damier.players.hint import hint
from damier.players.player import BOT, Player, find, shown_name

PATIENCE = Budget(seconds=2.0)  # as long as a person waits
COMMANDS = {
    "help": ("?", "h", "help", "aide"),
    "list": ("l", "list", "liste"),
    "hint": ("hint", "conseil"),
    "undo": ("u", "undo", "annuler"),
    "save": ("s", "save", "enregistrer"),
    "rules": ("rules", "règles", "regles"),
    "resign": ("resign", "abandonner"),
    "quit": ("q", "quit", "quitter"),
}


class Leave(Exception):
    """Somebody quits."""


class TerminalGame:
    """A session that is played in the terminal, and the series it belongs to."""

    def __init__(self, session: Session, console: Console, say: Catalogue) -> None:
        self.session = session
        self.console = console
        self.say = say
        self.series = Series.of(session.game, session.seats)
        self._last: str | None = None  # the last event, as the person at the screen may read it
        self._looking = 0  # the seat that has the screen
        self._sources = [seeded(time.time_ns(), seat) for seat in range(len(session.seats))]

    def run(self) -> None:
        """Play games of a series until somebody quits."""
        try:
            while True:
                outcome = self._play()
                self.series = self.series.after(outcome)
                if not self._again():
                    break
                self.session = Session(self.session.game, self.session.state.options, self.series.people)
                self._last = None
        except (Leave, EOFError):
            pass
        self._print(self.say("cli.bye"))

    # One game

    def _play(self) -> Outcome:
        self._tell(self.session.state, self.session.draw_chance())
        while (outcome := self.session.outcome) is None:
            seat = self.session.actors[0]
            if (bot := self._bot(seat)) is None:
                self._ask(seat)
            else:
                state = self.session.state
                thought = bot.think(state.view(seat), state.actions(seat), PATIENCE, self._sources[seat - 1])
                self._tell(state, self.session.move(seat, thought.action))
        self._draw(self._watching())
        self._print(self.say(outcome_sentence(outcome, self._names)), style="bold")
        return outcome

    def _bot(self, seat: int) -> Player | None:
        name = self.session.seats[seat - 1]
        return find(name.removeprefix(BOT)) if name.startswith(BOT) else None

    def _people(self) -> list[int]:
        return [seat for seat in range(1, len(self.session.seats) + 1) if self._bot(seat) is None]

    def _watching(self) -> int:
        """Return the seat whose view is shown between turns: the only person's, or 0, a watcher's."""
        people = self._people()
        return people[0] if len(people) == 1 else 0

    def _tell(self, state: State, events: list[Event]) -> None:
        seat = self._watching()
        for event in events:
            self._print(self.say(event_sentence(state, event, seat, self._names)))
            self._last = redact(state, event, seat)
            if not isinstance(event, Ended):
                state = state.play(event.action, event.actor)

    def _draw(self, seat: int) -> None:
        shown = self.session.view(seat).show()
        draw = self.session.game.part("render").draw
        self.console.print(draw(shown, self.say, self._names, self._last))

    # One turn

    def _ask(self, seat: int) -> None:
        """Ask a person until the game has changed."""
        name = self._names[seat - 1]
        if self.session.game.view.HIDES and len(self._people()) > 1 and self._looking != seat:
            self.console.clear()
            self._input(self.say("cli.curtain", who=name))
        self._looking = seat
        self._draw(seat)
        while True:
            text = self._input(self.say("cli.prompt", who=name)).strip()
            try:
                if text and self._carry_out(seat, text):
                    return
            except DamierError as error:
                self._print(error.say(self.say), style="red")

    def _carry_out(self, seat: int, text: str) -> bool:
        """Carry out a command or a move and return whether the game has changed."""
        word, _, rest = text.partition(" ")
        command = next((name for name, spoken in COMMANDS.items() if word.lower() in spoken), None)
        if command is not None:
            return bool(getattr(self, f"_{command}")(seat, rest.strip()))
        state = self.session.state
        moves = sorted(state.moves(seat))
        move = moves[int(text) - 1] if text.isdecimal() and 0 < int(text[:9]) <= len(moves) else text
        self._tell(state, self.session.move(seat, move))
        return True

    def _help(self, seat: int, rest: str) -> None:
        self._print(self.say("cli.help"))

    def _list(self, seat: int, rest: str) -> None:
        moves = sorted(self.session.state.moves(seat))
        self.console.print(Columns([f"{n:3} {move}" for n, move in enumerate(moves, 1)], padding=(0, 3)))

    def _hint(self, seat: int, rest: str) -> None:
        state = self.session.state
        found = hint(state.view(seat), state.actions(seat), PATIENCE, self._sources[seat - 1])
        reason = found.say(self.say.language, self._names)
        self._print(self.say("cli.hint", move=state.write(seat, found.action), reason=reason))

    def _undo(self, seat: int, rest: str) -> bool:
        self.session.undo(seat)
        self._last = None
        self._print(self.say("cli.undone"))
        return True

    def _save(self, seat: int, rest: str) -> None:
        if not rest:
            self._print(self.say("cli.save-name"), style="red")
            return
        path = Path(rest)
        write_file(path, self.session.record().write())
        if self.session.secret_seed:  # not in the record, where it would tell what is thrown and drawn next
            write_file(seed_file(path), self.session.secret_seed.hex())
        self._print(self.say("cli.saved", path=str(path)))

    def _rules(self, seat: int, rest: str) -> None:
        path = self.session.game.folder / f"rules.{self.say.language}.md"
        self.console.print(Markdown(path.read_text(encoding="utf-8")))

    def _resign(self, seat: int, rest: str) -> bool:
        self._tell(self.session.state, self.session.resign(seat))
        return True

    def _quit(self, seat: int, rest: str) -> None:
        raise Leave

    # Between games

    def _again(self) -> bool:
        """Offer to keep the record, and return whether to play another game."""
        if name := self._input(self.say("cli.keep")).strip():
            try:
                write_file(Path(name), self.session.record().write())
                self._print(self.say("cli.kept", path=name))
            except DamierError as error:
                self._print(error.say(self.say), style="red")
        if self._input(self.say("cli.again")).strip().lower()[:1] != self.say("cli.yes"):
            return False
        tally = ", ".join(f"{who} {won}" for who, won in zip(self.series.people, self.series.wins, strict=True))
        self._print(self.say("cli.series", tally=tally, first=self.series.people[0]))
        return True

    def _input(self, prompt: str) -> str:
        self._print(prompt, end="")
        return self.console.input()

    @property
    def _names(self) -> list[str]:
        """The names shown for the seats."""
        return [shown_name(name, self.say.language) for name in self.session.seats]

    def _print(self, text: str, style: str | None = None, end: str = "\n") -> None:
        self.console.print(text, style=style, markup=False, soft_wrap=True, end=end)


def seed_file(path: Path) -> Path:
    """Return where the seed of an unfinished game is kept, beside its record."""
    return path.with_name(path.name + ".seed")
