"""Workers live as long as their supervisor and no longer, and a reload is safe even while the store cannot be reached."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec

from carreau.web.line import Line, Report
from carreau.web.metrics import Metrics
from proofs.tools import processes
from proofs.tools.lossy_proxy import LossyProxy
from proofs.tools.postgres_server import PostgresServer
from proofs.tools.server_process import ServerProcess

SECONDS = 30.0
NEVER_READY = """
import os, socket, time
from carreau.web.supervisor import Supervisor

def work(line, first):
    print(os.getpid(), flush=True)
    time.sleep(600)

Supervisor(socket.socket(), work, 1, 1).run()
"""


def until(done: Callable[[], object]) -> None:
    last = time.monotonic() + SECONDS
    while not done():
        assert time.monotonic() < last, "it never came true"
        time.sleep(0.02)


def test_a_worker_ends_with_its_supervisor_even_before_it_serves() -> None:
    with subprocess.Popen([sys.executable, "-c", NEVER_READY], stdout=subprocess.PIPE, text=True) as supervisor:
        assert supervisor.stdout is not None
        worker = int(supervisor.stdout.readline())
        supervisor.kill()
    assert processes.wait_for_end([worker], SECONDS)


def test_a_supervisor_that_does_not_read_stops_nobody() -> None:
    """Such as one that is stopped for hours: a process that waited for it would have stopped all its tables."""
    mine, theirs = map(Line, socket.socketpair())
    sent = 5000  # more than fit
    for number in range(sent):
        mine.send(Report(str(number), Metrics()))
    mine.close()
    heard: list[str] = []
    while (messages := theirs.receive()) is not None:
        heard += [msgspec.json.decode(message, type=Report).name for message in messages]
    assert 10 < len(heard) < sent and theirs.rest == b"", "those that were sent are whole"
    theirs.close()


def test_a_reload_while_the_database_is_away_ends_nothing(postgres: PostgresServer, tmp_path: Path) -> None:
    with closing(LossyProxy(postgres.port)) as proxy:
        store = postgres.address_by_port(postgres.new_database(), proxy.port)
        with ServerProcess(tmp_path, workers=2, store=store) as server:
            until(lambda: len(server.worker_pids()) == 2 and shows_a_page(server))
            before = set(server.worker_pids())
            proxy.refuses = True
            proxy.cut()
            server.reload()
            until(lambda: "cannot start" in server.said())  # new workers try; the old ones are still there
            assert not server.has_ended and before <= set(server.worker_pids())
            proxy.refuses = False
            until(lambda: len(server.worker_pids()) == 2 and not before & set(server.worker_pids()))
            assert shows_a_page(server)
            server.check_said()


def shows_a_page(server: ServerProcess) -> bool:
    return bool(urllib.request.urlopen(f"{server.address}/").status == 200)
