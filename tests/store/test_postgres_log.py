"""The log in PostgreSQL: what the server is asked to promise, and how others are told what was written."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from carreau.store.address import open_log
from carreau.store.log import Damaged, Unwritten
from carreau.store.postgres_listener import LONGEST_PAYLOAD, payloads
from carreau.store.postgres_log import CATCH_UP_SECONDS, KEY_GONE, UNFIT, PostgresLog
from carreau.store.seal import KEY_FILE
from carreau.store.stored import Change, NewTable, StoredTable
from proofs.tools.lossy_proxy import LossyProxy
from proofs.tools.postgres_server import PostgresServer
from tests.postgres import Store
from tests.store.databases import Heard, filled, until
from tests.store.shelves import row

AT_ONCE = CATCH_UP_SECONDS / 8  # in which another process is told, long before it would look by itself


@pytest.fixture
def log(database: Store) -> Iterator[PostgresLog]:
    with closing(filled(database)) as log:
        yield log


# what the server is asked to promise


def test_every_write_waits_for_the_disk_whatever_the_database_is_set_to(postgres: PostgresServer, database: Store) -> None:
    name = database.address.partition("@/")[2].partition("?")[0]
    for given, kept in (("off", "on"), ("local", "on"), ("remote_apply", "remote_apply")):
        postgres.execute(f"ALTER DATABASE {name} SET synchronous_commit = {given}")
        with closing(filled(database)) as log, log.writer.using() as sql:
            assert sql.execute("SHOW synchronous_commit").fetchone() == (kept,)


def test_a_server_that_does_not_wait_for_its_disk_is_named(log: PostgresLog) -> None:
    assert "fsync off" in log.problems()[0], "the server of these tests is such a one"


def test_the_key_itself_forbids_a_second_entry(log: PostgresLog) -> None:
    log.append("one", row(0))
    with log.writer.using() as sql, pytest.raises(psycopg.IntegrityError):
        sql.execute("INSERT INTO entries VALUES (%s, %s, %s, %s, %s, %s, %s)", ("one", *row(0, "other")))


def test_what_waits_is_written_in_one_transaction(log: PostgresLog) -> None:
    statement = "SELECT xmin::text FROM entries WHERE match = %s AND sequence = %s"

    def transactions(*entries: tuple[str, int, Change | None]) -> set[str]:
        assert all(log.append_all([(match, row(number), change) for match, number, change in entries]))
        return {xid for match, number, _ in entries for (xid,) in log.ask(statement, match, number)}

    assert len(transactions(("one", 0, None), ("two", 0, None))) == 1
    assert len(transactions(("one", 1, None), ("two", 1, Change(used=(1,))))) == 1
    assert len(transactions(("one", 2, None), ("one", 3, None))) == 1


def test_entries_without_changes_take_one_round_trip(remote: PostgresLog, proxy: LossyProxy) -> None:
    """The transaction is over when the first answer is lost: nothing more had to be sent."""
    with closing(open_log(remote.address.replace(str(proxy.port), str(proxy.target)), remote.seal.file.parent)) as near:
        proxy.answers_lost.set()
        with pytest.raises(Unwritten):
            remote.append_all([("one", row(0), None), ("two", row(0), None)])
        until(lambda: near.entries("one") and near.entries("two"))


def test_what_the_database_cannot_store_is_one_entrys_own_fault(log: PostgresLog) -> None:
    for text in ("a\0b", "\ud800"):
        with pytest.raises(Damaged) as refused:
            log.append("one", row(0, text))
        assert refused.value.sentence == UNFIT
    log.append("one", row(0))


def test_writers_of_many_tables_never_block_each_other(postgres: PostgresServer, log: PostgresLog, database: Store) -> None:
    """Each writes the same entries in another order; every entry is written once."""
    ids = [f"many-{number}" for number in range(20)]
    for id in ids:
        log.create(NewTable(StoredTable(id, 1.0, "{}")))
    won: list[int] = []

    def write(order: list[str], name: str) -> None:
        with closing(database.open()) as own:
            for number in range(20):
                won.append(sum(own.append_all([(id, row(number, name), None) for id in order])))
                until(lambda number=number: all(own.entries(id, number) for id in ids))  # type: ignore[misc]

    writers = [threading.Thread(target=write, args=(order, str(k))) for k, order in enumerate((ids, ids[::-1], sorted(ids)))]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sum(won) == 20 * len(ids)
    name = log.reader.sql.info.dbname
    assert postgres.execute(f"SELECT deadlocks FROM pg_stat_database WHERE datname = '{name}'") == [(0,)]
    assert all([entry.sequence for entry in log.entries(id)] == list(range(20)) for id in ids)


def test_nothing_is_sealed_with_a_key_that_is_gone(log: PostgresLog, tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).rename(tmp_path / "elsewhere")
    with pytest.raises(Unwritten) as refused:
        log.create(NewTable(StoredTable("three", 1.0, "{}", "5eed")))
    assert refused.value.sentence == KEY_GONE
    log.append("one", row(0))
    (tmp_path / "elsewhere").rename(tmp_path / KEY_FILE)
    log.create(NewTable(StoredTable("three", 1.0, "{}", "5eed")))


def test_seeds_and_links_cannot_be_read_from_the_database_alone(postgres: PostgresServer, log: PostgresLog) -> None:
    name = log.reader.sql.info.dbname
    found = str([postgres.execute(f"SELECT * FROM carreau.{table}", name) for table in ("matches", "invitations")])
    assert "one" in found and "5eed" not in found and "a-link" not in found
    assert log.match("one").seed == "5eed" and log.invitations("one")[0].secret == "a-link"


# what others write


def test_others_are_told_at_once(log: PostgresLog, database: Store) -> None:
    heard, delays = Heard(log), []
    with closing(database.open()) as other:
        for number in range(20):
            other.append_all([("one", row(number), None), ("two", row(number), None)])
            written = time.monotonic()
            at, ids = heard.next()
            assert set(ids or ()) == {"one", "two"}
            assert [entry.sequence for entry in log.news({"one": number, "two": 99})["one"]] == [number]
            delays.append(at - written)
    assert sorted(delays)[len(delays) // 2] < AT_ONCE


def test_nobody_is_told_what_they_wrote_themselves_nor_what_was_not_written(log: PostgresLog, database: Store) -> None:
    heard = Heard(log)
    log.append("one", row(0))
    with closing(database.open()) as other:
        assert other.append_all([("one", row(0), None), ("two", row(7), None)]) == [False, False]
        other.append("two", row(0), Change(used=(1,)))
    assert heard.next()[1] == ["two"] and heard.told.empty()


def test_what_was_not_told_is_found_all_the_same(log: PostgresLog, database: Store) -> None:
    with closing(database.open()) as other:
        other.append("one", row(0))
        other.append("one", row(1))
    until(log.others_wrote)
    assert log.news({"one": 1, "two": 0}) == {"one": [row(1)]}
    assert not log.others_wrote(), "that is asked now and then, not all the time"


def test_a_notification_is_never_too_long() -> None:
    ids = [f"table-{number:020}" for number in range(1000)]
    made = payloads("me", ids)
    assert all(len(payload) <= LONGEST_PAYLOAD for payload in made) and len(made) == 4
    assert [id for payload in made for id in payload.split(" ")[1:]] == ids
    assert all(payload.startswith("me ") for payload in made)


def test_many_tables_are_told_together(log: PostgresLog, database: Store) -> None:
    ids = [f"table-{number:020}" for number in range(400)]
    for id in ids:
        log.create(NewTable(StoredTable(id, 1.0, "{}")))
    heard, found = Heard(log), set[str]()
    with closing(database.open()) as other:
        assert all(other.append_all([(id, row(0), None) for id in ids]))
    while found != set(ids):
        found |= set(heard.next()[1] or ())
