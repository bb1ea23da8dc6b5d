"""A disk that fails for a while: full, or read-only."""

from __future__ import annotations

import resource
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from carreau.store.log import REFUSED
from proofs.disk.small_disk import SmallDisk, small_disk
from proofs.proof import Figures, Run, require
from proofs.tools.busy_tables import BusyTables
from proofs.tools.plans import CLOCK, Plan, at_once, quick, short
from proofs.tools.run_async import synchronous
from proofs.tools.server import Server
from proofs.tools.server_process import ServerProcess

WARM = 15  # entries before the disk fails, and after it works again
TOLD = 3  # refusals before it works again
OK, SEE_OTHER, UNAVAILABLE = 200, 303, 503
TRIES = 20
NEW = {"players": "2", "seat-0": "me", "seat-1": "bot-1"}


class Failure(NamedTuple):
    """What happens to a disk, and how it ends."""

    name: str
    begin: Callable[[], None]
    end: Callable[[], None]


def failures(disk: SmallDisk | None, server: ServerProcess) -> list[Failure]:
    """The real thing, if there is a disk for it; otherwise the system refuses every write of the server."""
    if disk is None:
        unlimited = resource.RLIM_INFINITY
        return [Failure("no file may grow (RLIMIT_FSIZE)", lambda: limit(server, 0), lambda: limit(server, unlimited))]
    return [
        Failure("full disk (a mounted ext4)", disk.fill, disk.drain),
        Failure("read-only log (immutable files)", disk.lock, disk.unlock),
    ]


def limit(server: ServerProcess, most: int) -> None:
    kind = resource.RLIMIT_FSIZE
    for pid in server.pids():
        resource.prlimit(pid, kind, (most, resource.prlimit(pid, kind)[1]))


@synchronous
async def prove_failing_disk(run: Run, folder: Path, plans: Sequence[Plan] = ()) -> Figures:
    """One server goes through all of this without a restart."""
    plans = plans or (short(2), short(2, clock=CLOCK), short(3, bots=1), *at_once(2))
    found: Figures = {}
    with small_disk(folder / "volume") as disk:
        data = disk.data if disk else folder / "data"
        tables = BusyTables(run, data, plans, 60)
        server = ServerProcess(data, log=folder / "server.log", workers=run.workers)
        async with tables.playing(server):
            for failure in failures(disk, server):
                run.say(failure.name)
                found[failure.name] = await live_through(failure, tables, server)
            await tables.finish()
        return {**found, **tables.check(server.lives)}


async def live_through(failure: Failure, tables: BusyTables, server: Server) -> str:
    """Play, be refused with the right sentence while the disk fails, and play on."""
    before = tables.refused(REFUSED)
    await tables.until_more(WARM)
    failure.begin()
    try:
        await tables.until(lambda: tables.refused(REFUSED) >= before + TOLD, "nobody is told that the disk refuses")
        for _ in range(TRIES):  # there may still be room for a table in SQLite's own log
            if await refuses_new_tables(server, REFUSED):
                break
    finally:
        failure.end()
    told = tables.refused(REFUSED) - before
    await tables.until_more(WARM, "nobody can play on once the disk works again")
    return f"refused {told} times with the right sentence, then played on"


async def refuses_new_tables(server: Server, sentence: str) -> bool:
    """Whether a new table is refused with a sentence; if not, there is one more table. Pages are shown in any case."""
    answer = await server.ask(f"/new/{quick().id}", form=NEW)
    is_refused = answer.status == UNAVAILABLE and sentence in answer.text
    shown = [(await server.ask(path)).status for path in ("/", answer["location"]) if path]
    as_promised = (is_refused or answer.status == SEE_OTHER) and set(shown) == {OK}
    require(as_promised, f"A new table gets {answer.status} ({answer.text[:200]}), and pages get {shown}.")
    return is_refused
