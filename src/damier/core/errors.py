"""What can go wrong, told apart by what the person can do about it.

Every error carries a message (so that it can be said in each language) and, where a rule was broken, its number.
"""

from pathlib import Path

from damier.core.catalogue import Catalogue, Message, message


class DamierError(Exception):
    """The base of all errors that a person may meet."""

    def __init__(self, what: Message, rule: str | None = None) -> None:
        super().__init__(what, rule)
        self.what = what
        self.rule = rule
        self.source: Path | None = None  # the game folder whose catalogue has the sentence, if it is a game's

    def say(self, catalogue: Catalogue) -> str:
        """The error as a sentence, with the rule it rests on."""
        speaker = catalogue.extended(self.source) if self.source else catalogue
        text = speaker(self.what)
        return catalogue("error.by-rule", text=text.removesuffix("."), rule=self.rule) if self.rule else text

    def __str__(self) -> str:
        return self.say(Catalogue("en"))


class Malformed(DamierError):
    """It does not parse."""


class Illegal(DamierError):
    """It parses, but breaks a rule."""


class NotYourTurn(DamierError):
    """Another seat, chance, or nobody is to act."""


class Unknown(DamierError):
    """There is no such game, option, bot or language."""


class Unfit(DamierError):
    """A bot is asked to play a kind of game that it does not understand."""


class Tampered(DamierError):
    """A chance event is not what the committed seed gives."""


class RecordError(DamierError):
    """Something is wrong with a record, at a line."""

    def __init__(self, line: int, cause: DamierError) -> None:
        super().__init__(message("error.at-line", line=line, text=cause.what), cause.rule)
        self.source = cause.source
        self.line = line
        self.cause = cause
