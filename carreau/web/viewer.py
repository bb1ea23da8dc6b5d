"""One open page at a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from starlette.websockets import WebSocket

from carreau.core.errors import CarreauError
from carreau.core.words import Words
from carreau.table.claim import Line
from carreau.web.messages import Hinted, Ping, Refused, encode


class Viewer:
    """What a page has been sent, and over what kind of line."""

    def __init__(self, socket: WebSocket, words: Words, seats: Sequence[int], form: str, since: int) -> None:
        self.socket = socket
        self.words = words
        self.seats = list(seats)
        self.form = form
        self.since = since  # the number of the first entry that it has not been told of
        self.looking: int | None = None  # whose view it shows, where several persons share the screen
        self.line = Line()
        self.pings: dict[int, float] = {}
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
        number = len(self.pings) + 1 if len(self.pings) < 100_000 else 1
        self.pings[number] = time.monotonic()
        self.outbox.append(Ping(number))
        self.stir()

    def pong(self, number: int) -> None:
        sent = self.pings.get(number, 0.0)
        if sent:
            self.line.measured(time.monotonic() - sent)
            self.pings[number] = 0.0

    async def send_outbox(self) -> None:
        while self.outbox:
            await self.socket.send_text(encode(self.outbox.pop(0)))
