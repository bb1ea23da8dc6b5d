"""Machine code is made for any processor of the family, and shared by all; a user can name another to Numba."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

RULES = """
from carreau.core.compile import entry
@entry
def double(number):
    return 2 * number
"""
CALL = """
import double, numba
from carreau.core.machine import twin_of
twin = twin_of(double.double)
assert twin(21) == 42
features = numba.core.registry.cpu_target.target_context.codegen().magic_tuple()[2]
print(sum(twin.stats.cache_misses.values()), "compiled for", "this processor" if features else "any")
"""
OWN = "import numba\nassert numba.njit(lambda number: number + 1)(1) == 2\n"  # a user's own function, compiled by Numba


def call(folder: Path, before: str = "", **named: str) -> str:
    (folder / "double.py").write_text(RULES)
    given = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    given |= {"PYTHONPATH": os.pathsep.join([str(folder), *sys.path]), "CARREAU_CACHE": str(folder / "cache"), **named}
    return subprocess.run(
        [sys.executable, "-c", before + CALL], env=given, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_it_is_made_for_any_processor(tmp_path: Path) -> None:
    assert call(tmp_path) == "1 compiled for any"
    assert call(tmp_path) == "0 compiled for any"


def test_a_program_that_has_compiled_something_of_its_own_keeps_its_processor_and_finds_the_code(tmp_path: Path) -> None:
    assert call(tmp_path, OWN) == "1 compiled for this processor"
    assert call(tmp_path) == "1 compiled for any", "the other code might not run elsewhere"
    assert call(tmp_path, OWN) == "0 compiled for this processor"


def test_code_for_any_processor_is_found_by_a_program_that_compiles_for_its_own(tmp_path: Path) -> None:
    assert call(tmp_path) == "1 compiled for any"
    assert call(tmp_path, OWN) == "0 compiled for this processor"


def test_what_the_user_names_to_numba_goes_first_and_is_kept_apart(tmp_path: Path) -> None:
    call(tmp_path)
    named = {"NUMBA_CPU_NAME": ""}  # with all that the processor at hand can do
    assert call(tmp_path, **named) == "1 compiled for this processor"
    assert call(tmp_path, **named) == "0 compiled for this processor"
    assert len(list((tmp_path / "cache").iterdir())) == 2
