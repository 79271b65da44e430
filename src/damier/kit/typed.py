"""Text as people type it: dashes and spaces of every kind, made plain before a move is read."""

DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_INVISIBLE = "\u00ad\u200b\u2060\ufeff"  # soft hyphen, zero-width spaces: they come along when text is pasted
_PLAIN = str.maketrans(dict.fromkeys(DASHES, "-") | dict.fromkeys(_INVISIBLE, ""))


def plain(text: str) -> str:
    """Return a text with every dash as a hyphen, every run of spaces as one space, and none at its ends."""
    return " ".join(text.translate(_PLAIN).split())
