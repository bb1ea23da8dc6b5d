"""A disk that refuses, and is well again: full, or read-only."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from carreau.store.log import REFUSED
from proofs.disk.small_disk import Volume
from proofs.proof import Broken, Figures, Run
from proofs.tools.busy_tables import Hall
from proofs.tools.http import fetch, post
from proofs.tools.plans import CLOCK, Plan, at_once, quick, short
from proofs.tools.server_process import Server

WARM = 15  # entries before the disk falls ill
OK, UNAVAILABLE = 200, 503
TRIES = 20


@dataclass(frozen=True)
class Sickness:
    """What befalls a disk, and how it ends."""

    name: str
    begin: Callable[[], None]
    end: Callable[[], None]


def sicknesses(volume: Volume | None, server: Server) -> list[Sickness]:
    """On a volume of its own the real thing; otherwise the system refuses the server every write."""
    if volume is None:
        return [
            Sickness("no file may grow (RLIMIT_FSIZE)", lambda: limit(server, 0), lambda: limit(server, resource.RLIM_INFINITY))
        ]
    return [
        Sickness("full disk (a mounted ext4)", volume.fill, volume.drain),
        Sickness("read-only log (immutable files)", volume.lock, volume.unlock),
    ]


def limit(server: Server, most: int) -> None:
    assert server.process is not None
    resource.prlimit(
        server.process.pid, resource.RLIMIT_FSIZE, (most, resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[1])
    )


def prove_sick(run: Run, folder: Path, volume: Volume | None, plans: tuple[Plan, ...] = (), module: str = "carreau") -> Figures:
    """One server, without a restart, through all that can befall its disk."""
    return asyncio.run(live_through(run, folder, volume, plans or sick_plans(), module))


def sick_plans() -> tuple[Plan, ...]:
    return short(2), short(2, clock=CLOCK), short(3, bots=1), *at_once(2)


async def live_through(run: Run, folder: Path, volume: Volume | None, plans: tuple[Plan, ...], module: str) -> Figures:
    data = volume.data if volume else folder / "data"
    data.mkdir(exist_ok=True)
    hall, server = Hall(run, data, plans, 60), Server(data, log=folder / "server.log", module=module)
    await asyncio.to_thread(server.start)
    found: Figures = {}
    hall.open(1, lambda: server.address)
    try:
        for sickness in sicknesses(volume, server):
            run.say(sickness.name)
            found[sickness.name] = await live_with(hall, server, sickness)
        await hall.finish()
    finally:
        hall.cancel()
        server.end()
    if "Traceback" in server.said():
        raise Broken(f"The server has stumbled over its disk: {server.said()[-1500:]}")
    return {**found, **hall.check(server.lives)}


async def live_with(hall: Hall, server: Server, sickness: Sickness) -> str:
    """Play, fall ill, be refused with the one sentence, be well again, play on."""
    begun, before = hall.reached, hall.refused(REFUSED)
    await hall.until(lambda: hall.reached >= begun + WARM, "nobody plays")
    sickness.begin()
    try:
        await hall.until(lambda: hall.refused(REFUSED) >= before + 3, "nobody is told that the disk refuses")
        await check_pages(server)
    finally:
        sickness.end()
    told, reached = hall.refused(REFUSED) - before, hall.reached
    await hall.until(lambda: hall.reached >= reached + WARM, "nobody can play on once the disk is well")
    return f"refused {told} times with its sentence, then played on"


async def check_pages(server: Server) -> None:
    """Pages are still shown; a new table is refused with the same sentence, unless there was room for it in SQLite's own log."""
    status, _ = await asyncio.to_thread(fetch, server.address)
    wish = {"players": "2", "seat-0": "me", "seat-1": "bot-1"}
    for _ in range(TRIES):
        answer, text = await asyncio.to_thread(post, f"{server.address}/new/{quick().id}", wish)
        if status != OK or (answer, REFUSED in text) not in ((UNAVAILABLE, True), (OK, False)):
            raise Broken(f"With a disk that refuses, the first page answers {status} and a new table {answer}: {text[:200]}")
        if answer == UNAVAILABLE:
            return
