"""Who reads too slowly is sent away; nothing piles up for him."""

import asyncio
from typing import Any, cast

from damier.server.hub import Hub
from damier.server.settings import Settings
from damier.server.socket import LAG, TRY_LATER, SocketClient
from damier.server.store import Store


def test_a_client_that_lags_is_told_to_try_later_and_nothing_more() -> None:
    """One message more than may wait closes the socket; later ones are not written."""
    written: list[str] = []
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        raise AssertionError

    async def send(message: Any) -> None:
        sent.append(message)

    def write(text: str) -> int:
        written.append(text)
        return LAG if text == "some" else LAG + 1

    async def lag() -> None:
        hub = Hub(cast(Store, None), Settings())
        client = SocketClient(receive, send, write, hub)
        for text in ("some", "too much", "more", "still more"):
            client.tell(text)
        await asyncio.sleep(0.01)
        hub.bots.close()

    asyncio.run(lag())
    assert written == ["some", "too much"]
    assert sent == [{"type": "websocket.close", "code": TRY_LATER}]
