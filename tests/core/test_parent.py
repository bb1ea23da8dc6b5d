"""A process ends with the one that started it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.orphans import kill_parent, needs_proc

CHILD = """
import ctypes, pathlib, sys, time
from carreau.core.parent import ending_with_parent
with ending_with_parent():
    pathlib.Path(sys.argv[1]).touch()
    {work}
"""
PARENT = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', {child!r}, {file!r}], stdin=subprocess.PIPE).wait()"
IN_PYTHON = "time.sleep(600)"
IN_MACHINE_CODE = "ctypes.PyDLL(None).sleep(600)"  # with Python's lock in hand, so that no thread could do anything


@needs_proc
@pytest.mark.parametrize("work", [IN_PYTHON, IN_MACHINE_CODE])
def test_it_ends_when_its_parent_is_killed(tmp_path: Path, work: str) -> None:
    ready = tmp_path / "ready"
    kill_parent(PARENT.format(child=CHILD.format(work=work), file=str(ready)), ready=ready.exists)


def test_it_ends_when_its_parent_has_ended_before(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(writing)
    command = [sys.executable, "-c", CHILD.format(work="print('went on')"), str(tmp_path / "ready")]
    done = subprocess.run(command, stdin=reading, capture_output=True, text=True, timeout=60)
    os.close(reading)
    assert done.returncode == 1 and done.stdout == "" and not (tmp_path / "ready").exists()


AFTERWARDS = """
from carreau.core.parent import ending_with_parent
with ending_with_parent():
    print("go", flush=True)
print(input())
"""


def test_afterwards_it_may_be_written_to() -> None:
    with subprocess.Popen([sys.executable, "-c", AFTERWARDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None and child.stdout is not None
        assert child.stdout.readline() == "go\n"
        time.sleep(0.2)
        assert child.communicate("well\n", timeout=60)[0] == "well\n"
