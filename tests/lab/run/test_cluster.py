"""A real Ray of several worker processes on this machine plays the same, although one of them is killed in the middle."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from carreau.core.errors import CarreauError, MissingExtra
from carreau.lab.run import run_experiment
from carreau.lab.run.cluster import connect
from tests.lab.run.asked import raw, small
from tests.orphans import children, is_running, needs_proc, wait_for

ROOT = Path(__file__).parents[3]
AT_WORK = b"ray::play_there"
WORKERS = 3
PATIENCE = 15.0  # seconds, until Ray's processes have ended


@needs_proc
def test_ray_plays_the_same_although_a_worker_is_killed(tmp_path: Path) -> None:
    experiment = small(deals=60)
    file, folder = tmp_path / "small.toml", tmp_path / "ray"
    file.write_text(experiment.source, encoding="utf-8")
    command = ["lab", "run", str(file), "--folder", str(folder), "--ray", "auto", "--cores", str(WORKERS), "--json"]
    playing = subprocess.Popen(
        [sys.executable, "-m", "carreau", *command], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        wait_for(lambda: at_work(playing.pid), "nobody plays")
        begun = family(playing.pid)
        os.kill(at_work(playing.pid)[0], 9)
        _, errors = playing.communicate(timeout=60)
    finally:
        playing.kill()
    assert playing.returncode == 0, errors.decode()
    local = run_experiment(experiment, tmp_path / "local", cores=1)
    assert raw(folder) == raw(tmp_path / "local")
    assert local.sections and (folder / "report.html").exists()
    wait_for(lambda: not any(map(is_running, begun)), "Ray goes on", PATIENCE)


def family(process: int) -> list[int]:
    """All processes that a process has started, and those that these have started."""
    try:
        own = children(process)
    except FileNotFoundError:
        return []
    return own + [grandchild for child in own for grandchild in family(child)]


def at_work(process: int) -> list[int]:
    """Ray's workers that are playing."""
    return [one for one in family(process) if command_of(one).startswith(AT_WORK)]


def command_of(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def test_without_ray_there_is_one_line_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r'^Playing on a cluster needs Ray: pip install "carreau\[lab\]"$'):
        run_experiment(small(), cluster="auto")


@pytest.mark.parametrize("address", ["127.0.0.1:1", "127.0.0.1:99999", "localhost", "somewhere:here"])
def test_nobody_at_an_address_is_one_sentence(address: str) -> None:
    with pytest.raises(CarreauError, match=rf"^(There is no Ray at '{address}': |The address of a cluster is HOST:PORT)"):
        connect(address, None)
