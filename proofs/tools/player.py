"""A player who does not give up: plays at random, comes back when the line is lost, and asks again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random

from websockets.exceptions import WebSocketException

from carreau.web.messages import Full, Gone, Plain, Preparing, Refused
from proofs.proof import Broken
from proofs.tools.client import Client
from proofs.tools.ledger import Account

AT_ONCE, A_SECOND = 25, 7  # messages; a server allows some more
AGAIN = 0.25  # seconds until a refused wish is tried again
SILENCE = 3.0  # seconds after which a wish is repeated
TWICE = 0.2  # how often a wish is sent twice at once, or again although it was granted


class Player:
    """One seat. Whatever it wishes and hears goes into the table's account."""

    def __init__(self, account: Account, where: Callable[[], str], seat: int, secret: str, chance: Random) -> None:
        self.account, self.where, self.seat, self.secret, self.chance = account, where, seat, secret, chance
        self.last: Plain | None = None
        self.wish: tuple[str, int] | None = None  # not yet answered: action and ply
        self.granted: tuple[str, int] | None = None
        self.connections = self.heard = self.sent = 0
        self.since = 0.0

    @property
    def over(self) -> bool:
        return self.last is not None and self.last.state == "over"

    async def play(self) -> None:
        """Until the match is over, whatever happens to the line."""
        while not self.over:
            if not (address := self.where()):
                await asyncio.sleep(0.1)
                continue
            try:
                async with Client(address, self.account.id, self.secret) as client:
                    self.connections, self.sent, self.since = self.connections + 1, 0, time.monotonic()
                    await self.attend(client)
            except (OSError, TimeoutError, WebSocketException):
                await asyncio.sleep(0.03 + 0.05 * self.chance.random())

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
                await self.answer(client, fresh)
                fresh = False
            elif isinstance(message, Refused):
                self.account.refused[message.text] += 1
                await self.insist(client)
            elif isinstance(message, Gone):
                raise Broken(f"Table {self.account.id} cannot be shown any more: {message.text}")
            elif isinstance(message, Full):
                raise ConnectionError(message.text)
            else:
                assert message is None or isinstance(message, Preparing)

    def hear(self, plain: Plain) -> None:
        self.account.hear(plain, time.time())
        self.last, self.heard = plain, self.heard + 1
        if self.wish and plain.ply > self.wish[1]:
            if self.account.in_turn:  # then nobody else can have acted at that ply
                self.account.acknowledged[self.wish[1]] = self.seat, self.wish[0]
            self.granted, self.wish = self.wish, None

    async def answer(self, client: Client, fresh: bool) -> None:
        """Act if it is one's turn; over a new line, repeat what was not answered, and now and then what was."""
        assert self.last is not None
        if fresh and self.granted and self.chance.random() < TWICE:
            await self.send(client, self.granted)
        if fresh and self.wish:
            await self.send(client, self.wish)
        elif self.wish is None and self.last.actions:
            await self.choose(client)

    async def choose(self, client: Client) -> None:
        assert self.last is not None
        await asyncio.sleep(self.chance.random() * (0.02 if self.account.in_turn else 0.2))
        self.wish = self.chance.choice(self.last.actions), self.last.ply
        await self.send(client, self.wish)
        if self.chance.random() < TWICE:
            await self.send(client, self.wish)

    async def insist(self, client: Client) -> None:
        """After a refusal: the same again where turns are taken, something else where all act at once."""
        await asyncio.sleep(AGAIN)
        await self.repeat(client)

    async def repeat(self, client: Client) -> None:
        if self.wish and self.account.in_turn:
            await self.send(client, self.wish)
        elif not self.account.in_turn and self.last and self.last.actions:
            await self.choose(client)

    async def send(self, client: Client, wish: tuple[str, int]) -> None:
        """No faster than a page may."""
        self.sent += 1
        await asyncio.sleep(max(0.0, (self.sent - AT_ONCE) / A_SECOND - (time.monotonic() - self.since)))
        action, ply = wish
        self.account.wished.add((self.seat, ply, action))
        self.account.sent += 1
        await client.play(self.seat, action, ply)
