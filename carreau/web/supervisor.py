"""Starts the processes that serve tables, replaces those that end, and hands over to a new version of itself.

It does no more than that, so that nothing can go wrong with it: no tables, no store, no threads.
"""

from __future__ import annotations

import atexit
import logging
import math
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from carreau.core.errors import CarreauError
from carreau.web.handover import Handover
from carreau.web.line import Line, Order, Report
from carreau.web.metrics import Metrics, prometheus
from carreau.web.metrics_socket import answer

BUSY, EASY = 0.6, 0.25  # of a processor: above the first one more process helps, below the second one fewer is enough
MANY_SOCKETS = 1000  # open pages of a process, above which one more helps
CALM_SECONDS = 600.0  # without much to do, until a process is no longer needed
END_SECONDS = 8.0  # until a process that was told to end is killed
YOUNG_SECONDS, YOUNG_PAUSE = 2.0, 1.0  # a process that ends so soon is only replaced after a pause
TICK = 0.5  # seconds
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
TAKE_OVER = "import carreau.web.supervisor"  # whether the version that is to take over can run at all


class Child:
    """A process that serves tables, as the supervisor sees it."""

    def __init__(self, pid: int, line: Line, old: bool = False, metrics: Metrics | None = None) -> None:
        self.pid, self.line = pid, line
        self.old = old  # started by the version before this one
        self.started = time.monotonic()
        self.name = ""  # until it is ready
        self.metrics = metrics or Metrics()
        self.load = 0.0  # processors that it used in the last second
        self.reported = self.started
        self.ending_since: float | None = None

    def hear(self, report: Report) -> None:
        now = time.monotonic()
        if self.name:
            self.load = (report.metrics.processor - self.metrics.processor) / max(0.1, now - self.reported)
        self.name, self.metrics, self.reported = report.name, report.metrics, now

    def drain(self) -> None:
        if self.ending_since is None:
            self.ending_since = time.monotonic()
            self.line.send(Order(drain=True))


class Supervisor:
    """`least` processes from the start, and up to `most` while there is more to do. `work` is what each of them
    does; it is told whether it is the first."""

    def __init__(
        self, listener: socket.socket, work: Callable[[Line, bool], None], least: int, most: int,
        metrics: socket.socket | None = None, handover: Handover | None = None,
    ) -> None:  # fmt: skip
        self.listener, self.work, self.least, self.most, self.metrics = listener, work, least, most, metrics
        self.children = [Child(pid, Line(end), True, metrics) for pid, end, metrics in handover.children] if handover else []
        self.ended = handover.ended if handover else Metrics()  # what processes have done that are no longer there
        self.signals: list[int] = []
        self.ending = self.interrupted = False
        self.first = not handover  # whether no process has been started yet
        self.calm_since = time.monotonic()
        self.next_start = 0.0
        self.in_terminal = has_terminal()

    def run(self) -> None:
        """Until the supervisor is told to end, and all its processes have."""
        with self.hearing_signals() as bell:
            while self.children or not self.ending:
                self.look_after()
                self.wait(bell)
                self.obey_signals()
        if self.interrupted:
            raise KeyboardInterrupt

    @contextmanager
    def hearing_signals(self) -> Iterator[socket.socket]:
        """A socket that can be read when a signal has come."""
        bell, ring = socket.socketpair()
        for end in (bell, ring):
            end.setblocking(False)
        signal.set_wakeup_fd(ring.fileno(), warn_on_full_buffer=False)
        for name in SIGNALS:
            signal.signal(name, lambda number, _: self.signals.append(number))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)  # they may have been blocked during a handover
        self.bell = bell, ring
        yield bell

    def obey_signals(self) -> None:
        while self.signals:
            number = self.signals.pop(0)
            if number == signal.SIGHUP and self.in_terminal == has_terminal():
                self.hand_over()
            else:  # or the terminal was closed
                self.ending, self.interrupted = True, number == signal.SIGINT

    def wait(self, bell: socket.socket) -> None:
        """Until something happens, and see to it."""
        lines = {child.line.socket: child for child in self.children}
        others = [bell, self.metrics] if self.metrics else [bell]
        for ready in select.select([*others, *lines], [], [], TICK)[0]:
            if ready is bell:
                bell.recv(1024)
            elif ready is self.metrics:
                answer(ready, self.collect)
            else:
                self.listen(lines[ready])

    def listen(self, child: Child) -> None:
        messages = child.line.receive()
        if messages is None:
            self.bury(child)
            return
        is_new = not child.name and not child.old
        for message in messages:
            child.hear(msgspec.json.decode(message, type=Report))
        if is_new and child.name:
            self.share_out(child)

    def bury(self, child: Child) -> None:
        """A process has ended: the others are told at once, so that nobody's time passes while its pages come back."""
        self.children.remove(child)
        for other in self.children:
            other.line.send(Order(gone=child.name))
        child.line.close()
        os.kill(child.pid, signal.SIGKILL)  # it has closed its line, so it must not go on
        _, status = os.waitpid(child.pid, 0)
        self.ended.add(child.metrics)
        if child.ending_since is None:
            logging.getLogger("carreau").warning("a process that serves tables has ended (%s); it is replaced", how(status))
            if time.monotonic() - child.started < YOUNG_SECONDS:
                self.next_start = time.monotonic() + YOUNG_PAUSE

    # how many there are

    def look_after(self) -> None:
        now = time.monotonic()
        serving = [child for child in self.children if child.ending_since is None and not child.old]
        if self.ending:
            for child in self.children:
                child.drain()
        elif len(serving) < (wanted := self.wanted(serving)) and now >= self.next_start:
            for _ in range(wanted - len(serving)):
                self.start()
        elif serving and all(child.name for child in serving):
            self.retire(serving)
        for child in self.children:
            if child.ending_since is not None and now - child.ending_since > END_SECONDS:
                os.kill(child.pid, signal.SIGKILL)

    def wanted(self, serving: list[Child]) -> int:
        """One more if somebody is too busy; never fewer than there are."""
        ready = all(child.name for child in serving)
        busy = ready and any(child.load > BUSY or child.metrics.sockets > MANY_SOCKETS for child in serving)
        return min(self.most, max(self.least, len(serving) + busy))

    def retire(self, serving: list[Child]) -> None:
        """Everybody is ready: those of an older version can end, and one that has not been needed for long."""
        for child in self.children:
            if child.old:
                child.drain()
        now = time.monotonic()
        share = sum(child.load for child in serving) / max(1, len(serving) - 1)
        crowd = sum(child.metrics.sockets for child in serving) / max(1, len(serving) - 1)
        if share > EASY or crowd > MANY_SOCKETS / 2 or len(serving) <= self.least:
            self.calm_since = now
        elif now - self.calm_since > CALM_SECONDS:
            self.calm_since = now
            serving[-1].drain()

    def start(self) -> None:
        mine, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            mine.close()  # otherwise the child would never notice that the supervisor has ended
            self.be_child(theirs)
        theirs.close()
        self.first = False
        self.children.append(Child(pid, Line(mine)))

    def share_out(self, new: Child) -> None:
        """One more process is ready because there is much to do: the others send it some of their tables."""
        others = [child for child in self.children if child is not new and child.ending_since is None and not child.old]
        if len(others) >= self.least:
            for child in others:
                child.line.send(Order(shed=1 / (len(others) + 1)))

    def be_child(self, end: socket.socket) -> None:
        """In the new process: forget the supervisor, and never return to it."""
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            for name in SIGNALS:
                signal.signal(name, signal.SIG_DFL if name == signal.SIGTERM else signal.SIG_IGN)
            for other in (*self.bell, *(child.line.socket for child in self.children), *filter(None, [self.metrics])):
                other.close()
            line = Line(end)
            line.watch()
            self.work(line, self.first)
            code = 0
        except CarreauError as error:  # such as a database that cannot be reached
            logging.getLogger("carreau").error("a process that serves tables cannot start: %s", error)
        except BaseException:
            logging.getLogger("carreau").exception("a process that serves tables has failed")
        finally:
            atexit._run_exitfuncs()  # os._exit does not
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    # a new version

    def hand_over(self) -> None:
        """Become the program as it is on the disk now. Our processes serve on until new ones are ready."""
        found = subprocess.run([sys.executable, "-c", TAKE_OVER], capture_output=True, text=True, check=False)
        if found.returncode:
            logging.getLogger("carreau").error(
                "the new version does not run, so this one goes on: %s", found.stderr.strip()[-400:]
            )
            return
        signal.set_wakeup_fd(-1)
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # until the new version can hear them
        children = [(child.pid, child.line.socket, child.metrics) for child in self.children]
        Handover(self.listener, self.metrics, children, self.ended).take_over()

    # what is counted

    def collect(self) -> str:
        return prometheus(len(self.children), [self.ended, *(child.metrics for child in self.children)])


def how(status: int) -> str:
    if os.WIFSIGNALED(status):
        return f"killed by signal {os.WTERMSIG(status)}"
    return f"exit code {os.WEXITSTATUS(status)}"


def has_terminal() -> bool:
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
        return True
    except OSError:
        return False


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def bots_at_once(processes: int) -> int:
    """How many strong bots think at a time in each of so many processes."""
    return max(1, math.ceil(cores() / processes))
