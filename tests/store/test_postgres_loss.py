"""PostgreSQL when connections, answers and the server itself are lost: nothing acknowledged is lost, nothing is written twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from carreau.store.address import open_log
from carreau.store.log import REFUSED, Conflict, Unwritten
from carreau.store.postgres_log import UNREACHABLE, PostgresLog, refusal
from carreau.store.stored import Change, NewTable, StoredTable
from proofs.tools.lossy_proxy import LossyProxy
from proofs.tools.postgres_server import PostgresServer
from tests.postgres import Store
from tests.store.databases import Heard, backends, filled, until
from tests.store.shelves import row


@pytest.fixture
def log(database: Store) -> Iterator[PostgresLog]:
    with closing(filled(database)) as log:
        yield log


def test_a_backend_that_is_killed_is_hardly_noticed(postgres: PostgresServer, log: PostgresLog) -> None:
    heard = Heard(log)
    for number in range(3):
        for pid in backends(postgres, log):
            postgres.execute(f"SELECT pg_terminate_backend({pid})")
        log.append("one", row(number))
        until(lambda number=number: log.entries("one", number) == [row(number)])  # type: ignore[misc]
        assert heard.next()[1] is None, "whatever happened in between was not heard"


def test_a_server_that_is_killed_refuses_until_it_is_back(postgres: PostgresServer, log: PostgresLog) -> None:
    log.append("one", row(0))
    heard = Heard(log)
    postgres.kill()
    try:
        for _ in range(2):
            with pytest.raises(Unwritten) as refused:
                log.append("one", row(1, "lost"))
            assert refused.value.sentence == UNREACHABLE
            with pytest.raises(Unwritten):
                log.entries("one")
        since = time.monotonic()
        for work in (lambda: log.entries("one"), lambda: log.append("one", row(1, "lost")), lambda: log.news({"one": 0})):
            with pytest.raises(Unwritten):
                work()
        assert time.monotonic() - since < 1.5, "whoever asks is told at once"
    finally:
        postgres.start()
    until(lambda: log.entries("one") == [row(0)])
    until(lambda: log.append_all([("one", row(1), None)]))
    assert log.entries("one") == [row(0), row(1)]
    assert heard.next()[1] is None


def test_what_was_told_survives_the_death_of_the_server(postgres: PostgresServer, log: PostgresLog, database: Store) -> None:
    """It is killed five times while somebody writes; everything that was called written is there, once."""
    told: list[int] = []
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            try:
                log.append("one", row(number, f"move {number}")._replace(at=time.time()))
                told.append(number)
            except Unwritten:
                time.sleep(0.01)
            except Conflict:
                pass
            try:
                number = len(log.entries("one"))
            except Unwritten:
                continue

    writer = threading.Thread(target=write)
    writer.start()
    for _ in range(5):
        reached = len(told) + 20
        until(lambda reached=reached: len(told) > reached)  # type: ignore[misc]
        postgres.kill()
        postgres.start()
    stop.set()
    writer.join()
    with closing(database.open()) as again:
        entries = again.entries("one")
    assert [entry.sequence for entry in entries] == list(range(len(entries)))
    assert len(set(told)) == len(told) and set(told) <= set(range(len(entries)))
    assert all(entry.data == f"move {entry.sequence}" for entry in entries)


SITTING_DOWN = Change(keys=((b"x", 1),), used=(1,), table=NewTable(StoredTable("next", 3.0, "{}", "5eed")))


@pytest.mark.parametrize("change", [None, SITTING_DOWN])
def test_an_entry_whose_answer_was_lost_is_written_once_and_acknowledged(
    postgres: PostgresServer, remote: PostgresLog, proxy: LossyProxy, change: Change | None
) -> None:
    """The answer to the commit goes nowhere, and the connection is cut: the entry is found on a new one."""
    proxy.lose_answer_to(b"COMMIT" if change else b"INSERT INTO entries", 0.5)
    remote.append("one", row(0), change)
    assert proxy.lost, "or nothing was tested"
    until(lambda: remote.entries("one") == [row(0)])
    if change:
        assert remote.seats("one", b"x") == [1] and remote.invitations("one") == [] and remote.match("next").seed == "5eed"
    with pytest.raises(Conflict):
        remote.append("one", row(0, "other"))


def test_a_table_whose_answer_was_lost_is_created_once(remote: PostgresLog, proxy: LossyProxy) -> None:
    proxy.lose_answer_to(b"COMMIT", 0.5)
    remote.create(NewTable(StoredTable("three", 3.0, "{}", "5eed"), ((b"a", 0),), (), (row(0),)))
    assert proxy.lost, "or nothing was tested"
    until(lambda: remote.entries("three") == [row(0)])
    assert remote.keys("three") == [(b"a", 0)]


def test_an_entry_that_another_wrote_while_the_answer_was_lost_is_not_taken_for_ours(
    postgres: PostgresServer, remote: PostgresLog, proxy: LossyProxy
) -> None:
    proxy.cut()
    near = postgres.address_by_port(remote.reader.sql.info.dbname)
    with closing(open_log(near, remote.seal.file.parent)) as other:
        other.append("one", row(0, "theirs"))
    with pytest.raises(Conflict):
        remote.append("one", row(0, "ours"))
    until(lambda: remote.entries("one") == [row(0, "theirs")])


def test_a_server_that_says_nothing_is_given_up(remote: PostgresLog, proxy: LossyProxy) -> None:
    """As if the network were cut, or the server frozen: nobody waits for ever."""
    for connection in (remote.reader, remote.writer):
        connection.patience = connection.sql.patience = 0.5  # type: ignore[attr-defined]
    proxy.silent.set()
    since = time.monotonic()
    with pytest.raises(Unwritten):
        remote.entries("one")
    assert time.monotonic() - since < 5
    with pytest.raises(Unwritten):
        remote.append("one", row(0))
    proxy.silent.clear()
    proxy.cut()
    until(lambda: remote.append_all([("one", row(0), None)]) == [True] or remote.entries("one"))
    until(lambda: remote.entries("one") == [row(0)])


def test_a_full_disk_is_called_that() -> None:
    assert refusal(psycopg.errors.DiskFull()).sentence == REFUSED
    assert refusal(psycopg.errors.ReadOnlySqlTransaction()).sentence == UNREACHABLE
