"""The log is moved, deleted or replaced while the server is running: from then on nobody is told that anything has happened."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from carreau.store.sqlite_log import GONE
from proofs.disk.failing_disk import TOLD, refuses_new_tables
from proofs.proof import Figures, Run, require
from proofs.tools.busy_tables import BusyTables
from proofs.tools.plans import Plan, short
from proofs.tools.run_async import synchronous
from proofs.tools.server_process import ServerProcess
from proofs.tools.tables import FILE

FILES = (FILE, f"{FILE}-wal", f"{FILE}-shm")
WARM = 8  # entries before anything happens
ON_ITS_WAY = 0.5  # seconds in which a busy disk has written what it was told to write before


class Loss(NamedTuple):
    """What happens to the files of the log in a folder."""

    name: str
    happens: Callable[[Path], None]


def delete(folder: Path, names: Sequence[str] = FILES) -> None:
    for name in names:
        (folder / name).unlink()


def move(folder: Path) -> None:
    (folder / "away").mkdir(exist_ok=True)
    for name in FILES:
        (folder / name).rename(folder / "away" / name)


def replace(folder: Path) -> None:
    """An older copy takes its place, as from a backup."""
    with closing(sqlite3.connect(folder / FILE)) as sql, closing(sqlite3.connect(folder / "older")) as copy:
        sql.backup(copy)
    delete(folder)
    os.replace(folder / "older", folder / FILE)


LOSSES = (
    Loss("deleted", delete),
    Loss("moved away", move),
    Loss("replaced by a copy", replace),
    Loss("without what was written last", lambda folder: delete(folder, FILES[1:2])),
)


@synchronous
async def prove_missing_log(
    run: Run, folder: Path, plans: Sequence[Plan] = (), module: str = "carreau", losses: Sequence[Loss] = LOSSES
) -> Figures:
    data, found = folder / "data", Figures()
    tables = BusyTables(run, data, plans or (short(2), short(3, bots=1)), 60)
    server = ServerProcess(data, module, log=folder / "server.log", workers=run.workers)
    async with tables.playing(server):
        for loss in losses:
            run.say(loss.name)
            found[loss.name] = await lose(loss, tables, server, folder / "links")
        await tables.finish()
    return {**found, **tables.check(server.lives)}


async def lose(loss: Loss, tables: BusyTables, server: ServerProcess, links: Path) -> str:
    """Play, lose the files, be refused with the sentence, get the files back, play on. Hard links keep them safe."""
    before = tables.refused(GONE)
    await tables.until_more(WARM)
    links.mkdir(exist_ok=True)
    for name in FILES:
        os.link(server.data / name, links / name)
    loss.happens(server.data)
    await asyncio.sleep(ON_ITS_WAY)
    written = entries(links)  # whatever comes after this would be lost
    await tables.until(
        lambda: tables.reached > written or tables.refused(GONE) >= before + TOLD, "nobody is told that the log is missing"
    )
    require(tables.reached <= written, f"The log was {loss.name}, and players were told that more has happened.")
    require(await refuses_new_tables(server, GONE), f"The log was {loss.name}, and there is a new table.")
    require(tables.reached <= written == entries(links), f"The log was {loss.name}, and something was written.")
    told = tables.refused(GONE) - before
    for name in FILES:
        os.replace(links / name, server.data / name)
    await tables.until(lambda: tables.reached > written, "nobody can play on once the files are back")
    return f"refused {told} times with the right sentence, then played on"


def entries(links: Path) -> int:
    with closing(sqlite3.connect(f"file:{links / FILE}?mode=ro", uri=True)) as sql:
        return int(sql.execute("SELECT COUNT(*) FROM entries").fetchone()[0])
