"""Catalogues: the sentences for people, one JSON file per package and language (`text/en.json`, `text/fr.json`).

Code never holds a sentence; it makes a `Message` (a key and the values of its gaps) and a `Catalogue` formats it.
"""

import json
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

LANGUAGES: Final = ("en", "fr")

Sentences = Mapping[str, "str | Mapping[str, str]"]


class Message(NamedTuple):
    """Something to say: a key of a catalogue and what fills its gaps. A gap may hold another message."""

    key: str
    gaps: Mapping[str, "str | int | Message"]


class Name(str):
    """A text in a gap. `{who:de}` puts the French "de" before it: "d’Ada", "de Bo", "d’Édith", "de Yann"."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if spec != "de":
            return super().__format__(spec)
        first = unicodedata.normalize("NFD", self[:1])[:1].lower()
        return f"d’{self}" if first and first in "aeiouhæœ" else f"de {self}"


def message(key: str, /, **gaps: "str | int | Message") -> Message:
    """Return a message from a key and its gaps."""
    return Message(key, gaps)


@cache
def sentences(folder: Path, language: str) -> Sentences:
    """Return the sentences in a package's `text/<language>.json`."""
    path = folder / "text" / f"{language}.json"
    loaded: dict[str, str | dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


@cache
def _merged(language: str, folders: tuple[Path, ...]) -> Sentences:
    """Return the sentences of several packages and of the core; the first folder that has a key wins."""
    merged: dict[str, str | Mapping[str, str]] = {}
    for folder in (Path(__file__).parent, *reversed(folders)):
        merged |= sentences(folder, language)
    return merged


class Catalogue:
    """The sentences of one language, from several packages. Call it to format a message."""

    def __init__(self, language: str, *folders: Path) -> None:
        self.language = language
        self._folders = folders
        self._sentences = _merged(language, folders)

    def extended(self, folder: Path) -> "Catalogue":
        """Return a catalogue that also has the sentences of one more folder."""
        return Catalogue(self.language, *self._folders, folder)

    def __contains__(self, key: str) -> bool:
        return key in self._sentences

    def __call__(self, what: str | Message, /, **gaps: str | int | Message) -> str:
        """Return the sentence for a message, or for a key with its gaps."""
        asked = Message(what, gaps) if isinstance(what, str) else what
        sentence = self._sentence(asked)
        return sentence.format_map(
            {
                name: value if isinstance(value, int) else Name(self(value) if isinstance(value, Message) else value)
                for name, value in asked.gaps.items()
            }
        )

    def _sentence(self, asked: Message) -> str:
        found = self._sentences.get(asked.key)
        if found is None:
            raise KeyError(f"no sentence {asked.key!r} in {self.language}")
        return found if isinstance(found, str) else found[self._plural(asked.gaps.get("n", 0))]

    def _plural(self, number: object) -> str:
        one = (0, 1) if self.language == "fr" else (1,)
        return "one" if number in one else "other"
