"""A bot for a Damier table: takes an open seat and plays the first legal move.

python examples/bot.py http://127.0.0.1:8000 TABLE-OR-CODE
"""

import asyncio
import json
import sys
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect


async def play(server: str, table: str) -> None:
    """Take a seat, listen, and move whenever the seat has legal moves."""
    body = json.dumps({"name": "example bot"}).encode()
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(f"{server}/api/tables/{table}/seats", body, headers)) as response:
        joined = json.load(response)
    seat, secret = joined["seats"][0]["seat"], joined["seats"][0]["secret"]
    socket = f"{server.replace('http', 'ws', 1)}/api/tables/{joined['table']['id']}/socket"
    async with connect(socket) as table_socket:
        await table_socket.send(json.dumps({"type": "hello", "protocol": 2, "secrets": [secret]}))
        async for text in table_socket:
            told = json.loads(text)
            if told["type"] in ("event", "snapshot"):
                print(told["seq"], told["seats"][str(seat)].get("sentence", ""))
                if told["outcome"]:
                    print(told["outcome"]["sentence"])
                    return
                if legal := told["seats"][str(seat)]["legal"]:
                    move = {"type": "move", "seat": seat, "seq": told["seq"], "move": legal[0]}
                    await table_socket.send(json.dumps(move))


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:3]))
