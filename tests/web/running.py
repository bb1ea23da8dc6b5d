"""A server as somebody runs it for others: its processes, its metrics, what it logs, how it ends."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import signal
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from carreau.client import Seat, connect, join, new_table
from proofs.tools.plans import long
from proofs.tools.server_process import ServerProcess

LONG = long()
MARK = "CARREAU_RUN"  # in the environment of all its processes
SAMPLE = re.compile(r'([a-z_]+)(?:\{le="([^"]+)"\})? (\d+(?:\.\d+)?(?:e[+-]\d+)?)')
KINDS = ("counter", "gauge", "histogram")


class RunningServer(ServerProcess):
    """With metrics, and with logs in JSON."""

    def __init__(
        self, data: Path, workers: int = 1, store: str = "", module: str = "carreau", environment: Mapping[str, str] | None = None
    ) -> None:  # fmt: skip
        self.mark = secrets.token_hex(8)
        super().__init__(
            data, module, {**(environment or {}), MARK: self.mark}, data.with_suffix(".log"), workers=workers, store=store,
            words=("--metrics", "0", "--logs", "json"),
        )  # fmt: skip

    def await_ready(self) -> None:
        super().await_ready()
        assert self.process is not None and self.process.stdout is not None
        said = re.fullmatch(r"Metrics are at (http://127.0.0.1:\d+/metrics)\.\n", self.process.stdout.readline())
        assert said
        self.metrics_address = said[1]

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        return get(f"{self.address}{path}", **headers)

    def metrics(self) -> dict[str, float]:
        status, text = get(self.metrics_address)
        assert status == 200
        return read_metrics(text)

    def logged(self) -> list[dict[str, Any]]:
        """What it has written to standard error: nothing but JSON objects, one per line."""
        return [json.loads(line) for line in self.said().splitlines()]

    def stop(self) -> int:
        """Ask it to end. Returns its exit code."""
        assert self.process is not None
        process = self.process
        process.send_signal(signal.SIGTERM)
        code = process.wait(30)
        self.end()
        return code

    def left(self) -> list[int]:
        """Processes that it has started, directly or not, and that are still there."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if f"{MARK}={self.mark}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                    found.append(int(folder.name))
            except OSError:  # it has ended, or belongs to somebody else
                continue
        return found


def two_seats(server: RunningServer) -> tuple[Seat, Seat]:
    mine = new_table(server.address, LONG.game, ("me", "open"), LONG.options)
    return mine, join(mine.links[1])


async def play(
    seats: tuple[Seat, ...],
    enough: Callable[[list[str]], bool],
    then: Callable[[], Any] = lambda: None,
    pause: float = 0.0,
    seen: dict[tuple[int, int], Any] | None = None,
) -> tuple[list[str], list[int]]:
    """Play until it is enough. Returns all moves, each of which counts, and how often each seat has connected. `then` is called
    while everybody is still there; what each seat is shown goes into `seen`, by seat and number."""
    played: list[str] = []
    connections = [0] * len(seats)

    async def sit(seat: Seat) -> None:
        async with connect(seat) as table:
            async for update in table:
                if seen is not None:
                    seen[seat.seat, update.sequence] = update.view
                if enough(played):
                    break
                played.append(update.legal[0])
                await table.play(update.legal[0])
                connections[seat.seat] = table.connections
                await asyncio.sleep(pause)
            await asyncio.to_thread(then)

    players = [asyncio.create_task(sit(seat)) for seat in seats]
    await asyncio.wait(players, return_when=asyncio.FIRST_COMPLETED)
    done = [player for player in players if player.done()]
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    for player in done:
        player.result()
    return played, connections


def after(moves: int) -> Callable[[list[str]], bool]:
    return lambda played: len(played) >= moves


def get(address: str, **headers: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def read_metrics(text: str) -> dict[str, float]:
    """The values by name, of a text that follows Prometheus' format to the letter."""
    values: dict[str, float] = {}
    kinds: dict[str, str] = {}
    assert text.endswith("\n") and not text.endswith("\n\n")
    lines = iter(text.splitlines())
    for line in lines:
        help = re.fullmatch(r"# HELP (carreau_[a-z_]+) \S.*\.", line)
        assert help and help[1] not in kinds, line
        kind = re.fullmatch(rf"# TYPE {help[1]} (\w+)", next(lines))
        assert kind and kind[1] in KINDS
        kinds[help[1]] = kind[1]
        if kind[1] == "histogram":
            values |= read_histogram(help[1], lines)
        else:
            sample = SAMPLE.fullmatch(next(lines))
            assert sample and sample[1] == help[1] and not sample[2]
            assert help[1].endswith("_total") == (kind[1] == "counter")
            values[help[1]] = float(sample[3])
    return values


def read_histogram(name: str, lines: Any) -> dict[str, float]:
    """The buckets are in order, each holds those before it, and the last holds all."""
    bounds: list[float] = []
    counts: list[float] = []
    while not bounds or bounds[-1] != float("inf"):
        sample = SAMPLE.fullmatch(next(lines))
        assert sample and sample[1] == f"{name}_bucket"
        bounds.append(float(sample[2]))
        counts.append(float(sample[3]))
    assert bounds == sorted(set(bounds)) and counts == sorted(counts)
    values = {}
    for ending in ("sum", "count"):
        sample = SAMPLE.fullmatch(next(lines))
        assert sample and sample[1] == f"{name}_{ending}" and not sample[2]
        values[sample[1]] = float(sample[3])
    assert values[f"{name}_count"] == counts[-1]
    return values


def totals(metrics: Mapping[str, float]) -> dict[str, float]:
    """What never falls."""
    return {name: value for name, value in metrics.items() if name.endswith(("_total", "_count", "_sum"))}


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
