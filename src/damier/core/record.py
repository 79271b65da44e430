"""The record: a game as text that a person can read, write and correct.

`key: value` lines, an empty line, then one event per line: `<seat|*> <notation>`. `#` begins a comment. This module
knows the text only; `damier.core.replay` knows what it means. Whatever parses writes back the same, up to
superfluous blanks.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from damier.core.catalogue import message
from damier.core.contract import MAX_SEATS
from damier.core.errors import Malformed, RecordError

VERSION = "1"
MAX_TEXT = 200  # of a name, a word, a value, a notation
DEMO = "demo.damier"  # in a game's folder: a game worth watching

_EVENT = re.compile(r"(\*|[1-9]) (\S.*)")
_HEX = {"commit": 64, "seed": 64}
_NUMBERED = re.compile(r"(seat|word) [1-9]|option \S+")
_TAG = re.compile(r"[a-z][a-z0-9-]*")  # any other single word: free text, kept as it is
_RESERVED = ("damier", "game", "rules", *_HEX)


@dataclass(frozen=True, slots=True)
class Line:
    """One line below the header: an event with or without a comment, or a comment alone (actor None)."""

    actor: int | None
    text: str = ""
    comment: str | None = None
    number: int = field(default=0, compare=False)

    def write(self) -> str:
        """Return the line as text."""
        event = "" if self.actor is None else f"{self.actor or '*'} {self.text}"
        note = "" if self.comment is None else f"# {self.comment}".rstrip()
        return f"{event} {note}".strip()


@dataclass(frozen=True, slots=True)
class Record:
    """A parsed record, not yet replayed."""

    game: str
    seats: tuple[str, ...]
    rules: int | None = None  # the version of the game's rules it was played by; absent: 1
    options: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    seat_words: Mapping[int, str] = field(default_factory=dict)  # by seat, see damier.core.fair
    commit: str | None = None
    seed: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict, compare=False)  # header key -> line number

    def write(self) -> str:
        """Return the record as text."""
        header = [f"damier: {VERSION}", f"game: {self.game}"]
        header += [f"rules: {self.rules}"] if self.rules is not None else []
        header += [f"{tag}: {value}" for tag, value in self.tags.items()]
        header += [f"option {name}: {value}" for name, value in self.options.items()]
        header += [f"seat {seat}: {name}" for seat, name in enumerate(self.seats, 1)]
        header += [f"word {seat}: {word}" for seat, word in self.seat_words.items()]
        header += [f"commit: {self.commit}"] if self.commit else []
        header += [f"seed: {self.seed}"] if self.seed else []
        return "\n".join([*header, "", *(line.write() for line in self.lines)]) + "\n"


def parse(text: str) -> Record:
    """Parse a record; raises RecordError with the line and what is wrong there."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        if any(not (char.isprintable() or char == "\t") for char in line):
            raise _wrong(number, "record.control")
    header, body = _split(lines)
    return _build(header, [read_line(line, number) for number, line in body if line])


def _wrong(number: int, key: str, /, **gaps: str | int) -> RecordError:
    return RecordError(number, Malformed(message(key, **gaps)))


def _split(lines: list[str]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return the header and what follows the first empty line, numbered and stripped."""
    numbered = [(number, " ".join(line.split())) for number, line in enumerate(lines, 1)]
    first = next((i for i, (_, line) in enumerate(numbered) if line), 0)  # empty lines before anything
    blank = next((i for i, (_, line) in enumerate(numbered[first:], first) if not line), len(numbered))
    return numbered[first:blank], numbered[blank:]


def read_line(line: str, number: int = 0) -> Line:
    """Parse one line: an event, a comment or both."""
    event, hash_, note = line.partition("#")
    event = event.strip()
    comment = note.strip() if hash_ else None
    if not event:
        return Line(None, comment=comment, number=number)
    match = _EVENT.fullmatch(event)
    if match is None:
        raise _wrong(number, "record.event", text=event[:MAX_TEXT])
    if len(match[2]) > MAX_TEXT:
        raise _wrong(number, "error.too-long", limit=MAX_TEXT)
    return Line(0 if match[1] == "*" else int(match[1]), match[2], comment, number)


def _build(header: Iterable[tuple[int, str]], lines: list[Line]) -> Record:
    values, numbers = _header(list(header))
    if "game" not in values:
        raise _wrong(1, "record.key-missing", key="game")
    seats = _by_seat(values, numbers, "seat")
    if not seats:
        raise _wrong(1, "record.key-missing", key="seat 1")
    if list(seats) != list(range(1, len(seats) + 1)):
        raise _wrong(numbers[f"seat {list(seats)[-1]}"], "record.seat-order")
    seat_words = _by_seat(values, numbers, "word")
    for seat in seat_words:
        if seat > len(seats):
            raise _wrong(numbers[f"word {seat}"], "record.word-seat")
    return Record(
        game=values["game"],
        seats=tuple(seats.values()),
        rules=int(values["rules"]) if "rules" in values else None,
        options={key.removeprefix("option "): value for key, value in values.items() if key.startswith("option ")},
        lines=tuple(lines),
        seat_words=seat_words,
        commit=values.get("commit"),
        seed=values.get("seed"),
        tags={key: value for key, value in values.items() if _is_tag(key)},
        numbers=numbers,
    )


def _header(lines: list[tuple[int, str]]) -> tuple[dict[str, str], dict[str, int]]:
    values: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for number, line in lines:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not values and key != "damier":
            raise _wrong(number, "record.first-line")
        if not colon:
            raise _wrong(number, "record.header", text=line[:MAX_TEXT])
        _check(number, key, value)
        if key in values:
            raise _wrong(number, "record.key-twice", key=key)
        values[key], numbers[key] = value, number
    if not values:
        raise _wrong(1, "record.first-line")
    return values, numbers


def _check(number: int, key: str, value: str) -> None:
    """Raise RecordError unless a header is known and its value has the right form."""
    if not (key in _RESERVED or _NUMBERED.fullmatch(key) or _is_tag(key)):
        raise _wrong(number, "record.key-unknown", key=key[:MAX_TEXT])
    if not value:
        raise _wrong(number, "record.value-empty", key=key)
    if len(value) > MAX_TEXT:
        raise _wrong(number, "error.too-long", limit=MAX_TEXT)
    if key == "damier" and value != VERSION:
        raise _wrong(number, "record.version", version=value)
    if key == "rules" and not re.fullmatch(r"[1-9][0-9]{0,5}", value):
        raise _wrong(number, "record.rules-number")
    if key in _HEX and not re.fullmatch(rf"[0-9a-f]{{{_HEX[key]}}}", value):
        raise _wrong(number, "record.hex", key=key, digits=_HEX[key])


def _is_tag(key: str) -> bool:
    return key not in _RESERVED and _TAG.fullmatch(key) is not None


def _by_seat(values: Mapping[str, str], numbers: Mapping[str, int], kind: str) -> dict[int, str]:
    found = {int(key.removeprefix(f"{kind} ")): value for key, value in values.items() if key.startswith(f"{kind} ")}
    for seat in found:
        if seat > MAX_SEATS:
            raise _wrong(numbers[f"{kind} {seat}"], "record.key-unknown", key=f"{kind} {seat}")
    return dict(sorted(found.items())) if kind == "word" else found
