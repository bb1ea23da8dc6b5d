"""What we compare with: a server that commits a row, echoes it to the table, and does nothing else.

It has the same HTTP and WebSocket code, the same messages, the same log and the same way of writing to it as the web table.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from carreau.store.log import Conflict, Log
from carreau.store.sqlite_log import SQLiteLog
from carreau.table.entry import Entry
from carreau.web.cookies import PLAYER_COOKIE
from carreau.web.log_writer import LogWriter
from carreau.web.messages import Plain, Play, decode, encode
from carreau.web.server import LOCAL, listen, run
from carreau.web.site import Site
from carreau.web.tokens import hashed
from proofs.tools.tables import FILE

BARE = "proofs.load.bare_server"


def make_app(log: Log) -> Starlette:
    writer, pages = LogWriter(log), defaultdict[str, dict[WebSocket, int]](dict)

    async def serve(socket: WebSocket) -> None:
        await socket.accept()
        table = socket.path_params["id"]
        seat = log.seats(table, hashed(socket.cookies[PLAYER_COOKIE]))[0]
        pages[table][socket] = seat
        await socket.send_text(echo(0, seat))
        with suppress(WebSocketDisconnect):
            while True:
                command = decode(await socket.receive_text())
                assert isinstance(command, Play)
                with suppress(Conflict):
                    await writer.write(table, Entry(command.ply, 0.0, "play", command.seat, command.action))
                for page, other in list(pages[table].items()):
                    await page.send_text(echo(command.ply + 1, other))
        del pages[table][socket]

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        yield
        writer.close()

    return Starlette(routes=[WebSocketRoute("/table/{id}/socket", serve)], lifespan=life)


def echo(ply: int, seat: int) -> str:
    return encode(Plain(ply, ply, "playing", seat, ["r1 f6"] if ply % 2 == seat else [], [0, 0], "", []))


def main(words: list[str]) -> None:
    given = dict(zip(words[1::2], words[2::2]))
    listener = listen(LOCAL, int(given["--port"]))
    print(f"The bare server is at http://{LOCAL}:{listener.getsockname()[1]}/", flush=True)
    run(make_app(SQLiteLog(Path(given["--data"]) / FILE)), listener, Site(most_connections=int(given["--lines"])))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        main(sys.argv[1:])
