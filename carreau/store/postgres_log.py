"""The log in PostgreSQL: one database for the processes of many machines."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import psycopg

from carreau.core.words import message
from carreau.store.log import REFUSED, Damaged, Hear, Log, Tell, Unwritten, Write
from carreau.store.postgres_connection import Connection, LastingConnection, Lost, connect
from carreau.store.postgres_house import one_sentence, open_house
from carreau.store.postgres_listener import SAYING, Listener, payloads
from carreau.store.postgres_schema import SPACE
from carreau.store.stored import Change, Invitation, NewTable, StoredReview
from carreau.table.entry import Entry

UNREACHABLE = message("The database can't be reached right now. Try again in a moment.")
UNFIT = message("The database can't store this. Tell whoever runs this server.")
KEY_GONE = message("The key of this server was moved or replaced, so nothing was saved. Tell whoever runs this server.")
READ_PATIENCE, READ_GRACE = 3.0, 0.25  # seconds: reading holds up everybody in this process
WRITE_PATIENCE, WRITE_GRACE = 10.0, 2.0
RETRY_SECONDS = 5.0  # in which a write whose answer was lost is done again
CATCH_UP_SECONDS = 2.0  # between two looks for what no notification has told
COLLISIONS = ("40001", "40P01")  # PostgreSQL's names for two transactions in each other's way
FULL = "53100"
DAMAGE = ("XX001", "XX002")
APPEND = f"""
WITH written AS (
    INSERT INTO entries (match, sequence, at, kind, seat, data, spent)
    SELECT given.* FROM unnest(%s::text[], %s::int[], %s::float8[], %s::text[], %s::int[], %s::text[], %s::float8[])
        AS given (match, sequence, at, kind, seat, data, spent)
    JOIN matches ON matches.id = given.match
    WHERE given.sequence = (SELECT COALESCE(MAX(entries.sequence) + 1, 0) FROM entries WHERE entries.match = given.match)
    ORDER BY given.match
    ON CONFLICT DO NOTHING RETURNING match
), told AS MATERIALIZED (SELECT pg_notify('{SPACE}', payload) FROM unnest(%s::text[]) AS payload)
SELECT match, (SELECT count(*) FROM told) FROM written
"""  # one statement, one round trip, one transaction; in the order of the matches, so that two writers do not block each other
NEWS = """
SELECT entries.match, entries.sequence, at, kind, seat, data, spent
FROM unnest(%s::text[], %s::int[]) AS known (match, first)
JOIN entries ON entries.match = known.match AND entries.sequence >= known.first ORDER BY 1, 2
"""
INVITE = """
INSERT INTO invitations VALUES (%s, %s, %s, %s)
ON CONFLICT (match, seat) DO UPDATE SET until = EXCLUDED.until, secret = EXCLUDED.secret
"""
KEEP_REVIEW = """
INSERT INTO reviews VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (match, version, format) DO UPDATE SET made = EXCLUDED.made, data = EXCLUDED.data
"""

T = TypeVar("T")


class PostgresLog(Log):
    """All tables of one database. The key that seals its secrets is in a folder; every machine needs the same one."""

    def __init__(self, address: str, folder: Path) -> None:
        super().__init__()
        self.address = address
        self.seal = open_house(address, folder)
        with one_sentence(address), ExitStack() as opened:
            self.writer = opened.enter_context(closing(LastingConnection(address, WRITE_PATIENCE, WRITE_GRACE)))
            self.reader = opened.enter_context(closing(LastingConnection(address, READ_PATIENCE, READ_GRACE)))
            self.connections = opened.pop_all()
        self.caught_up = time.monotonic()

    def close(self) -> None:
        self.connections.close()

    def problems(self, seconds: float | None = None) -> list[str]:
        if self.read("SHOW fsync") == [("off",)]:
            return [
                "The database server has fsync off: when its machine crashes, moves that players have seen may be lost. "
                "Turn it on in postgresql.conf."
            ]
        return []

    # writing

    def write(self, work: Callable[[Connection, bool], T]) -> T:
        """Do something in one transaction. If the answer is lost with the connection, do it again on a new one: `work` is then
        told so, because it may find that the first time it has succeeded after all."""
        again, until = False, time.monotonic() + RETRY_SECONDS
        while True:
            try:
                with self.writer.using() as sql:
                    return work(sql, again)
            except (psycopg.Error, UnicodeError) as error:
                lost, collided = isinstance(error, Lost), getattr(error, "sqlstate", "") in COLLISIONS
                if time.monotonic() > until or not (collided or (lost and not again)):
                    raise refusal(error) from error
                again = again or lost

    def create(self, table: NewTable) -> None:
        self.check_key()
        self.write(lambda sql, again: self.create_once(sql, table, again))

    def create_once(self, sql: Connection, table: NewTable, again: bool) -> None:
        with sql.transaction():
            if not (again and sql.execute("SELECT 1 FROM matches WHERE id = %s", (table.table.id,)).fetchone()):
                self.insert(sql, table)

    def insert(self, sql: Connection, new: NewTable) -> None:
        id, made, settings, seed = new.table
        sql.execute("INSERT INTO matches VALUES (%s, %s, %s, %s)", (id, made, settings, self.seal.close(seed)))
        cursor = sql.cursor()
        cursor.executemany("INSERT INTO keys VALUES (%s, %s, %s)", [(hash, id, seat) for hash, seat in new.keys])
        cursor.executemany("INSERT INTO entries VALUES (%s, %s, %s, %s, %s, %s, %s)", [(id, *entry) for entry in new.entries])
        cursor.executemany(INVITE, [self.sealed(id, invitation) for invitation in new.invitations])
        cursor.executemany(KEEP_REVIEW, [(id, *review) for review in new.reviews])

    def sealed(self, match: str, invitation: Invitation) -> tuple[str, int, float, bytes]:
        seat, until, secret = invitation
        return match, seat, until, self.seal.close(secret)

    def invite(self, match: str, invitation: Invitation) -> None:
        self.check_key()
        self.write(lambda sql, again: sql.execute(INVITE, self.sealed(match, invitation)))

    def keep_review(self, match: str, review: StoredReview) -> None:
        self.write(lambda sql, again: sql.execute(KEEP_REVIEW, (match, *review)))

    def check_key(self) -> None:
        """Nobody could open what is sealed with a key that is no longer there."""
        if self.seal.changed():
            logging.getLogger("carreau").warning("%s is not the key that was read: put it back", self.seal.file)
            raise Unwritten(KEY_GONE)

    def append_all(self, entries: Sequence[Write]) -> list[bool]:
        return self.write(lambda sql, again: self.append_once(sql, entries, again))

    def append_once(self, sql: Connection, entries: Sequence[Write], again: bool) -> list[bool]:
        """Whether each is written, now or, if this is done again, the first time."""
        times = Counter(match for match, *_ in entries)
        simple = [not change and times[match] == 1 for match, _, change in entries]
        with transaction_unless(all(simple), sql):
            together = [write for write, is_simple in zip(entries, simple) if is_simple]
            written = self.append_together(sql, together) if together else set()
            new = [
                write[0] in written if is_simple else self.append_with_change(sql, *write)
                for write, is_simple in zip(entries, simple)
            ]
            return [is_new or (again and is_there(sql, match, entry)) for is_new, (match, entry, _) in zip(new, entries)]

    def append_together(self, sql: Connection, entries: Sequence[Write]) -> set[str]:
        """The tables, among these, at which the entry is written. No table is named twice."""
        columns = [list(column) for column in zip(*((match, *entry) for match, entry, _ in entries))]
        return {match for match, _ in sql.execute(APPEND, (*columns, payloads(self.name, columns[0])))}

    def append_with_change(self, sql: Connection, match: str, entry: Entry, change: Change | None) -> bool:
        if not self.append_together(sql, [(match, entry, None)]):
            return False
        if change:
            cursor = sql.cursor()
            keys = [(hash, match, seat) for hash, seat in change.keys]
            cursor.executemany("INSERT INTO keys VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", keys)
            cursor.execute("DELETE FROM invitations WHERE match = %s AND seat = ANY(%s::int[])", (match, list(change.used)))
            if change.table:
                self.insert(sql, change.table)
        return True

    # other processes

    def listen(self, tell: Tell, hear: Hear) -> None:
        self.connections.enter_context(closing(Listener(self.address, self.name, tell, hear)))

    def say(self, text: str) -> bool:
        with suppress(psycopg.Error), self.writer.using() as sql:
            sql.execute("SELECT pg_notify(%s, %s)", (SPACE, f"{self.name}{SAYING}{text}"))
            return True
        return False

    @property
    def alone(self) -> bool:
        return False  # nobody can tell

    def others_wrote(self) -> bool:
        """Now and then: notifications can be lost with a connection."""
        due = time.monotonic() - self.caught_up >= CATCH_UP_SECONDS
        if due:
            self.caught_up = time.monotonic()
        return due

    def news(self, known: Mapping[str, int]) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for match, *entry in self.ask(NEWS, list(known), list(known.values())):
            found.setdefault(match, []).append(Entry(*entry))
        return found

    # reading

    def read(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        return self.ask(statement.replace("?", "%s"), *given)

    def check(self) -> None:
        """Both connections."""
        if self.seal.changed():
            raise Unwritten(KEY_GONE)
        self.write(lambda sql, again: sql.execute("SELECT id FROM matches LIMIT 1"))
        super().check()

    def ask(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        """Once more if the connection turns out to be lost and there is a new one at once."""
        for last in (False, True):
            try:
                with self.reader.using() as sql:
                    return sql.execute(statement, given).fetchall()
            except (psycopg.Error, UnicodeError) as error:
                if last or not isinstance(error, Lost):
                    raise refusal(error) from error
        raise AssertionError

    def ids(self) -> list[str]:
        with self.asking_patiently() as sql:
            return [id for (id,) in sql.execute("SELECT id FROM matches ORDER BY made, id")]

    def sealed_otherwise(self) -> list[str]:
        return []  # a key that does not fit is refused from the start

    @contextmanager
    def asking_patiently(self) -> Iterator[Connection]:
        """A connection of its own, for what may take long."""
        try:
            with connect(self.address) as sql:
                yield sql
        except psycopg.Error as error:
            raise refusal(error) from error


@contextmanager
def transaction_unless(single: bool, sql: Connection) -> Iterator[None]:
    """A single statement is a transaction already, and takes one round trip instead of three."""
    if single:
        yield
    else:
        with sql.transaction():
            yield


def is_there(sql: Connection, match: str, entry: Entry) -> bool:
    """Whether exactly this entry is written."""
    statement = "SELECT sequence, at, kind, seat, data, spent FROM entries WHERE match = %s AND sequence = %s"
    return sql.execute(statement, (match, entry.sequence)).fetchone() == tuple(entry)


def refusal(error: Exception) -> Unwritten:
    """What a player is told: a fault of the connection, of the server, or of what was to be written."""
    state = getattr(error, "sqlstate", None) or ""
    if state in DAMAGE or isinstance(error, (psycopg.DataError, psycopg.IntegrityError, UnicodeError)):
        return Damaged(UNFIT)
    return Unwritten(REFUSED if state == FULL else UNREACHABLE)
