"""A power cut: what is in memory is lost. Whatever was acknowledged must be on the disk at that moment."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

from proofs.disk.small_disk import Volume
from proofs.proof import Broken, Figures, Run
from proofs.tools.busy_tables import Hall
from proofs.tools.plans import Plan, short
from proofs.tools.server_process import Server

TIMES = 25
LONGEST_LIFE = 0.8  # seconds between two cuts
CLEARED = 0.1  # seconds in which players read what was sent before the server was stopped


def prove_power(
    run: Run, folder: Path, volume: Volume, times: int = TIMES, module: str = "carreau", plans: tuple[Plan, ...] = ()
) -> Figures:  # fmt: skip
    return asyncio.run(cut_often(run, folder, volume, times, module, plans or (short(2), short(3), short(2, bots=1))))


async def cut_often(
    run: Run, folder: Path, volume: Volume, times: int, module: str, plans: tuple[Plan, ...]
) -> Figures:  # fmt: skip
    """Stop the world, look at what a power cut would leave, go on."""
    volume.data.mkdir()
    hall, server = Hall(run, volume.data, plans, 20 + times), Server(volume.data, log=folder / "server.log", module=module)
    chance, told = run.chance("power"), 0
    await asyncio.to_thread(server.start)
    hall.open(2, lambda: server.address)
    try:
        for number in range(times):
            begun = hall.reached
            await hall.until(lambda begun=begun: hall.reached > begun, "nobody plays")  # type: ignore[misc]
            await asyncio.sleep(chance.random() * LONGEST_LIFE)
            told = await cut(hall, server, volume, folder)
            run.say(f"cut {number + 1} of {times} times; {told} entries told of")
    finally:
        hall.cancel()
        server.end()
    return {"power cuts": times, "entries told of by then": told}


async def cut(hall: Hall, server: Server, volume: Volume, folder: Path) -> int:
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    try:
        await asyncio.sleep(CLEARED)
        told = hall.reached
        with volume.after_a_power_cut(folder) as data:
            home, hall.folder = hall.folder, data
            try:
                hall.check_numbers()
            except Broken as error:
                raise Broken(f"After a power cut: {error}") from error
            finally:
                hall.folder = home
    finally:
        server.process.send_signal(signal.SIGCONT)
    return told
