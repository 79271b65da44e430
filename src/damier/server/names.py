"""Names and seat words that people type, made fit for records and pages."""

from typing import Annotated

from pydantic import AfterValidator, StringConstraints


def printable(text: str) -> str:
    """Return a text as a record can hold it: one line, nothing invisible."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _name(text: str) -> str:
    return printable(text) or "–"


Name = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(_name)]
Word = Annotated[str, StringConstraints(max_length=40), AfterValidator(printable)]
