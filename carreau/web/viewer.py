"""One open page at a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from carreau.core.errors import CarreauError
from carreau.core.words import Words
from carreau.table.claim import MEASURED, Line
from carreau.web.messages import Hinted, Ping, Refused, encode


class Viewer:
    """What a page has been sent, and over what kind of line."""

    def __init__(
        self, socket: WebSocket, words: Words, seats: Sequence[int], form: str, since: int, household: str = ""
    ) -> None:  # fmt: skip
        self.socket = socket
        self.words = words
        self.seats = list(seats)
        self.form = form
        self.household = household  # the household it comes from
        self.since = since  # the number of the first entry that it has not been told of
        self.looking: int | None = None  # whose view it shows, where several persons share the screen
        self.line = Line()
        self.number = 0  # of the last ping
        self.pings: dict[int, float] = {}
        self.too_much = False  # whether it has said more than it may
        self.stirred = asyncio.Event()
        self.outbox: list[Refused | Hinted | Ping] = []

    def stir(self) -> None:
        """There is something new to be shown."""
        self.stirred.set()

    def refuse(self, error: CarreauError | str) -> None:
        text = self.words.tell(error.sentence) if isinstance(error, CarreauError) else error
        self.outbox.append(Refused(text))
        self.stir()

    def ping(self) -> None:
        """Measure the line."""
        self.number = self.number % 1_000_000 + 1
        self.pings[self.number] = time.monotonic()
        self.pings.pop(self.number - MEASURED, None)
        self.outbox.append(Ping(self.number))
        self.stir()

    def pong(self, number: int) -> None:
        if (sent := self.pings.pop(number, None)) is not None:
            self.line.measured(time.monotonic() - sent)

    async def send_outbox(self) -> None:
        while self.outbox:
            await self.send(self.outbox.pop(0))

    async def send(self, message: Struct) -> None:
        await self.send_text(encode(message))

    async def send_text(self, text: str) -> None:
        try:
            await self.socket.send_text(text)
        except RuntimeError as error:  # the line was closed in this moment
            raise WebSocketDisconnect from error
