"""A database with two tables in it, what it tells, and waiting for something to come true."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from queue import Queue

from carreau.store.log import Unwritten
from carreau.store.postgres_log import PostgresLog
from carreau.store.stored import FREE, Invitation, NewTable, StoredTable
from proofs.tools.postgres_server import PostgresServer
from tests.postgres import Store

SECONDS = 20.0


def filled(store: Store) -> PostgresLog:
    log = store.open()
    assert isinstance(log, PostgresLog)
    if not log.ids():
        log.create(NewTable(StoredTable("one", 1.0, "{}", "5eed"), ((b"a", 0),), (Invitation(1, FREE, "a-link"),)))
        log.create(NewTable(StoredTable("two", 2.0, "{}", "5eed")))
    return log


def until(done: Callable[[], object]) -> None:
    """Something comes true before long; being refused means that it has not yet."""
    last = time.monotonic() + SECONDS
    while True:
        try:
            if done():
                return
        except Unwritten:
            pass
        assert time.monotonic() < last, "it never came true"
        time.sleep(0.02)


def backends(server: PostgresServer, log: PostgresLog) -> list[int]:
    statement = f"SELECT pid FROM pg_stat_activity WHERE datname = '{log.reader.sql.info.dbname}'"
    return [pid for (pid,) in server.execute(statement)]


class Heard:
    """What a log has been told, and when."""

    def __init__(self, log: PostgresLog) -> None:
        self.told: Queue[tuple[float, Collection[str] | None]] = Queue()
        self.said: Queue[tuple[str, str]] = Queue()
        log.listen(lambda ids: self.told.put((time.monotonic(), ids)), lambda name, text: self.said.put((name, text)))
        assert self.next()[1] is None, "at first, anything may have happened"

    def next(self) -> tuple[float, Collection[str] | None]:
        return self.told.get(timeout=SECONDS)
