"""A seat's connection to its table: it reconnects when it is lost, and a move that was sent twice counts once."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import InvalidStatus, WebSocketException

from .deal import Part
from .errors import Gone, Refused
from .seat import PROTOCOL, Seat
from .update import Entry, Update, read_update

PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds between two attempts to connect
AT_ONCE, A_SECOND = 30.0, 9.0  # messages; the server allows some more
PATIENCE = 120.0  # seconds
CLOSING = 2.0  # seconds that a goodbye may take
LARGEST = 2**24  # bytes of a message
STALE = "stale-action"  # the match has moved on
FOR_NOW = ("too-often", "unwritten")  # codes of what is gone only for a while
FOR_GOOD = (400, 401, 403, 404, 421)  # answers to a handshake that stay the same


def connect(seat: Seat, language: str = "en", patience: float = PATIENCE) -> Table:
    """A table to be used with `async with`.

    Args:
        seat: From `join` or `new_table`.
        language: The language of sentences: `en` or `fr`.
        patience: How many seconds to keep trying a server that does not answer.
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
        self.log: list[Entry] = []  # everything that has happened
        self.connections = 0
        self._now: Update | None = None
        self._fresh = False  # whether there is something new to decide
        self._left, self._paced = AT_ONCE, 0.0  # messages that may be sent at once, and when that was true
        self._line: ClientConnection | None = None
        self._heard: asyncio.Queue[dict[str, Any] | Exception] = asyncio.Queue()
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Table:
        self._reader = asyncio.create_task(self._read())
        try:
            while self._now is None:
                await self._receive()
        except BaseException:
            await self._close()
            raise
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self._close()

    async def _close(self) -> None:
        assert self._reader is not None
        self._reader.cancel()
        await asyncio.wait([self._reader])
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

    # what can be asked for

    async def play(self, action: str) -> None:
        """Play an action, and wait until it counts.

        Raises:
            Refused: It does not count: it is not legal (`illegal-action`), or the match has moved on (`stale-action`).
        """
        seen, again = self.now, False
        known = told = seen.sequence  # what was heard last, and what had been heard when the command was sent
        command = {"type": "play", "seat": self.seat.seat, "action": action, "ply": seen.ply, "sequence": seen.sequence}
        while not self._heard.empty():  # what was said before
            await self._receive()
        await self.send(command)
        while True:
            heard = await self._receive()
            if heard["type"] == "hello":
                again = True  # over a new line: the update that follows says whether the command has come through
            elif heard["type"] == "update":
                known = heard["sequence"]
                if self._has_played(heard, seen.sequence):
                    return
                if again:
                    again, told = False, known
                    await self.send(command)
            elif heard["type"] == "refused" and (heard["code"] != STALE or known > told):
                raise self._refused(heard)

    async def send(self, command: dict[str, Any]) -> None:
        """Send any request of the protocol. The answer comes with an update, or as a refusal in `wait`."""
        await self._pace()
        if self._line is not None:
            with suppress(OSError, WebSocketException):  # the reader will notice
                await self._line.send(json.dumps(command))

    async def _pace(self) -> None:
        """No faster than the server allows."""
        now = time.monotonic()
        self._left, self._paced = min(AT_ONCE, self._left + (now - self._paced) * A_SECOND), now
        self._left -= 1
        await asyncio.sleep(max(0.0, -self._left / A_SECOND))

    async def wait(self) -> Update:
        """The next update.

        Raises:
            Refused: The last request was refused.
        """
        while (heard := await self._receive())["type"] != "update":
            if heard["type"] == "refused":
                raise self._refused(heard)
        return self.now

    async def rematch(self) -> Seat:
        """Your seat at the next table, with the same people; whoever asks first sets it up."""
        if not self.now.next:
            await self.send({"type": "rematch"})
        while not self.now.next:
            await self.wait()
        return self.seat.at(self.now.next)

    async def is_fair(self) -> bool:
        """Whether the cards were dealt as promised; ask once the match is over."""
        return self.part.is_fair(self.hello, await asyncio.to_thread(self.seat.record))

    async def _receive(self) -> dict[str, Any]:
        heard = await self._heard.get()
        if isinstance(heard, Exception):
            self._heard.put_nowait(heard)  # the last word: whoever asks again is told the same
            raise heard
        return heard

    def _has_played(self, update: dict[str, Any], since: int) -> bool:
        """Whether the log says that this seat has played since."""
        return any(one["sequence"] >= since and one["seat"] == self.seat.seat and one["kind"] == "play" for one in update["log"])

    def _refused(self, heard: dict[str, Any]) -> Refused:
        self._fresh = True  # choose again
        return Refused(heard["code"], heard["text"])

    # the line, read in the background: the deal and pings are answered at once, whatever the program is thinking about

    async def _read(self) -> None:
        try:
            while True:
                message = await self._next()
                await self._take(message)
                self._heard.put_nowait(message)
        except Exception as error:
            self._heard.put_nowait(error)

    async def _next(self) -> dict[str, Any]:
        """The next message, over a new connection if the last was lost."""
        pause, lost = PAUSE, 0.0
        while True:
            try:
                line = self._line or await self._open()
                message: dict[str, Any] = json.loads(await line.recv())
                if message["type"] == "gone" and message["code"] in FOR_NOW:
                    raise ConnectionError(message["text"])
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
            f"{self.seat.socket}?protocol={PROTOCOL}&since={since}",
            additional_headers=headers,
            max_size=LARGEST,
            close_timeout=CLOSING,
        )
        return self._line

    async def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "hello":
            self.hello = message
            self.connections += 1
            self.seat = replace(self.seat, seat=message["seat"])  # another one after a rematch
        elif kind == "update":
            self._now, self._fresh = read_update(message), True
            self.log += self._now.log
            if self._now.shuffle and (answer := self.part.answer(self._now.shuffle)):
                await self.send(answer)
        elif kind == "ping":
            await self.send({"type": "pong", "number": message["number"]})
        elif kind == "full":
            await asyncio.sleep(LONGEST_PAUSE)
        elif kind == "gone":
            raise Gone(message["code"], message["text"])


def is_for_good(error: Exception) -> bool:
    """Whether the server has answered that there is nothing here."""
    return isinstance(error, InvalidStatus) and error.response.status_code in FOR_GOOD
