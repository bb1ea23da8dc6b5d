"""A seat's connection to its table: it comes back when the line is lost, and a move that was sent twice counts once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import InvalidStatus, WebSocketException

from carreau.client.deal import Part
from carreau.client.errors import Gone, Refused
from carreau.client.seat import PROTOCOL, Seat
from carreau.client.update import Entry, Update, read_update

PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds between two attempts to connect
PATIENCE = 120.0  # seconds
FOR_GOOD = (400, 401, 403, 404, 421)  # answers to a handshake that stay the same


def connect(seat: Seat, language: str = "en", patience: float = PATIENCE) -> Table:
    """A table to be used with `async with`.

    Args:
        seat: From `join` or `new_table`.
        language: Of sentences: `en` or `fr`.
        patience: For how many seconds to look for a server that does not answer.
    """
    return Table(seat, language, patience)


class Table:
    """A table as one seat knows it.

    `async for update in table` goes on whenever the seat may act, and ends with the match. `table.now` is the newest update.
    """

    def __init__(self, seat: Seat, language: str = "en", patience: float = PATIENCE) -> None:
        self.seat, self.language, self.patience = seat, language, patience
        self.hello: dict[str, Any] = {}
        self.part = Part()
        self.log: list[Entry] = []  # all that has happened
        self.connections = 0
        self._now: Update | None = None
        self._line: ClientConnection | None = None
        self._fresh = False  # whether there is something new to decide

    async def __aenter__(self) -> Table:
        while self._now is None:
            await self._receive()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._line is not None:
            await self._line.close()

    async def __aiter__(self) -> AsyncIterator[Update]:
        while self.now.state != "over":
            if self._fresh and self.now.legal:
                self._fresh = False
                yield self.now
            else:
                await self._receive()

    @property
    def now(self) -> Update:
        """The newest update."""
        assert self._now is not None, "use the table with `async with`"
        return self._now

    @property
    def view(self) -> dict[str, Any] | None:
        """What the seat may know."""
        return self.now.view

    @property
    def legal(self) -> list[str]:
        """The actions that the seat may play now."""
        return self.now.legal

    # what can be wished for

    async def play(self, action: str) -> None:
        """Play an action, and wait until it counts.

        Raises:
            Refused: It does not count: it is not legal (`illegal-action`), or the match has moved on (`stale-action`).
        """
        seen = self.now
        wish = {"type": "play", "seat": self.seat.seat, "action": action, "ply": seen.ply, "sequence": seen.sequence}
        sent = 0  # over which connection
        told = 0  # what was known when it was last sent
        while True:
            if sent != self.connections:
                sent, told = self.connections, self.now.sequence
                await self.send(wish)
            heard = await self._receive()
            if self._was_played(heard, seen.sequence):
                return
            if heard["type"] == "refused" and (heard["code"] != "stale-action" or self.now.sequence > told):
                raise self._refused(heard)

    async def send(self, wish: dict[str, Any]) -> None:
        """Send any wish that the protocol knows. The answer comes with an update, or as a refusal in `wait`."""
        assert self._line is not None
        with suppress(OSError, WebSocketException):  # the next message that is waited for brings the line back
            await self._line.send(json.dumps(wish))

    async def wait(self) -> Update:
        """The next update.

        Raises:
            Refused: The last wish was not granted.
        """
        while (heard := await self._receive())["type"] != "update":
            if heard["type"] == "refused":
                raise self._refused(heard)
        return self.now

    async def rematch(self) -> Seat:
        """The seat at the next table, with the same people: set up by whoever asks first."""
        if not self.now.next:
            await self.send({"type": "rematch"})
        while not self.now.next:
            await self.wait()
        return self.seat.at(self.now.next)

    async def is_fair(self) -> bool:
        """Whether the cards were dealt as it was promised; to be asked once the match is over."""
        return self.part.is_fair(self.hello, await asyncio.to_thread(self.seat.record))

    # the line

    async def _receive(self) -> dict[str, Any]:
        """The next message, over a new line if the last was lost."""
        pause, lost = PAUSE, 0.0
        while True:
            try:
                line = self._line or await self._open()
                message: dict[str, Any] = json.loads(await line.recv())
                await self._take(message)
                return message
            except (OSError, WebSocketException) as error:
                self._line = None
                if lost >= self.patience or is_for_good(error):
                    raise Gone("unreachable", f"The server cannot be reached: {error}") from None
                await asyncio.sleep(pause)
                pause, lost = min(2 * pause, LONGEST_PAUSE), lost + pause

    async def _open(self) -> ClientConnection:
        since = 0 if self._now is None else self._now.sequence
        headers = {"Authorization": f"Bearer {self.seat.token}", "Accept-Language": self.language}
        self._line = await open_socket(
            f"{self.seat.socket}?protocol={PROTOCOL}&since={since}", additional_headers=headers, max_size=2**24
        )
        self.connections += 1
        return self._line

    async def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "update":
            self._now, self._fresh = read_update(message), True
            self.log += self._now.log
            if self._now.shuffle and (answer := self.part.answer(self._now.shuffle)):
                await self.send(answer)
        elif kind == "hello":
            self.hello = message
        elif kind == "ping":
            await self.send({"type": "pong", "number": message["number"]})
        elif kind == "full":
            await asyncio.sleep(LONGEST_PAUSE)
        elif kind == "gone":
            raise Gone(message["code"], message["text"])

    def _was_played(self, heard: dict[str, Any], since: int) -> bool:
        """Whether the log says that this seat has played since."""
        own = [one for one in heard.get("log", ()) if one["seat"] == self.seat.seat and one["kind"] == "play"]
        return any(one["sequence"] >= since for one in own)

    def _refused(self, heard: dict[str, Any]) -> Refused:
        self._fresh = True  # choose again
        return Refused(heard["code"], heard["text"])


def is_for_good(error: Exception) -> bool:
    """Whether the server has answered that there is nothing here."""
    return isinstance(error, InvalidStatus) and error.response.status_code in FOR_GOOD
