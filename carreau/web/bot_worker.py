"""The process in which strong bots and the coach think (bot_pool.py): a question in, an answer out."""

from __future__ import annotations

import msgspec

from carreau.games import load
from carreau.table.bot import Question, answer
from carreau.web.coach_question import BlunderQuestion, CoachQuestion, counsel, is_blunder
from carreau.web.worker_process import serve_jobs

NICENESS = 10
DECODER = msgspec.msgpack.Decoder(tuple[str, str, msgspec.Raw])
ANSWERS = {
    Question.__name__: (Question, answer),
    CoachQuestion.__name__: (CoachQuestion, counsel),
    BlunderQuestion.__name__: (BlunderQuestion, is_blunder),
}


def think(job: bytes) -> bytes:
    kind, game, asked = DECODER.decode(job)
    form, function = ANSWERS[kind]
    return msgspec.msgpack.encode(function(load(game), msgspec.msgpack.decode(asked, type=form)))  # type: ignore[operator]


if __name__ == "__main__":
    serve_jobs(think, NICENESS)
