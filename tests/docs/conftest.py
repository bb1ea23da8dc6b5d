"""The site, built once for all tests."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the built site. A second worker waits for the first."""
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared
    folder, said = shared / "site", shared / "site.txt"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            built = subprocess.run(
                [sys.executable, str(ROOT / "docs" / "build.py"), str(folder)], capture_output=True, text=True,
                env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"},
            )  # fmt: skip
            assert built.returncode == 0, built.stdout + built.stderr
            said.write_text(built.stdout + built.stderr, encoding="utf-8")
    return folder
