"""What a server counts while it runs, in the format that Prometheus reads."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct, field

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Histogram(Struct):
    """How many took how long."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    seconds: float = 0.0  # all together

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    def add(self, other: Histogram) -> None:
        self.counts = [mine + theirs for mine, theirs in zip(self.counts, other.counts)]
        self.seconds += other.seconds

    def lines(self, name: str) -> Iterable[str]:
        total = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts):
            total += count
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self.seconds:.6f}"
        yield f"{name}_count {total}"


class Metrics(Struct):
    """Of one process since it started, and as it is now."""

    moves: int = 0
    entries: int = 0
    conflicts: int = 0
    store_errors: int = 0
    screens: int = 0
    processor: float = 0.0
    write: Histogram = field(default_factory=Histogram)
    show: Histogram = field(default_factory=Histogram)
    memory: int = 0
    tables: int = 0
    sockets: int = 0
    bots_waiting: int = 0

    def add(self, ended: Metrics) -> None:
        """Of a process that has ended, what it did counts on; what it had does not."""
        for name in TOTALS:
            setattr(self, name, getattr(self, name) + getattr(ended, name))
        for name in TIMES:
            getattr(self, name).add(getattr(ended, name))


TOTALS = {
    "moves": ("carreau_moves_total", "Moves of people, bots and timers that were written."),
    "entries": ("carreau_entries_total", "Entries of all kinds that were written."),
    "conflicts": ("carreau_conflicts_total", "Entries for which another process was quicker; they were tried again."),
    "store_errors": ("carreau_store_errors_total", "Entries that the store refused or did not answer."),
    "screens": ("carreau_screens_total", "Messages with the state of a table that were sent."),
    "processor": ("carreau_processor_seconds_total", "Processor time of the processes that serve tables."),
}
TIMES = {
    "write": ("carreau_write_seconds", "From when an entry is made until it is on the disk."),
    "show": ("carreau_show_seconds", "From when a screen has something new to show until it is sent."),
}
NOW = {
    "memory": ("carreau_memory_bytes", "Memory of the processes that serve tables."),
    "tables": ("carreau_tables", "Tables in memory; one that several processes serve counts several times."),
    "sockets": ("carreau_sockets", "Open pages and programs at tables."),
    "bots_waiting": ("carreau_bots_waiting", "Bots that wait for their turn to think."),
}


def prometheus(processes: int, all_metrics: Sequence[Metrics]) -> str:
    """The sum over all processes, with those that have ended."""
    lines = list(one("carreau_processes", "gauge", "Processes that serve tables.", processes))
    for kind, names in (("counter", TOTALS), ("gauge", NOW)):
        for field_name, (name, help) in names.items():
            lines += one(name, kind, help, sum(getattr(each, field_name) for each in all_metrics))
    for field_name, (name, help) in TIMES.items():
        whole = Histogram()
        for each in all_metrics:
            whole.add(getattr(each, field_name))
        lines += [f"# HELP {name} {help}", f"# TYPE {name} histogram", *whole.lines(name)]
    return "\n".join(lines) + "\n"


def one(name: str, kind: str, help: str, value: float) -> list[str]:
    return [f"# HELP {name} {help}", f"# TYPE {name} {kind}", f"{name} {value:.10g}"]


def memory_used() -> int:
    """Bytes of this process; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
