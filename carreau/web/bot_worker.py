"""The process in which bots think long (bots.py): a question in, an action out."""

from __future__ import annotations

import msgspec

from carreau.games import load
from carreau.table.bot import Question, answer
from carreau.web.worker import work

NICENESS = 10
READER = msgspec.msgpack.Decoder(tuple[str, Question])


def think(job: bytes) -> bytes:
    game, asked = READER.decode(job)
    return msgspec.msgpack.encode(answer(load(game), asked))


if __name__ == "__main__":
    work(think, NICENESS)
