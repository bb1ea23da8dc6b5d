"""Two servers on one database, and a database that goes away: what the tables show, and how play goes on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from carreau.core.errors import IllegalAction, StaleAction
from carreau.store.log import Log, Unwritten
from carreau.store.postgres_log import UNREACHABLE, PostgresLog
from carreau.table.entry import Entry
from carreau.table.settings import Chair, make_settings
from carreau.web.hub import FOLLOW_SECONDS, Hub
from carreau.web.language import words_of
from carreau.web.room import Room
from carreau.web.viewer import Viewer
from proofs.tools.lossy_proxy import LossyProxy
from proofs.tools.postgres_server import PostgresServer
from tests.postgres import Store
from tests.some import QUICK
from tests.web.loops import run
from tests.web.test_hub import new_table, open_hub, until

AT_ONCE = FOLLOW_SECONDS / 2  # in which another server shows what was written: it is told, and does not only look now and then


def first_move(room: Room, ply: int | None = None) -> Entry:
    """By somebody who has seen the table at a ply; now, if left out."""
    seat = room.table.match.acting[0]
    return room.table.play(seat, room.table.match.legal(seat)[0], room.table.match.ply if ply is None else ply, time.time())


async def until_written(room: Room) -> None:
    """A player tries again until the move is taken."""
    async with asyncio.timeout(20):
        while True:
            try:
                assert await room.commit(lambda: first_move(room))
                return
            except Unwritten:
                await asyncio.sleep(0.05)


def test_the_other_server_shows_it_at_once(store: Store) -> None:
    """In most cases: a busy machine may take longer."""

    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here = await one.room(await new_table(one, "me", "me"))
            there = await other.room(here.id)
            delays = []
            await asyncio.sleep(0.5)  # both are listening
            for number in range(1, 21):
                assert await here.commit(lambda number=number: here.table.rename(0, f"Ana {number}", 1.0))  # type: ignore[misc]
                written = time.monotonic()
                async with asyncio.timeout(20):
                    while there.table.sequence < number:
                        await asyncio.sleep(0.001)
                delays.append(time.monotonic() - written)
                assert there.table.chairs[0].name == f"Ana {number}"
            assert sorted(delays)[len(delays) // 2] < AT_ONCE, delays

    run(whole())


def test_players_of_one_table_at_two_servers_never_both_succeed(store: Store) -> None:
    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here = await one.room(await new_table(one, "me", "me"))
            there = await other.room(here.id)
            for ply in range(6):
                moves = (room.commit(lambda room=room, ply=ply: first_move(room, ply)) for room in (here, there))  # type: ignore[misc]
                done = await asyncio.gather(*moves, return_exceptions=True)
                assert done.count(True) == 1, "the same move, made twice, is played once"
                assert all(one is True or isinstance(one, (StaleAction, IllegalAction)) for one in done)
                await until(lambda ply=ply: here.table.match.ply == there.table.match.ply == ply + 1)  # type: ignore[misc]
            assert here.table.entries == there.table.entries == one.log.entries(here.id)

    run(whole())


def test_whoever_writes_second_tries_again_after_what_the_first_wrote(store: Store) -> None:
    """A new name at one server does not refuse the move at the other."""

    async def whole() -> None:
        async with open_hub(store) as one, open_hub(store) as other:
            here = await one.room(await new_table(one, "me", "me"))
            there = await other.room(here.id)
            for ply in range(6):
                moved = here.commit(lambda ply=ply: first_move(here, ply))  # type: ignore[misc]
                renamed = there.commit(lambda ply=ply: there.table.rename(1, f"Ben {ply}", time.time()))  # type: ignore[misc]
                assert all(await asyncio.gather(moved, renamed))
                await until(lambda ply=ply: here.table.sequence == there.table.sequence == 2 * ply + 2)  # type: ignore[misc]
            assert here.table.entries == there.table.entries == one.log.entries(here.id)

    run(whole())


def test_after_a_restart_of_the_database_play_goes_on_by_itself(postgres: PostgresServer, database: Store) -> None:
    async def whole() -> None:
        async with open_hub(database) as hub, open_hub(database) as other:
            room = await hub.room(await new_table(hub, "me", "bot"))
            there = await other.room(room.id)
            viewer = Viewer(None, words_of("en", room.table.game), [0], "plain", 0)  # type: ignore[arg-type]
            await room.enter(viewer)
            while room.table.match.acting != (0,):
                await asyncio.sleep(0.02)
            postgres.kill()
            try:
                for _ in range(2):
                    with pytest.raises(Unwritten) as refused:
                        await room.commit(lambda: first_move(room))
                    assert refused.value.sentence == UNREACHABLE and room.table.match.ply == len(room.table.entries)
            finally:
                postgres.start()
            before = room.table.match.ply
            await until_written(room)
            await until(lambda: room.table.match.ply >= before + 2)  # the bot has answered
            await until(lambda: there.table.entries == room.table.entries)
            room.exit(viewer)

    run(whole())


def test_a_move_whose_answer_was_lost_for_long_is_shown_in_the_end(
    postgres: PostgresServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The player was told to try again; when the database can be reached, the table shows the move that was written after all."""

    async def whole() -> None:
        address = postgres.address_by_port(postgres.new_database(), proxy.port)
        async with open_hub(Store(address, tmp_path)) as hub:
            room = await hub.room(await new_table(hub, "me", "me"))
            await asyncio.sleep(0.3)
            proxy.answers_lost.set()
            with pytest.raises(Unwritten):
                await room.commit(lambda: first_move(room))
            assert room.table.match.ply == 0
            proxy.answers_lost.clear()
            await until(lambda: room.table.match.ply == 1)
            assert len(hub.log.entries(room.id)) == 1
            await until_written(room)
            assert room.table.match.ply == len(hub.log.entries(room.id)) == 2
        assert "nothing could be written" in caplog.text and "pass%" not in caplog.text

    with closing(LossyProxy(postgres.port)) as proxy:
        run(whole())


class DeafLog(PostgresLog):
    """Hears no notification."""

    def listen(self, tell: object, hear: object) -> None:
        pass


@asynccontextmanager
async def deaf_hub(store: Store) -> AsyncIterator[Hub]:
    log: Log = DeafLog(store.address, store.folder)
    hub = Hub(log)
    try:
        yield hub
    finally:
        hub.close()
        log.close()


def test_what_no_notification_has_told_is_shown_before_long(database: Store) -> None:
    async def whole() -> None:
        async with open_hub(database) as one, deaf_hub(database) as other:
            settings = make_settings(QUICK, [Chair("me"), Chair("me")], {}, seed=1)
            rooms = [await one.room(await one.create(settings, "a-secret")) for _ in range(3)]
            there = [await other.room(room.id) for room in rooms]
            for room in rooms[1:]:
                await room.commit(lambda room=room: first_move(room))  # type: ignore[misc]
            await until(lambda: [room.table.match.ply for room in there] == [0, 1, 1])

    run(whole())
