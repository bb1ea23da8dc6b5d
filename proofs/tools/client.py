"""A player that is a program: it uses the web table's socket in plain form, as a screen, or by the protocol for programs."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from carreau.web.fragments import Screen
from carreau.web.messages import Event, Full, Gone, Hinted, Ping, Plain, Play, Preparing, Refused
from carreau.web.program_messages import Hello, Update
from carreau.web.screen import PLAIN, PROGRAM
from proofs.proof import Broken
from proofs.tools.http import cookies

READER = msgspec.json.Decoder(Plain | Event | Refused | Ping | Hinted | Preparing | Gone | Full | Hello | Update)
WRITER = msgspec.json.Encoder()
SECONDS = 180.0  # to wait for an answer; a game may have to be compiled first


class Line(ClientConnection):
    """A connection that counts what it receives."""

    received = 0  # bytes, as they were sent

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)


async def connect_line(address: str, compressed: bool = False, **options: Any) -> Line:
    line = await connect(
        address, compression="deflate" if compressed else None, create_connection=Line, ping_interval=None, close_timeout=1,
        max_size=2**24, **options,
    )  # fmt: skip
    assert isinstance(line, Line)
    return line


class Client:
    """One connection to a table. It answers pings by itself and passes everything else on."""

    def __init__(
        self, address: str, table: str, secret: str = "", form: str = PLAIN, language: str = "en", source: str | None = None,
        compressed: bool = False,
    ) -> None:  # fmt: skip
        self.compressed = compressed  # whether it reads compressed messages, as browsers do
        self.address, self.table, self.secret, self.form, self.language = address, table, secret, form, language
        self.source = source  # the address to come from
        self.line: Line | None = None
        self.last = ""  # message that was sent
        self.screen = Screen()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.close()

    async def open(self) -> None:
        self.screen = Screen()
        asked = "protocol=1" if self.form == PROGRAM else f"form={self.form}"
        self.line = await connect_line(
            f"{self.address.replace('http', 'ws', 1)}/table/{self.table}/socket?{asked}", self.compressed,
            additional_headers={"Cookie": cookies(self.secret, self.language)}, origin=self.address,
            local_addr=(self.source, 0) if self.source else None,
        )  # fmt: skip

    async def close(self) -> None:
        assert self.line is not None
        await self.line.close()

    @property
    def received(self) -> int:
        """How many bytes have come."""
        assert self.line is not None
        return self.line.received

    async def hear(self) -> Any:
        """The next message that is not a ping."""
        assert self.line is not None
        while True:
            text = await self.line.recv(decode=False)
            message = READER.decode(text)
            if isinstance(message, Event):
                self.screen.apply(message.drawing)
            if not isinstance(message, Ping):
                self.keep(text)
                return message
            await self.line.send(f'{{"type":"pong","number":{message.number}}}')

    def keep(self, text: bytes) -> None:
        """For clients that keep what they hear."""

    async def hear_one(self, *kinds: type) -> Any:
        """The next message of one of these kinds; Broken if none comes."""
        try:
            async with asyncio.timeout(SECONDS):
                while not isinstance(message := await self.hear(), kinds):
                    pass
        except TimeoutError:
            names = " or ".join(kind.__name__ for kind in kinds)
            raise Broken(f"No answer of the kind {names} came within {SECONDS:.0f} seconds; {self.last}") from None
        return message

    async def reach(self, ply: int, seconds: float = SECONDS) -> Plain | Event:
        """The table at this ply, or later."""
        async with asyncio.timeout(seconds):  # not wait_for, which may miss a cancellation before Python 3.12
            while not (isinstance(message := await self.hear(), Plain | Event) and message.ply >= ply):
                pass
        return message

    def actions(self, message: Plain | Event) -> list[str]:
        """What may be played now; a screen gets it along with its drawing."""
        return message.actions if isinstance(message, Plain) else [choice.action for choice in self.screen.choices]

    async def play(self, seat: int, action: str, ply: int) -> None:
        await self.send(WRITER.encode(Play(seat, action, ply)).decode())

    async def command(self, command: dict[str, Any]) -> None:
        await self.send(json.dumps(command))

    async def send(self, text: str) -> None:
        assert self.line is not None
        self.last = text
        await self.line.send(text)


async def play_on(pair: Sequence[Client], chance: Random, told: Callable[[float], None], pause: float, most: float) -> None:
    """Two people, one move after the other; both must see each within `most` seconds, and how long it took is noted."""
    async with pair[0], pair[1]:
        seen = [await client.reach(0) for client in pair]
        while seen[0].state != "over":
            seat = next(k for k in (0, 1) if pair[k].actions(seen[k]))
            begun, ply = time.perf_counter(), seen[seat].ply
            await pair[seat].play(seat, chance.choice(pair[seat].actions(seen[seat])), ply)
            seen = [await client.reach(ply + 1, most) for client in pair]
            told(time.perf_counter() - begun)
            await asyncio.sleep(pause)
