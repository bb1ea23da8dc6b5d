"""One seat at a table of any server that is measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from xml.etree import ElementTree

from carreau.web.messages import Event
from proofs.tools.client import Client

SAMPLE = 50  # of so many drawings, one is put together and looked at


@dataclass(frozen=True)
class Told:
    """What a seat is told of its table."""

    ply: int  # moves that have been played
    actions: Sequence[Any]  # what this seat may play now
    over: bool


class Seat(Protocol):
    """A player's connection. It may be made long before it is opened."""

    @property
    def received(self) -> int: ...  # bytes, since it was opened

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def hear(self) -> Told: ...

    async def play(self, action: Any, ply: int) -> None: ...


SeatedTables = list[list[Seat]]


class WebSeat:
    """A seat at our own web table, or at the bare server."""

    def __init__(self, client: Client, seat: int) -> None:
        self.client, self.seat = client, seat
        self.open, self.close = client.open, client.close

    @property
    def received(self) -> int:
        return self.client.received

    async def hear(self) -> Told:
        message = await self.client.reach(0)
        if isinstance(message, Event) and message.sequence % SAMPLE == 0:
            ElementTree.fromstring(self.client.screen.svg)
        return Told(message.ply, self.client.actions(message), message.state == "over")

    async def play(self, action: Any, ply: int) -> None:
        await self.client.play(self.seat, action, ply)
