"""The process in which matches are reviewed (reviews.py): asked again and again how far it is, until it has an answer.

Each process of a server has one of these, but only one on the whole machine reviews at a time, so that people and bots keep the
other cores. The system takes the lock back when a process ends, however it ends.
"""

from __future__ import annotations

import json
import logging
import os
import threading
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from carreau.core.cache import cache_root
from carreau.core.lock import locked
from carreau.core.record import replay
from carreau.games import load
from carreau.review.budget import Budget
from carreau.review.ply import Ply
from carreau.review.result import Review
from carreau.review.review import review
from carreau.web.worker_process import serve_jobs

LOCK = "reviews.lock"  # beside the compiled code, as the lock of those who compile
NICENESS = 19  # after everything else
SECONDS = 0.4  # that a question waits for news
KEPT = 3  # of the best actions of every ply


class Question(NamedTuple):
    """How far is this review? The first time, with what it is made of."""

    key: str
    game: str = ""  # its id, or its folder if it was loaded from one
    record: dict[str, Any] | None = None
    times: list[float] | None = None
    iterations: int = 0
    playouts: int = 0


class Answer(NamedTuple):
    share: float
    review: str = ""  # when it is done, as JSON
    failed: bool = False
    waiting: bool = False  # for another process of this machine


class Making(threading.Thread):
    """A review in the making."""

    def __init__(self, question: Question) -> None:
        super().__init__(daemon=True)
        self.question = question
        self.answer = Answer(0.0, waiting=True)
        self.news = threading.Event()

    def run(self) -> None:
        try:
            with locked(cache_root() / LOCK):
                self.answer = Answer(0.0)
                made = self.make()
            self.tell(Answer(1.0, made))
        except Exception:
            logging.getLogger("carreau").exception("a match could not be reviewed")
            self.tell(Answer(0.0, failed=True))

    def make(self) -> str:
        asked = self.question
        assert asked.record is not None
        match = replay(asked.record, lambda id: load(asked.game))
        budget = Budget(asked.iterations, asked.playouts)
        made = review(match, budget, times=asked.times, progress=lambda share: self.tell(Answer(share)))
        return json.dumps(shortened(made).as_json(), separators=(",", ":"))

    def tell(self, answer: Answer) -> None:
        self.answer = answer
        self.news.set()

    def next(self) -> Answer:
        self.news.wait(SECONDS)
        self.news.clear()
        return self.answer


def shortened(review: Review) -> Review:
    """Without the many actions that nobody is told about."""
    return replace(review, plies=tuple(replace(ply, options=tuple(told(ply))) for ply in review.plies))


def told(ply: Ply) -> list[Any]:
    """The best options, and the one that was played."""
    return [option for place, option in enumerate(ply.options) if place < KEPT or option.action in (ply.action, ply.better)]


CURRENT: list[Making] = []  # at most one


def do(job: bytes) -> bytes:
    question = DECODER.decode(job)
    if question.record is not None:
        CURRENT[:] = [Making(question)]
        CURRENT[0].start()
    known = bool(CURRENT) and CURRENT[0].question.key == question.key
    return msgspec.msgpack.encode(CURRENT[0].next() if known else Answer(0.0, failed=True))


DECODER = msgspec.msgpack.Decoder(Question)


if __name__ == "__main__":
    serve_jobs(do, NICENESS)
    os._exit(0)  # at once: the server has ended, and Python would wait for the threads of a review in the making
