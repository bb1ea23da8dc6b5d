"""Fair shares: networks take turns, and within a network its tables."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from carreau.store.sqlite_log import SQLiteLog
from carreau.table.table import Table
from carreau.web import fair_queue, pictures
from carreau.web.fair_queue import FairQueue
from carreau.web.hub import Hub
from proofs.tools.plans import Plan
from proofs.tools.tables import FILE, make_tables
from tests.some import QUICK
from tests.web.loops import count_passes, run


def test_every_network_has_its_turn_and_every_table_in_it() -> None:
    async def whole() -> list[str]:
        queue, order = FairQueue(), []

        async def one(network: str, table: str) -> None:
            async with queue.turn(network, table):
                order.append(network + table)

        asked = [("a", "1")] * 4 + [("a", "2")] * 2 + [("b", "1")] * 2 + [("c", "1")]
        await asyncio.gather(*(one(*words) for words in asked))
        return order

    assert run(whole()) == ["a1", "a1", "b1", "c1", "a2", "b1", "a1", "a2", "a1"]


def test_the_loop_looks_after_everything_else_between_two_turns() -> None:
    async def whole() -> int:
        queue, passes = FairQueue(), 0
        seen: list[int] = []

        async def one() -> None:
            async with queue.turn("a", "1"):
                seen.append(passes)

        work = [asyncio.create_task(one()) for _ in range(10)]
        while not all(task.done() for task in work):
            await asyncio.sleep(0)
            passes += 1
        return len(set(seen))

    assert run(whole()) == 10


def test_whoever_goes_away_holds_nobody_up() -> None:
    async def whole() -> bool:
        queue = FairQueue()
        await queue.acquire("a", "1")
        waiting = [asyncio.create_task(queue.acquire("a", "1")) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        queue.release()
        await asyncio.sleep(0)
        waiting[1].cancel()  # at the moment when it was its turn
        await asyncio.wait_for(waiting[2], 10)
        return not queue.networks

    assert run(whole())


def test_what_is_long_is_done_a_little_in_every_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "SLICE", 0.0)

    async def whole() -> int:
        some, order = FairQueue(), []

        def steps(network: str) -> Iterator[int]:
            for step in range(20):
                order.append(network)
                yield step

        async def long(network: str) -> None:
            assert await some.in_slices(network, "1", steps(network)) == list(range(20))

        await asyncio.gather(long("a"), long("b"))
        assert order[2:6] == ["b", "a", "b", "a"]
        assert await some.in_slices("a", "1", []) == []
        return await count_passes(long("a"))

    assert run(whole()) >= 19


# tables, and pictures before a game is compiled


def test_a_table_that_takes_long_to_rebuild_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, other = make_tables(tmp_path, Plan(QUICK.id, 2), 2)
    gate, rebuild = threading.Event(), Hub.rebuild

    def wait(hub: Hub, id: str) -> Table:
        assert id != slow or gate.wait(60)
        return rebuild(hub, id)

    monkeypatch.setattr(Hub, "rebuild", wait)

    async def whole() -> None:
        hub = Hub(SQLiteLog(tmp_path / FILE))
        opening = [asyncio.create_task(hub.room(slow, network)) for network in ("a", "b")]
        await asyncio.sleep(0)
        assert (await asyncio.wait_for(hub.room(other, "c"), 60)).id == other
        gate.set()
        first, second = await asyncio.gather(*opening)
        assert first is second, "it is rebuilt once for all who wait"
        hub.close()
        hub.log.close()

    run(whole())


def test_pictures_are_drawn_for_every_network_in_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    async def draw(kind: str, name: str) -> str:
        await asyncio.sleep(0)
        drawn.append(name)
        return name

    monkeypatch.setattr(pictures, "draw_in_process", draw)

    async def whole() -> None:
        one = pictures.PictureProcess()
        much = [one.draw("greedy", "tile", f"much {k}") for k in range(pictures.MOST_CACHED + 10)]
        await asyncio.gather(*much, one.draw("other", "tile", "little"))
        assert drawn.index("little") < 8 and len(one.cache) == pictures.MOST_CACHED
        await one.draw("other", "tile", drawn[-1])
        assert drawn.count(drawn[-1]) == 1

    run(whole())
