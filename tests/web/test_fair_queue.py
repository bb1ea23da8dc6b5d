"""Fair shares: whose turn it is, who thinks where, and what is made once for many."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import msgspec
import pytest

from carreau.core.match import Match
from carreau.store.log import Log
from carreau.table.bot import question
from carreau.table.claim import A_SEAT
from carreau.table.table import Table
from carreau.web import bot_pool, fair_queue, picture_worker, replay_pool, replay_worker, room
from carreau.web.bot_pool import BotPool
from carreau.web.bot_worker import NICENESS
from carreau.web.compiler import Compiler
from carreau.web.fair_queue import FairQueue
from carreau.web.hub import Hub
from carreau.web.language import words_of
from carreau.web.messages import encode
from carreau.web.replay_pool import LINES, MOMENT, Busy, Job, ReplayPool, TooSlow, job_of
from carreau.web.room import Room
from carreau.web.screen import LOOK_BACK, closing, program_message, screen_message
from carreau.web.viewer import Viewer
from carreau.web.websocket import read
from carreau.web.worker import WorkerProcess
from proofs.tools.plans import Plan, at_once
from proofs.tools.tables import FILE, make_tables
from tests.some import OTHERS, QUICK, plan_name, racing, with_rounds
from tests.table.tables import do, table

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own: the browser of other tests has a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


# turns


def test_every_house_has_its_turn_and_every_table_in_it() -> None:
    async def whole() -> list[str]:
        queue, order = FairQueue(), []

        async def one(household: str, table: str) -> None:
            async with queue.turn(household, table):
                order.append(household + table)

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
        await queue.take("a", "1")
        waiting = [asyncio.create_task(queue.take("a", "1")) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        queue.give()
        await asyncio.sleep(0)
        waiting[1].cancel()  # in the moment in which it was its turn
        await asyncio.wait_for(waiting[2], 10)
        return not queue.households

    assert run(whole())


def test_what_is_long_is_done_a_little_in_every_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "SLICE", 0.0)

    async def whole() -> int:
        some, order = FairQueue(), []

        def steps(household: str) -> Iterator[int]:
            for step in range(20):
                order.append(household)
                yield step

        async def long(household: str) -> None:
            assert await some.bit_by_bit(household, "1", steps(household)) == list(range(20))

        await asyncio.gather(long("a"), long("b"))
        assert order[2:6] == ["b", "a", "b", "a"]
        assert await some.bit_by_bit("a", "1", []) == []
        return await count_passes(long("a"))

    assert run(whole()) >= 19


# thoughts


def test_a_short_thought_does_not_wait_behind_long_ones() -> None:
    async def whole() -> list[str]:
        bots, gate, order = BotPool(), threading.Event(), []

        def long(household: str) -> None:
            gate.wait(60)
            order.append(household)

        held = [asyncio.create_task(bots.long.do("greedy", str(k), lambda: long("greedy"))) for k in range(8)]
        await asyncio.sleep(0.01)
        held.append(asyncio.create_task(bots.long.do("other", "1", lambda: long("other"))))
        await asyncio.sleep(0)
        asked = question(played(4), 0, 1)
        assert await asyncio.wait_for(bots.think(QUICK, asked, "greedy", "9"), 60) in asked.legal
        gate.set()
        await asyncio.gather(*held)
        bots.close()
        return order

    assert run(whole()).index("other") < 5, "one household does not take all"


def test_long_thoughts_are_thought_elsewhere() -> None:
    async def whole() -> None:
        bots = BotPool()
        try:
            for _ in range(2):
                asked = question(played(4), 0, 4)
                assert await bots.think(QUICK, asked, "a", "1") in asked.legal
                (one,) = bots.apprentices
                assert one.process is not None
                if sys.platform == "linux":
                    assert os.getpriority(os.PRIO_PROCESS, one.process.pid) == NICENESS
                one.process.kill()  # another begins
                one.process.wait()
        finally:
            bots.close()

    run(whole())


def test_a_thought_that_nobody_waits_for_is_not_thought() -> None:
    async def whole() -> object:
        return await BotPool().think(QUICK, question(played(4), 0, 5), "a", "1", lambda: False)

    assert run(whole()) is None


# drawings and lines


def viewer(room: Room, seats: list[int], language: str = "en", since: int = 0) -> Viewer:
    socket: Any = SimpleNamespace()
    return Viewer(socket, words_of(language, room.table.game), seats, "wide", since)


def test_those_who_see_the_same_share_a_drawing() -> None:
    t = table(QUICK.id, "me", "me", **QUICK.short)
    watched = Room("x", t, None)  # type: ignore[arg-type]
    screens = [viewer(watched, seats, language) for seats in ([0], [1], []) for language in ("en", "fr") for _ in range(20)]
    for count in (1, 2):
        for screen in screens:
            screen_message(watched, screen, 0.0)
        assert watched.screens.made == count * 6
        do(t, t.rename(0, f"Name {count}", 0.0))


@pytest.mark.parametrize("plan", racing(), ids=plan_name)
def test_programs_share_the_list_of_what_they_may_do(plan: Plan) -> None:
    """It can hold thirty thousand names; made for every page anew it stopped the household."""
    t = table(plan.game, "me", "me", **plan.options)

    async def whole() -> int:
        watched = Room("x", t, None)  # type: ignore[arg-type]
        texts = {encode(program_message(watched, viewer(watched, [0]), 0.0)) for _ in range(8)}
        other = encode(program_message(watched, viewer(watched, [1]), 0.0))
        assert len(texts) == 1 and other not in texts
        return watched.screens.made

    assert run(whole()) == 2


def test_a_long_log_is_told_without_holding_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SLICE", 0.0)  # one line at a time
    t = table(QUICK.id, "me", "me", **QUICK.short)
    for number in range(40):
        do(t, t.rename(0, f"Name {number}", 0.0))

    async def whole() -> int:
        watched, passes = Room("x", t, None), 0  # type: ignore[arg-type]
        telling = asyncio.create_task(watched.tell(viewer(watched, [], "fr")))
        while not telling.done():
            await asyncio.sleep(0)
            passes += 1
        assert watched.log_texts["fr"].behind <= 1
        return passes

    assert run(whole()) >= 39


def test_the_end_of_a_round_is_looked_for_without_playing_the_match_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(with_rounds()[0], 2, {}, 3)
    while match.closing(None) is None:
        match.play(match.actions(match.acting[0])[0])
    for _ in range(LOOK_BACK - 1):
        match.play(match.actions(match.acting[0])[0])
    monkeypatch.setattr(match.game.drive, "play_at", None)
    assert closing(match, None, words_of("en", match.game), ["Ana", "Bo"], "wide").guidance


async def count_passes(work: Coroutine[Any, Any, object]) -> int:
    """How often the loop goes round while something is done that waits for nothing."""
    doing, passes = asyncio.create_task(work), 0
    while not doing.done():
        await asyncio.sleep(0)
        passes += 1
    await doing
    return passes


@pytest.mark.parametrize("plan", at_once(4), ids=plan_name)
def test_claims_are_refused_without_holding_the_loop(plan: Plan) -> None:
    t = table(plan.game, "me", "me", "me", "me", **plan.options)
    heard: list[object] = []

    async def whole() -> int:
        watched = Room("x", t, None)  # type: ignore[arg-type]
        watched.frozen = None
        for seat in range(4):
            for _ in range(A_SEAT):
                t.claims.add(seat, "none", 99, 0.0, 0.0, SimpleNamespace(refuse=heard.append))
        return await count_passes(watched.settle_claims())

    assert run(whole()) >= 4 * A_SEAT - 1 and len(heard) == 4 * A_SEAT


def test_messages_that_come_at_once_are_granted_one_by_one() -> None:
    said = [{"type": "websocket.receive", "text": '{"type": "form", "form": "phone"}'}] * 20 + [{"type": "websocket.disconnect"}]

    async def whole() -> int:
        watched = Room("x", table(QUICK.id, "me", "me", **QUICK.short), None)  # type: ignore[arg-type]
        page = viewer(watched, [0])
        coming = iter(said)

        async def receive() -> dict[str, str]:
            return next(coming)

        page.socket = SimpleNamespace(receive=receive)  # type: ignore[assignment]
        return await count_passes(read(None, watched, page))  # type: ignore[arg-type]

    assert run(whole()) >= 20


# replays


def played(plies: int) -> Match:
    match = Match(QUICK, 2, QUICK.short, 3)
    for _ in range(plies):
        match.play(match.actions(match.acting[0])[0])
    return match


def test_a_replay_is_made_once_and_elsewhere() -> None:
    match = played(12)
    jobs = [job_of(match, MOMENT, ["Ana", "Bo"], "en", 12, "0"), job_of(match, LINES, ["Ana", "Bo"], "fr", 12)]

    async def whole() -> None:
        shop = ReplayPool()
        try:
            for job in jobs:
                answers = await asyncio.gather(*(shop.make(job, "a", "1") for _ in range(20)))
                assert {msgspec.json.encode(replay_worker.make(job))} == set(answers)
            assert shop.made == 2 and shop.worker.process is not None
            shop.worker.process.kill()
            assert b"svg" in await shop.make(job_of(match, MOMENT, ["Ana", "Bo"], "en", 3), "a", "1"), "another one begins"
        finally:
            shop.close()

    run(whole())


def test_what_a_replay_is_made_from_is_how_it_is_found_again() -> None:
    """A view is never served to whoever has asked for another one."""
    match = played(6)
    base = job_of(match, MOMENT, ["Ana", "Bo"], "en", 6)
    others = [job_of(match, MOMENT, ["Ana", "Bo"], "en", 6, seat) for seat in ("0", "1", "all")]
    others += [base._replace(**{name: base._asdict()[name][:-1]}) for name in ("deal", "history", "names", "language", "form")]
    others += [base._replace(kind=LINES), base._replace(players=3), base._replace(options={}), base._replace(game=OTHERS[0].id)]
    assert set(Job._fields) == {name for one in others for name in Job._fields if getattr(one, name) != getattr(base, name)}
    assert len({replay_pool.key(one) for one in (base, *others)}) == len(others) + 1


def test_one_house_does_not_take_all_replays() -> None:
    match = played(20)

    async def whole() -> int:
        shop = ReplayPool()
        await shop.turns.take("", "")  # it is busy
        asked = [
            asyncio.create_task(shop.make(job_of(match, MOMENT, ["Ana", "Bo"], "en", ply), "greedy", "1")) for ply in range(19)
        ]
        await asyncio.sleep(0.05)
        refused = sum(isinstance(task.exception(), Busy) for task in asked if task.done())
        other = asyncio.create_task(shop.make(job_of(match, MOMENT, ["Ana", "Bo"], "en", 20), "other", "2"))
        await asyncio.sleep(0.05)
        assert not other.done()
        for task in (*asked, other):
            task.cancel()
        await asyncio.gather(*asked, other, return_exceptions=True)
        for making in list(shop.asked.values()):
            making.cancel()
        await asyncio.gather(*shop.asked.values(), return_exceptions=True)
        return refused

    assert run(whole()) == 19 - replay_pool.A_HOUSEHOLD


HUNG = """
import time
from carreau.web.worker import work
jobs = []
def do(job):
    jobs.append(job)
    time.sleep({seconds} if len(jobs) > {quick} else 0)
    return b"1"
work(do, 0)
"""


@pytest.fixture
def hung(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], WorkerProcess]:
    """A process that does so many jobs and then hangs."""

    def make(quick: int) -> WorkerProcess:
        (tmp_path / f"hung{quick}.py").write_text(HUNG.format(seconds=600, quick=quick))
        return WorkerProcess(f"hung{quick}")

    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}")
    return make


def test_a_replay_that_takes_too_long_is_tried_once(
    hung: Callable[[int], WorkerProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_pool, "SECONDS", 0.2)
    match = played(6)
    slow, other = (job_of(match, MOMENT, ["Ana", "Bo"], "en", ply) for ply in (5, 6))

    async def whole() -> None:
        shop = ReplayPool()
        shop.worker = hung(1)  # it loads the game, and no more
        with pytest.raises(TooSlow):
            await shop.make(slow, "a", "1")
        assert shop.worker.process is None, "it was ended"
        shop.worker = hung(99)
        with pytest.raises(TooSlow):
            await shop.make(slow, "b", "1")
        assert shop.worker.process is None, "nor is it begun again"
        assert await shop.make(other, "a", "1") == b"1"
        shop.close()

    run(whole())


def test_a_thought_that_never_ends_is_ended(hung: Callable[[int], WorkerProcess], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "LONGEST", 0.2)
    monkeypatch.setattr(bot_pool, "WorkerProcess", lambda module: hung(0))

    async def whole() -> None:
        some = BotPool()
        asked = question(played(4), 0, 5)
        assert await asyncio.wait_for(some.think(QUICK, asked, "a", "1"), 60) in asked.legal, "a quicker bot has answered"
        some.close()

    run(whole())


# tables, and pictures before a game is compiled


def test_a_table_that_takes_long_to_rebuild_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, other = make_tables(tmp_path, Plan(QUICK.id, 2), 2)
    gate, rebuild = threading.Event(), Hub.rebuild

    def wait(hub: Hub, id: str) -> Table:
        assert id != slow or gate.wait(60)
        return rebuild(hub, id)

    monkeypatch.setattr(Hub, "rebuild", wait)

    async def whole() -> None:
        hub = Hub(Log(tmp_path / FILE), Compiler())
        opening = [asyncio.create_task(hub.room(slow, household)) for household in ("a", "b")]
        await asyncio.sleep(0)
        assert (await asyncio.wait_for(hub.room(other, "c"), 60)).id == other
        gate.set()
        first, second = await asyncio.gather(*opening)
        assert first is second, "it is rebuilt once for all who wait"
        hub.close()
        hub.log.close()

    run(whole())


def test_pictures_are_drawn_for_every_house_in_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    async def draw(kind: str, name: str) -> str:
        await asyncio.sleep(0)
        drawn.append(name)
        return name

    monkeypatch.setattr(picture_worker, "draw_apart", draw)

    async def whole() -> None:
        one = picture_worker.PictureWorker()
        much = [one.draw("greedy", "tile", f"much {k}") for k in range(picture_worker.MOST_KEPT + 10)]
        await asyncio.gather(*much, one.draw("other", "tile", "little"))
        assert drawn.index("little") < 8 and len(one.kept) == picture_worker.MOST_KEPT
        await one.draw("other", "tile", drawn[-1])
        assert drawn.count(drawn[-1]) == 1

    run(whole())
