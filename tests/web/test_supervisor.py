"""The processes of one server: how many there are, and what happens when one of them ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from carreau.web import supervisor
from carreau.web.line import Line, Order, Report
from carreau.web.metrics import Metrics
from carreau.web.supervisor import Child, Supervisor, bots_at_once

SECONDS = 30.0


class Silent(Line):
    """Notes what a process would be told."""

    def __init__(self) -> None:
        self.told: list[Order] = []

    def send(self, message: Report | Order) -> None:
        assert isinstance(message, Order)
        self.told.append(message)


class Imagined(Supervisor):
    """Starts nothing."""

    def start(self) -> None:
        self.children.append(child())


def child(name: str = "", load: float = 0.0, sockets: int = 0, old: bool = False) -> Child:
    made = Child(0, Silent(), old)
    made.name, made.load, made.metrics = name, load, Metrics(sockets=sockets)
    return made


def imagined(least: int, most: int, *children: Child) -> Imagined:
    nothing: Any = None
    made = Imagined(nothing, nothing, least, most)
    made.children = list(children)
    return made


def told(one: Child) -> list[Order]:
    assert isinstance(one.line, Silent)
    return one.line.told


def test_one_process_while_one_is_enough_and_more_when_there_is_much_to_do() -> None:
    seen = imagined(1, 3)
    seen.look_after()
    assert len(seen.children) == 1, "one from the start"
    seen.look_after()
    assert len(seen.children) == 1, "it is not ready yet"
    seen.children[0].name, seen.children[0].load = "a", supervisor.BUSY + 0.1
    seen.look_after()
    seen.look_after()
    assert len(seen.children) == 2, "one more, and no third before that one is ready"
    seen.children[1].name = "b"
    seen.share_out(seen.children[1])
    assert told(seen.children[0]) == [Order(shed=0.5)], "it sends half of its tables to the other one"
    seen.children[0].load = 0.1
    seen.children[1].metrics.sockets = supervisor.MANY_SOCKETS + 1
    seen.look_after()
    assert len(seen.children) == 3, "many open pages count, too"
    for number, one in enumerate(seen.children):
        one.name, one.load = str(number), 1.0
    seen.look_after()
    assert len(seen.children) == 3, "never more than allowed"


def test_a_process_that_has_not_been_needed_for_long_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = imagined(1, 2, child("a", 0.05), child("b", 0.05))
    seen.look_after()
    assert not any(told(one) for one in seen.children)
    monkeypatch.setattr(supervisor, "CALM_SECONDS", -1)
    seen.look_after()
    assert [told(one) for one in seen.children] == [[], [Order(drain=True)]]
    seen.look_after()
    assert [told(one) for one in seen.children] == [[], [Order(drain=True)]], "the last one stays"


def test_as_many_as_asked_for_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "CALM_SECONDS", -1)
    seen = imagined(2, 2)
    seen.look_after()
    assert len(seen.children) == 2, "all at once"
    for one in seen.children:
        one.name = "x"
    seen.share_out(seen.children[1])
    seen.look_after()
    assert not any(told(one) for one in seen.children)


def test_processes_of_an_older_version_end_when_all_new_ones_are_ready() -> None:
    old, new = child("a", old=True), [child(), child()]
    seen = imagined(2, 2, old, *new)
    seen.look_after()
    new[0].name = "b"
    seen.look_after()
    assert not told(old)
    new[1].name = "c"
    seen.look_after()
    assert told(old) == [Order(drain=True)] and not any(told(one) for one in new)


def test_load_is_processor_time_between_two_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, now = child(), 100.0
    monkeypatch.setattr("carreau.web.supervisor.time.monotonic", lambda: now)
    for now, processor in ((100.0, 3.0), (101.0, 3.7), (103.0, 3.9)):
        seen.hear(Report("a", Metrics(processor=processor)))
        assert seen.load == pytest.approx({100.0: 0.0, 101.0: 0.7, 103.0: 0.1}[now])


def test_bots_of_all_processes_together_use_all_processors_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "cores", lambda: 4)
    assert [bots_at_once(processes) for processes in (1, 2, 4, 8)] == [4, 2, 1, 1]


# real processes


def serving(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def is_running(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def until(done: Callable[[], object], seconds: float = SECONDS) -> None:
    last = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < last, "it never came true"
        time.sleep(0.02)


@contextmanager
def running(
    folder: Path, *words: str, port: int = 0, module: Sequence[str] = ("carreau", "serve")
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The server and its port."""
    command = [sys.executable, "-u", "-m", *module, "--port", str(port), "--data", str(folder), *words]
    environment = {**os.environ, "CARREAU_COMPILE": "found", "COLUMNS": "300"}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert server.stdout is not None
        found = re.search(r"127\.0\.0\.1:(\d+)", server.stdout.readline())
        assert found
        yield server, int(found[1])
    finally:
        server.kill()
        server.communicate()


def ask(port: int, path: str = "/healthz") -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=SECONDS) as answer:
        return str(answer.read().decode())


@pytest.mark.skipif(sys.platform != "linux", reason="looks up processes in /proc")
def test_a_server_that_is_killed_takes_its_processes_along_and_leaves_its_port(tmp_path: Path) -> None:
    with running(tmp_path, "--workers", "2") as (server, port):
        until(lambda: len(serving(server.pid)) == 2)
        workers = serving(server.pid)
        assert ask(port) == "alive\n"
        server.kill()
        with running(tmp_path, "--workers", "2", port=port) as (_, again):
            assert again == port and ask(port) == "alive\n"
            until(lambda: not any(map(is_running, workers)))


@pytest.mark.skipif(sys.platform != "linux", reason="looks up processes in /proc")
def test_a_server_starts_with_one_process_and_gets_more_when_it_is_busy(tmp_path: Path) -> None:
    if supervisor.cores() < 2:
        return  # it stays with one
    with running(tmp_path, module=["tests.web.serve_eagerly"]) as (server, port), ExitStack() as lines:
        until(lambda: len(serving(server.pid)) == 1 and ask(port, "/readyz"))
        first = serving(server.pid)[0]
        busy = [lines.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(4)]
        request = b"GET / HTTP/1.1\r\nhost: 127.0.0.1:%d\r\n\r\n" % port
        last = time.monotonic() + SECONDS
        while len(serving(server.pid)) < 2:
            assert time.monotonic() < last, "nobody helps"
            for line in busy:
                line.sendall(request)
            for line in busy:
                line.recv(1 << 20)
        assert first in serving(server.pid)
        server.send_signal(signal.SIGTERM)
        assert server.wait(SECONDS) == 0 and not is_running(first)


def test_a_number_of_workers_that_makes_no_sense_is_refused(tmp_path: Path) -> None:
    for number in ("0", "-1", "65"):
        words = [sys.executable, "-m", "carreau", "serve", "--data", str(tmp_path), "--workers", number]
        refused = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, check=False)
        assert refused.returncode == 2 and "from 1 to 64" in refused.stderr, refused
