"""A PostgreSQL database with a network in between: both can fail."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from random import Random

from proofs.tools.lossy_proxy import LossyProxy
from proofs.tools.postgres_server import PostgresServer

PAUSE = 1.0  # seconds that a database server stays down at most
SHORTEST_CUT, LONGEST_CUT = 0.5, 3.0  # seconds without a network


class Database:
    """What was killed is back when a method returns."""

    def __init__(self, server: PostgresServer, proxy: LossyProxy) -> None:
        self.server, self.proxy, self.name = server, proxy, server.new_database()
        self.near = server.address(self.name)  # for us, who compare
        self.far = server.address_by_port(self.name, proxy.port)  # for those who are tested

    def kill_backend(self, chance: Random) -> None:
        """PostgreSQL then ends all other connections as well, and reads its own log again."""
        while not (pids := self.backends()):
            time.sleep(0.02)
        with suppress(ProcessLookupError):
            os.kill(chance.choice(pids), signal.SIGKILL)
        time.sleep(0.05)
        while not self.server.is_ready():
            time.sleep(0.02)

    def backends(self) -> list[int]:
        """None while the server is not back."""
        import psycopg

        try:
            return self.server.backends(self.name)
        except psycopg.OperationalError:
            return []

    def kill_server(self, chance: Random) -> None:
        self.server.kill()
        time.sleep(chance.random() * PAUSE)
        self.server.start()

    def cut_network(self, chance: Random) -> None:
        """Connections break and none can be opened, or nothing arrives for a while."""
        seconds = SHORTEST_CUT + (LONGEST_CUT - SHORTEST_CUT) * chance.random() ** 2  # most are short
        if chance.random() < 0.5:
            self.proxy.refuse_for(seconds)
        else:
            self.proxy.hold_for(seconds)


@contextmanager
def database() -> Iterator[Database]:
    with closing(PostgresServer()) as server, closing(LossyProxy(server.port)) as proxy:
        yield Database(server, proxy)
