"""One open page at a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from carreau.core.errors import CarreauError
from carreau.core.words import Words
from carreau.table.claim import MEASURED, RoundTrips
from carreau.web.fragments import Has
from carreau.web.messages import Advice, Checked, Hinted, Ping, Refused, encode


class Viewer:
    """What a page has been sent, and how long a message takes to get there."""

    def __init__(
        self, socket: WebSocket, words: Words, seats: Sequence[int], form: str, since: int, network: str = ""
    ) -> None:  # fmt: skip
        self.socket = socket
        self.words = words
        self.seats = list(seats)
        self.form = form
        self.network = network  # from which it comes
        self.since = since  # the number of the first entry that it has not been sent
        self.has: Has | None = None  # the fragments of drawings that it has
        self.looking: int | None = None  # whose view it shows, if several people share the screen
        self.round_trips = RoundTrips()
        self.number = 0  # of the last ping
        self.pings: dict[int, float] = {}
        self.too_much = False  # whether it has sent more than it may
        self.elsewhere = False  # whether another process is to serve it
        self.updated = asyncio.Event()  # there is something to send
        self.updated_at = 0.0  # since when
        self.outbox: list[Refused | Hinted | Advice | Checked | Ping] = []

    def notify(self) -> None:
        """There is something new to send."""
        if not self.updated.is_set():
            self.updated_at = time.monotonic()
            self.updated.set()

    def send_elsewhere(self) -> None:
        """Have the page connect again: another process will serve it."""
        self.elsewhere = True
        self.notify()

    def tell(self, message: Hinted | Advice | Checked) -> None:
        self.outbox.append(message)
        self.notify()

    def refuse(self, error: CarreauError) -> None:
        self.outbox.append(Refused(error.code, self.words.tell(error.sentence)))
        self.notify()

    def ping(self) -> None:
        """Measure a round trip."""
        self.number = self.number % 1_000_000 + 1
        self.pings[self.number] = time.monotonic()
        self.pings.pop(self.number - MEASURED, None)
        self.outbox.append(Ping(self.number))
        self.notify()

    def pong(self, number: int) -> None:
        if (sent := self.pings.pop(number, None)) is not None:
            self.round_trips.measured(time.monotonic() - sent)

    async def send_outbox(self) -> None:
        while self.outbox:
            await self.send(self.outbox.pop(0))

    async def send(self, message: Struct) -> None:
        await self.send_text(encode(message))

    async def send_text(self, text: str) -> None:
        try:
            await self.socket.send_text(text)
        except RuntimeError as error:  # the connection has just been closed
            raise WebSocketDisconnect from error
