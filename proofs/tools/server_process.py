"""`carreau serve` as separate processes, which can be killed and restarted."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from proofs.proof import require
from proofs.tools import processes
from proofs.tools.changed_copy import runs_from
from proofs.tools.server import Server

AT_FULL_SPEED = {"CARREAU_COMPILE": "first"}  # machine code before the first move: for servers that are measured


END_SECONDS = 2.0  # in which workers must have ended after their supervisor was killed


class ServerProcess(Server):
    """After the first start it keeps its port. `module` is what to run instead, for example a server with a fault.

    With several workers there is a supervisor, which is the process that we start; otherwise that process is the only one."""

    def __init__(
        self, data: Path, module: str = "carreau", environment: Mapping[str, str] | None = None, log: Path | None = None,
        lines: int = 100_000, workers: int = 1, store: str = "", host: str = "127.0.0.1", within: Sequence[str] = (),
        words: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.data, self.module, self.workers, self.host, self.words = data, module, workers, host, words
        self.within = within  # a command that runs ours, elsewhere
        self.lines = lines  # connections from one address: all players of a proof share one
        self.environment = {**os.environ, **runs_from(), **(environment or {}), "COLUMNS": "300", "NO_COLOR": "1"}
        self.environment["CARREAU_STORE"] = store  # everybody can read the words of a command, and it may contain a password
        self.process: subprocess.Popen[str] | None = None
        self.log = log or data / "server.log"
        self.lives: list[tuple[float, float]] = []  # when it ran: from and to, in seconds since 1970

    def spawn(self) -> None:
        """Start it; it may not be listening yet."""
        self.lives.append((time.time(), float("inf")))
        with self.log.open("a") as log:
            self.process = subprocess.Popen(self.command(), stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment)

    def command(self) -> list[str]:
        words = ["serve", "--port", str(self.port), "--host", self.host, "--data", str(self.data), "--pace", "0"]
        words += ["--lines", str(self.lines), "--workers", str(self.workers)]
        return [*self.within, sys.executable, "-P", "-u", "-m", self.module, *words, *self.words]

    def await_ready(self) -> None:
        assert self.process is not None and self.process.stdout is not None
        line = self.process.stdout.readline()
        said = re.search(rf"http://{self.host}:(\d+)/", line)
        if not said:
            raise RuntimeError(f"the server did not start: {line}{self.said()[-2000:]}")
        self.port = int(said[1])

    def start(self) -> ServerProcess:
        self.spawn()
        self.await_ready()
        return self

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self.end()

    def said(self) -> str:
        """Everything it has written to standard error: warnings and tracebacks."""
        return self.log.read_text(errors="replace")

    def check_said(self) -> None:
        require("Traceback" not in self.said(), f"The server has failed: {self.said()[-1500:]}")

    # its processes

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def has_ended(self) -> bool:
        """By itself: nobody has killed it."""
        return self.process is not None and self.process.poll() is not None

    def worker_pids(self) -> list[int]:
        """The processes that serve tables; bots are processes of these."""
        if self.workers == 1:
            return [self.pid]
        return [pid for pid in processes.children(self.pid) if "serve" in processes.words(pid)]

    def pids(self) -> list[int]:
        return sorted({self.pid, *self.worker_pids()})

    def kill_worker(self, pid: int) -> None:
        os.kill(pid, signal.SIGKILL)

    def reload(self) -> None:
        """The supervisor becomes the program as it is on the disk now, and its workers are replaced."""
        os.kill(self.pid, signal.SIGHUP)

    def pause(self) -> None:
        for pid in self.pids():
            os.kill(pid, signal.SIGSTOP)

    def go_on(self) -> None:
        for pid in self.pids():
            os.kill(pid, signal.SIGCONT)

    def memory(self) -> int:
        """How many bytes of memory all of them use."""
        return sum(map(processes.memory, self.pids()))

    def processor(self) -> float:
        """How many seconds of processor time they have used; those of workers that have ended are not counted."""
        return sum(map(processes.processor, self.pids()))

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Workers must not outlive their supervisor."""
        if self.process is None:
            return
        others = [pid for pid in self.worker_pids() if pid != self.pid]
        self.process.send_signal(how)
        self.process.wait()
        ended = processes.wait_for_end(others, END_SECONDS)
        self.lives[-1] = self.lives[-1][0], time.time()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        require(ended, f"The supervisor has ended, and its workers still run after {END_SECONDS:.0f} seconds.")
