"""A player who is a program: the web table's socket, in its plain form or as a screen."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from carreau.web.messages import Event, Full, Gone, Hinted, Ping, Plain, Play, Preparing, Refused
from carreau.web.screen import PLAIN
from carreau.web.tokens import COOKIE

READER = msgspec.json.Decoder(Plain | Event | Refused | Ping | Hinted | Preparing | Gone | Full)
WRITER = msgspec.json.Encoder()


class Client:
    """One seat's connection to its table. It answers pings by itself; everything else is handed on."""

    def __init__(
        self, address: str, table: str, secret: str, form: str = PLAIN, language: str = "en", source: str | None = None
    ) -> None:  # fmt: skip
        self.address, self.table, self.secret, self.form, self.language = address, table, secret, form, language
        self.source = source  # the address to come from
        self.line: ClientConnection | None = None

    async def __aenter__(self) -> Client:
        self.line = await connect(
            f"{self.address.replace('http', 'ws', 1)}/table/{self.table}/socket?form={self.form}",
            additional_headers={"Cookie": f"{COOKIE}={self.secret}; language={self.language}"}, origin=self.address,  # type: ignore[arg-type]
            compression=None, ping_interval=None, close_timeout=1, max_size=2**22,
            local_addr=(self.source, 0) if self.source else None,
        )  # fmt: skip
        return self

    async def __aexit__(self, *failure: object) -> None:
        assert self.line is not None
        await self.line.close()

    async def hear(self) -> Any:
        """The next message that is not a ping."""
        assert self.line is not None
        while True:
            message = READER.decode(await self.line.recv())
            if not isinstance(message, Ping):
                return message
            await self.line.send(f'{{"type":"pong","number":{message.number}}}')

    async def play(self, seat: int, action: str, ply: int) -> None:
        assert self.line is not None
        await self.line.send(WRITER.encode(Play(seat, action, ply)).decode())

    async def wish(self, wish: dict[str, Any]) -> None:
        assert self.line is not None
        await self.line.send(json.dumps(wish))
