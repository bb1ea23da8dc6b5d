"""A rule that several entries call becomes machine code once, and everything that calls it is found again on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba

from carreau.core.machine import TESTED

RULES = """
from carreau.core.compile import entry, long_entry, rule

@rule
def legal(a, total):
    LINES
    return total

@rule
def twice(number):
    return 2 * number

@rule
def too_high(total):
    raise ValueError("too high", total)

@rule
def play(a, total):
    if total < 0:
        raise ValueError("below zero")
    if total > 1000:
        too_high(total)
    LINES
    return twice(legal(a, total))

@entry
def first(a, total):
    return play(a, total) + twice(total)

@long_entry
def second(a, total):
    return legal(a, total) - play(a, total)
"""
PROGRAM = """
import importlib.util, sys
import numpy as np
from carreau.core import machine
if sys.argv[1] == "other Numba":
    machine.TESTED = None
numbers = np.arange(7)
for file in sys.argv[2:]:
    spec = importlib.util.spec_from_file_location("rules", file)
    rules = sys.modules["rules"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rules)
    first, second = (machine.twin_of(getattr(rules, name)) for name in ("first", "second"))
    print(first(numbers, 5) == rules.first(numbers, 5), second(numbers, 5) == rules.second(numbers, 5))
    for wrong in (-1, 1001):
        try:
            first(numbers, wrong)
        except ValueError as error:
            print(error)
    print(sum(sum(one.stats.cache_misses.values()) for one in (first, second)), "compiled")
if sys.argv[1] == "this Numba":
    from carreau.core.library import PARTS
    print(len(PARTS), "parts")
"""


def rules(folder: Path, factor: int) -> Path:
    folder.mkdir(exist_ok=True)
    lines = "; ".join(f"total += (a[total % 7] ^ total) * {factor} % {n}" for n in range(3, 40))
    (folder / "rules.py").write_text(RULES.replace("LINES", lines))
    return folder / "rules.py"


def run(cache: Path, numba: str, *files: Path) -> list[str]:
    environment: dict[str, Any] = {**os.environ, "CARREAU_CACHE": str(cache)}
    command = [sys.executable, "-c", PROGRAM, numba, *map(str, files)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def said(compiled: int) -> list[str]:
    return ["True True", "below zero", "('too high', 1001)", f"{compiled} compiled"]


def test_numba_is_the_version_that_was_tested() -> None:
    assert numba.version_info.short == TESTED, "run this file's other tests with this Numba, then name it in machine.py"


def test_shared_rules_are_parts_and_are_found_again(tmp_path: Path) -> None:
    file = rules(tmp_path / "one", 5)
    assert run(tmp_path / "cache", "this Numba", file) == [*said(2), "2 parts"]
    assert run(tmp_path / "cache", "this Numba", file) == [*said(0), "2 parts"]


def test_rules_of_one_name_are_not_mixed_up(tmp_path: Path) -> None:
    files = [rules(tmp_path / name, factor) for name, factor in (("one", 5), ("two", 11))]
    for file in files:
        run(tmp_path / "cache", "this Numba", file)
    assert run(tmp_path / "cache", "this Numba", *files) == [*said(0), *said(0), "4 parts"]


def test_rules_found_on_disk_go_into_new_callers(tmp_path: Path) -> None:
    file = rules(tmp_path / "one", 5)
    run(tmp_path / "cache", "this Numba", file)
    for kept in (tmp_path / "cache").rglob("*.second-*"):
        kept.unlink()
    assert run(tmp_path / "cache", "this Numba", file) == [*said(1), "2 parts"]
    assert run(tmp_path / "cache", "this Numba", file) == [*said(0), "2 parts"]


def test_another_numba_compiles_in_its_own_way(tmp_path: Path) -> None:
    assert run(tmp_path / "cache", "other Numba", rules(tmp_path / "one", 5)) == said(2)
