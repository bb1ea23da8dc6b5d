"""A seat at a boardgame.io table: socket.io's packets as text, over the same WebSocket code as our own players.

A packet is `4` (a message), `2` (an event), the namespace, and a JSON array of the event's name and arguments.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from proofs.load.seat import Told
from proofs.tools.client import SECONDS, Line, connect_line

PING, PONG, CONNECTED, EVENT = b"2", "3", b"40", b"42"


class Board(msgspec.Struct):
    legal: list[int]  # cells or, if one is to be chosen, cards
    choice: int | None  # the seat that chooses a card
    over: bool


class Turn(msgspec.Struct, rename="camel"):
    current_player: str


class State(msgspec.Struct):
    board: Board = msgspec.field(name="G")
    turn: Turn = msgspec.field(name="ctx")
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    state: State


class Sync(msgspec.Struct, array_like=True):
    kind: str
    match: str
    info: Synced


class Update(msgspec.Struct, array_like=True):
    kind: str
    match: str
    state: State


SYNC, UPDATE = msgspec.json.Decoder(Sync), msgspec.json.Decoder(Update)
WRITER = msgspec.json.Encoder()


class PeerSeat:
    def __init__(self, port: int, game: str, match: str, player: str, credentials: str) -> None:
        self.address = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        self.game, self.match, self.player, self.credentials = game, match, player, credentials
        self.start = EVENT + f"/{game},".encode()  # of every event
        self.line: Line | None = None
        self.state: State | None = None

    @property
    def received(self) -> int:
        assert self.line is not None
        return self.line.received

    async def open(self) -> None:
        self.line = await connect_line(self.address)
        await self.line.send(f"40/{self.game},")
        while not (await self.line.recv(decode=False)).startswith(CONNECTED):
            pass
        await self.emit("sync", self.match, self.player, self.credentials, 2)

    async def close(self) -> None:
        if self.line is not None:
            await self.line.close()

    async def hear(self) -> Told:
        async with asyncio.timeout(SECONDS):
            while (state := await self.read()) is None:
                pass
        self.state = state
        acts = state.turn.current_player == self.player and not state.board.over
        return Told(state.number, state.board.legal if acts else (), state.board.over)

    async def read(self) -> State | None:
        """The state that the next packet brings, if it brings one."""
        assert self.line is not None
        packet = await self.line.recv(decode=False)
        if packet == PING:
            await self.line.send(PONG)
        event = packet.removeprefix(self.start)
        if event.startswith(b'["update"'):
            return UPDATE.decode(event).state
        return SYNC.decode(event).info.state if event.startswith(b'["sync"') else None

    async def play(self, action: Any, ply: int) -> None:
        assert self.state is not None
        move = "lay" if self.state.board.choice is None else "choose"
        payload = {"type": move, "args": [action], "playerID": self.player, "credentials": self.credentials}
        await self.emit("update", {"type": "MAKE_MOVE", "payload": payload}, ply, self.match, self.player)

    async def emit(self, *event: Any) -> None:
        assert self.line is not None
        await self.line.send((self.start + WRITER.encode(event)).decode())
