"""`carreau serve` as a process of its own, that can be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from proofs.tools.changed_copy import runs_from


class Server:
    """A running server; after the first start it keeps its port."""

    def __init__(
        self, data: Path, pace: float = 0.0, environment: Mapping[str, str] | None = None, module: str = "carreau",
        log: Path | None = None, lines: int = 100_000,
    ) -> None:  # fmt: skip
        self.data, self.pace, self.port, self.module = data, pace, 0, module
        self.lines = lines  # all players of a proof come from one address
        self.environment = {**os.environ, **runs_from(), **(environment or {}), "COLUMNS": "300", "NO_COLOR": "1"}
        self.process: subprocess.Popen[str] | None = None
        self.log = log or data / "server.log"
        self.lives: list[tuple[float, float]] = []  # from when to when it ran, in seconds since 1970

    def spawn(self) -> Server:
        """Let it begin; it may not be listening yet."""
        words = ["serve", "--port", str(self.port), "--data", str(self.data), "--pace", str(self.pace)]
        words += ["--lines", str(self.lines)]
        command = [sys.executable, "-P", "-u", "-m", self.module, *words]
        self.lives.append((time.time(), float("inf")))
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment)
        return self

    def await_ready(self) -> Server:
        assert self.process is not None and self.process.stdout is not None
        line = self.process.stdout.readline()
        said = re.search(r"http://127.0.0.1:(\d+)/", line)
        if not said:
            raise RuntimeError(f"the server did not start: {line}{self.said()[-2000:]}")
        self.port = int(said[1])
        return self

    def start(self) -> Server:
        return self.spawn().await_ready()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def said(self) -> str:
        """All that it has written to its standard error: warnings and tracebacks."""
        return self.log.read_text(errors="replace")

    def memory(self) -> int:
        """The bytes that it takes up in the machine's memory."""
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        self.process.wait()
        self.lives[-1] = self.lives[-1][0], time.time()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
