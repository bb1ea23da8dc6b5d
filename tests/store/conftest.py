"""A log on the other side of a network that loses things."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from carreau.store.postgres_log import PostgresLog
from proofs.tools.lossy_proxy import LossyProxy
from proofs.tools.postgres_server import PostgresServer
from tests.postgres import Store
from tests.store.databases import filled


@pytest.fixture
def proxy(postgres: PostgresServer) -> Iterator[LossyProxy]:
    with closing(LossyProxy(postgres.port)) as proxy:
        yield proxy


@pytest.fixture
def remote(postgres: PostgresServer, proxy: LossyProxy, tmp_path: Path) -> Iterator[PostgresLog]:
    """A log on the other side of the proxy."""
    address = postgres.address_by_port(postgres.new_database(), proxy.port)
    with closing(filled(Store(address, tmp_path))) as log:
        yield log
