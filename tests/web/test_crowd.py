"""People who only watch shut nobody out, make nobody's clock run, and cost others little."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Page
from websockets.exceptions import ConnectionClosed

from carreau.web.messages import Event, Full, Plain, Refused
from carreau.web.routes.websocket import FULL, MOST_PER_NETWORK, MOST_PER_SEAT, MOST_WATCHING
from proofs.tools.client import Client
from proofs.tools.plans import Plan, at_once
from proofs.tools.server_process import ServerProcess
from proofs.tools.tables import make_tables
from tests.browser import until
from tests.some import QUICK

T = TypeVar("T")
AWAY = 5.5  # seconds: longer than the clock and the timer of these tables


class Hall:
    """A server, and tables for every test."""

    def __init__(self, folder: Path) -> None:
        self.crowded, self.seat, self.page, self.names = make_tables(folder, Plan(QUICK.id, 2), 4).items()
        (self.clock,) = make_tables(folder, Plan(QUICK.id, 2, clock=3)).items()
        race = at_once(3, bots=1)[-1]
        (self.race,) = make_tables(folder, race).items()
        (self.left,) = make_tables(folder, Plan(race.game, 2, race.options)).items()
        self.server = ServerProcess(folder).start()

    def client(self, table: str, secret: str = "", network: int = 0, form: str = "plain") -> Client:
        source = f"127.0.3.{1 + network}" if sys.platform == "linux" else None
        return Client(self.server.address, table, secret, form, source=source)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    hall = Hall(tmp_path_factory.mktemp("crowd"))
    yield hall
    hall.server.end()


def run(work: Coroutine[Any, Any, T]) -> T:
    """In a separate thread, because other tests' browser has a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def told(client: Client) -> Any:
    """The first message that is about the table."""
    async with asyncio.timeout(120):
        while not isinstance(message := await client.hear(), Plain | Event | Full):
            pass
    return message


async def enter(stack: AsyncExitStack, client: Client) -> Any:
    await stack.enter_async_context(client)
    return await told(client)


@pytest.mark.skipif(sys.platform != "linux", reason="needs several addresses")
def test_who_watches_shuts_nobody_out(hall: Hall) -> None:
    table, (first, second) = hall.crowded

    async def whole() -> None:
        async with AsyncExitStack() as stack:
            for number in range(MOST_PER_NETWORK):
                assert isinstance(await enter(stack, hall.client(table)), Plain), number
            assert isinstance(await enter(stack, hall.client(table)), Full), "one network cannot take all places"
            for number in range(MOST_PER_NETWORK, MOST_WATCHING):
                last = hall.client(table, network=1 + number // MOST_PER_NETWORK)
                assert isinstance(await enter(stack, last), Plain), number
            full = hall.client(table, network=20)
            assert isinstance(await enter(stack, full), Full)
            with pytest.raises(ConnectionClosed) as closed:
                await full.hear()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == FULL
            for secret in (first, second):
                assert isinstance(await enter(stack, hall.client(table, secret)), Plain), "a seat has its place"
            await last.__aexit__()
            await asyncio.sleep(0.3)
            assert isinstance(await enter(stack, hall.client(table, network=20)), Plain), "a place is free again"

    run(whole())


def test_a_seat_has_places_of_its_own(hall: Hall) -> None:
    table, (first, second) = hall.seat

    async def whole() -> None:
        async with AsyncExitStack() as stack:
            for _ in range(MOST_PER_SEAT):
                assert isinstance(await enter(stack, hall.client(table, first)), Plain)
            assert isinstance(await enter(stack, hall.client(table, first)), Full)
            assert isinstance(await enter(stack, hall.client(table, second)), Plain)

    run(whole())


def test_a_page_that_found_no_place_tries_again_by_itself(hall: Hall, open_page: Callable[..., Page]) -> None:
    table, _ = hall.page
    page = open_page()

    filled, released = threading.Event(), threading.Event()

    async def fill() -> None:
        async with AsyncExitStack() as stack:
            for _ in range(MOST_PER_NETWORK):
                assert isinstance(await enter(stack, Client(hall.server.address, table, "")), Plain)
            filled.set()
            await asyncio.to_thread(released.wait, 120)

    with ThreadPoolExecutor(1) as pool:
        crowd = pool.submit(asyncio.run, fill())
        try:
            assert filled.wait(120)
            page.goto(f"{hall.server.address}/table/{table}")
            page.wait_for_selector("#connection.lost >> text=Too many people are watching right now. Trying again")
        finally:
            released.set()
        crowd.result()
    until(page, "Boolean(globalThis.carreau?.event?.svg)")
    assert page.locator("#connection.lost").count() == 0


def test_who_watches_lets_nobodys_time_pass(hall: Hall) -> None:
    """Neither clocks nor the game's timers run, no bot takes over for good, and no bot plays on alone in real time."""

    async def whole() -> None:
        await asyncio.gather(watch_clocks(hall), watch_a_race(hall))

    run(whole())


async def watch_clocks(hall: Hall) -> None:
    table, secrets = hall.clock
    async with hall.client(table) as watching:
        assert (await told(watching)).left == [3.0, 3.0]
        await asyncio.sleep(AWAY)
        async with hall.client(table, secrets[0]) as one:
            after = await told(one)
            assert after.sequence == 0 and sum(after.left) > 3.5
            absent = after.actions == []
        async with hall.client(table, secrets[0] if absent else secrets[1]) as other:  # with a player there, time counts
            while not (await told(other)).sequence:
                pass


async def watch_a_race(hall: Hall) -> None:
    table, (first, _) = hall.race
    async with hall.client(table, form="wide") as watching:
        before = await told(watching)
        assert before.clock is None and before.sequence == 0
        await asyncio.sleep(AWAY)
        async with hall.client(table, first, form="wide") as one:
            after = await told(one)
            assert after.sequence == 0 and after.state == "playing" and after.clock > 0
            while not after.sequence:
                after = await told(one)


def test_in_real_time_whoever_has_left_cannot_act(hall: Hall) -> None:
    table, (first, second) = hall.left

    async def whole() -> str:
        async with hall.client(table, first) as one, hall.client(table, second) as two:
            actions = (await told(one)).actions
            await told(two)
            await one.command({"type": "leave", "seat": 0})
            while (message := await told(one)).sequence == 0:
                pass
            await one.play(0, actions[0], message.ply)
            async with asyncio.timeout(60):
                while not isinstance(answer := await one.hear(), Refused):
                    pass
            return answer.text

    assert run(whole()) == "A bot is playing for you: take your seat back first."


def test_names_are_changed_as_often_as_people_do(hall: Hall) -> None:
    table, (first, second) = hall.names

    async def rename(client: Client, seat: int, times: int) -> list[Any]:
        answers: list[Any] = []
        for number in range(times):
            await client.command({"type": "rename", "seat": seat, "name": f"Name {number}"})
        await client.command({"type": "rename", "seat": seat, "name": ""})
        async with asyncio.timeout(60):
            while not (answers and isinstance(answers[-1], Refused) and "at least one letter" in answers[-1].text):
                answers.append(await client.hear())
        return [answer.text for answer in answers if isinstance(answer, Refused)][:-1]

    async def whole() -> tuple[list[str], list[str]]:
        async with hall.client(table, first) as one, hall.client(table, second) as two:
            await told(one)
            await told(two)
            return await rename(one, 0, 35), await rename(two, 1, 3)

    refused, others = run(whole())
    assert 8 <= len(refused) <= 15 and set(refused) == {"Not so fast: wait a moment."}
    assert others == [], "whoever else sits there does not suffer for it"
