"""Two servers on one log: the players of every table sit at both."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from carreau.web.messages import Plain, Refused
from proofs.proof import Broken, Figures, Run
from proofs.tools.busy_tables import PATIENCE, Hall, Where
from proofs.tools.client import Client
from proofs.tools.ledger import Account
from proofs.tools.plans import Plan, at_once, short
from proofs.tools.player import Player
from proofs.tools.server_process import Server


class Twin(Player):
    """Somebody who has the table open at both servers, and sends every wish to both at once."""

    other: Where
    second: Client | None = None

    async def attend(self, client: Client) -> None:
        async with Client(self.other(), self.account.id, self.secret) as self.second:
            reading = asyncio.create_task(self.read(self.second))
            try:
                await super().attend(client)
            finally:
                reading.cancel()

    async def read(self, second: Client) -> None:
        """What the other server tells is compared with the log as well."""
        while True:
            message = await second.hear()
            if isinstance(message, Plain):
                self.account.hear(message, time.time())
            elif isinstance(message, Refused):
                self.account.refused[message.text] += 1

    async def send(self, client: Client, wish: tuple[str, int]) -> None:
        assert self.second is not None
        await super().send(client, wish)
        await self.second.play(self.seat, *wish)


class PairHall(Hall):
    """At every other table all are twins; at the rest the players are spread over both servers."""

    def seat(self, kind: int, account: Account, doors: Sequence[Where], seat: int, secret: str) -> Player:
        if kind % 2:
            return super().seat(kind, account, doors, seat, secret)
        twin = Twin(account, doors[seat % 2], seat, secret, self.chance)
        twin.other = doors[1 - seat % 2]
        return twin


MOVED_ON = "The match has moved on in the meantime."


def prove_pair(run: Run, folder: Path, plans: tuple[Plan, ...] = (), module: str = "carreau", end: float = PATIENCE) -> Figures:
    """Moves made here arrive there, each once; who is second to write is refused and goes on from what is written."""
    return asyncio.run(play_at_both(run, folder, plans or pair_plans(), module, end))


def pair_plans() -> tuple[Plan, ...]:
    return short(2), short(3, bots=1), short(4, bots=2), *at_once(2), *at_once(4, bots=2)


async def play_at_both(run: Run, folder: Path, plans: tuple[Plan, ...], module: str, end: float) -> Figures:
    hall = PairHall(run, folder, plans, 1)
    servers = [Server(folder, log=folder / f"{name}.log", module=module) for name in ("left", "right")]
    for server in servers:
        await asyncio.to_thread(server.start)
    hall.open(1, *(lambda server=server: server.address for server in servers))  # type: ignore[misc]
    try:
        run.say("two servers on one log")
        await hall.until(lambda: len(hall.accounts) == len(plans), "not all matches have begun")
        await hall.finish(end)
    finally:
        hall.cancel()
        for server in servers:
            server.end()
    for server in servers:
        if "Traceback" in server.said():
            raise Broken(f"A server has stumbled over the other: {server.said()[-1500:]}")
    return {"second to write": hall.refused(MOVED_ON), **hall.check()}
