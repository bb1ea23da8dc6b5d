"""A PostgreSQL server for all tests of a process, and stores of either kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from carreau.store.address import open_log
from carreau.store.log import Log
from proofs.tools.postgres_server import HASTY, PostgresServer


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer(HASTY)
    yield server
    server.close()


@dataclass
class Store:
    """Where a log is kept; it can be opened several times, as by several processes."""

    address: str
    folder: Path

    def open(self) -> Log:
        return open_log(self.address, self.folder)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """Every test that asks for this runs with both."""
    if request.param == "sqlite":
        return Store("", tmp_path)
    server: PostgresServer = request.getfixturevalue("postgres")
    return Store(server.address(server.new_database()), tmp_path)


@pytest.fixture
def database(postgres: PostgresServer, tmp_path: Path) -> Store:
    return Store(postgres.address(postgres.new_database()), tmp_path)
