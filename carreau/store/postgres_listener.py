"""Hears from PostgreSQL, in a thread of its own, at which tables other processes have just written."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Iterable

import psycopg

from carreau.store.log import Tell
from carreau.store.postgres_connection import FIRST_PAUSE, LONGEST_PAUSE, connect
from carreau.store.postgres_schema import SPACE

LONGEST_PAYLOAD = 7900  # bytes of a notification; PostgreSQL takes 7999
HEAR_SECONDS = 0.1  # until a listener that is being closed notices it
CLOSE_SECONDS = 1.0


class Listener:
    """Tells what it hears. After a lost connection nobody knows what it missed, and it says so."""

    def __init__(self, address: str, own_name: str, tell: Tell) -> None:
        self.address, self.own_name, self.tell = address, own_name, tell
        self.closed = threading.Event()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self.run, name="listener", daemon=True)
        self.thread.start()

    def run(self) -> None:
        pause = FIRST_PAUSE
        while not self.closed.is_set():
            try:
                with connect(self.address) as sql:
                    sql.execute(f"LISTEN {SPACE}")
                    pause = FIRST_PAUSE
                    self.ready.set()
                    self.tell_safely(None)
                    self.hear(sql)
            except psycopg.Error as error:
                logging.getLogger("carreau").debug("no notifications from the database: %s", error)
                self.closed.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def hear(self, sql: psycopg.Connection[tuple[object, ...]]) -> None:
        while not self.closed.is_set():
            for notification in sql.notifies(timeout=HEAR_SECONDS):
                name, *ids = notification.payload.split(" ")
                if name != self.own_name:
                    self.tell_safely(ids)

    def tell_safely(self, ids: list[str] | None) -> None:
        try:
            self.tell(ids)
        except RuntimeError:  # the loop of whoever listens is closed
            self.closed.set()

    def close(self) -> None:
        self.closed.set()
        self.thread.join(CLOSE_SECONDS)  # longer only if it is trying to connect


def new_name() -> str:
    """What a process calls itself in its notifications, to know them again."""
    return secrets.token_hex(4)


def payloads(name: str, ids: Iterable[str]) -> list[str]:
    """As few notifications as possible, each as long as is allowed."""
    made, size = [[name]], len(name)
    for id in ids:
        if size + 1 + len(id.encode()) > LONGEST_PAYLOAD:
            made, size = [*made, [name]], len(name)
        made[-1].append(id)
        size += 1 + len(id.encode())
    return [" ".join(parts) for parts in made]
