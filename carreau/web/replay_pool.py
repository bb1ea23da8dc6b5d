"""Replays and their moments: made in a process of their own that steps back behind the tables, and kept for a while.

A job says all that it takes: the deal, the actions, whose view. Whether somebody may have that view is decided before
they ask here, every time; what is kept is found by everything that it was made from.
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
from carreau.web.worker import Gone, Late, WorkerProcess, name_of

REPLAYER = "carreau.web.replay_worker"
MOST_KEPT = 24_000_000  # bytes
MOST_WAITING = 64
A_HOUSEHOLD = 8  # of them from one household
SECONDS = 10.0  # that a job takes at most
LOADING_SECONDS = 60.0  # and before the first of a game, to load it
FAILED_SECONDS = 300.0  # in which a job that took longer is not begun again
MOST_FAILED = 1000
TRIES = 2  # if the process ends by itself
LINES, MOMENT = "lines", "moment"
SLOW = message("This replay takes too long to be made here: try again in some minutes.")
EVERYTHING = "all"  # in place of a seat, after the match


class Busy(CarreauError):
    """Too many wait already."""

    code = "busy"


class TooSlow(CarreauError):
    """It was tried, and took too long."""

    code = "too-slow"


class Job(NamedTuple):
    """What is to be made: for everybody, or from what one seat knew."""

    kind: str
    game: str  # its id, or its folder if it was loaded from one
    players: int
    options: dict[str, Any]
    deal: bytes  # the first state
    history: tuple[tuple[int, int], ...]
    names: tuple[str, ...]
    language: str
    seat: str = ""  # a number, "" for what everybody may see, or everything
    form: str = "wide"


def job_of(match: Match, kind: str, names: list[str], language: str, ply: int, seat: str = "", form: str = "wide") -> Job:
    """A match up to a ply: whoever makes the answer is told no more of it, its seed least of all."""
    game = match.game
    first = Match(game, match.players, match.options, match.seed)
    return Job(
        kind, name_of(game), match.players, dict(match.options), first.states.tobytes(),
        tuple(match.history[:ply]), tuple(names), language, seat, form,
    )  # fmt: skip


class ReplayPool:
    """Hands out jobs, one at a time and every household in its turn."""

    def __init__(self) -> None:
        self.turns = FairQueue()
        self.kept: OrderedDict[Any, bytes] = OrderedDict()
        self.size = 0
        self.made = 0
        self.asked: dict[Any, asyncio.Task[bytes]] = {}  # the same job is done once for all who wait for it
        self.households: Counter[str] = Counter()  # how many jobs of each are not done yet
        self.failed: OrderedDict[Any, float] = OrderedDict()  # jobs that took too long, and until when they are not begun again
        self.worker = WorkerProcess(REPLAYER)
        self.loaded: tuple[subprocess.Popen[bytes] | None, set[str]] = None, set()  # the games that a process has loaded
        self.hand = ThreadPoolExecutor(1, "replays")  # that waits for it

    async def make(self, job: Job, household: str, table: str) -> bytes:
        """The answer, in JSON; Busy if too many wait."""
        wanted = key(job)
        if wanted in self.kept:
            self.kept.move_to_end(wanted)
            return self.kept[wanted]
        if self.failed.get(wanted, 0.0) > time.monotonic():
            raise TooSlow(SLOW)
        if wanted not in self.asked:
            if len(self.asked) >= MOST_WAITING or self.households[household] >= A_HOUSEHOLD:
                raise Busy("Too many replays are being made just now: wait a moment.")
            self.begin(job, wanted, household, table)
        return await asyncio.shield(self.asked[wanted])

    def begin(self, job: Job, wanted: Any, household: str, table: str) -> None:
        def done(task: asyncio.Task[bytes]) -> None:
            del self.asked[wanted]
            self.households[household] -= 1
            self.households += Counter()  # forgets those of which nobody waits
            task.cancelled() or task.exception()

        self.households[household] += 1
        self.asked[wanted] = asyncio.create_task(self.do(job, wanted, household, table))
        self.asked[wanted].add_done_callback(done)

    async def do(self, job: Job, wanted: Any, household: str, table: str) -> bytes:
        async with self.turns.turn(household, table):
            try:
                made = await asyncio.get_running_loop().run_in_executor(self.hand, self.attempt, job)
            except TooSlow:
                self.remember(wanted)
                raise
        if not made:
            raise RuntimeError("a replay could not be made")
        self.made += 1
        self.keep(wanted, made)
        return made

    def attempt(self, job: Job) -> bytes:
        """In a thread."""
        for _ in range(TRIES):
            with suppress(Gone):
                self.load(job)
                return self.work(job)
        raise Busy("Too many replays are being made just now: wait a moment.")

    def work(self, job: Job) -> bytes:
        try:
            return self.worker.ask(msgspec.msgpack.encode(job), SECONDS)
        except Late:
            raise TooSlow(SLOW) from None

    def load(self, job: Job) -> None:
        """Let the process load the game of a job before its time counts."""
        process = self.worker.begin()
        if self.loaded[0] is not process:
            self.loaded = process, set()
        if job.game not in self.loaded[1]:
            self.worker.ask(msgspec.msgpack.encode(job._replace(kind=LINES, history=())), LOADING_SECONDS)
            self.loaded[1].add(job.game)

    def remember(self, wanted: Any) -> None:
        self.failed[wanted] = time.monotonic() + FAILED_SECONDS
        if len(self.failed) > MOST_FAILED:
            self.failed.popitem(last=False)

    def keep(self, wanted: Any, made: bytes) -> None:
        self.kept[wanted] = made
        self.size += len(made)
        while self.size > MOST_KEPT:
            _, gone = self.kept.popitem(last=False)
            self.size -= len(gone)

    def close(self) -> None:
        self.worker.close()
        self.hand.shutdown(wait=False, cancel_futures=True)


def key(job: Job) -> Any:
    """Everything that an answer is made from."""
    return hashlib.blake2b(msgspec.msgpack.encode(job), digest_size=20).digest()
