"""Two servers on one log, with players of every table at both."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from carreau.web.messages import Plain, Refused
from proofs.proof import Figures, Run
from proofs.tools.busy_tables import BusyTables
from proofs.tools.client import Client
from proofs.tools.ledger import Ledger
from proofs.tools.plans import Plan, at_once, short
from proofs.tools.player import Command, Player
from proofs.tools.run_async import synchronous
from proofs.tools.server import Server
from proofs.tools.server_process import ServerProcess
from proofs.tools.tasks import PATIENCE

MOVED_ON = "The match has moved on in the meantime."


class PlayerAtBoth(Player):
    """Somebody who has the table open at both servers, and sends every move to both at once."""

    other: Server
    second: Client | None = None

    async def attend(self, client: Client) -> None:
        async with self.other.client(self.ledger.id, self.secret) as self.second:
            reading = asyncio.create_task(self.read(self.second))
            try:
                await super().attend(client)
            finally:
                reading.cancel()

    async def read(self, second: Client) -> None:
        """What the other server says is compared with the log as well."""
        while True:
            message = await second.hear()
            if isinstance(message, Plain):
                self.ledger.hear(message, time.time())
            elif isinstance(message, Refused):
                self.ledger.refused[message.text] += 1

    async def send(self, client: Client, command: Command) -> None:
        assert self.second is not None
        await super().send(client, command)
        await self.second.play(self.seat, *command)


class SharedTables(BusyTables):
    """At every second table everyone plays at both servers; at the others the players are spread over them."""

    def seat(self, kind: int, ledger: Ledger, servers: Sequence[Server], seat: int, secret: str) -> Player:
        if kind % 2:
            return super().seat(kind, ledger, servers, seat, secret)
        player = PlayerAtBoth(ledger, servers[seat % 2], seat, secret, self.chance)
        player.other = servers[1 - seat % 2]
        return player


@synchronous
async def prove_two_servers(
    run: Run, folder: Path, plans: Sequence[Plan] = (), module: str = "carreau", patience: float = PATIENCE
) -> Figures:
    """Moves made at one server arrive at the other, once; whoever writes second is refused and continues from what is written."""
    plans = plans or (short(2), short(3, bots=1), short(4, bots=2), *at_once(2), *at_once(4, bots=2))
    tables = SharedTables(run, folder, plans, 1)
    servers = [ServerProcess(folder, module, log=folder / f"{name}.log") for name in ("left", "right")]
    run.say("two servers on one log")
    async with tables.playing(*servers):
        await tables.until(lambda: len(tables.ledgers) == len(plans), "not all matches have started")
        await tables.finish(patience)
    return {"second to write": tables.refused(MOVED_ON), **tables.check()}
