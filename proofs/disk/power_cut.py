"""A power cut: what is in memory is lost. Whatever was acknowledged must be on the disk by then."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from proofs.disk.small_disk import SmallDisk, small_disk
from proofs.proof import Broken, Figures, Run
from proofs.tools.busy_tables import BusyTables
from proofs.tools.plans import Plan, short
from proofs.tools.run_async import synchronous
from proofs.tools.server_process import ServerProcess

TIMES = 25
LONGEST_LIFE = 0.8  # seconds between two cuts
CLEARED = 0.1  # seconds for players to read what was sent before the server was paused


@synchronous
async def prove_power_cut(run: Run, folder: Path, plans: Sequence[Plan] = (), module: str = "carreau") -> Figures:
    """Pause the server, look at what a power cut would leave, go on."""
    run, chance, cuts, told = replace(run, times=run.times or TIMES), run.chance("power"), 0, 0
    with small_disk(folder / "volume") as disk:
        if disk is None:
            return {"left out": "it needs permission to mount a file as a disk"}
        tables = BusyTables(run, disk.data, plans or (short(2), short(3), short(2, bots=1)), 20 + (run.times or 0))
        server = ServerProcess(disk.data, module, log=folder / "server.log", workers=run.workers)
        async with tables.playing(server, at_once=2):
            for cuts, _ in enumerate(run.numbers(), 1):
                await tables.until_more(1)
                await asyncio.sleep(chance.random() * LONGEST_LIFE)
                told = await cut(tables, server, disk, folder)
                run.say(f"cut {cuts} times; {told} entries acknowledged")
    return {"power cuts": cuts, "entries acknowledged by then": told}


async def cut(tables: BusyTables, server: ServerProcess, disk: SmallDisk, folder: Path) -> int:
    server.pause()
    try:
        await asyncio.sleep(CLEARED)
        told = tables.reached
        with disk.after_a_power_cut(folder) as data:
            tables.check_numbers(data)
    except Broken as error:
        raise Broken(f"After a power cut: {error}") from error
    finally:
        server.go_on()
    return told
