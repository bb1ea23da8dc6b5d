"""Two servers on one log, with players of every table at both; with a database, each on a machine of its own."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

from carreau.core.errors import StaleAction
from carreau.store.seal import KEY_FILE
from carreau.web.messages import Plain, Refused
from proofs.proof import Figures, Run
from proofs.tools.busy_tables import BusyTables
from proofs.tools.client import Client
from proofs.tools.ledger import Ledger
from proofs.tools.machine import Machine, machines
from proofs.tools.plans import Plan, at_once, short
from proofs.tools.player import Command, Player
from proofs.tools.postgres_server import PostgresServer
from proofs.tools.run_async import synchronous
from proofs.tools.server import Server
from proofs.tools.server_process import ServerProcess
from proofs.tools.tasks import PATIENCE

CUTS = 40
LONGEST_LIFE = 1.5  # seconds between two cuts
SHORTEST_CUT, LONGEST_CUT = 0.3, 4.0  # seconds
ALONE = 0.5  # how often only the cable to the database is cut, and not the one to the players


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
                self.ledger.refuse(message)

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


def prove_two_servers(
    run: Run, folder: Path, plans: Sequence[Plan] = (), module: str = "carreau", patience: float = PATIENCE
) -> Figures:
    """Moves made at one server arrive at the other, once; whoever is second is refused and continues from what is written."""
    plans = plans or (short(2), short(3, bots=1), short(4, bots=2), *at_once(2), *at_once(4, bots=2))
    if run.postgres:
        return prove_two_machines(run, folder, plans, module, patience)
    tables = SharedTables(run, folder, plans, 1)
    servers = [
        ServerProcess(folder, module, log=folder / f"{name}.log", workers=run.workers) for name in ("left", "right")
    ]  # fmt: skip
    run.say("two servers on one log")
    return play_at_both(tables, servers, patience)


@synchronous
async def play_at_both(tables: SharedTables, servers: Sequence[ServerProcess], patience: float) -> Figures:
    async with tables.playing(*servers):
        await tables.until(lambda: len(tables.ledgers) >= len(tables.plans), "not all matches have started")
        await tables.finish(patience)
    return {"refused as second": tables.refused(StaleAction.code), **tables.check()}


# on one database


def prove_two_machines(run: Run, folder: Path, plans: Sequence[Plan], module: str, patience: float) -> Figures:
    """The same, while their cables are cut now and then."""
    with machines(2) as found, closing(PostgresServer(hosts=("127.0.0.1", *(each.to_database.here for each in found)))) as kept:
        name, times = kept.new_database(), run.times or CUTS
        tables = SharedTables(run, folder / "0", plans, 1 + times, kept.address(name))
        servers = [server_at(number, found, folder, kept.address_by_port, name, module, run.workers) for number in (0, 1)]
        figures = cut_often(run, tables, servers, found, patience) if found else play_at_both(tables, servers, patience)
        return {"machines of their own": "yes" if found else "no: that needs permission to make network namespaces", **figures}


def server_at(
    number: int, found: Sequence[Machine], folder: Path, address: Callable[..., str], name: str, module: str, workers: int
) -> ServerProcess:  # fmt: skip
    """Each machine has its own folder, with a copy of the key."""
    data, log = folder / str(number), folder / f"{number}.log"
    if number:
        data.mkdir()
        shutil.copy(folder / "0" / KEY_FILE, data)
    if not found:
        return ServerProcess(data, module, log=log, workers=workers, store=address(name))
    machine = found[number]
    store, host = address(name, host=machine.to_database.here), machine.to_players.there
    return ServerProcess(data, module, log=log, workers=workers, store=store, host=host, within=machine.within)


@synchronous
async def cut_often(
    run: Run, tables: SharedTables, servers: Sequence[ServerProcess], found: Sequence[Machine], patience: float
) -> Figures:
    chance, counts = run.chance("cables"), Counter[str]()
    async with tables.playing(*servers):
        for number, _ in enumerate(replace(run, times=run.times or CUTS).numbers(), 1):
            await tables.until_more(1)
            await asyncio.sleep(chance.random() * LONGEST_LIFE)
            counts.update(await cut(chance.choice(found), chance))
            tables.check_numbers()
            run.say(f"cut {number} times; {tables.reached} entries acknowledged, {len(tables.ledgers)} matches")
        await tables.finish(patience)
    from carreau.store.postgres_log import UNREACHABLE

    refused = {"refused as second": tables.refused(StaleAction.code), "refused without a database": tables.refused(UNREACHABLE)}
    return {**counts, **refused, **tables.check()}


async def cut(machine: Machine, chance: Random) -> list[str]:
    """One machine loses its database, or everything."""
    seconds = SHORTEST_CUT + (LONGEST_CUT - SHORTEST_CUT) * chance.random() ** 2  # most are short
    cables = [machine.to_database] if chance.random() < ALONE else [machine.to_database, machine.to_players]
    await asyncio.gather(*(asyncio.to_thread(cable.cut_for, seconds) for cable in cables))
    return ["cuts", "of these also from the players"][: len(cables)]
