"""Errors as clients get them: one list of codes for sockets and HTTP."""

from pydantic import BaseModel

from damier.core.errors import DamierError, Illegal, Malformed, NotYourTurn, RecordError, Unfit, Unknown
from damier.server.database import StorageError
from damier.server.protocol import ErrorCode
from damier.server.room import Behind, Closed


class Unauthorised(DamierError):
    """No secret, or one that belongs to no seat of the table."""


class Full(DamierError):
    """As many tables or people as the settings allow."""


class Problem(BaseModel):
    """What went wrong, for a program and for a person."""

    code: ErrorCode
    sentence: str
    rule: str | None = None


# The HTTP status and the code of each kind of error; the first that fits counts.
_KINDS: tuple[tuple[type[DamierError], int, ErrorCode], ...] = (
    (Unauthorised, 401, "unauthorised"),
    (Unknown, 404, "unknown"),
    (Behind, 409, "behind"),
    (Closed, 409, "behind"),
    (Illegal, 409, "illegal"),
    (NotYourTurn, 409, "not-now"),
    (Unfit, 422, "unfit"),
    (RecordError, 422, "malformed"),
    (Malformed, 422, "malformed"),
    (Full, 503, "full"),
    (StorageError, 503, "storage"),
    (DamierError, 409, "refused"),
)


def status_and_code(error: DamierError) -> tuple[int, ErrorCode]:
    """Return the HTTP status and the code of an error."""
    return next((status, code) for kind, status, code in _KINDS if isinstance(error, kind))
