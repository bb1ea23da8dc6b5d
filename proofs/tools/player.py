"""A player who does not give up: plays at random, comes back when the connection is lost, and asks again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random

from websockets.exceptions import ConnectionClosed, WebSocketException

from carreau.core.errors import StaleAction
from carreau.store.log import Unwritten
from carreau.web.messages import Full, Gone, Plain, Preparing, Refused
from carreau.web.routes.websocket import ELSEWHERE
from proofs.proof import Broken
from proofs.tools.client import Client
from proofs.tools.ledger import Ledger
from proofs.tools.server import Server

AT_ONCE, A_SECOND = 25, 7  # messages; a server allows a few more
AGAIN = 0.25  # seconds until a refused action is tried again
SILENCE = 3.0  # seconds after which an action is sent again
TWICE = 0.2  # how often an action is sent twice at once, or again although it was accepted
AWAY = 4.0  # seconds that a player stays away at most who is slow to come back
Command = tuple[str, int]  # an action, and the ply at which it was chosen


class Player:
    """One seat. Whatever it sends and hears goes into the table's ledger."""

    def __init__(
        self, ledger: Ledger, server: Server, seat: int, secret: str, chance: Random, may_come: Callable[[], bool] = lambda: True
    ) -> None:  # fmt: skip
        self.ledger, self.server, self.seat, self.secret, self.chance = ledger, server, seat, secret, chance
        self.may_come = may_come  # whether to connect now
        self.slow = 0.0  # how often it is slow to come back after a lost connection
        self.last: Plain | None = None
        self.command: Command | None = None  # not yet answered
        self.granted: Command | None = None
        self.connections = self.heard = self.sent = 0
        self.since = 0.0

    @property
    def over(self) -> bool:
        return self.last is not None and self.last.state == "over"

    async def play(self) -> None:
        """Until the match is over, whatever happens to the connection."""
        while not self.over:
            if not self.may_come():
                await asyncio.sleep(0.1)
                continue
            try:
                async with self.server.client(self.ledger.id, self.secret) as client:
                    self.connections, self.sent, self.since = self.connections + 1, 0, time.monotonic()
                    await self.visit(client)
            except (OSError, TimeoutError, WebSocketException):
                await asyncio.sleep(0.03 + 0.05 * self.chance.random())

    async def visit(self, client: Client) -> None:
        """Attend, and note from when until when; whoever loses the connection may be slow to come back."""
        came, was_lost = time.time(), False
        try:
            await self.attend(client)
        except ConnectionClosed as error:
            was_lost = error.rcvd is None or error.rcvd.code == ELSEWHERE
            raise
        finally:
            self.ledger.visits.setdefault(self.seat, []).append((came, time.time(), was_lost))
            if was_lost and self.chance.random() < self.slow:
                await asyncio.sleep(self.chance.random() * AWAY)

    async def attend(self, client: Client) -> None:
        fresh = True
        while not self.over:
            message = None
            try:
                async with asyncio.timeout(SILENCE):
                    message = await client.hear()
            except TimeoutError:
                await self.repeat(client)
            if isinstance(message, Plain):
                self.hear(message)
                if message is self.last:
                    await self.answer(client, fresh)
                    fresh = False
            elif isinstance(message, Refused):
                self.ledger.refuse(message)
                if message.code != StaleAction.code or not self.ledger.in_turn:  # otherwise we are about to be told what happened
                    await asyncio.sleep(AGAIN)
                    await self.repeat(client)
            elif isinstance(message, Gone) and message.code == Unwritten.code:
                raise ConnectionError(message.text)
            elif isinstance(message, Gone):
                raise Broken(f"Table {self.ledger.id} can no longer be shown: {message.text}")
            elif isinstance(message, Full):
                raise ConnectionError(message.text)
            else:
                assert message is None or isinstance(message, Preparing)

    def hear(self, plain: Plain) -> None:
        self.ledger.hear(plain, time.time())
        self.heard += 1
        if self.last and plain.sequence < self.last.sequence:
            self.ledger.shown_older += 1  # whoever has seen more waits for it
            return
        self.last = plain
        if self.command and plain.ply > self.command[1]:
            if self.ledger.in_turn:  # then nobody else can have acted at that ply
                self.ledger.acknowledged[self.command[1]] = self.seat, self.command[0]
            self.granted, self.command = self.command, None

    async def answer(self, client: Client, fresh: bool) -> None:
        """Act if it is this seat's turn; over a new connection, send again what was not answered, and now and then what was."""
        assert self.last is not None
        if fresh and self.granted and self.chance.random() < TWICE:
            await self.send(client, self.granted)
        if fresh and self.command:
            await self.send(client, self.command)
        elif self.command is None and self.last.actions:
            await self.choose(client)

    async def choose(self, client: Client) -> None:
        assert self.last is not None
        await asyncio.sleep(self.chance.random() * (0.02 if self.ledger.in_turn else 0.2))
        self.command = self.chance.choice(self.last.actions), self.last.ply
        await self.send(client, self.command)
        if self.chance.random() < TWICE:
            await self.send(client, self.command)

    async def repeat(self, client: Client) -> None:
        """Send the same again in games that go in turns, something else in real time."""
        if self.command and self.ledger.in_turn:
            await self.send(client, self.command)
        elif not self.ledger.in_turn and self.last and self.last.actions:
            await self.choose(client)

    async def send(self, client: Client, command: Command) -> None:
        """No faster than a page may."""
        self.sent += 1
        await asyncio.sleep(max(0.0, (self.sent - AT_ONCE) / A_SECOND - (time.monotonic() - self.since)))
        action, ply = command
        self.ledger.sent_actions.add((self.seat, ply, action))
        self.ledger.sent += 1
        await client.play(self.seat, action, ply)
