"""What is installed from a wheel is whole: a new game can be written and checked without this repository."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_a_new_game_from_the_wheel(tmp_path: Path) -> None:
    source, installed, elsewhere = tmp_path / "source", tmp_path / "installed", tmp_path / "elsewhere"
    elsewhere.mkdir()
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, files):
        if name.startswith("carreau/") or "/" not in name:
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(tmp_path), str(source)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(installed)

    def carreau(*words: str) -> str:
        command = [sys.executable, "-m", "carreau", *words]
        environment = {**os.environ, "PYTHONPATH": str(installed)}
        done = subprocess.run(command, cwd=elsewhere, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert str(installed) in subprocess.run(
        [sys.executable, "-c", "import carreau; print(carreau.__file__)"], cwd=elsewhere, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(installed)},
    ).stdout  # fmt: skip
    assert len(json.loads(carreau("new", "tiles", "--json"))["files"]) == 15
    assert json.loads(carreau("check", "./tiles", "--quick", "--json"))["kept"] is True
