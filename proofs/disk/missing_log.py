"""The log is moved, deleted or replaced under a running server: from then on nobody is told that anything has happened."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from carreau.store.log import GONE
from proofs.proof import Broken, Figures, Run, claim
from proofs.tools.busy_tables import Hall
from proofs.tools.http import fetch, post
from proofs.tools.plans import Plan, quick, short
from proofs.tools.server_process import Server
from proofs.tools.tables import FILE

FILES = (FILE, f"{FILE}-wal", f"{FILE}-shm")
WARM = 8  # entries before anything happens
TOLD = 3  # refusals until it is put back
OK, UNAVAILABLE = 200, 503


@dataclass(frozen=True)
class Loss:
    """What befalls the files of the log."""

    name: str
    happens: Callable[[Path], None]


def delete(folder: Path, names: tuple[str, ...] = FILES) -> None:
    for name in names:
        (folder / name).unlink()


def replace(folder: Path) -> None:
    """An older copy takes its place, as from a backup."""
    with closing(sqlite3.connect(folder / FILE)) as sql, closing(sqlite3.connect(folder / "older")) as copy:
        sql.backup(copy)
    delete(folder)
    os.replace(folder / "older", folder / FILE)


LOSSES = (
    Loss("deleted", delete),
    Loss("moved away", lambda folder: move(folder, folder / "away")),
    Loss("replaced by a copy", replace),
    Loss("without what was written last", lambda folder: delete(folder, FILES[1:2])),
)


def move(folder: Path, to: Path) -> None:
    to.mkdir(exist_ok=True)
    for name in FILES:
        (folder / name).rename(to / name)


def prove_vanish(
    run: Run, folder: Path, plans: tuple[Plan, ...] = (), module: str = "carreau", losses: tuple[Loss, ...] = LOSSES
) -> Figures:
    return asyncio.run(lose_often(run, folder, plans or (short(2), short(3, bots=1)), module, losses))


async def lose_often(run: Run, folder: Path, plans: tuple[Plan, ...], module: str, losses: tuple[Loss, ...]) -> Figures:
    data = folder / "data"
    data.mkdir()
    hall, server = Hall(run, data, plans, 60), Server(data, log=folder / "server.log", module=module)
    await asyncio.to_thread(server.start)
    found: Figures = {}
    hall.open(1, lambda: server.address)
    try:
        for loss in losses:
            run.say(loss.name)
            found[loss.name] = await lose(hall, server, loss, folder / "links")
        await hall.finish()
    finally:
        hall.cancel()
        server.end()
    claim("Traceback" not in server.said(), f"The server has stumbled: {server.said()[-1500:]}")
    return {**found, **hall.check(server.lives)}


async def lose(hall: Hall, server: Server, loss: Loss, links: Path) -> str:
    """Play, lose the files, be refused with the sentence, have them back, play on. Links to the same files keep them."""
    begun, before = hall.reached, hall.refused(GONE)
    await hall.until(lambda: hall.reached >= begun + WARM, "nobody plays")
    links.mkdir(exist_ok=True)
    for name in FILES:
        os.link(server.data / name, links / name)
    loss.happens(server.data)
    written = entries(links)  # whatever comes after this would be lost
    await hall.until(
        lambda: hall.reached > written or hall.refused(GONE) >= before + TOLD, "nobody is told that the log is not there"
    )
    claim(hall.reached <= written, f"The log was {loss.name}, and players were told that more has happened.")
    await check_pages(server)
    claim(hall.reached <= written == entries(links), f"The log was {loss.name}, and something was written.")
    told = hall.refused(GONE) - before
    for name in FILES:
        os.replace(links / name, server.data / name)
    await hall.until(lambda: hall.reached > written, "nobody can play on once the files are back")
    return f"refused {told} times with its sentence, then played on"


def entries(links: Path) -> int:
    with closing(sqlite3.connect(f"file:{links / FILE}?mode=ro", uri=True)) as sql:
        return int(sql.execute("SELECT COUNT(*) FROM entries").fetchone()[0])


async def check_pages(server: Server) -> None:
    """Pages are shown; a new table is refused."""
    status, _ = await asyncio.to_thread(fetch, server.address)
    wish = {"players": "2", "seat-0": "me", "seat-1": "bot-1"}
    answer, text = await asyncio.to_thread(post, f"{server.address}/new/{quick().id}", wish)
    if status != OK or answer != UNAVAILABLE or GONE not in text:
        raise Broken(f"Without its log, the first page answers {status} and a new table {answer}: {text[:200]}")
