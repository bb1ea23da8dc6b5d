"""A cluster by Ray: the same chunks, played on any number of machines."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import time
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from carreau.core.errors import CarreauError
from carreau.core.extra import need
from carreau.lab.run.chunk import Chunk
from carreau.lab.run.work import Answer, Order, attempt

AUTO = "auto"  # instead of an address: a Ray of our own on this machine
TRIES = 5  # again, if a worker is killed or a machine is lost
MEMORY = 200_000_000  # bytes for what goes from process to process, on this machine
AHEAD = 2  # chunks for each core: a worker never waits for the next one
PATIENCE = 5.0  # seconds until somebody must answer at an address
GROWS = 5.0  # seconds between two looks at how large the cluster is
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}  # nothing is told to anybody, no warning
PRIVATE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_AUTH_MODE": "token"}  # on any system: it only listens to this machine
TOKEN = "RAY_AUTH_TOKEN"
TOKEN_BYTES = 32


class Cluster:
    """Ray's workers."""

    def __init__(self, order: Order, address: str, cores: int | None = None) -> None:
        need("Playing on a cluster", "lab", ray="Ray")
        self.ray, self.begun = connect(address, cores)
        self.order = self.ray.put(order)
        self.task = self.ray.remote(num_cpus=1, max_retries=TRIES)(play_there)
        self.cores, self.counted = 1, 0.0

    def workers(self) -> int:
        """The cluster may grow and shrink."""
        if time.monotonic() - self.counted > GROWS:
            self.cores, self.counted = int(self.ray.cluster_resources().get("CPU", 1)), time.monotonic()
        return max(1, self.cores)

    def slots(self) -> int:
        return AHEAD * self.workers()

    def submit(self, chunk: Chunk) -> Future[Answer]:
        future: Future[Answer] = self.task.remote(self.order, chunk).future()
        return future

    def close(self) -> None:
        if self.begun:
            self.ray.shutdown()


def play_there(order: Order, chunk: Chunk) -> Answer:
    """What a worker does."""
    return attempt(order, chunk)


def connect(address: str, cores: int | None) -> tuple[Any, bool]:
    """Ray, and whether we have to end it."""
    set_up(QUIET | (PRIVATE | {TOKEN: secrets.token_hex(TOKEN_BYTES)} if address == AUTO else {}))
    import ray

    if ray.is_initialized():  # by the program that runs the experiment
        return ray, False
    if address != AUTO:
        check_answers(address)
    own = {"num_cpus": cores, "include_dashboard": False, "object_store_memory": MEMORY}
    chosen: Any = own if address == AUTO else {"address": address}
    try:
        ray.init(logging_level=logging.ERROR, log_to_driver=False, **chosen)
    except (ConnectionError, RuntimeError, ValueError) as error:
        reason = " ".join(str(error).split())[:200]
        raise CarreauError(f"There is no Ray at {address!r}: {reason}.") from None
    return ray, True


def check_answers(address: str) -> None:
    """Refuse an address where nobody listens: Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit():
        raise CarreauError(f"The address of a cluster is HOST:PORT, as `ray start --head` says it, not {address[:40]!r}.")
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise CarreauError(f"There is no Ray at {address!r}: {error}.") from None


def set_up(variables: Mapping[str, str]) -> None:
    """What Ray reads when it is imported, and its processes inherit; what somebody has set stays."""
    for name, value in variables.items():
        os.environ.setdefault(name, value)
