"""Entries go to the disk together, and nobody's fault is another's loss."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from carreau.store.log import Conflict, Log, Unwritten
from carreau.store.row import Kept, Row
from carreau.table.table import Table
from carreau.web.language import words_of
from carreau.web.room import Room
from carreau.web.scribe import Scribe
from carreau.web.viewer import Viewer
from tests.table.tables import table

Work = Callable[[Log, Scribe], Coroutine[Any, Any, None]]


def row(sequence: int, data: str = "") -> Row:
    return Row(sequence, 1.0, "play", 0, data, 0.0)


def write(scribe: Scribe, match: str, entry: Row) -> asyncio.Future[None]:
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    scribe.write(match, entry, lambda error: done.set_exception(error) if error else done.set_result(None))
    return done


def with_scribe(folder: Path, work: Work) -> None:
    """In a thread of its own: the browser of other tests has a loop running in this one."""
    log = Log(folder / "log.db")
    for id in ("one", "two"):
        log.create(Kept(id, 1.0, "{}"), [])
    scribe = Scribe(log)

    async def whole() -> None:
        await work(log, scribe)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, whole()).result()
    scribe.close()
    log.close()


def test_what_waits_is_written_at_once_and_a_conflict_is_one_entrys_own(tmp_path: Path) -> None:
    async def work(log: Log, scribe: Scribe) -> None:
        pairs = [("one", 0), ("two", 1), ("one", 0), ("one", 1), ("nowhere", 0), ("two", 0)]
        done = await asyncio.gather(*(write(scribe, match, row(number)) for match, number in pairs), return_exceptions=True)
        assert [isinstance(one, Conflict) for one in done] == [False, True, True, False, True, False]
        assert [entry.sequence for entry in log.rows("one")] == [0, 1]
        assert [entry.sequence for entry in log.rows("two")] == [0]

    with_scribe(tmp_path, work)


def test_what_the_disk_refuses_has_not_happened(tmp_path: Path) -> None:
    async def work(log: Log, scribe: Scribe) -> None:
        pages = log.pen.execute("PRAGMA page_count").fetchone()[0]
        log.pen.execute(f"PRAGMA max_page_count = {pages}")  # the file cannot grow: SQLite's own full disk
        with pytest.raises(Unwritten, match="has not happened"):
            await write(scribe, "one", row(0, "x" * 100_000))
        assert log.rows("one") == []
        log.pen.execute("PRAGMA max_page_count = 1000000")
        await write(scribe, "one", row(0))
        assert len(log.rows("one")) == 1

    with_scribe(tmp_path, work)


def room_of(log: Log, scribe: Scribe, seen: Table) -> Room:
    log.create(Kept("room", 1.0, seen.settings.text()), [])
    return Room("room", seen, scribe)


def test_an_entry_is_applied_even_if_whoever_asked_goes_away(tmp_path: Path) -> None:
    async def work(log: Log, scribe: Scribe) -> None:
        room = room_of(log, scribe, table("punto", "me", "me", seed=1))
        first = room.table.match.acting[0]
        asking = asyncio.create_task(
            room.commit(lambda: room.table.play(first, room.table.match.legal(first)[0], room.table.match.ply, 1.0))
        )
        await asyncio.sleep(0)
        asking.cancel()
        async with asyncio.timeout(20):
            while not room.table.sequence:
                await asyncio.sleep(0.01)
        assert [entry.sequence for entry in log.rows("room")] == [0] and room.table.match.ply == 1

    with_scribe(tmp_path, work)


def test_wishes_at_one_table_are_granted_one_after_the_other(tmp_path: Path) -> None:
    """The same move sent twice: the second is checked when the first is on the disk."""

    async def work(log: Log, scribe: Scribe) -> None:
        room = room_of(log, scribe, table("punto", "me", "me", seed=1))
        first = room.table.match.acting[0]
        action = room.table.match.legal(first)[0]
        twice = [room.commit(lambda: room.table.play(first, action, 0, 1.0)) for _ in range(2)]
        done = await asyncio.gather(*twice, return_exceptions=True)
        assert done[0] is True and "moved on" in str(done[1])
        assert room.table.match.ply == 1 == len(log.rows("room"))

    with_scribe(tmp_path, work)


def test_what_another_process_writes_is_followed(tmp_path: Path) -> None:
    async def work(log: Log, scribe: Scribe) -> None:
        room = room_of(log, scribe, table("punto", "me", "me", seed=1))
        assert not log.others_wrote()
        other = Log(tmp_path / "log.db")
        other.append("room", Row(*room.table.rename(0, "Ana", 1.0)))
        assert log.others_wrote() and not log.others_wrote()
        await room.follow()
        assert room.table.chairs[0].name == "Ana"
        with pytest.raises(Conflict):
            other.append("room", Row(0, 1.0, "name", 0, "Bo", 0.0))
        other.close()

    with_scribe(tmp_path, work)


def test_a_room_that_everybody_has_left_comes_to_rest(tmp_path: Path) -> None:
    """Also where nothing but people can make something happen."""

    async def work(log: Log, scribe: Scribe) -> None:
        room = room_of(log, scribe, table("punto", "me", "me", seed=1))
        viewer = Viewer(None, words_of("en", room.table.game), [0], "plain", 0)  # type: ignore[arg-type]
        await room.enter(viewer)
        await asyncio.sleep(0)
        room.exit(viewer)
        assert room.running is not None
        await asyncio.wait_for(room.running, 20)

    with_scribe(tmp_path, work)
