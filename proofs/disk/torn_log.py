"""A torn log: the end of what was written is cut off, scribbled over or followed by rubbish."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from carreau.store.log import Log
from carreau.store.seal import KEY_FILE
from carreau.store.sqlite_pages import FRAME_HEADER, WAL_HEADER, check_sum
from carreau.store.stored import Row
from proofs.proof import Broken, Figures, Run
from proofs.tools.busy_tables import Hall
from proofs.tools.plans import Plan, short
from proofs.tools.server_process import Server
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


def prove_torn(run: Run, folder: Path, times: int = TIMES, plans: tuple[Plan, ...] = (), played: int = PLAYED) -> Figures:
    """All that was acknowledged is there; of what was not, all or nothing; and every match goes on."""
    return asyncio.run(tear(run, folder, times, plans or (short(2), short(3, bots=1)), played))


async def tear(run: Run, folder: Path, times: int, plans: tuple[Plan, ...], played: int) -> Figures:
    data, chance = folder / "played", run.chance("tear")
    hall, server = Hall(run, data, plans, 1), Server(data)
    await play_and_kill(hall, server, played)
    longer, end = one_more(hall, data, folder / "longer")
    for number in range(times):
        run.say(f"torn {number + 1} of {times} times")
        damage = DAMAGES[number % len(DAMAGES)]
        hall.folder = again(data, folder / "torn", damage(longer, end, chance))
        check_torn(hall, damage)
    server.data = hall.folder
    await play_on(hall, server)
    return {"torn": times, "bytes behind the last acknowledged entry": len(longer) - end, **hall.check()}


async def play_and_kill(hall: Hall, server: Server, played: int) -> None:
    await asyncio.to_thread(server.start)
    hall.open(1, lambda: server.address)
    await hall.until(lambda: hall.reached >= played, "nobody plays")
    server.end()


async def play_on(hall: Hall, server: Server) -> None:
    """The same players, at the same address, come to the end of their matches."""
    await asyncio.to_thread(server.start)
    try:
        await hall.finish()
    finally:
        hall.cancel()
        server.end()


def one_more(hall: Hall, data: Path, folder: Path) -> tuple[bytes, int]:
    """The log with one more entry of every table, of which nobody was told; and where that begins."""
    before = (data / WAL).read_bytes()
    log = Log(again(data, folder, before) / FILE)
    now = time.time()
    for account in hall.accounts:
        log.append(account.id, Row(len(log.rows(account.id)), now, "name", 0, "Torn", 0.0))
    after = (folder / WAL).read_bytes()  # as long as the log is open, SQLite leaves it here
    log.close()
    end, last = end_of(before), end_of(after)
    if after[:end] != before[:end] or last == end:
        raise Broken("The log does not grow at its end: this proof has to be thought over.")
    return after[:last], end


def end_of(wal: bytes) -> int:
    """Behind the last frame that counts: SQLite begins anew at the site, and what stood there before stays behind it."""
    size, place, sums = int.from_bytes(wal[8:12], "big"), WAL_HEADER, wal[24:WAL_HEADER]
    while head := wal[place : place + FRAME_HEADER]:
        following = place + FRAME_HEADER + size
        if head[8:16] != wal[16:24] or check_sum(sums, head[:8] + wal[place + FRAME_HEADER : following], "<") != head[16:24]:
            break
        place, sums = following, head[16:24]
    return place


def again(data: Path, folder: Path, wal: bytes) -> Path:
    """The same data folder, with another end of its log."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in (FILE, KEY_FILE):
        shutil.copy(data / name, folder / name)
    (folder / WAL).write_bytes(wal)
    return folder


def check_torn(hall: Hall, damage: Damage) -> None:
    try:
        hall.check()
    except Broken as error:
        raise Broken(f"{error} ({damage.__name__})") from error
