"""No acknowledged move is lost: the server is killed at random moments, hundreds of times, while people play."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

from proofs.proof import Figures, Proof, Run, work_folder
from proofs.tools.busy_tables import BusyTables
from proofs.tools.plans import Plan, at_once, short_of_every_game
from proofs.tools.run_async import synchronous
from proofs.tools.server_process import ServerProcess
from proofs.tools.tasks import check_tasks

TIMES = 300
GAMES = 2  # are played between two kills: every game takes some time to load
LONGEST_LIFE = 1.5  # seconds, from when the first players are back
EARLY, START = 0.15, 1.2  # of the kills happen within this many seconds while the server starts
PAUSES, PAUSE = 0.2, 0.6  # how often the server stays down for this many seconds: nobody may lose time on the clock


def prove_kill(run: Run) -> Figures:
    """Plans for every game, and for every way to play in real time."""
    with work_folder("kill") as folder:
        return kill_often(run, folder, (*short_of_every_game(), *at_once(2), *at_once(3), *at_once(4, bots=2)))


@synchronous
async def kill_often(run: Run, folder: Path, plans: Sequence[Plan], module: str = "carreau") -> Figures:
    """Kill and restart the server many times, then let everyone finish, and compare."""
    tables, server = BusyTables(run, folder, plans, 1 + (run.times or TIMES)), ServerProcess(folder, module)
    chance, killed, early = run.chance("kill"), 0, 0
    async with tables.playing(server):
        for killed, _ in enumerate(run.numbers(), 1):
            early += await live_and_die(server, tables, chance)
            tables.check_numbers()
            check_tasks(tables.tasks)
            run.say(f"killed {killed} times; {tables.reached} entries acknowledged, {len(tables.ledgers)} matches")
        tables.call()
        await asyncio.to_thread(server.start)
        await tables.finish()
    return {"kills": killed, "kills during the start": early, **tables.check(server.lives)}


async def live_and_die(server: ServerProcess, tables: BusyTables, chance: Random) -> bool:
    """Start the server and kill it; whether it was killed before it was ready."""
    games = sorted({plan.game for plan in tables.plans})
    tables.call(chance.sample(games, min(len(games), GAMES)))
    if not server.process:
        await asyncio.sleep(PAUSE if chance.random() < PAUSES else 0.0)
        server.spawn()
        if chance.random() < EARLY:
            await asyncio.sleep(chance.random() * START)
            server.end()
            return True
        await asyncio.to_thread(server.await_ready)
    before = tables.heard
    await tables.until(lambda: tables.heard > before, "nobody is back at the table")
    await asyncio.sleep(chance.random() * LONGEST_LIFE)
    server.end()
    return False


PROOF = Proof("kill", "No acknowledged move is ever lost, even if the server is killed.", prove_kill, times=TIMES)
