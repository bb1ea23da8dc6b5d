"""Entries go to the disk together, and if one fails, the others are still written."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from carreau.store.log import Conflict, Log, Unwritten
from carreau.store.sqlite_log import SQLiteLog
from carreau.store.stored import NewTable, StoredTable
from carreau.table.entry import Entry
from carreau.table.seating import NotNow
from carreau.table.table import Table
from carreau.web.language import words_of
from carreau.web.log_writer import LogWriter
from carreau.web.room import ABSENT_SECONDS, Room
from carreau.web.viewer import Viewer
from tests.postgres import Store
from tests.some import QUICK
from tests.table.tables import do, table

Work = Callable[[Log, LogWriter], Coroutine[Any, Any, None]]


def entry(sequence: int, data: str = "") -> Entry:
    return Entry(sequence, 1.0, "play", 0, data, 0.0)


def with_writer(place: Path | Store, work: Work) -> None:
    """In a separate thread, because other tests' browser has a loop running in this one."""
    log = place.open() if isinstance(place, Store) else SQLiteLog(place / "carreau.db")
    for id in ("one", "two"):
        log.create(NewTable(StoredTable(id, 1.0, "{}")))
    writer = LogWriter(log)

    async def whole() -> None:
        await work(log, writer)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, whole()).result()
    writer.close()
    log.close()


def test_what_waits_is_written_at_once_and_a_conflict_is_one_entrys_own(store: Store) -> None:
    async def work(log: Log, writer: LogWriter) -> None:
        pairs = [("one", 0), ("two", 1), ("one", 0), ("one", 1), ("nowhere", 0), ("two", 0)]
        done = await asyncio.gather(*(writer.write(match, entry(number)) for match, number in pairs), return_exceptions=True)
        assert [isinstance(one, Conflict) for one in done] == [False, True, True, False, True, False]
        assert [entry.sequence for entry in log.entries("one")] == [0, 1]
        assert [entry.sequence for entry in log.entries("two")] == [0]

    with_writer(store, work)


def test_what_the_disk_refuses_has_not_happened(tmp_path: Path) -> None:
    async def work(log: Log, writer: LogWriter) -> None:
        assert isinstance(log, SQLiteLog)
        pages = log.writer.execute("PRAGMA page_count").fetchone()[0]
        log.writer.execute(f"PRAGMA max_page_count = {pages}")  # the file cannot grow: SQLite's own full disk
        with pytest.raises(Unwritten, match="nothing was saved"):
            await writer.write("one", entry(0, "x" * 100_000))
        assert log.entries("one") == []
        log.writer.execute("PRAGMA max_page_count = 1000000")
        await writer.write("one", entry(0))
        assert len(log.entries("one")) == 1

    with_writer(tmp_path, work)


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not done():
            await asyncio.sleep(0.02)


def room_of(log: Log, writer: LogWriter, seen: Table) -> Room:
    log.create(NewTable(StoredTable("room", 1.0, seen.settings.text(), seen.settings.seed)))
    return Room("room", seen, writer)


def test_an_entry_is_applied_even_if_whoever_asked_goes_away(store: Store) -> None:
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
        assert [entry.sequence for entry in log.entries("room")] == [0] and room.table.match.ply == 1

    with_writer(store, work)


def first_move(room: Room) -> Entry:
    seat = room.table.match.acting[0]
    return room.table.play(seat, room.table.match.legal(seat)[0], room.table.match.ply, 1.0)


class SlowLog(SQLiteLog):
    """A log whose disk answers when it is told to."""

    def append_all(self, entries: Any) -> list[bool]:
        self.busy.set()
        assert self.answer.wait(20)
        return super().append_all(entries)

    def __init__(self, file: Path) -> None:
        self.busy, self.answer = threading.Event(), threading.Event()
        super().__init__(file)


def test_whoever_is_cancelled_between_write_and_apply_is_told_after_it(tmp_path: Path) -> None:
    async def work(log: Log, writer: LogWriter) -> None:
        slow = writer.log = SlowLog(tmp_path / "carreau.db")
        room = room_of(log, writer, table(QUICK.id, "me", "me", seed=1))
        asking = asyncio.create_task(room.commit(lambda: first_move(room)))
        await asyncio.to_thread(slow.busy.wait, 20)
        for _ in range(3):
            asking.cancel()
            await asyncio.sleep(0)
            assert not asking.done() and room.lock.locked(), "nobody else may act before the disk has answered"
        following = asyncio.create_task(room.commit(lambda: first_move(room)))
        slow.answer.set()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert [entry.sequence for entry in room.table.entries][:1] == [0]
        assert await asyncio.wait_for(following, 20) is True
        assert room.table.entries == log.entries("room") and room.table.match.ply == 2
        slow.close()

    with_writer(tmp_path, work)


def test_whoever_is_cancelled_while_others_act_has_asked_for_nothing(store: Store) -> None:
    async def work(log: Log, writer: LogWriter) -> None:
        room = room_of(log, writer, table(QUICK.id, "me", "me", seed=1))
        async with room.lock:
            asking = asyncio.create_task(room.commit(lambda: first_move(room)))
            await asyncio.sleep(0)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        assert await room.commit(lambda: first_move(room)) and len(log.entries("room")) == 1

    with_writer(store, work)


def test_after_a_failure_the_next_entry_goes_through(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    async def work(log: Log, writer: LogWriter) -> None:
        room = room_of(log, writer, table(QUICK.id, "me", "me", seed=1))
        for make, kind in ((lambda: 1 // 0, ZeroDivisionError), (lambda: room.table.undo(0, 1.0), NotNow)):
            with pytest.raises(kind):
                await room.commit(make)  # type: ignore[arg-type]
            assert not room.lock.locked()
        assert not await room.commit(lambda: None)
        apply = room.table.apply
        room.table.apply = None  # type: ignore[assignment, method-assign]
        assert await room.commit(lambda: first_move(room)), "it is on the disk"
        room.table.apply = apply  # type: ignore[method-assign]
        assert "could not be applied" in caplog.text and room.table.sequence == 0
        seen: list[int] = []

        def move() -> Entry:
            seen.append(room.table.sequence)
            return first_move(room)

        assert await asyncio.wait_for(room.commit(move), 20)
        assert seen == [0, 1], "what is in the log has happened, and then it is tried again"
        assert room.table.entries == log.entries("room") and len(room.table.entries) == 2

    with_writer(store, work)


def test_after_the_writer_is_closed_whoever_asks_is_told(store: Store) -> None:
    async def work(log: Log, writer: LogWriter) -> None:
        room = room_of(log, writer, table(QUICK.id, "me", "me", seed=1))
        writer.close()
        for _ in range(2):
            with pytest.raises(RuntimeError):
                await asyncio.wait_for(room.commit(lambda: first_move(room)), 20)
        assert not room.table.entries and not log.entries("room")

    with_writer(store, work)


def test_entries_at_one_table_are_made_one_after_the_other(store: Store) -> None:
    """The same move sent twice: the second is checked when the first is on the disk."""

    async def work(log: Log, writer: LogWriter) -> None:
        room = room_of(log, writer, table(QUICK.id, "me", "me", seed=1))
        first = room.table.match.acting[0]
        action = room.table.match.legal(first)[0]
        twice = [room.commit(lambda: room.table.play(first, action, 0, 1.0)) for _ in range(2)]
        done = await asyncio.gather(*twice, return_exceptions=True)
        assert done[0] is True and "moved on" in str(done[1])
        assert room.table.match.ply == 1 == len(log.entries("room"))

    with_writer(store, work)


def test_what_another_process_writes_is_followed(store: Store) -> None:
    async def work(log: Log, writer: LogWriter) -> None:
        room = room_of(log, writer, table(QUICK.id, "me", "me", seed=1))
        assert not log.others_wrote()
        other = store.open()
        other.append("room", room.table.rename(0, "Ana", 1.0))
        await until(log.others_wrote)
        assert not log.others_wrote()
        news = log.news({"room": 0, "one": 0})
        assert list(news) == ["room"]
        await room.follow(news["room"])
        await room.follow(news["room"])
        assert room.table.sequence == 1, "what was applied before is not applied again"
        assert room.table.chairs[0].name == "Ana"
        with pytest.raises(Conflict):
            other.append("room", Entry(0, 1.0, "name", 0, "Bo", 0.0))
        other.close()

    with_writer(store, work)


def test_a_room_that_everybody_has_left_comes_to_rest(tmp_path: Path) -> None:
    """Even if only people can make something happen."""

    async def work(log: Log, writer: LogWriter) -> None:
        room = room_of(log, writer, table(QUICK.id, "me", "me", seed=1))
        viewer = Viewer(None, words_of("en", room.table.game), [0], "plain", 0)  # type: ignore[arg-type]
        await room.enter(viewer)
        await asyncio.sleep(0)
        room.exit(viewer)
        assert room.running is not None
        await asyncio.wait_for(room.running, 20)

    with_writer(tmp_path, work)


# the player who is thought to be away


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
            with pytest.raises(NotNow, match="away"):
                room.table.hand_over(0, 1, room.recently_present(), now[0])
        assert room.reminder is not None, "the host's page is told when it is time"
        room.reminder.cancel()
        now[0] = 1000.0 + ABSENT_SECONDS + 1
        room.look_again()
        assert room.reminder is None
        assert room.table.hand_over(0, 1, room.recently_present(), now[0]).kind == "lend"
        room.exit(ana)

    with_writer(tmp_path, work)


def test_after_a_restart_the_host_is_told_who_stays_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carreau.web.room.ABSENT_SECONDS", 0.05)

    async def work(log: Log, writer: LogWriter) -> None:
        room = Room("one", friends(), writer)
        ana = screen(room, [0])
        await room.enter(ana)
        assert 1 in room.recently_present(), "Bo may be on the way"
        ana.updated.clear()
        async with asyncio.timeout(5):
            await ana.updated.wait()
        assert room.recently_present() == {0}
        room.exit(ana)

    with_writer(tmp_path, work)


def test_whoever_comes_while_their_seat_is_handed_to_a_bot_has_it_back(store: Store) -> None:
    async def work(log: Log, writer: LogWriter) -> None:
        room = Room("one", friends(), writer)
        t = room.table
        for entry in t.entries:
            await writer.write("one", entry)
        ana, bo = screen(room, [0]), screen(room, [1])
        await room.enter(ana)
        handing_over = asyncio.create_task(room.commit(lambda: t.hand_over(0, 1, {0}, 5.0)))
        await asyncio.sleep(0)  # it is being written
        await room.enter(bo)
        await handing_over
        async with asyncio.timeout(5):
            while t.away or t.handed_over:
                await asyncio.sleep(0.01)
        room.exit(bo)
        room.exit(ana)
        room.workers.close()  # a bot may have thought

    with_writer(store, work)
