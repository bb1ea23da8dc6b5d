"""A cluster by Ray: the same chunks, played on any number of machines."""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import Future
from typing import Any

from carreau.core.errors import CarreauError
from carreau.core.extra import need
from carreau.lab.run.chunk import Chunk
from carreau.lab.run.work import Answer, Order, attempt

AUTO = "auto"  # instead of an address: a Ray of our own on this machine
TRIES = 5  # again, if a worker is killed or a machine is lost
MEMORY = 200_000_000  # bytes for what goes from process to process, on this machine
LOOPBACK = "127.0.0.1"
AHEAD = 2  # chunks for each core: a worker never waits for the next one
GROWS = 5.0  # seconds between two looks at how large the cluster is
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_DEDUP_LOGS": "0"}


class Cluster:
    """Ray's workers."""

    def __init__(self, order: Order, address: str, cores: int | None = None) -> None:
        need("Playing on a cluster", "lab", ray="Ray")
        self.ray, self.begun = connect(address, cores)
        self.order = self.ray.put(order)
        self.task = self.ray.remote(num_cpus=1, max_retries=TRIES)(play_there)
        self.cores, self.counted = 1, 0.0

    def slots(self) -> int:
        """The cluster may grow and shrink."""
        if time.monotonic() - self.counted > GROWS:
            self.cores, self.counted = int(self.ray.cluster_resources().get("CPU", 1)), time.monotonic()
        return AHEAD * max(1, self.cores)

    def submit(self, chunk: Chunk) -> Future[Answer]:
        future: Future[Answer] = self.task.remote(self.order, chunk).future()
        return future

    def close(self) -> None:
        if self.begun:
            self.ray.shutdown()


def play_there(order: Order, chunk: Chunk) -> Answer:
    """What a worker does."""
    sys.path.extend(folder for folder in order.path if folder not in sys.path)
    return attempt(order, chunk)


def connect(address: str, cores: int | None) -> tuple[Any, bool]:
    """Ray, and whether we have to end it."""
    os.environ.update({name: os.environ.get(name, value) for name, value in QUIET.items()})
    import ray

    if ray.is_initialized():  # by the program that runs the experiment
        return ray, False
    usual: Any = {"logging_level": "ERROR", "log_to_driver": False}
    try:
        if address == AUTO:
            ray.init(num_cpus=cores, include_dashboard=False, object_store_memory=MEMORY, _node_ip_address=LOOPBACK, **usual)
        else:
            ray.init(address=address, **usual)
    except (ConnectionError, RuntimeError, ValueError) as error:
        reason = " ".join(str(error).split())[:200]
        raise CarreauError(f"There is no Ray at {address!r}: {reason}") from None
    return ray, True
