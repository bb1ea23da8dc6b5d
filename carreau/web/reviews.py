"""Reviews of finished matches: asked for by whoever may see the replay, made in a process with the lowest priority, one at a
time on a machine, and kept in the store. Networks take turns."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from carreau.core.behind import BEHIND
from carreau.core.errors import CarreauError
from carreau.core.game import Game
from carreau.core.policy import Policy, current
from carreau.core.words import message
from carreau.review.budget import STANDARD
from carreau.review.result import FORMAT, Review
from carreau.review.worlds_for import REVIEW
from carreau.store.log import Damaged
from carreau.store.stored import StoredReview
from carreau.table.clock import clock
from carreau.table.entry import PLAY
from carreau.table.seating import NotNow
from carreau.table.table import Table
from carreau.web.fair_queue import FairQueue
from carreau.web.house import REVIEW_SECONDS, House
from carreau.web.review_worker import Answer, Question
from carreau.web.room import Room
from carreau.web.worker_process import Died, TimedOut, WorkerProcess, name_of

WORKER = "carreau.web.review_worker"
BUDGET = STANDARD
MOST_WAITING = 16
MOST_PER_NETWORK = 3  # of them
PAUSE = 0.5  # seconds between two looks whether a game is compiled
ANSWER_SECONDS = 60.0  # for the process to say how far it is; at first, it has to load the game
MOST_SECONDS = 900.0  # for a whole review
BEAT_SECONDS = 1.0  # between two signs of life to other processes
MOST_PROBLEMS = 500
BUSY = message("Too many reviews are being made right now: try again in a few minutes.")
INTERRUPTED = message("The review was interrupted. You can ask for it again.")
TOO_LONG = message("This match takes too long to review.")
FAILED = message("This match could not be reviewed.")
NO_MACHINE_CODE = message("Reviews need machine code, which is turned off on this server.")
NOT_OVER = message("A match can be reviewed when it is over.")
ALONE = message("Only matches of two or more players are reviewed.")
QUEUED, PREPARING, RUNNING = "queued", "preparing", "running"


class TooMany(CarreauError):
    """Too many reviews are waiting already."""

    code = "busy"


class Unfinished(Exception):
    """A review could not be made; its text says why."""


class Stored(NamedTuple):
    """A review, and the text in which it is kept."""

    data: str
    review: Review


@dataclass
class Making:
    """A review in the making."""

    stage: str = QUEUED
    share: float = 0.0


class Reviews:
    """One per hub."""

    def __init__(self, house: House) -> None:
        self.house, self.log, self.writer = house, house.log, house.writer
        self.queue = FairQueue()
        self.worker = WorkerProcess(WORKER)
        self.thread = ThreadPoolExecutor(1, "reviews")  # that waits for the process
        self.making: dict[str, Making] = {}  # by table
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.networks: Counter[str] = Counter()  # how many of each are not done yet
        self.beating: asyncio.Task[None] | None = None
        self.problems: OrderedDict[str, str] = OrderedDict()  # why the last try at a table has failed

    def close(self) -> None:
        for task in [*self.tasks.values(), *filter(None, [self.beating])]:
            task.cancel()
        self.worker.close()
        self.thread.shutdown(wait=False, cancel_futures=True)

    # what there is

    def stored(self, room: Room) -> Stored | None:
        """The review of a match that is over."""
        if not room.table.match.over:
            return None
        try:
            kept = self.log.reviews(room.id)
        except Damaged:  # it can be made again
            return None
        wanted = room.table.game.version, FORMAT
        data = next((one.data for one in kept if (one.version, one.format) == wanted), None)
        review = None if data is None else read_review(data)
        if data is None or review is None or review.digest != room.table.match.record()["digest"]:
            return None
        return Stored(data, review)

    def progress(self, id: str) -> Making | None:
        """How far a review is, in this process or in another; None if nobody makes it."""
        share, heard = self.house.reviews.get(id, (0.0, 0.0))
        elsewhere = Making(RUNNING, share) if clock() - heard < REVIEW_SECONDS else None
        return self.making.get(id) or elsewhere

    # asking for one

    def ask(self, room: Room, network: str) -> None:
        """Have a match reviewed, unless it is or is being reviewed."""
        check_reviewable(room.table)
        if self.progress(room.id) or self.stored(room):
            return
        if len(self.making) >= MOST_WAITING or self.networks[network] >= MOST_PER_NETWORK:
            raise TooMany(BUSY)
        self.problems.pop(room.id, None)
        self.networks[network] += 1
        self.making[room.id] = Making()
        self.tasks[room.id] = asyncio.create_task(self.run(room.id, room.table, network))
        if self.beating is None or self.beating.done():
            self.beating = asyncio.create_task(self.beat())

    async def run(self, id: str, table: Table, network: str) -> None:
        try:
            await self.make(id, table, network)
        except Unfinished as error:
            self.note(id, str(error))
        except CarreauError as error:
            self.note(id, error.sentence)
        except Exception:
            logging.getLogger("carreau").exception("table %s could not be reviewed", id)
            self.note(id, FAILED)
        finally:
            del self.making[id], self.tasks[id]
            self.networks[network] -= 1
            self.networks += Counter()  # drops the zeros

    async def make(self, id: str, table: Table, network: str) -> None:
        question, version = question_of(table), table.game.version
        if not is_race(table):
            self.making[id].stage = PREPARING
            await self.prepared(id, table.game)
        self.making[id].stage = QUEUED
        async with self.queue.turn(network, id):
            self.making[id].stage = RUNNING
            data = await self.work(id, question)
        review = StoredReview(version, FORMAT, clock(), data)
        await self.writer.run(lambda: self.log.keep_review(id, review))

    async def prepared(self, id: str, game: Game) -> None:
        """Wait until the game is compiled for reviews: by another process, after what people play."""
        if current() == Policy.FIRST:
            return  # the worker does it itself
        while not REVIEW.is_made(game):
            if current() == Policy.BEHIND:
                BEHIND.ask(game, REVIEW, urgent=False, patience=0)
                if BEHIND.has_failed(game):
                    raise Unfinished(FAILED)
            await asyncio.sleep(PAUSE)

    async def work(self, id: str, question: Question) -> str:
        """Ask the process until it is done."""
        end = time.monotonic() + MOST_SECONDS
        while True:
            answer = await asyncio.get_running_loop().run_in_executor(self.thread, self.exchange, question)
            if answer.failed:
                raise Unfinished(FAILED)
            if answer.review:
                return answer.review
            if answer.waiting:
                end = time.monotonic() + MOST_SECONDS
            if time.monotonic() > end:
                self.worker.end()
                raise Unfinished(TOO_LONG)
            self.making[id] = Making(QUEUED if answer.waiting else RUNNING, answer.share)
            question = Question(question.key)

    def exchange(self, question: Question) -> Answer:
        """In a thread."""
        try:
            answer = self.worker.ask(msgspec.msgpack.encode(question), ANSWER_SECONDS)
        except TimedOut:
            raise Unfinished(TOO_LONG) from None
        except Died:
            raise Unfinished(INTERRUPTED) from None
        return msgspec.msgpack.decode(answer, type=Answer) if answer else Answer(0.0, failed=True)

    async def beat(self) -> None:
        """Tell the other processes of the house that we are at it, so that none of them begins the same review."""
        while self.making:
            self.house.tell_reviews({id: making.share for id, making in self.making.items()})
            await asyncio.sleep(BEAT_SECONDS)

    def note(self, id: str, problem: str) -> None:
        self.problems[id] = problem
        if len(self.problems) > MOST_PROBLEMS:
            self.problems.popitem(last=False)


def check_reviewable(table: Table) -> None:
    """NotNow, with a sentence, if a match cannot be reviewed, or not yet: hidden cards stay hidden until it is over."""
    if not table.match.over:
        raise NotNow(NOT_OVER)
    if table.match.players < 2:
        raise NotNow(ALONE)
    if current() == Policy.NEVER and not is_race(table):
        raise NotNow(NO_MACHINE_CODE)


def is_race(table: Table) -> bool:
    """Whether all acted at once: when the match is over, no timer runs any more."""
    return table.match.at(0).in_real_time


def question_of(table: Table) -> Question:
    match = table.match
    budget = BUDGET.for_plies(match.ply)
    record: dict[str, Any] = dict(match.record())
    return Question(secrets.token_hex(8), name_of(match.game), record, times_of(table), budget.iterations, budget.playouts)


def times_of(table: Table) -> list[float] | None:
    """When each ply was played, where that counts: nothing is taken back there."""
    if not is_race(table):
        return None
    plays = [number for number, entry in enumerate(table.entries) if entry.kind == PLAY]
    start = table.entries[plays[0] - 1].at if plays[0] else table.entries[plays[0]].at
    times: Sequence[float] = [table.entries[number].at - start for number in plays]
    return [max(0.0, seconds) for seconds in times]


def read_review(data: str) -> Review | None:
    """A stored review; None if it is garbled."""
    try:
        return Review.from_json(msgspec.json.decode(data))
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError):
        return None
