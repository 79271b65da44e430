"""A client that reads too slowly is disconnected; nothing piles up for it, whatever the ASGI server offers."""

import asyncio
from typing import Any, cast

from damier.server.frames import WRITE
from damier.server.hub import Hub
from damier.server.outbox import outbox_for
from damier.server.settings import Settings
from damier.server.socket import MAX_LAG, TRY_LATER, SocketClient
from damier.server.store import Store


async def receive() -> dict[str, Any]:
    raise AssertionError


def test_a_client_that_lags_is_asked_to_try_later_and_sent_nothing_more() -> None:
    """One message more than may wait closes the socket; later ones are not written."""
    written: list[bytes] = []
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    def write(data: bytes) -> int:
        written.append(data)
        return MAX_LAG if data == b"some" else MAX_LAG + 1

    async def lag() -> None:
        hub = Hub(cast(Store, None), Settings())
        client = SocketClient(receive, outbox_for({"extensions": {WRITE: write}}, send), hub)
        for data in (b"some", b"too much", b"more", b"still more"):
            client.send(data)
        await asyncio.sleep(0)
        await client._close(TRY_LATER)
        hub.bots.close()

    asyncio.run(lag())
    assert written == [b"some", b"too much"]
    assert sent == [{"type": "websocket.close", "code": TRY_LATER}]


def test_the_same_by_the_standard_send_of_any_server() -> None:
    sent: list[dict[str, Any]] = []
    reading = asyncio.Event()

    async def send(message: Any) -> None:
        await reading.wait()  # the client reads nothing for now
        sent.append(message)

    async def lag() -> None:
        hub = Hub(cast(Store, None), Settings())
        client = SocketClient(receive, outbox_for({}, send), hub)
        client.send(b"x" * MAX_LAG)
        client.send(b"y")  # one byte more than may wait
        client.send(b"z")
        await asyncio.sleep(0)
        reading.set()
        await client._close(TRY_LATER)
        hub.bots.close()

    asyncio.run(lag())
    assert [message.get("text", message.get("code")) for message in sent] == ["x" * MAX_LAG, "y", TRY_LATER]
