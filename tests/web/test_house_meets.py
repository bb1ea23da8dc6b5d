"""Two processes that meet at a table know of each other at once, before either has given a sign of life."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from carreau.store.postgres_listener import LONGEST_PAYLOAD
from carreau.table.settings import Chair, make_settings
from carreau.web import house, presence
from carreau.web.language import words_of
from carreau.web.room import Room
from carreau.web.viewer import Viewer
from tests.postgres import Store
from tests.some import QUICK
from tests.web.loops import run
from tests.web.test_hub import open_hub, until


def page(seen: Room, seat: int) -> Viewer:
    no_socket: Any = SimpleNamespace()
    return Viewer(no_socket, words_of("en", seen.table.game), [seat], "plain", 0)


def test_whoever_was_there_first_knows_at_once_who_has_come(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "BEAT_SECONDS", 1000.0)

    async def whole() -> None:
        async with open_hub(store) as one:
            await asyncio.sleep(0.3)  # it is listening
            here = await one.room(await one.create(make_settings(QUICK, [Chair("me")] * 2, {}, 60, 1), "a-secret"))
            await here.enter(page(here, 0))
            await asyncio.sleep(0.3)
            await meet(one.house, here)

    async def meet(first: house.House, here: Room) -> None:
        async with open_hub(store) as other:
            await asyncio.sleep(0.3)
            there = await other.room(here.id)
            await there.enter(page(there, 1))
            await until(lambda: here.present == there.present == {0, 1})
            first.end(other.log.name)  # so its time is nobody's
            assert here.table.clock.stopped is not None and set(here.lost) == {1}
            for each in (here, there):
                each.exit(each.viewers[0])

    run(whole())


def test_what_could_not_be_said_is_said_later(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process starts while nothing can be said, so neither has ever heard of the other."""
    monkeypatch.setattr(house, "BEAT_SECONDS", 0.1)

    async def whole() -> None:
        async with open_hub(store) as one:
            here = await one.room(await one.create(make_settings(QUICK, [Chair("me")] * 2, {}, 60, 1), "a-secret"))
            await here.enter(page(here, 0))
            await asyncio.sleep(0.3)
            async with open_hub(store) as other:
                say = other.log.say
                monkeypatch.setattr(other.log, "say", lambda text: False)
                there = await other.room(here.id)
                await there.enter(page(there, 1))
                await asyncio.sleep(0.4)
                assert here.present == {0} and there.present == {1}
                monkeypatch.setattr(other.log, "say", say)
                await until(lambda: here.present == there.present == {0, 1})
                for each in (here, there):
                    each.exit(each.viewers[0])

    run(whole())


def test_a_notice_is_never_too_long() -> None:
    ids = [f"table-number-{number:04}" for number in range(1000)]
    texts = presence.Notice({}, ids, ids[:300], ["gone"]).texts()
    notices = [presence.DECODER.decode(text) for text in texts]
    assert max(map(len, texts)) < LONGEST_PAYLOAD
    assert [id for notice in notices for id in notice.left] == ids
    assert [id for notice in notices for id in notice.asks] == ids[:300]
    assert [name for notice in notices for name in notice.gone] == ["gone"]
