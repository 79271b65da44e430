"""Options: a frozen dataclass per game. Each field knows its possible values, so that pages can offer them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Self

import numpy as np

from damier.core.catalogue import message
from damier.core.contract import Ints
from damier.core.errors import Malformed, Unknown


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several words; the first is the default."""

    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """The value where nobody chooses."""
        return self.values[0]

    def read(self, name: str, text: str) -> str:
        """Return the value a text stands for."""
        if not isinstance(text, str) or text not in self.values:
            raise Malformed(
                message("error.option-choice", option=name, value=str(text), values=" | ".join(self.values))
            )
        return text

    def number(self, value: str) -> int:
        """Return the value as the compiled rules see it."""
        return self.values.index(value)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number between two bounds."""

    default: int
    low: int
    high: int

    def read(self, name: str, text: str) -> int:
        """Return the value a text stands for."""
        wrong = Malformed(message("error.option-number", option=name, value=str(text), low=self.low, high=self.high))
        # The length first: int() refuses thousands of digits with an error of its own.
        if (
            not (isinstance(text, str) and text.isascii() and text.isdigit())
            or len(text) > 18
            or str(int(text)) != text
        ):
            raise wrong
        if not self.low <= int(text) <= self.high:
            raise wrong
        return int(text)

    def number(self, value: int) -> int:
        """Return the value as the compiled rules see it."""
        return value


Kind = Choice | Number


def choice(*values: str) -> Any:
    """Return a dataclass field that is one of these words, the first by default."""
    return field(default=values[0], metadata={"kind": Choice(values)})


def number(default: int, *, low: int, high: int) -> Any:
    """Return a dataclass field that is a whole number."""
    return field(default=default, metadata={"kind": Number(default, low, high)})


@dataclass(frozen=True)
class Options:
    """The base of every game's options. In text a field `ply_limit` is the option `ply-limit`."""

    def __post_init__(self) -> None:
        for name, kind in self.kinds().items():
            kind.read(name, str(self._value(name)))

    @classmethod
    @cache
    def kinds(cls) -> Mapping[str, Kind]:
        """Return each option's name and kind, in order."""
        return {item.name.replace("_", "-"): item.metadata["kind"] for item in fields(cls)}

    @classmethod
    def read(cls, pairs: Mapping[str, str]) -> Self:
        """Return options from texts; what is not named keeps its default."""
        kinds = cls.kinds()
        for name in pairs:
            if name not in kinds:
                known = ", ".join(kinds) or "–"
                raise Unknown(message("error.option-unknown", option=name, known=known))
        values = {name.replace("-", "_"): kinds[name].read(name, text) for name, text in pairs.items()}
        return cls(**values)

    def pairs(self) -> dict[str, str]:
        """Return every option and its value as text."""
        return {name: str(self._value(name)) for name in self.kinds()}

    def encode(self, seats: int) -> Ints:
        """Return the array for the compiled `start`: the number of seats, then each option as a number."""
        numbers = [kind.number(self._value(name)) for name, kind in self.kinds().items()]
        return np.array([seats, *numbers], dtype=np.int64)

    def _value(self, name: str) -> Any:
        return getattr(self, name.replace("-", "_"))
