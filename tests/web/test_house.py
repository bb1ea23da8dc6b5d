"""Several processes at one store: who is at the table, who lets happen what comes due, and whose time passes."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Collection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from carreau.store.neighbours import MOST_UNSENT, Neighbours
from carreau.table.settings import Chair, Settings, make_settings
from carreau.web import house, presence, room
from carreau.web.hub import Hub
from carreau.web.language import words_of
from carreau.web.presence import Here, Notice, Presence
from carreau.web.room import Room
from carreau.web.viewer import Viewer
from proofs.tools.plans import at_once
from tests.postgres import Store
from tests.some import QUICK
from tests.web.loops import run
from tests.web.test_hub import open_hub, until


def page(seen: Room, *seats: int) -> Viewer:
    no_socket: Any = SimpleNamespace()
    return Viewer(no_socket, words_of("en", seen.table.game), list(seats), "plain", 0)


async def two_rooms(one: Hub, other: Hub, settings: Settings) -> tuple[Room, Room]:
    """One table, open in both processes, each with a page of its own seat."""
    await asyncio.sleep(0.3)  # both are listening
    here = await one.room(await one.create(settings, "a-secret"))
    there = await other.room(here.id)
    return here, there


async def sit(here: Room, there: Room) -> None:
    await here.enter(page(here, 0))
    await asyncio.sleep(0.3)
    await there.enter(page(there, 1))
    await until(lambda: here.present == there.present == {0, 1})


def friends(clock: int = 0, players: int = 2, bots: int = 0) -> Settings:
    chairs = [Chair("me")] * players + [Chair("bot", 1)] * bots
    return make_settings(QUICK, chairs, {}, clock, 1)


async def leave_all(*rooms: Room) -> None:
    for each in rooms:
        for viewer in list(each.viewers):
            each.exit(viewer)
        if each.running:
            each.running.cancel()


def test_everybody_sees_who_is_at_the_table_in_another_process(store: Store) -> None:
    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here, there = await two_rooms(one, other, friends())
            await sit(here, there)
            there.exit(there.viewers[0])
            await until(lambda: here.present == there.present == {0})
            await leave_all(here)
            await until(lambda: not there.present)

    run(whole())


def test_who_has_left_unheard_does_not_keep_the_table(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it said was lost, as when the database is away for a moment; it goes on at other tables."""

    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here, there = await two_rooms(one, other, friends())
            await sit(here, there)
            await until(lambda: here.leads and not there.leads)
            with monkeypatch.context() as patched:
                patched.setattr(one.log, "say", lambda text: None)
                await leave_all(here)
                await asyncio.sleep(0.3)
            await until(lambda: there.leads and there.present == {1})
            assert one.log.name in other.house.presence.heard, "it is alive"
            await leave_all(there)

    run(whole())


def test_one_process_lets_happen_what_comes_due(store: Store) -> None:
    """Whoever was at the table first; the next one when that one leaves. Two would be in each other's way."""

    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            for hub in (one, other):
                hub.pace = 0.0
            here, there = await two_rooms(one, other, friends(bots=1))
            await sit(here, there)
            assert here.leads and not there.leads
            for _ in range(4):
                await until(lambda: here.table.sequence == there.table.sequence and not here.table.bot_turn())
                seat = here.table.match.acting[0]
                mine = (here, there)[seat]
                await mine.commit(lambda mine=mine, seat=seat: mine.table.play(seat, mine.table.match.legal(seat)[0], mine.table.match.ply, time.time()))  # type: ignore[misc]  # noqa: E501  # fmt: skip
            await until(lambda: here.table.match.ply >= 6)
            assert one.writer.metrics.conflicts + other.writer.metrics.conflicts == 0
            here.exit(here.viewers[0])
            await until(lambda: there.leads)
            await leave_all(here, there)

    run(whole())


def test_while_the_pages_of_a_lost_process_come_back_nobodys_time_passes(store: Store) -> None:
    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here, there = await two_rooms(one, other, friends(clock=60))
            await sit(here, there)
            await asyncio.sleep(0.2)
            clock = here.table.clock
            other.house.leaving = True  # it says no more
            one.house.end(other.log.name)
            before = clock.running(here.table.people, time.time())
            assert 0.1 < before < 5 and clock.stopped is not None and here.present == {0, 1}
            await asyncio.sleep(0.5)
            assert clock.running(here.table.people, time.time()) == before
            back = page(here, 1)
            await here.enter(back)
            assert clock.stopped is None and not here.lost
            assert before <= clock.running(here.table.people, time.time()) < before + 0.3
            await leave_all(here, there)

    run(whole())


def test_whoever_does_not_come_back_is_not_waited_for_for_ever(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "RETURN_SECONDS", 0.5)

    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here, there = await two_rooms(one, other, friends(clock=60))
            await sit(here, there)
            other.house.leaving = True
            one.house.end(other.log.name)
            assert here.table.clock.stopped is not None
            await until(lambda: here.table.clock.stopped is None)
            assert here.present == {0}
            await leave_all(here, there)

    run(whole())


def test_a_process_that_says_nothing_any_more_is_lost(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on another machine whose plug was pulled: the time since it was last heard of does not count."""
    monkeypatch.setattr(presence, "SILENT_SECONDS", 1.5)
    monkeypatch.setattr(house, "BEAT_SECONDS", 0.3)

    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here, there = await two_rooms(one, other, friends(clock=60))
            await sit(here, there)
            await asyncio.sleep(0.5)
            assert not here.lost
            other.house.close()
            other.house.leaving = True
            silent = time.time()
            await until(lambda: bool(here.lost))
            assert time.time() - silent > 1
            stopped = here.table.clock.stopped
            assert stopped is not None and abs(stopped - silent) < 1
            await leave_all(here, there)

    run(whole())


def test_a_farewell_is_not_an_absence(store: Store) -> None:
    """A process that ends in good order says so first: its pages will be back."""

    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here, there = await two_rooms(one, other, friends(clock=60))
            await sit(here, there)
            await other.house.farewell()
            await until(lambda: 1 in here.lost)
            await leave_all(there)
            assert here.present == {0, 1} and here.table.clock.stopped is not None
            await leave_all(here)

    run(whole())


def test_a_table_that_is_opened_in_a_second_process_knows_how_long_somebody_has_been_thinking(store: Store) -> None:
    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here, there = await two_rooms(one, other, friends(clock=60))
            await here.enter(page(here, 0))
            await asyncio.sleep(1.0)
            await there.enter(page(there, 1))
            await until(lambda: here.present == there.present == {0, 1})
            now = time.time()
            ran = [each.table.clock.running(each.table.people, now) for each in (here, there)]
            assert ran[0] >= 1.0 and abs(ran[0] - ran[1]) < 0.3, ran
            await leave_all(here, there)

    run(whole())


@pytest.mark.parametrize("plan", at_once(2)[:1])
def test_timers_of_a_game_in_real_time_run_alike_in_both_processes(store: Store, plan: Any) -> None:
    """And wait a little longer: somebody elsewhere may have pressed in time."""

    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            settings = make_settings(plan.loaded, [Chair("me"), Chair("me")], plan.options, 0, 1)
            here, there = await two_rooms(one, other, settings)
            await here.enter(page(here, 0))
            assert here.table.grace == 0
            await asyncio.sleep(0.7)
            await there.enter(page(there, 1))
            await until(lambda: here.present == there.present == {0, 1})
            now = time.time()
            assert here.table.grace > 0 and here.table.ages(now)
            for ply, age in here.table.ages(now).items():
                assert abs(there.table.ages(now)[ply] - age) < 0.2
            await leave_all(here, there)

    run(whole())


def test_what_could_not_be_said_is_said_when_the_store_is_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the others would not know whose pages they have to wait for if the process ends."""
    monkeypatch.setattr(house, "BEAT_SECONDS", 0.3)

    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here, there = await two_rooms(one, other, friends())
            say = other.log.say

            monkeypatch.setattr(other.log, "say", lambda text: False)
            await there.enter(page(there, 1))
            await asyncio.sleep(0.7)
            await here.enter(page(here, 0))
            assert here.present == {0}
            monkeypatch.setattr(other.log, "say", say)
            await until(lambda: here.present == there.present == {0, 1})
            await leave_all(here, there)

    run(whole())


def test_notices_are_short() -> None:
    """PostgreSQL takes 8,000 bytes."""
    ages = {1000 + k: 1000.123456789 for k in range(4)}
    here = {f"{number:022d}": Here(1789000000.1234567, [0, 1, 2, 3], 1000, 100.123456789, ages) for number in range(100)}
    texts = Notice(here, left=["x" * 22] * 500, asks=list(here) * 5, gone=["a" * 8]).texts()
    assert max(map(len, texts)) < 7900
    known = Presence("me")
    for text in texts:
        known.hear("other", presence.DECODER.decode(text), 1.0)
    assert known.tables.keys() == here.keys()


def test_what_a_process_says_that_is_no_notice_is_ignored(store: Store) -> None:
    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here, there = await two_rooms(one, other, friends())
            for text in ("", "{", "[]", '{"here": 1}', "Ä" * 100):
                await other.writer.run(lambda text=text: other.log.say(text))  # type: ignore[misc]
            await sit(here, there)
            await leave_all(here, there)

    run(whole())


def test_a_killed_neighbour_is_forgotten_and_a_busy_one_hears_later(tmp_path: Path) -> None:
    heard: list[list[str]] = []
    one, busy = Neighbours(tmp_path / "sockets", "aaaaaaaa"), Neighbours(tmp_path / "sockets", "bbbbbbbb")
    (tmp_path / "sockets").mkdir()
    one.listen(lambda ids: None, lambda name, text: None)

    def read_slowly(ids: Collection[str] | None) -> None:
        time.sleep(0.005)
        heard.append(list(ids or ()))

    busy.listen(read_slowly, lambda name, text: None)
    for number in range(MOST_UNSENT):
        one.wrote([f"table{number}"])
    last = time.monotonic() + 20
    while len(heard) < MOST_UNSENT and time.monotonic() < last:
        time.sleep(0.01)
    assert [ids for (ids,) in heard] == [f"table{number}" for number in range(MOST_UNSENT)]
    assert one.names() == ["bbbbbbbb"]
    busy.close()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as killed:
        killed.bind(one.address("cccccccc"))
    assert one.names() == ["cccccccc"], "its file is left"
    one.wrote(["another"])
    assert one.names() == []
    one.close()
    assert not list((tmp_path / "sockets").iterdir())


def test_a_folder_with_a_long_path_has_neighbours_too(tmp_path: Path) -> None:
    """The address of a socket has at most 107 bytes."""
    folder = tmp_path / ("x" * 150) / "sockets"
    folder.parent.mkdir()
    heard: list[object] = []
    both = [Neighbours(folder, name * 8) for name in "ab"]
    for each in both:
        each.listen(heard.append, lambda name, text: heard.append((name, text)))
    both[0].say("hello")
    last = time.monotonic() + 10
    while not heard and time.monotonic() < last:
        time.sleep(0.01)
    assert heard == [("aaaaaaaa", "hello")]
    for each in both:
        each.close()
