"""Replays and their moments: made in a process with a low priority (replay_worker.py), and cached for a while.

A job holds everything it needs: the deal, the actions, whose view. Whether somebody may see that view is decided before they ask
here, every time; an answer is cached under everything that it was made from.
"""

from __future__ import annotations

import asyncio
import hashlib
import subprocess
import time
from collections import Counter, OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from carreau.core.errors import CarreauError
from carreau.core.match import Match
from carreau.core.words import message
from carreau.web.fair_queue import FairQueue
from carreau.web.worker_process import Died, TimedOut, WorkerProcess, name_of

WORKER = "carreau.web.replay_worker"
MOST_CACHED = 24_000_000  # bytes
MOST_WAITING = 64
MOST_PER_NETWORK = 8  # of them
SECONDS = 10.0  # that a job may take
LOADING_SECONDS = 60.0  # to load a game before its first job
FAILED_SECONDS = 300.0  # in which a job that took too long is not tried again
MOST_FAILED = 1000
TRIES = 2  # if the process dies
LINES, MOMENT, REVIEWED = "lines", "moment", "reviewed"
SLOW = message("This replay takes too long to prepare: try again in a few minutes.")
EVERYTHING = "all"  # in place of a seat, after the match


class Busy(CarreauError):
    """Too many jobs are waiting already."""

    code = "busy"


class TooSlow(CarreauError):
    """The job was tried, and took too long."""

    code = "too-slow"


class Job(NamedTuple):
    """What is to be made: for everybody, or from the view of one seat."""

    kind: str
    game: str  # its id, or its folder if it was loaded from one
    players: int
    options: dict[str, Any]
    deal: bytes  # the first state
    history: tuple[tuple[int, int], ...]
    names: tuple[str, ...]
    language: str
    seat: str = ""  # a number, "" for what everybody may see, or EVERYTHING
    form: str = "wide"
    review: str = ""  # what is to be put into words
    better: tuple[int, int] | None = None  # a seat, and its action that is to be drawn on the table


def job_of(match: Match, kind: str, names: list[str], language: str, ply: int, seat: str = "", form: str = "wide") -> Job:
    """A match up to a ply. The worker is told no more about it, least of all its seed."""
    game = match.game
    first = Match(game, match.players, match.options, match.seed)
    return Job(
        kind, name_of(game), match.players, dict(match.options), first._states.tobytes(),
        tuple(match.history[:ply]), tuple(names), language, seat, form,
    )  # fmt: skip


class ReplayPool:
    """Hands out jobs, one at a time; networks take turns."""

    def __init__(self) -> None:
        self.queue = FairQueue()
        self.cache: OrderedDict[Any, bytes] = OrderedDict()
        self.size = 0
        self.made = 0
        self.running: dict[Any, asyncio.Task[bytes]] = {}  # the same job is done once for all who wait for it
        self.networks: Counter[str] = Counter()  # how many jobs of each are not done yet
        self.failed: OrderedDict[Any, float] = OrderedDict()  # jobs that took too long, and until when they are not tried again
        self.worker = WorkerProcess(WORKER)
        self.loaded: tuple[subprocess.Popen[bytes] | None, set[str]] = None, set()  # the games that this process has loaded
        self.thread = ThreadPoolExecutor(1, "replays")  # that waits for the process

    async def make(self, job: Job, network: str, table: str) -> bytes:
        """The answer, in JSON; Busy if too many are waiting."""
        job_key = key(job)
        if job_key in self.cache:
            self.cache.move_to_end(job_key)
            return self.cache[job_key]
        if self.failed.get(job_key, 0.0) > time.monotonic():
            raise TooSlow(SLOW)
        if job_key not in self.running:
            if len(self.running) >= MOST_WAITING or self.networks[network] >= MOST_PER_NETWORK:
                raise Busy("Too many replays are being prepared right now: wait a moment.")
            self.start(job, job_key, network, table)
        return await asyncio.shield(self.running[job_key])

    def start(self, job: Job, job_key: Any, network: str, table: str) -> None:
        def done(task: asyncio.Task[bytes]) -> None:
            del self.running[job_key]
            self.networks[network] -= 1
            self.networks += Counter()  # drops the zeros
            task.cancelled() or task.exception()

        self.networks[network] += 1
        self.running[job_key] = asyncio.create_task(self.run(job, job_key, network, table))
        self.running[job_key].add_done_callback(done)

    async def run(self, job: Job, job_key: Any, network: str, table: str) -> bytes:
        async with self.queue.turn(network, table):
            try:
                made = await asyncio.get_running_loop().run_in_executor(self.thread, self.attempt, job)
            except TooSlow:
                self.note_failure(job_key)
                raise
        if not made:
            raise RuntimeError("a replay could not be made")
        self.made += 1
        self.store(job_key, made)
        return made

    def attempt(self, job: Job) -> bytes:
        """In a thread."""
        for _ in range(TRIES):
            with suppress(Died):
                self.load(job)
                return self.work(job)
        raise Busy("Too many replays are being prepared right now: wait a moment.")

    def work(self, job: Job) -> bytes:
        try:
            return self.worker.ask(msgspec.msgpack.encode(job), SECONDS)
        except TimedOut:
            raise TooSlow(SLOW) from None

    def load(self, job: Job) -> None:
        """Have the process load the game of a job before its time counts."""
        process = self.worker.start()
        if self.loaded[0] is not process:
            self.loaded = process, set()
        if job.game not in self.loaded[1]:
            self.worker.ask(msgspec.msgpack.encode(job._replace(kind=LINES, history=())), LOADING_SECONDS)
            self.loaded[1].add(job.game)

    def note_failure(self, job_key: Any) -> None:
        self.failed[job_key] = time.monotonic() + FAILED_SECONDS
        if len(self.failed) > MOST_FAILED:
            self.failed.popitem(last=False)

    def store(self, job_key: Any, made: bytes) -> None:
        self.cache[job_key] = made
        self.size += len(made)
        while self.size > MOST_CACHED:
            _, gone = self.cache.popitem(last=False)
            self.size -= len(gone)

    def close(self) -> None:
        self.worker.close()
        self.thread.shutdown(wait=False, cancel_futures=True)


def key(job: Job) -> Any:
    """A hash of everything that an answer is made from."""
    return hashlib.blake2b(msgspec.msgpack.encode(job), digest_size=20).digest()
