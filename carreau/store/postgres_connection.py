"""A connection to PostgreSQL that is opened again, in the background, whenever it is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from carreau.store.postgres_schema import SPACE

OPTIONS = {
    "application_name": "carreau", "connect_timeout": "3", "tcp_user_timeout": "4000",
    "keepalives_idle": "5", "keepalives_interval": "2", "keepalives_count": "3",
}  # fmt: skip  # unless the address says otherwise
SETTINGS = f"""
SELECT set_config('search_path', '{SPACE}', false),
    set_config('synchronous_commit',
        CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false),
    set_config('default_transaction_isolation', 'read committed', false),
    set_config('idle_in_transaction_session_timeout', '10s', false), set_config('lock_timeout', '5s', false),
    set_config('tcp_user_timeout', '10s', false), set_config('tcp_keepalives_idle', '5', false),
    set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false)
"""  # what is called written is on the disk, and what we leave behind when we are cut off does not block others for long
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0  # seconds between two attempts to connect

Connection = psycopg.Connection[tuple[Any, ...]]


class Lost(psycopg.OperationalError):
    """The connection broke during the work: nobody knows what has become of it."""


class Impatient(psycopg.Connection[tuple[Any, ...]]):
    """A connection that does not wait for ever: a server that is frozen or cut off must not freeze us."""

    patience = 0.0  # seconds without a sign of life; 0: wait for ever

    def wait(self, gen: Generator[Any, Any, Any], *given: Any, **named: Any) -> Any:
        return super().wait(impatient(gen, self.patience) if self.patience else gen, *given, **named)


def impatient(waiting: Generator[Any, Any, Any], patience: float) -> Generator[Any, Any, Any]:
    """The same generator; OperationalError if nothing comes for too long."""
    try:
        wanted, since = next(waiting), time.monotonic()
        while True:
            ready = yield wanted
            if ready:
                since = time.monotonic()
            elif time.monotonic() - since > patience:
                waiting.close()
                raise psycopg.OperationalError("the server does not answer")
            wanted = waiting.send(ready)
    except StopIteration as end:
        return end.value


def connect(address: str, patience: float = 0.0) -> Connection:
    given: dict[str, Any] = {name: value for name, value in conninfo_to_dict(address).items() if value is not None}
    sql = Impatient.connect(autocommit=True, **{**OPTIONS, **given})
    sql.patience = patience
    try:
        sql.execute(SETTINGS)
    except BaseException:
        sql.close()
        raise
    return sql


class LastingConnection:
    """One thread at a time uses it. Whoever finds it lost waits for a new one for up to `grace` seconds after the loss;
    after that, everybody is refused at once until it is there."""

    def __init__(self, address: str, patience: float, grace: float) -> None:
        self.address, self.patience, self.grace = address, patience, grace
        self.sql = connect(address, patience)
        self.lock = threading.Lock()
        self.closed = threading.Event()
        self.opened = threading.Event()  # set unless the connection is lost
        self.opened.set()
        self.lost_at = 0.0

    @contextmanager
    def using(self) -> Iterator[Connection]:
        """Lost if the connection breaks meanwhile, psycopg.OperationalError if there is none to begin with."""
        with self.lock:
            self.check()
            sql = self.sql
            try:
                yield sql
            except BaseException as error:
                if sql.pgconn.transaction_status != TransactionStatus.IDLE:
                    sql.close()  # nobody knows what it is doing
                if not sql.closed:
                    raise
                self.open_again()
                raise Lost(str(error)) from error

    def check(self) -> None:
        if self.opened.is_set() and self.sql.closed:
            self.open_again()
        left = self.lost_at + self.grace - time.monotonic()
        if self.closed.is_set() or not self.opened.wait(max(0.0, left)):
            raise psycopg.OperationalError("there is no connection to the database")

    def open_again(self) -> None:
        self.opened.clear()
        self.lost_at = time.monotonic()
        threading.Thread(target=self.keep_trying, name="connecting", daemon=True).start()

    def keep_trying(self) -> None:
        pause = FIRST_PAUSE
        while not self.closed.is_set():
            try:
                self.sql = connect(self.address, self.patience)
            except psycopg.Error:
                self.closed.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                self.opened.set()
                break
        if self.closed.is_set():
            self.sql.close()

    def close(self) -> None:
        self.closed.set()
        with self.lock:
            self.sql.close()
