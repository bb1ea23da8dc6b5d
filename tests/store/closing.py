"""A process that closes a log again and again while threads read it and tidy it up. It must end by itself."""

from __future__ import annotations

import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from carreau.store.log import Unwritten
from carreau.store.sqlite_log import SQLiteLog

ROUNDS = 40
SECONDS = 0.003  # that the threads work before the log is closed


def work_until_closed(work: Callable[[], object]) -> None:
    try:
        while True:
            work()
    except (sqlite3.ProgrammingError, Unwritten):
        pass


def close_while_used(file: Path) -> None:
    log = SQLiteLog(file)

    def checkpoint() -> None:
        log.checkpointed = -1  # as if something had been written
        log.checkpoint()

    works = [checkpoint, checkpoint, lambda: log.knows(b"nobody"), lambda: log.knows(b"nobody")]
    threads = [threading.Thread(target=work_until_closed, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    time.sleep(SECONDS)
    log.close()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    for _ in range(ROUNDS):
        close_while_used(Path(sys.argv[1]))
