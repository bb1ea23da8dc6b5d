"""Whoever comes to a table from another process sees at least what was seen there."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from carreau.table.table import Table
from carreau.web.hub import Hub
from tests.postgres import Store
from tests.web.loops import run
from tests.web.test_hub import new_table, open_hub


def test_a_room_knows_what_was_written_before_somebody_asked_for_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if nobody has told it yet."""
    monkeypatch.setattr(Hub, "tell", lambda self, ids: None)
    monkeypatch.setattr("carreau.web.hub.FOLLOW_SECONDS", 1000.0)

    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here = await one.room(await new_table(one, "me", "me"))
            there = await other.room(here.id)
            assert await here.commit(lambda: here.table.rename(0, "Ana", time.time()))
            assert there.table.sequence == 0
            assert (await other.room(here.id)).table.sequence == 1

    run(whole())


def test_a_room_that_is_being_opened_knows_what_was_written_meanwhile(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hub, "tell", lambda self, ids: None)
    monkeypatch.setattr("carreau.web.hub.FOLLOW_SECONDS", 1000.0)
    was_read, go_on = threading.Event(), threading.Event()

    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here, rebuild = await one.room(await new_table(one, "me", "me")), other.rebuild

            def rebuild_slowly(id: str) -> Table:
                table = rebuild(id)
                was_read.set()
                go_on.wait(20)
                return table

            monkeypatch.setattr(other, "rebuild", rebuild_slowly)
            opening = asyncio.create_task(other.room(here.id))
            await asyncio.to_thread(was_read.wait, 20)
            assert await here.commit(lambda: here.table.rename(0, "Ana", time.time()))
            go_on.set()
            assert (await opening).table.sequence == 1

    run(whole())
