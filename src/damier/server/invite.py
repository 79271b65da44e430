"""Invitations: where others find a table, as a link and as a QR code."""

import ipaddress
import re
import socket
from contextlib import suppress

import segno
from fastapi import APIRouter, Request
from pydantic import BaseModel

from damier.core.catalogue import message
from damier.core.errors import Malformed
from damier.server.api import TableId, TheHub, responses
from damier.server.settings import Settings

NOWHERE = ("192.0.2.1", 9)  # an address for documentation: nobody is there
_HOST = re.compile(r"(?P<name>[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")
QUIET = 4  # modules of light around a code, as its standard asks for


class Invitation(BaseModel):
    """How to bring somebody to a table."""

    link: str
    code: str
    qr: str  # an SVG without a size of its own, in the colour of the text around it


router = APIRouter(prefix="/api")


@router.get("/tables/{table}/invite", responses=responses(404))
async def invite(table: TableId, hub: TheHub, request: Request) -> Invitation:
    """A link to a table that works on other devices, and the same as a QR code."""
    room = await hub.room(table)
    link = f"{base_of(request, hub.settings)}/t/{room.row.code}"
    return Invitation(link=link, code=room.row.code, qr=svg(link))


def base_of(request: Request, settings: Settings) -> str:
    """Return the address of this server for others: as set, else in the local network, else as it was asked for."""
    if settings.public:
        return settings.public.rstrip("/")
    host = request.headers.get("host", "")
    match = _HOST.fullmatch(host)
    if match is None:
        raise Malformed(message("server.bad-host"))
    if settings.lan and is_loopback(match["name"]):
        return settings.lan
    return f"{request.url.scheme}://{host}"


def is_loopback(name: str) -> bool:
    """Return whether a host name means the machine itself."""
    if name.lower() == "localhost" or name.lower().endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    return False


def lan_address() -> str | None:
    """Return this machine's address in the local network, found without sending anything."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(NOWHERE)  # only chooses the way a packet would take
        return _useful(probe.getsockname()[0])
    with suppress(OSError):
        return _useful(socket.gethostbyname(socket.gethostname()))
    return None


def _useful(address: str) -> str | None:
    found = ipaddress.ip_address(address)
    return None if found.is_loopback or found.is_unspecified else address


def svg(text: str) -> str:
    """Return a QR code as SVG, its dark modules as one path."""
    rows = [bytes(row) for row in segno.make_qr(text).matrix]
    runs = [
        f"M{run.start() + QUIET} {y}h{len(run[0])}v1h-{len(run[0])}z"
        for y, row in enumerate(rows, QUIET)
        for run in re.finditer(b"\1+", row)
    ]
    size = len(rows) + 2 * QUIET
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">'
        f'<path fill="currentColor" d="{"".join(runs)}"/></svg>'
    )
