"""No acknowledged move is lost: the server is killed at random moments, hundreds of times, while people play."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random

from proofs.proof import Figures, Run, workplace
from proofs.tools.busy_tables import Hall
from proofs.tools.plans import Plan, at_once, short_of_every_game
from proofs.tools.server_process import Server

TIMES = 300
AT_ONCE = 1  # table of each plan
GAMES = 2  # are played in one life of the server: every game takes its time to be loaded
LONGEST_LIFE = 1.5  # seconds, from when the first players are back
EARLY, START = 0.15, 1.2  # of the kills, within so many seconds while the server starts
PAUSES, PAUSE = 0.2, 0.6  # how often it is so many seconds until it is started again: they must cost nobody anything


def prove_kill(run: Run) -> Figures:
    with workplace("kill") as folder:
        return asyncio.run(kill_often(run, folder, Server(folder), kill_plans()))


def kill_plans() -> tuple[Plan, ...]:
    """Every game, and every way to play in real time."""
    return *short_of_every_game(), *at_once(2), *at_once(3), *at_once(4, bots=2)


async def kill_often(
    run: Run, folder: Path, server: Server, plans: tuple[Plan, ...], tables: int = AT_ONCE
) -> Figures:  # fmt: skip
    """Kill and start again so many times, then let everybody finish, and compare."""
    times, begun, number = run.times or TIMES, time.monotonic(), 0
    hall, chance, early = Hall(run, folder, plans, tables + times), run.chance("kill"), 0
    await asyncio.to_thread(server.start)
    hall.open(tables, lambda: server.address)
    try:
        while number < times and (run.seconds is None or time.monotonic() < begun + run.seconds):
            number += 1
            early += await live_and_die(server, hall, chance, number > 1)
            hall.check_numbers()
            hall.watch()
            run.say(f"killed {number} of {times} times; {hall.reached} entries told of, {len(hall.accounts)} matches")
        hall.call()
        await asyncio.to_thread(server.start)
        await hall.finish()
    finally:
        hall.cancel()
        server.end()
    return {"kills": number, "kills during the start": early, **hall.check(server.lives)}


async def live_and_die(server: Server, hall: Hall, chance: Random, spawn: bool) -> bool:
    """One life of the server; whether it ended before it was ready."""
    games = sorted({plan.game for plan in hall.plans})
    hall.call(chance.sample(games, min(len(games), GAMES)))
    if spawn:
        await asyncio.sleep(PAUSE if chance.random() < PAUSES else 0.0)
        server.spawn()
    if spawn and chance.random() < EARLY:
        await asyncio.sleep(chance.random() * START)
        server.end()
        return True
    if spawn:
        await asyncio.to_thread(server.await_ready)
    before = hall.heard
    await hall.until(lambda: hall.heard > before, "nobody is back at the table")
    await asyncio.sleep(chance.random() * LONGEST_LIFE)
    server.end()
    return False
