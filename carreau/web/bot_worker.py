"""The process in which strong bots think (bot_pool.py): a question in, an action out."""

from __future__ import annotations

import msgspec

from carreau.games import load
from carreau.table.bot import Question, answer
from carreau.web.worker_process import serve_jobs

NICENESS = 10
DECODER = msgspec.msgpack.Decoder(tuple[str, Question])


def think(job: bytes) -> bytes:
    game, asked = DECODER.decode(job)
    return msgspec.msgpack.encode(answer(load(game), asked))


if __name__ == "__main__":
    serve_jobs(think, NICENESS)
