"""The servers that are measured, each run as a process of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from carreau.web.screen import PLAIN
from proofs.load.bare_server import BARE
from proofs.load.seat import SeatedTables, WebSeat
from proofs.tools.plans import long
from proofs.tools.postgres_server import PostgresServer
from proofs.tools.server import Server
from proofs.tools.server_process import AT_FULL_SPEED, ServerProcess
from proofs.tools.tables import Tables, make_tables

FOR_EACH = 4  # of several processes: tables that are opened before anything is measured


class Opened(ABC):
    """A running server."""

    server: ServerProcess
    seconds_before = 0.5  # of play at the first tables

    @abstractmethod
    def first_tables(self) -> SeatedTables:
        """Where somebody plays before anything is measured."""

    @abstractmethod
    def tables(self) -> SeatedTables:
        """Those that are measured; nobody has opened them yet."""


class Contender(Protocol):
    """A kind of server."""

    @property
    def name(self) -> str: ...

    def open(self, folder: Path, count: int) -> AbstractContextManager[Opened]:
        """Run it with its files in this folder, for so many tables."""


@dataclass(frozen=True)
class WebTable:
    """Our own web table, or the bare server."""

    name: str
    module: str
    seats: int
    form: str = PLAIN
    workers: int = 1
    database: PostgresServer | None = None  # where matches are kept instead of in a folder

    @contextmanager
    def open(self, folder: Path, count: int) -> Iterator[Opened]:
        store = self.database.address(self.database.new_database()) if self.database else ""
        first = 1 if self.workers == 1 else FOR_EACH * self.workers
        tables = make_tables(folder, long(self.seats), first + count, store=store)
        with ServerProcess(folder, self.module, AT_FULL_SPEED, workers=self.workers, store=store) as server:
            yield OpenedWebTable(server, tables, first, self.form)


class OpenedWebTable(Opened):
    """A few tables to begin with: every process has loaded the game, in machine code."""

    def __init__(self, server: ServerProcess, tables: Tables, first: int, form: str) -> None:
        self.server, self.form = server, form
        self.first, self.others = dict([tables.popitem() for _ in range(first)]), tables

    def first_tables(self) -> SeatedTables:
        return seats_at(self.server, self.first)

    def tables(self) -> SeatedTables:
        return seats_at(self.server, self.others, self.form)


def seats_at(server: Server, tables: Tables, form: str = PLAIN) -> SeatedTables:
    return [
        [WebSeat(server.client(table, secret, form, compressed=form != PLAIN), seat) for seat, secret in enumerate(secrets)]
        for table, secrets in tables.items()
    ]


def own_runs(
    seats: int, form: str, workers: int = 1, database: PostgresServer | None = None
) -> list[tuple[Contender, float]]:  # fmt: skip
    """As fast as possible, the same with the bare server, and at a steady rate. The bare server is always one process, and keeps
    its log in a folder."""
    ours, bare = WebTable("carreau", "carreau", seats, form, workers, database), WebTable("bare", BARE, seats, form)
    return [(ours, 0.0), (bare, 0.0), (ours, steady(form))]


def steady(form: str) -> float:
    """Moves per second at a steady rate."""
    return 500.0 if form == PLAIN else 300.0
