"""Who sits where at a table: taking a seat, leaving it, giving it to a bot, asking it back.

Each function returns the seat as it shall be stored, or raises NotYourTurn with the reason; none changes anything.
"""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import replace

from damier.core.catalogue import message
from damier.core.errors import NotYourTurn
from damier.players.player import BOT, find
from damier.server.store import Seat


def new_secret() -> str:
    """Return a new secret: the right to act for a seat."""
    return secrets.token_urlsafe(24)


def digest(secret: str) -> str:
    """Return what is stored of a secret. (It is long and random, so a plain hash is enough.)"""
    return hashlib.sha256(secret.encode()).hexdigest()


def holder(seats: Sequence[Seat], secret: str) -> int | None:
    """Return the number of the seat a secret gives the right to act for."""
    hashed = digest(secret)
    return next((seat.number for seat in seats if _matches(seat.secret_hash, hashed)), None)


def former_holder(seats: Sequence[Seat], secret: str) -> int | None:
    """Return the number of the seat a secret was valid for before the seat was given away."""
    hashed = digest(secret)
    return next((seat.number for seat in seats if _matches(seat.former_hash, hashed)), None)


def _matches(stored: str | None, hashed: str) -> bool:
    return stored is not None and secrets.compare_digest(stored, hashed)


def take(seats: Sequence[Seat], wanted: int | None, name: str, word: str, secret: str) -> Seat:
    """Return an open seat (the one wanted, or the first) with a person on it."""
    open_seats = [seat for seat in seats if seat.kind == "open" and wanted in (None, seat.number)]
    if not open_seats:
        raise NotYourTurn(message("server.seat-taken"))
    return Seat(open_seats[0].number, "person", name, word, digest(secret))


def leave(seat: Seat) -> Seat:
    """Return a seat that its person has left: open to others."""
    return replace(seat, kind="open", secret_hash=None, former_hash=seat.secret_hash)


def give_to_bot(seats: Sequence[Seat], number: int, bot: str, *, is_free: bool) -> Seat:
    """Return a seat with a bot on it. It must be free: open, or left for long by its person."""
    seat = seats[number - 1]
    if not any(other.kind == "person" and other.number != number for other in seats):
        raise NotYourTurn(message("server.nobody"))
    if seat.kind == "bot" or not is_free:
        raise NotYourTurn(message("server.seat-taken"))
    return replace(seat, kind="bot", bot=bot, secret_hash=None, former_hash=seat.secret_hash or seat.former_hash)


def reclaim(seats: Sequence[Seat], number: int, secret: str) -> Seat:
    """Return a seat for the person who held it before, if nobody else has sat down there since."""
    if former_holder(seats, secret) != number or seats[number - 1].kind == "person":
        raise NotYourTurn(message("server.seat-taken"))
    return replace(seats[number - 1], kind="person", bot=None, secret_hash=digest(secret), former_hash=None)


# Names


def shown_names(seats: Sequence[Seat], lang: str) -> list[str]:
    """Return how everybody is called in a language: a person by name, a bot by its label."""
    return [find(seat.bot).label(lang) if seat.bot else seat.name for seat in seats]


def record_names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the names as a record writes them: `bot gentle` for a bot, and for nobody else."""
    return tuple(f"{BOT}{seat.bot}" if seat.bot else _not_a_bot(seat.name) for seat in seats)


def _not_a_bot(name: str) -> str:
    return name[0].upper() + name[1:] if name.startswith(BOT) else name
