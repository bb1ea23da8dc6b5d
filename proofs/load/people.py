"""What a table costs at which people play: a move every few seconds, and two pages that are open all the time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from proofs.load.contender import WebTable
from proofs.load.drive import drive
from proofs.load.measure import quantiles
from proofs.tools.run_async import run_async


@dataclass(frozen=True)
class Cost:
    """What was measured with one process and this many tables."""

    form: str
    tables: int
    seats: int
    pace: float  # seconds between two moves at a table
    moves: int  # that were acknowledged
    p50: float  # milliseconds from when a move was due to its acknowledgement
    p99: float
    move_ms: float  # milliseconds of processor time per move
    idle_us: float  # microseconds of processor time per second for a table at which nothing happens
    table_kb: float  # kilobytes of memory per table

    @property
    def tables_per_core(self) -> float:
        """If a core did nothing else."""
        return 1 / (self.move_ms / 1000 / self.pace + self.idle_us / 1e6)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "tables_per_core": self.tables_per_core}


def costs(
    counts: Sequence[int], seats: int, seconds: float, pace: float, forms: Sequence[str], say: Callable[[str], None]
) -> list[Cost]:  # fmt: skip
    found = []
    for form in forms:
        for count in counts:
            say(f"{count} tables, {form}, a move every {pace:g} seconds")
            found.append(measure_cost(count, seats, seconds, pace, form))
    return found


def measure_cost(count: int, seats: int, seconds: float, pace: float, form: str) -> Cost:
    """One process: nobody moves for half of the time, and then everybody at their pace."""
    contender = WebTable("carreau", "carreau", seats, form)
    with TemporaryDirectory() as folder, contender.open(Path(folder), count) as opened:
        server = opened.server
        run_async(drive(opened.first_tables(), opened.seconds_before, 0.0))  # the game is loaded, one table was opened
        empty = server.memory()
        used: list[tuple[int, float]] = []  # memory and processor time: at first, after doing nothing, at the end

        def weigh() -> None:
            used.append((server.memory(), server.processor()))

        idle = seconds / 2
        played = run_async(drive(opened.tables(), seconds, count / pace, weigh, idle))
    (_, first), (_, second), (memory, third) = used
    resting = (second - first) / idle  # processor seconds per second
    moves = max(1, len(played.taken))
    p50, p99, _ = quantiles(sorted(played.taken) or [0.0])
    return Cost(
        form, count, seats, pace, len(played.taken), p50, p99, 1000 * max(0.0, third - second - resting * seconds) / moves,
        1e6 * resting / count, (memory - empty) / count / 1000,
    )  # fmt: skip
