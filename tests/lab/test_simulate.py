"""Many matches on all cores."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from carreau.lab.simulate import SLICES, run_slices
from carreau.new.write import write_game
from tests.orphans import kill_parent, needs_proc


def test_who_stops_early_does_not_wait_for_the_rest() -> None:
    """As after Ctrl-C: what has not started is not done."""
    begun: list[int] = []
    go_on = threading.Event()

    def work(begin: int, end: int) -> int:
        begun.append(begin)
        if begin:
            go_on.wait(60)
        return begin

    running = run_slices(work, 0, SLICES, lambda done: None)
    assert next(running) == 0
    threading.Timer(0.2, go_on.set).start()
    running.close()  # type: ignore[attr-defined]
    assert len(begun) < SLICES


def simulated(folder: Path, games: int, **environment: str) -> tuple[dict[str, Any], str]:
    command = [sys.executable, "-m", "carreau", "simulate", str(folder), "--games", str(games), "--seed", "1", "--json"]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)
    result = json.loads(done.stdout)
    return {key: value for key, value in result.items() if key not in ("seconds", "moves_per_second")}, done.stderr


def test_the_first_matches_are_played_while_the_rules_are_compiled(tmp_path: Path) -> None:
    """If a rule is not compiled yet, nobody waits for the compiler, and the result is the same."""
    write_game("fresh", tmp_path)
    cache = tmp_path / "cache"
    first, said = simulated(tmp_path / "fresh", 2, CARREAU_CACHE=str(cache))
    assert not said
    assert not list(cache.rglob("simulation.made")), "two matches are over long before it is compiled"
    assert first == simulated(tmp_path / "fresh", 2, NUMBA_DISABLE_JIT="1")[0]
    mixed, said = simulated(tmp_path / "fresh", 3000, CARREAU_CACHE=str(cache))
    assert "meanwhile it is played in plain Python" in said
    assert list(cache.rglob("simulation.made")), "then machine code takes over"
    compiled, said = simulated(tmp_path / "fresh", 3000, CARREAU_CACHE=str(cache))
    assert mixed == compiled and not said, "to the same numbers"


@needs_proc
def test_the_compiler_ends_with_the_command(tmp_path: Path) -> None:
    write_game("fresh", tmp_path)
    cache, folder = tmp_path / "cache", str(tmp_path / "fresh")
    program = f"import carreau, time; from carreau.core.engine import SIMULATION; SIMULATION.want(carreau.load({folder!r}))"
    kill_parent(f"{program}; time.sleep(600)", {"CARREAU_CACHE": str(cache)})
    assert not list(cache.rglob("simulation.made")), "it has not compiled to the end"
