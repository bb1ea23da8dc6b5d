"""What goes through the pipes between a process that plays and the one that has started it."""

from __future__ import annotations

import pickle
from typing import Any, BinaryIO

SIZE = 8  # bytes in front of a message that say how long it is


def send(pipe: BinaryIO | Any, message: object) -> None:
    content = pickle.dumps(message)
    pipe.write(len(content).to_bytes(SIZE, "big") + content)
    pipe.flush()


def receive(pipe: BinaryIO | Any) -> Any:
    head = pipe.read(SIZE)
    if len(head) < SIZE:
        raise EOFError
    return pickle.loads(pipe.read(int.from_bytes(head, "big")))
