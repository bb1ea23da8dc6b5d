"""The unit for systemd and the container file: their commands are run, as far as that is possible without either."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from carreau.cli.app_tools import app
from carreau.core.cache import cache_root
from carreau.store.folder import data_folder
from tests.orphans import children, needs_proc, wait_for
from tests.web.running import get

ROOT = Path(__file__).parents[1]
UNIT, CONTAINER = ROOT / "deploy" / "carreau.service", ROOT / "deploy" / "Containerfile"
PROGRAM = "/opt/carreau/bin/carreau"
ANALYZE = shutil.which("systemd-analyze")
MOST_EXPOSED = 30  # tenths of what systemd calls exposure; 17 with systemd 252


def in_unit(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)


def in_container(name: str) -> list[str]:
    """The arguments of an instruction, wherever it occurs."""
    return re.findall(rf"^{name} (.*)$", CONTAINER.read_text(encoding="utf-8"), re.MULTILINE)


def check_options(words: list[str]) -> None:
    """The real parser takes them."""
    command, *_ = app.parse_args(words, exit_on_error=False, print_error=False)
    assert command.__name__ == "serve"


@contextmanager
def serving(words: list[str], folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A command as it stands there, at another port; its process and its address."""
    places = {"CARREAU_DATA": str(folder / "data"), "CARREAU_CACHE": str(folder / "cache"), "CARREAU_COMPILE": "never"}
    process = subprocess.Popen(
        [sys.executable, "-m", "carreau", *words, "--port", "0"], stdout=subprocess.PIPE, text=True, cwd=ROOT,
        env={**os.environ, **places},
    )  # fmt: skip
    assert process.stdout is not None
    said = re.search(r"http://127.0.0.1:\d+", process.stdout.readline())
    assert said
    try:
        yield process, said[0]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


# systemd


@pytest.mark.skipif(not ANALYZE, reason="systemd is not installed")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    """With a program that is there."""
    assert ANALYZE
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text(encoding="utf-8").replace(PROGRAM, sys.executable), encoding="utf-8")
    done = subprocess.run([ANALYZE, "verify", "--man=no", str(copy)], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    rating = [ANALYZE, "security", "--offline=true", f"--threshold={MOST_EXPOSED}", str(copy)]
    assert subprocess.run(rating, capture_output=True).returncode == 0


@needs_proc
def test_the_commands_of_the_unit(tmp_path: Path) -> None:
    program, *words = shlex.split(in_unit("ExecStart")[0])
    assert program == PROGRAM
    check_options(words)
    words[words.index("--metrics") + 1] = "0"
    with serving(words, tmp_path) as (process, address):
        assert get(f"{address}/healthz") == (200, "alive\n"), "by the machine's own address, whatever --url is"
        wait_for(lambda: children(process.pid), "no process serves tables")
        before = children(process.pid)
        subprocess.run(shlex.split(in_unit("ExecReload")[0].replace("$MAINPID", str(process.pid))), check=True)
        wait_for(lambda: children(process.pid) and not {*before} & {*children(process.pid)}, "no new process")
        assert get(f"{address}/readyz") == (200, "ready\n")
        process.send_signal(signal.SIGTERM)
        assert process.wait(float(in_unit("TimeoutStopSec")[0])) == 0


def test_the_folders_of_the_unit_are_the_ones_that_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = in_unit("Environment")
    places = dict(word.split("=") for word in text.replace("%S", "/var/lib").replace("%C", "/var/cache").split())
    for name, place in places.items():
        monkeypatch.setenv(name, place)
    assert data_folder() == Path("/var/lib", *in_unit("StateDirectory"))
    assert cache_root() == Path("/var/cache", *in_unit("CacheDirectory"))
    assert not in_unit("MemoryDenyWriteExecute"), "machine code is made at run time"


# a container


def test_the_container_file() -> None:
    """A short name of an image, nobody's root, and folders that outlive the container."""
    lines = [line for line in CONTAINER.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    known = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT"}
    assert {line.split()[0] for line in lines} == known and lines[-1].startswith("ENTRYPOINT")
    assert all(re.fullmatch(r"python:3\.\d+-slim( AS build)?", image) for image in in_container("FROM"))
    assert lines.index(f"USER {in_container('USER')[0]}") > max(k for k, line in enumerate(lines) if line.startswith("RUN"))
    assert "root" not in in_container("USER")[0]
    (settings,) = in_container("ENV")
    volumes = json.loads(in_container("VOLUME")[0])
    assert {f"CARREAU_DATA={volumes[0]}", f"CARREAU_CACHE={volumes[1]}"} <= {*settings.split()}
    assert all(f" {volume}" in in_container("RUN")[1] for volume in volumes)


def test_the_container_has_all_that_the_package_is_made_of(tmp_path: Path) -> None:
    """pip makes the wheel from what is copied and nothing else; that it works is tested in test_wheel.py."""
    source = tmp_path / "source"
    for words in in_container("COPY"):
        if not words.startswith("--from"):
            *names, target = words.split()
            for name in names:
                place = source / target / (name if len(names) > 1 else "")
                place.parent.mkdir(parents=True, exist_ok=True)
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, place, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(ROOT / name, place)
    build = ["-m", "pip", "wheel", "-q", "--no-index", "--no-deps", "--no-build-isolation", "-w", str(tmp_path), str(source)]
    subprocess.run([sys.executable, *build], check=True, capture_output=True)
    assert len([*tmp_path.glob("carreau-*.whl")]) == 1
    assert "--constraint constraints.txt" in in_container("RUN")[0] and (source / "constraints.txt").is_file()


def test_the_commands_of_the_container(tmp_path: Path) -> None:
    program, *words = json.loads(in_container("ENTRYPOINT")[0])
    assert program == "carreau"
    check_options(words)
    _, *check = json.loads(in_container("HEALTHCHECK")[0].removeprefix("CMD "))
    with serving(words, tmp_path) as (_, address):
        at_port = [word.replace("8421", address.rpartition(":")[2]) for word in check]
        assert subprocess.run([sys.executable, *at_port], capture_output=True).returncode == 0
    wait_for(lambda: subprocess.run([sys.executable, *at_port], capture_output=True).returncode == 1, "somebody still answers")
    assert in_container("EXPOSE") == ["8421"]
