"""Bots and replays: who waits for whom, what runs in which process, and what is made once for many."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from carreau.bots.search_for import BOTS
from carreau.check.checked import in_plain_python
from carreau.core.match import Match
from carreau.review.worlds_for import REVIEW
from carreau.table.bot import question
from carreau.web import bot_pool, replay_pool, replay_worker, review_worker, reviews
from carreau.web.bot_pool import BotPool
from carreau.web.bot_worker import NICENESS
from carreau.web.log_format import JSON, LOGS
from carreau.web.replay_pool import LINES, MOMENT, Busy, Job, ReplayPool, TooSlow, job_of
from carreau.web.worker_process import SIZE, Died, WorkerProcess
from tests.check.plant import loaded
from tests.orphans import children, is_running, kill_parent, needs_proc
from tests.some import OTHERS, QUICK
from tests.web.echo_worker import SECONDS
from tests.web.loops import run


def played(plies: int) -> Match:
    match = Match(QUICK, 2, QUICK.short, 3)
    for _ in range(plies):
        match.play(match.actions(match.acting[0])[0])
    return match


def test_a_short_thought_does_not_wait_behind_long_ones() -> None:
    BOTS.need(QUICK)

    async def whole() -> list[str]:
        bots, gate, order = BotPool(), threading.Event(), []

        def long(network: str) -> None:
            gate.wait(60)
            order.append(network)

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

    assert run(whole()).index("other") < 5, "one network does not take all"


def test_long_thoughts_are_thought_elsewhere() -> None:
    async def whole() -> None:
        bots = BotPool()
        try:
            for _ in range(2):
                asked = question(played(4), 0, 4)
                assert await bots.think(QUICK, asked, "a", "1") in asked.legal
                (one,) = [worker for worker in bots.workers if worker.process is not None]
                assert one.process is not None
                if sys.platform == "linux":
                    own = os.getpriority(os.PRIO_PROCESS, 0)
                    assert os.getpriority(os.PRIO_PROCESS, one.process.pid) == min(19, own + NICENESS)
                one.process.kill()  # another begins
                one.process.wait()
        finally:
            bots.close()

    run(whole())


def test_bots_think_elsewhere_until_their_game_is_compiled(tmp_path: Path) -> None:
    """In plain Python even a quick one would hold up all tables."""
    game = loaded(tmp_path, {})

    async def whole() -> None:
        bots, asked = BotPool(), question(in_plain_python(game).new(seed=1), 0, 1)
        try:
            assert await bots.think(game, asked, "a", "1") in asked.legal
            assert [worker for worker in bots.workers if worker.process is not None]
        finally:
            bots.close()

    run(whole())
    assert not BOTS.is_used(game)


def test_a_thought_that_nobody_waits_for_is_not_thought() -> None:
    async def whole() -> object:
        return await BotPool().think(QUICK, question(played(4), 0, 5), "a", "1", lambda: False)

    assert run(whole()) is None


# replays


def test_a_replay_is_made_once_and_elsewhere() -> None:
    match = played(12)
    jobs = [job_of(match, MOMENT, ["Ana", "Bo"], "en", 12, "0"), job_of(match, LINES, ["Ana", "Bo"], "fr", 12)]

    async def whole() -> None:
        pool = ReplayPool()
        try:
            for job in jobs:
                answers = await asyncio.gather(*(pool.make(job, "a", "1") for _ in range(20)))
                assert {msgspec.json.encode(replay_worker.make(job))} == set(answers)
            assert pool.made == 2 and pool.worker.process is not None
            pool.worker.process.kill()
            assert b"svg" in await pool.make(job_of(match, MOMENT, ["Ana", "Bo"], "en", 3), "a", "1"), "another one begins"
        finally:
            pool.close()

    run(whole())


def test_what_a_replay_is_made_from_is_how_it_is_found_again() -> None:
    """Nobody who asks for one view is ever given another."""
    match = played(6)
    base = job_of(match, MOMENT, ["Ana", "Bo"], "en", 6)
    others = [job_of(match, MOMENT, ["Ana", "Bo"], "en", 6, seat) for seat in ("0", "1", "all")]
    others += [base._replace(**{name: base._asdict()[name][:-1]}) for name in ("deal", "history", "names", "language", "form")]
    others += [base._replace(kind=LINES), base._replace(players=3), base._replace(options={}), base._replace(game=OTHERS[0].id)]
    others += [base._replace(review="{}"), base._replace(better=(0, 1))]
    assert set(Job._fields) == {name for one in others for name in Job._fields if getattr(one, name) != getattr(base, name)}
    assert len({replay_pool.key(one) for one in (base, *others)}) == len(others) + 1


def test_one_network_does_not_take_all_replays() -> None:
    match = played(20)

    async def whole() -> int:
        pool = ReplayPool()
        await pool.queue.acquire("", "")  # it is busy
        asked = [
            asyncio.create_task(pool.make(job_of(match, MOMENT, ["Ana", "Bo"], "en", ply), "greedy", "1")) for ply in range(19)
        ]
        await asyncio.sleep(0.05)
        refused = sum(isinstance(task.exception(), Busy) for task in asked if task.done())
        other = asyncio.create_task(pool.make(job_of(match, MOMENT, ["Ana", "Bo"], "en", 20), "other", "2"))
        await asyncio.sleep(0.05)
        assert not other.done()
        for task in (*asked, other):
            task.cancel()
        await asyncio.gather(*asked, other, return_exceptions=True)
        for making in list(pool.running.values()):
            making.cancel()
        await asyncio.gather(*pool.running.values(), return_exceptions=True)
        return refused

    assert run(whole()) == 19 - replay_pool.MOST_PER_NETWORK


HUNG = """
import time
from carreau.web.worker_process import serve_jobs
jobs = []
def do(job):
    jobs.append(job)
    time.sleep({seconds} if len(jobs) > {quick} else 0)
    return b"1"
serve_jobs(do, 0)
"""


@pytest.fixture
def hung(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], WorkerProcess]:
    """A process that does a number of jobs and then hangs."""

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
        pool = ReplayPool()
        pool.worker = hung(1)  # it loads the game, and no more
        with pytest.raises(TooSlow):
            await pool.make(slow, "a", "1")
        assert pool.worker.process is None, "it was ended"
        pool.worker = hung(99)
        with pytest.raises(TooSlow):
            await pool.make(slow, "b", "1")
        assert pool.worker.process is None, "nor is it begun again"
        assert await pool.make(other, "a", "1") == b"1"
        pool.close()

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


@needs_proc
@pytest.mark.parametrize("quick", [0, 1], ids=["at work", "idle"])
def test_a_process_ends_with_the_server(hung: Callable[[int], WorkerProcess], tmp_path: Path, quick: int) -> None:
    """Nobody is left to stop a job that never ends."""
    worker, asked = hung(quick), tmp_path / "asked"
    job = f"from carreau.web.worker_process import WorkerProcess; worker = WorkerProcess({worker.module!r}); worker.start(); "
    kill_parent(f"{job}open({str(asked)!r}, 'w'); worker.ask(b'', 600); import time; time.sleep(600)", ready=asked.exists)


REVIEWING = """
import json, msgspec, sys, time
from carreau.web.review_worker import Answer, Question
from carreau.web.worker_process import WorkerProcess
worker, share = WorkerProcess("carreau.web.review_worker"), 0.0
asked = Question("key", {game!r}, json.loads({record!r}), None, 20_000, 20_000)
while not share:
    share = msgspec.msgpack.decode(worker.ask(msgspec.msgpack.encode(asked), 600), type=Answer).share
    asked = Question("key")
open({ready!r}, "w")
time.sleep(600)
"""


@needs_proc
def test_a_review_ends_with_the_server(tmp_path: Path) -> None:
    """Its threads go on between two questions, when nothing watches the server."""
    REVIEW.need(QUICK)
    ready, record = tmp_path / "ready", json.dumps(dict(played(30).record()))
    kill_parent(REVIEWING.format(game=QUICK.id, record=record, ready=str(ready)), ready=ready.exists)


def test_a_process_that_is_starting_while_the_server_closes_is_ended(
    hung: Callable[[int], WorkerProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    worker, begun, started = hung(0), threading.Event(), []

    class Slow(subprocess.Popen[bytes]):
        def __init__(self, *words: Any, **named: Any) -> None:
            begun.set()
            time.sleep(0.3)
            super().__init__(*words, **named)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Slow)
    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(worker.ask, b"", 5.0)
        begun.wait(60)
        worker.close()
        assert type(asking.exception()) is Died, "it was not killed for being late"
    assert all(process.poll() is not None for process in started)


@needs_proc
def test_a_thought_that_begins_while_the_server_closes_starts_no_process() -> None:
    bots, asked, before = BotPool(), question(played(4), 0, 5), children(os.getpid())
    bots.close()
    assert bots.think_in_process(QUICK, asked) in asked.legal
    assert [child for child in children(os.getpid()) if child not in before and is_running(child)] == []


def test_what_arrives_during_a_job_stops_nothing() -> None:
    """The system tells a process late that something was written to it: that must not look like the end of the server."""
    worker = WorkerProcess("tests.web.echo_worker")
    process = worker.start()
    assert process.stdin is not None and process.stdout is not None
    one, two = (len(job).to_bytes(SIZE, "big") + job for job in (b"one", b"two"))
    for part in (one, two[:1]):
        process.stdin.write(part)
        process.stdin.flush()
        time.sleep(SECONDS / 2)
    assert process.stdout.read(len(one)) == one
    process.stdin.write(two[1:])
    process.stdin.flush()
    assert process.stdout.read(len(two)) == two
    worker.close()


@pytest.mark.parametrize(
    ("module", "job", "failure"),
    [
        (bot_pool.WORKER, b"no question", "ValidationError"),
        (reviews.WORKER, msgspec.msgpack.encode(review_worker.Question("key", QUICK.id, {})), "BadRecord"),
    ],
    ids=["a bot", "a review"],
)
def test_a_job_that_fails_is_logged_like_all_else(
    module: str, job: bytes, failure: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """In text, or as one line of JSON if the server was told to log so."""
    said = []
    for form in (None, JSON):
        if form:
            monkeypatch.setenv(LOGS, form)
        process, text = WorkerProcess(module), ""
        process.ask(job, 60.0)
        while failure not in text or not text.endswith("\n"):  # a review goes on after its first answer
            time.sleep(0.01)
            text += capfd.readouterr().err
        process.close()
        said.append(text)
    line = json.loads(said[1])
    assert line["level"] == "error" and failure in line["failure"] and failure in said[0].splitlines()[-1]
