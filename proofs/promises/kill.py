"""No acknowledged move is lost: servers, their workers and their database are killed at random moments, hundreds of times."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random

from proofs.proof import Figures, Proof, Run, require, work_folder
from proofs.tools.busy_tables import BusyTables
from proofs.tools.database import Database, database
from proofs.tools.plans import CLOCK, Plan, at_once, short_of_every_game
from proofs.tools.run_async import synchronous
from proofs.tools.server_process import ServerProcess
from proofs.tools.tasks import check_tasks

TIMES = 300
GAMES = 2  # are played between two kills: every game takes some time to load
LONGEST_LIFE = 1.5  # seconds, from when the first players are back
EARLY, START = 0.15, 1.2  # of the kills happen within this many seconds while the server starts
PAUSES, PAUSE = 0.2, 0.6  # how often the server stays down for this many seconds: nobody may lose time on the clock
CONNECTED = 4.0  # seconds in which all processes have found the database again, and have told each other who is where
CLEARED = 0.1  # seconds for players to read what the last server has sent
SLOW = 0.3  # how often players take seconds to come back from a worker that was killed
STOCK, MOST_STOCK = 20, 100  # matches of each plan for every kill, as the shortest take a tenth of a second, and at most
SERVER, START_UP, WORKER, RELOAD = "servers killed", "of these during the start", "workers killed", "reloads"
BACKEND, DATABASE, NETWORK = "database backends killed", "database servers killed", "network cuts"
OF_WORKERS = {WORKER: 8, RELOAD: 1, SERVER: 1}  # how often each happens, compared with the others
OF_DATABASE = {BACKEND: 8, DATABASE: 8, NETWORK: 8}


def prove_kill(run: Run) -> Figures:
    """Plans for every game, and for every way to play in real time."""
    with work_folder("kill") as folder:
        return kill_often(run, folder, (*short_of_every_game(), *at_once(2), *at_once(3), *at_once(4, bots=2)))


def kill_often(run: Run, folder: Path, plans: Sequence[Plan], module: str = "carreau") -> Figures:
    """Kill many times, then let everyone finish, and compare."""
    with ExitStack() as stack:
        kept = stack.enter_context(database()) if run.postgres else None
        if run.workers > 1:  # clocks are the hard part
            plans = [replace(plan, clock=CLOCK) if plan.in_turn else plan for plan in plans]
        slow = SLOW if run.workers > 1 else 0.0
        stock = min(MOST_STOCK, STOCK * (1 + (run.times or TIMES)))
        tables = BusyTables(run, folder, plans, stock, kept.near if kept else "", slow)
        server = ServerProcess(folder, module, workers=run.workers, store=kept.far if kept else "")
        return Siege(run, tables, server, kept).run_until_all_is_compared()


class Siege:
    """A server, perhaps its database, and how often each of their parts was killed."""

    def __init__(self, run: Run, tables: BusyTables, server: ServerProcess, kept: Database | None) -> None:
        self.run, self.tables, self.server, self.database = run, tables, server, kept
        self.chance, self.kinds = run.chance("kill"), Counter[str]()

    @synchronous
    async def run_until_all_is_compared(self) -> Figures:
        tables, server, run = self.tables, self.server, self.run
        async with tables.playing(server):
            for number, kind in zip(run.numbers(), self.draw_kinds()):
                await self.live()
                await self.kill(kind)
                tables.check_numbers()
                check_tasks(tables.tasks)
                killed = number - run.seed + 1
                run.say(f"killed {killed} times; {tables.reached} entries acknowledged, {len(tables.ledgers)} matches")
            tables.call()
            if not server.process:
                await asyncio.to_thread(server.start)
            await tables.finish()
        return {"kills": self.kinds.total() - self.kinds[START_UP], **self.kinds, **tables.check(server.lives)}

    def draw_kinds(self) -> Iterator[str]:
        """In a random order, each as often as it should be."""
        often = {**(OF_WORKERS if self.run.workers > 1 else {SERVER: 1}), **(OF_DATABASE if self.database else {})}
        while True:
            yield from self.chance.sample(list(often), sum(often.values()), counts=list(often.values()))

    async def live(self) -> None:
        """Until players are back, and for a random time after that."""
        if not self.server.process:
            await self.start()
        before, tables = self.tables.heard, self.tables
        ended = (lambda: tables.heard > before, lambda: tables.all_over, lambda: self.server.has_ended)
        await tables.until(lambda: any(one() for one in ended), "nobody is back at the table")
        require(not tables.all_over, "All matches were over before everything was killed: there are too few of them.")
        require(not self.server.has_ended, f"The server has ended by itself: {self.server.said()[-1500:]}")
        await asyncio.sleep(self.chance.random() * LONGEST_LIFE)

    async def start(self) -> None:
        """With players of other games; the server may be killed before it is ready."""
        games = sorted({plan.game for plan in self.tables.plans})
        while True:
            self.tables.call(self.chance.sample(games, min(len(games), GAMES)))
            await asyncio.sleep(PAUSE if self.chance.random() < PAUSES else CLEARED)
            self.server.spawn()
            if self.chance.random() >= EARLY:
                break
            await asyncio.sleep(self.chance.random() * START)
            self.server.end()
            self.kinds.update([SERVER, START_UP])
        await asyncio.to_thread(self.server.await_ready)

    async def kill(self, kind: str) -> None:
        chance, server = self.chance, self.server
        self.kinds[kind] += 1
        if kind == SERVER:
            server.end()
        elif kind == RELOAD:
            server.reload()
        elif kind == WORKER:
            await self.kill_worker()
        else:
            await asyncio.to_thread(self.harm_database, kind, chance)

    async def kill_worker(self) -> None:
        """Any of them, perhaps one that has only just begun, or that was about to end."""
        await self.tables.until(self.server.worker_pids, "there are no workers")
        self.server.kill_worker(self.chance.choice(self.server.worker_pids()))

    def harm_database(self, kind: str, chance: Random) -> None:
        assert self.database is not None
        {BACKEND: self.database.kill_backend, DATABASE: self.database.kill_server, NETWORK: self.database.cut_network}[kind](
            chance
        )


PROOF = Proof("kill", "No acknowledged move is ever lost, even if the server is killed.", prove_kill, times=TIMES, anywhere=True)
