"""Words: sentences in catalogues, one JSON file per package and language.

Code never holds a sentence for a person; it makes a `Message` (a key and its parameters) and a `Words` says it.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

LANGUAGES: Final = ("en", "fr")

Catalogue = Mapping[str, "str | Mapping[str, str]"]


class Message(NamedTuple):
    """Something to say: a key of a catalogue and what fills its gaps. A gap may hold another message."""

    key: str
    gaps: Mapping[str, "str | int | Message"]


def message(key: str, /, **gaps: "str | int | Message") -> Message:
    """Make a message."""
    return Message(key, gaps)


@cache
def catalogue(folder: Path, language: str) -> Catalogue:
    """The sentences a package gives in `text/<language>.json`."""
    path = folder / "text" / f"{language}.json"
    loaded: dict[str, str | dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


@cache
def _together(language: str, folders: tuple[Path, ...]) -> Catalogue:
    """Several packages' sentences and the core's; the first that has a key keeps it."""
    together: dict[str, str | Mapping[str, str]] = {}
    for folder in (Path(__file__).parent, *reversed(folders)):
        together |= catalogue(folder, language)
    return together


class Words:
    """One language's sentences, out of several catalogues; the first that has a key speaks."""

    def __init__(self, language: str, *folders: Path) -> None:
        self.language = language
        self._folders = folders
        self._sentences = _together(language, folders)

    def extended(self, folder: Path) -> "Words":
        """These words and those of one more folder."""
        return Words(self.language, *self._folders, folder)

    def __contains__(self, key: str) -> bool:
        return key in self._sentences

    def __call__(self, what: str | Message, /, **gaps: str | int | Message) -> str:
        """Say a message, or a key with its gaps."""
        said = Message(what, gaps) if isinstance(what, str) else what
        sentence = self._sentence(said)
        return sentence.format_map(
            {name: self(value) if isinstance(value, Message) else value for name, value in said.gaps.items()}
        )

    def _sentence(self, said: Message) -> str:
        found = self._sentences.get(said.key)
        if found is None:
            raise KeyError(f"no sentence {said.key!r} in {self.language}")
        return found if isinstance(found, str) else found[self._plural(said.gaps.get("n", 0))]

    def _plural(self, number: object) -> str:
        one = (0, 1) if self.language == "fr" else (1,)
        return "one" if number in one else "other"
