"""How many moves per second a server can take, how soon it acknowledges them, and how much memory a table needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from proofs.load.contender import Contender
from proofs.load.drive import APART, drive
from proofs.tools.run_async import run_async

Run = tuple[Contender, float]  # a server, and the moves per second it is asked for; 0: as fast as they are acknowledged


@dataclass(frozen=True)
class Step:
    """What was measured with this many tables."""

    server: str  # carreau, the bare server, or a peer
    tables: int
    seats: int
    asked: float  # moves sent per second; 0: as fast as they are acknowledged
    rate: float  # moves acknowledged per second
    p50: float  # milliseconds from sending to acknowledgement
    p99: float
    p999: float
    table_kb: float  # kilobytes of memory per table
    processor: float  # milliseconds of the server's processor time per move
    sent: float  # bytes that each seat was sent per move
    over: int  # matches that ended on the way

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def grow(counts: Sequence[int], seats: int, seconds: float, runs: Sequence[Run], say: Callable[[str], None]) -> list[Step]:
    """All runs for a growing number of tables."""
    steps = []
    for count in counts:
        for contender, most in runs:
            rate = min(most, 0.8 * count * seats / APART)
            how = f"{rate:g} moves per second" if rate else "as fast as possible"
            say(f"{count} tables, {contender.name}, {how}")
            steps.append(measure(contender, count, seats, seconds, rate))
    return steps


def measure(contender: Contender, count: int, seats: int, seconds: float, rate: float) -> Step:
    """One run against a server of its own."""
    with TemporaryDirectory() as folder, contender.open(Path(folder), count) as opened:
        server = opened.server
        run_async(drive(opened.first_tables(), opened.seconds_before, 0.0))
        empty = server.memory()
        used: list[tuple[int, float]] = []  # memory and processor time, at the start and at the end
        pace = run_async(drive(opened.tables(), seconds, rate, lambda: used.append((server.memory(), server.processor()))))
    taken = sorted(pace.taken) or [0.0]
    moves = max(1, len(pace.taken))
    kilobytes, milliseconds = (used[-1][0] - empty) / count / 1000, 1000 * (used[-1][1] - used[0][1]) / moves
    return Step(
        contender.name, count, seats, rate, len(pace.taken) / seconds, *quantiles(taken), kilobytes, milliseconds,
        pace.received / moves / seats, pace.over,
    )  # fmt: skip


def quantiles(taken: Sequence[float]) -> tuple[float, float, float]:
    """The median and the slowest ones, in milliseconds."""
    p50, p99, p999 = (1000 * taken[min(len(taken) - 1, int(len(taken) * part))] for part in (0.5, 0.99, 0.999))
    return p50, p99, p999
