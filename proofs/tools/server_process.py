"""`carreau serve` as a separate process, which can be killed and restarted."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from proofs.proof import require
from proofs.tools.changed_copy import runs_from
from proofs.tools.server import Server

AT_FULL_SPEED = {"CARREAU_COMPILE": "first"}  # machine code before the first move: for servers that are measured


class ServerProcess(Server):
    """After the first start it keeps its port. `module` is what to run instead, for example a server with a fault."""

    def __init__(
        self, data: Path, module: str = "carreau", environment: Mapping[str, str] | None = None, log: Path | None = None,
        lines: int = 100_000,
    ) -> None:  # fmt: skip
        self.data, self.module = data, module
        self.lines = lines  # connections from one address: all players of a proof share one
        self.environment = {**os.environ, **runs_from(), **(environment or {}), "COLUMNS": "300", "NO_COLOR": "1"}
        self.process: subprocess.Popen[str] | None = None
        self.log = log or data / "server.log"
        self.lives: list[tuple[float, float]] = []  # when it ran: from and to, in seconds since 1970

    def spawn(self) -> None:
        """Start it; it may not be listening yet."""
        words = ["serve", "--port", str(self.port), "--data", str(self.data), "--pace", "0", "--lines", str(self.lines)]
        command = [sys.executable, "-P", "-u", "-m", self.module, *words]
        self.lives.append((time.time(), float("inf")))
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment)

    def await_ready(self) -> None:
        assert self.process is not None and self.process.stdout is not None
        line = self.process.stdout.readline()
        said = re.search(r"http://127.0.0.1:(\d+)/", line)
        if not said:
            raise RuntimeError(f"the server did not start: {line}{self.said()[-2000:]}")
        self.port = int(said[1])

    def start(self) -> ServerProcess:
        self.spawn()
        self.await_ready()
        return self

    def __enter__(self) -> ServerProcess:
        return self.start()

    def __exit__(self, *failure: object) -> None:
        self.end()

    def said(self) -> str:
        """Everything it has written to standard error: warnings and tracebacks."""
        return self.log.read_text(errors="replace")

    def check_said(self) -> None:
        require("Traceback" not in self.said(), f"The server has failed: {self.said()[-1500:]}")

    def memory(self) -> int:
        """How many bytes of memory it uses."""
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def processor(self) -> float:
        """How many seconds of processor time it has used."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        self.process.wait()
        self.lives[-1] = self.lives[-1][0], time.time()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
