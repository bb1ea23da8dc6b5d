"""Entries go to the disk together, and nobody's fault is another's loss."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from carreau.store.log import Conflict, Log, Unwritten
from carreau.store.stored import NewTable, Row, StoredTable
from carreau.table.seating import NotNow
from carreau.table.table import Table
from carreau.web.language import words_of
from carreau.web.log_writer import LogWriter
from carreau.web.room import ABSENT_SECONDS, Room
from carreau.web.viewer import Viewer
from tests.some import QUICK
from tests.table.tables import do, table

Work = Callable[[Log, LogWriter], Coroutine[Any, Any, None]]


def row(sequence: int, data: str = "") -> Row:
    return Row(sequence, 1.0, "play", 0, data, 0.0)


def write(writer: LogWriter, match: str, entry: Row) -> asyncio.Future[None]:
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    writer.write(match, entry, lambda error: done.set_exception(error) if error else done.set_result(None))
    return done


def with_scribe(folder: Path, work: Work) -> None:
    """In a thread of its own: the browser of other tests has a loop running in this one."""
    log = Log(folder / "log.db")
    for id in ("one", "two"):
        log.create(NewTable(StoredTable(id, 1.0, "{}")))
    writer = LogWriter(log)

    async def whole() -> None:
        await work(log, writer)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, whole()).result()
    writer.close()
    log.close()


def test_what_waits_is_written_at_once_and_a_conflict_is_one_entrys_own(tmp_path: Path) -> None:
    async def work(log: Log, writer: LogWriter) -> None:
        pairs = [("one", 0), ("two", 1), ("one", 0), ("one", 1), ("nowhere", 0), ("two", 0)]
        done = await asyncio.gather(*(write(writer, match, row(number)) for match, number in pairs), return_exceptions=True)
        assert [isinstance(one, Conflict) for one in done] == [False, True, True, False, True, False]
        assert [entry.sequence for entry in log.rows("one")] == [0, 1]
        assert [entry.sequence for entry in log.rows("two")] == [0]

    with_scribe(tmp_path, work)


def test_what_the_disk_refuses_has_not_happened(tmp_path: Path) -> None:
    async def work(log: Log, writer: LogWriter) -> None:
        pages = log.pen.execute("PRAGMA page_count").fetchone()[0]
        log.pen.execute(f"PRAGMA max_page_count = {pages}")  # the file cannot grow: SQLite's own full disk
        with pytest.raises(Unwritten, match="has not happened"):
            await write(writer, "one", row(0, "x" * 100_000))
        assert log.rows("one") == []
        log.pen.execute("PRAGMA max_page_count = 1000000")
        await write(writer, "one", row(0))
        assert len(log.rows("one")) == 1

    with_scribe(tmp_path, work)


def room_of(log: Log, writer: LogWriter, seen: Table) -> Room:
    log.create(NewTable(StoredTable("room", 1.0, seen.settings.text(), seen.settings.seed)))
    return Room("room", seen, writer)


def test_an_entry_is_applied_even_if_whoever_asked_goes_away(tmp_path: Path) -> None:
    async def work(log: Log, writer: LogWriter) -> None:
        room = room_of(log, writer, table(QUICK.id, "me", "me", seed=1))
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

    async def work(log: Log, writer: LogWriter) -> None:
        room = room_of(log, writer, table(QUICK.id, "me", "me", seed=1))
        first = room.table.match.acting[0]
        action = room.table.match.legal(first)[0]
        twice = [room.commit(lambda: room.table.play(first, action, 0, 1.0)) for _ in range(2)]
        done = await asyncio.gather(*twice, return_exceptions=True)
        assert done[0] is True and "moved on" in str(done[1])
        assert room.table.match.ply == 1 == len(log.rows("room"))

    with_scribe(tmp_path, work)


def test_what_another_process_writes_is_followed(tmp_path: Path) -> None:
    async def work(log: Log, writer: LogWriter) -> None:
        room = room_of(log, writer, table(QUICK.id, "me", "me", seed=1))
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

    async def work(log: Log, writer: LogWriter) -> None:
        room = room_of(log, writer, table(QUICK.id, "me", "me", seed=1))
        viewer = Viewer(None, words_of("en", room.table.game), [0], "plain", 0)  # type: ignore[arg-type]
        await room.enter(viewer)
        await asyncio.sleep(0)
        room.exit(viewer)
        assert room.running is not None
        await asyncio.wait_for(room.running, 20)

    with_scribe(tmp_path, work)


# whoever is thought to be absent


def friends() -> Table:
    t = table(QUICK.id, "me", "open", first=1)
    do(t, t.sit(1, "Bo", 0.0))
    return t


def screen(room: Room, seats: list[int]) -> Viewer:
    return Viewer(None, words_of("en", room.table.game), seats, "plain", 0)  # type: ignore[arg-type]


def test_a_lost_line_is_no_absence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("carreau.web.room.clock", lambda: now[0])

    async def work(log: Log, writer: LogWriter) -> None:
        room = Room("one", friends(), writer)
        ana, bo = screen(room, [0]), screen(room, [1])
        await room.enter(ana)
        await room.enter(bo)
        room.exit(bo)
        for now[0] in (1000.0, 1000.0 + ABSENT_SECONDS - 1):
            with pytest.raises(NotNow, match="not here"):
                room.table.lend(0, 1, room.lately(), now[0])
        assert room.reminder is not None, "the host's page is told when it is time"
        room.reminder.cancel()
        now[0] = 1000.0 + ABSENT_SECONDS + 1
        room.look_again()
        assert room.reminder is None
        assert room.table.lend(0, 1, room.lately(), now[0]).kind == "lend"
        room.exit(ana)

    with_scribe(tmp_path, work)


def test_after_a_restart_the_host_is_told_who_stays_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carreau.web.room.ABSENT_SECONDS", 0.05)

    async def work(log: Log, writer: LogWriter) -> None:
        room = Room("one", friends(), writer)
        ana = screen(room, [0])
        await room.enter(ana)
        assert 1 in room.lately(), "Bo may be on the way"
        ana.stirred.clear()
        async with asyncio.timeout(5):
            await ana.stirred.wait()
        assert room.lately() == {0}
        room.exit(ana)

    with_scribe(tmp_path, work)


def test_whoever_comes_while_their_seat_is_handed_to_a_bot_has_it_back(tmp_path: Path) -> None:
    async def work(log: Log, writer: LogWriter) -> None:
        room = Room("one", friends(), writer)
        t = room.table
        for entry in t.entries:
            await write(writer, "one", Row(*entry))
        ana, bo = screen(room, [0]), screen(room, [1])
        await room.enter(ana)
        lending = asyncio.create_task(room.commit(lambda: t.lend(0, 1, {0}, 5.0)))
        await asyncio.sleep(0)  # it is being written
        await room.enter(bo)
        await lending
        async with asyncio.timeout(5):
            while t.away or t.lent:
                await asyncio.sleep(0.01)
        room.exit(bo)
        room.exit(ana)

    with_scribe(tmp_path, work)
