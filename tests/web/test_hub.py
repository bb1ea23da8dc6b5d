"""The hub: what other processes write, tables that are closed, and who sits at the next table."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from carreau.table.entry import PLAY, Entry
from carreau.table.seating import NotNow
from carreau.table.settings import Chair, make_settings
from carreau.web.hub import Hub, actions_of
from carreau.web.table_loader import Closed
from tests.postgres import Store
from tests.some import QUICK
from tests.web.loops import run


@asynccontextmanager
async def open_hub(store: Store) -> AsyncIterator[Hub]:
    hub = Hub(store.open())
    try:
        yield hub
    finally:
        hub.close()
        hub.log.close()


async def new_table(hub: Hub, *kinds: str) -> str:
    return await hub.create(make_settings(QUICK, [Chair(kind) for kind in kinds], {}, seed=1), "a-secret")


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not done():
            await asyncio.sleep(0.02)


def test_a_table_that_cannot_be_followed_does_not_stop_the_others(store: Store) -> None:
    async def whole() -> None:
        async with open_hub(store) as hub:
            spoilt, other = [await hub.room(await new_table(hub, "me", "me")) for _ in range(2)]
            elsewhere = store.open()
            elsewhere.append_all(
                [
                    (spoilt.id, Entry(0, 1.0, PLAY, 0, "no such action"), None),
                    (other.id, other.table.rename(0, "Ana", 1.0), None),
                ]
            )
            elsewhere.close()
            await until(lambda: spoilt.table.sequence == 1)
            await until(lambda: other.table.chairs[0].name == "Ana")

    run(whole())


def test_a_closed_table_that_is_asked_for_often_keeps_nothing_in_memory(store: Store) -> None:
    async def whole() -> None:
        async with open_hub(store) as hub:
            id = await new_table(hub, "me", "me")
            hub.log.append(id, Entry(0, 1.0, PLAY, 0, "no such action"))
            frames = []
            for _ in range(10):
                with pytest.raises(Closed) as found:
                    await hub.room(id)
                frames.append(len(list(traceback.walk_tb(found.value.__traceback__))))
            assert frames[-1] <= frames[1], "an error that is raised again holds on to every request that it was raised for"

    run(whole())


def test_a_player_cannot_have_a_second_seat_by_a_link_for_another_device(store: Store) -> None:
    async def whole() -> None:
        async with open_hub(store) as hub:
            room = await hub.room(await new_table(hub, "me", "open"))
            (free,) = hub.log.invitations(room.id)
            await hub.sit(room, free, "Bo", "another-secret")
            link = hub.invitation(room.id, await hub.link_device(room, [1]))
            assert link is not None
            with pytest.raises(NotNow, match="already have a seat"):
                await hub.add_device(room, link, "a-secret")
            assert hub.seats(room.id, "a-secret") == [0]
            await hub.add_device(room, link, "a-third-secret")
            assert hub.seats(room.id, "a-third-secret") == [1]

    run(whole())


def test_a_device_that_is_added_while_the_next_table_is_set_up_has_its_seat_there(store: Store) -> None:
    async def whole() -> None:
        async with open_hub(store) as hub:
            match = QUICK.new(players=2, seed=3, **QUICK.short)
            while not match.over:
                match.play(match.legal(match.acting[0])[-1])
            settings = make_settings(QUICK, [Chair("me"), Chair("bot")], match.options, seed=match.seed)
            room = await hub.room(await hub.create(settings, "a-secret", actions_of(match)))
            link = hub.invitation(room.id, await hub.link_device(room, [0]))
            assert link is not None
            renaming = room.commit(lambda: room.table.rename(0, "Ana", 1.0))
            _, _, following = await asyncio.gather(renaming, hub.add_device(room, link, "another-secret"), hub.rematch(room))
            assert hub.seats(following, "a-secret") == hub.seats(following, "another-secret") == [1]
            assert (await hub.room(following)).table.chairs[1].name == "Ana"

    run(whole())
