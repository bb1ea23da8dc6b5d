"""A torn log: the end of what was written is cut off, overwritten or followed by rubbish."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from carreau.store.seal import KEY_FILE
from carreau.store.sqlite_log import SQLiteLog
from carreau.store.sqlite_pages import FRAME_HEADER, WAL_HEADER, check_sum
from carreau.table.entry import Entry
from proofs.proof import Broken, Figures, Run, require
from proofs.tools.busy_tables import BusyTables
from proofs.tools.plans import Plan, short
from proofs.tools.run_async import synchronous
from proofs.tools.server_process import ServerProcess
from proofs.tools.tables import FILE

WAL = f"{FILE}-wal"
TIMES = 60
PLAYED = 40  # entries before the server is killed

Damage = Callable[[bytes, int, Random], bytes]


def cut(log: bytes, end: int, chance: Random) -> bytes:
    return log[: chance.randrange(end, len(log))]


def scribble(log: bytes, end: int, chance: Random) -> bytes:
    first = chance.randrange(end, len(log))
    last = chance.randrange(first, len(log)) + 1
    return log[:first] + chance.randbytes(last - first) + log[last:]


def blank(log: bytes, end: int, chance: Random) -> bytes:
    first = chance.randrange(end, len(log))
    return log[:first] + bytes(len(log) - first)


def flip(log: bytes, end: int, chance: Random) -> bytes:
    place = chance.randrange(end, len(log))
    return log[:place] + bytes([log[place] ^ 1 << chance.randrange(8)]) + log[place + 1 :]


def litter(log: bytes, end: int, chance: Random) -> bytes:
    return log[:end] + chance.randbytes(chance.randrange(1, 20_000))


DAMAGES: tuple[Damage, ...] = (cut, scribble, blank, flip, litter)


@synchronous
async def prove_torn_log(run: Run, folder: Path, plans: Sequence[Plan] = (), played: int = PLAYED) -> Figures:
    """Everything acknowledged is there; the rest is there completely or not at all; and every match goes on."""
    data, chance, torn = folder / "played", run.chance("tear"), 0
    tables = BusyTables(run, data, plans or (short(2), short(3, bots=1)), 1)
    server = ServerProcess(data, workers=run.workers)
    async with tables.playing(server):
        await tables.until(lambda: tables.reached >= played, "nobody plays")
        server.end()
        longer, end = one_more(tables, data, folder / "longer")
        for torn, _ in enumerate(replace(run, times=run.times or TIMES).numbers(), 1):
            run.say(f"torn {torn} times")
            damage = DAMAGES[torn % len(DAMAGES)]
            tables.folder = copy_with(damage(longer, end, chance), data, folder / "torn")
            try:
                tables.check()
            except Broken as error:
                raise Broken(f"{error} ({damage.__name__})") from error
        server.data = tables.folder
        await asyncio.to_thread(server.start)
        await tables.finish()  # the same players, at the same address
    return {"torn": torn, "bytes after the last acknowledged entry": len(longer) - end, **tables.check()}


def one_more(tables: BusyTables, data: Path, folder: Path) -> tuple[bytes, int]:
    """The log with one more entry for every table, which nobody was told about; and where that begins."""
    before = (data / WAL).read_bytes()
    log = SQLiteLog(copy_with(before, data, folder) / FILE)
    now = time.time()
    for ledger in tables.ledgers:
        log.append(ledger.id, Entry(len(log.entries(ledger.id)), now, "name", 0, "Torn", 0.0))
    after = (folder / WAL).read_bytes()  # while the log is open, SQLite leaves this file here
    log.close()
    end, last = end_of(before), end_of(after)
    require(after[:end] == before[:end] and last > end, "The log does not grow at its end: this proof must be rewritten.")
    return after[:last], end


def end_of(wal: bytes) -> int:
    """The end of the last frame that counts: SQLite starts again at the front, and older frames stay behind it."""
    size, place, sums = int.from_bytes(wal[8:12], "big"), WAL_HEADER, wal[24:WAL_HEADER]
    while head := wal[place : place + FRAME_HEADER]:
        following = place + FRAME_HEADER + size
        if head[8:16] != wal[16:24] or check_sum(sums, head[:8] + wal[place + FRAME_HEADER : following], "<") != head[16:24]:
            break
        place, sums = following, head[16:24]
    return place


def copy_with(wal: bytes, data: Path, folder: Path) -> Path:
    """The same data folder, with a different end of the log."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in (FILE, KEY_FILE):
        shutil.copy(data / name, folder / name)
    (folder / WAL).write_bytes(wal)
    return folder
