"""Hears from PostgreSQL, in a thread of its own, at which tables other processes have just written, and what they say.

A notification is the name of its process, and then either a space and the ids of tables, or a mark and what it says."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable

import psycopg

from carreau.store.log import NAME_LENGTH, Hear, Tell
from carreau.store.postgres_connection import FIRST_PAUSE, LONGEST_PAUSE, connect
from carreau.store.postgres_schema import SPACE

SAYING = "!"
LONGEST_PAYLOAD = 7900  # bytes of a notification; PostgreSQL takes 7999
HEAR_SECONDS = 0.1  # until a listener that is being closed notices it
CLOSE_SECONDS = 1.0


class Listener:
    """Tells what it hears. After a lost connection nobody knows what it missed, and it says so."""

    def __init__(self, address: str, own_name: str, tell: Tell, hear: Hear) -> None:
        self.address, self.own_name, self.tell, self.hear = address, own_name, tell, hear
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
                    self.pass_on(None)
                    self.read(sql)
            except psycopg.Error as error:
                logging.getLogger("carreau").debug("no notifications from the database: %s", error)
                self.closed.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def read(self, sql: psycopg.Connection[tuple[object, ...]]) -> None:
        while not self.closed.is_set():
            for notification in sql.notifies(timeout=HEAR_SECONDS):
                self.pass_on(notification.payload)

    def pass_on(self, payload: str | None) -> None:
        """None: nobody knows what we have missed."""
        name, said = (payload[:NAME_LENGTH], payload[NAME_LENGTH:]) if payload else ("", "")
        try:
            if said.startswith(SAYING) and name != self.own_name:
                self.hear(name, said[len(SAYING) :])
            elif name != self.own_name:
                self.tell(said.split() if payload else None)
        except RuntimeError:  # the loop of whoever listens is closed
            self.closed.set()

    def close(self) -> None:
        self.closed.set()
        self.thread.join(CLOSE_SECONDS)  # longer only if it is trying to connect


def payloads(name: str, ids: Iterable[str]) -> list[str]:
    """As few notifications as possible, each as long as is allowed."""
    made, size = [[name]], len(name)
    for id in ids:
        if size + 1 + len(id.encode()) > LONGEST_PAYLOAD:
            made, size = [*made, [name]], len(name)
        made[-1].append(id)
        size += 1 + len(id.encode())
    return [" ".join(parts) for parts in made]
