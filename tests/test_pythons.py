"""`make pythons` finds the oldest and the newest supported Python, wherever they are installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.pythons import ROOT, supported

THIS = f"{sys.version_info[0]}.{sys.version_info[1]}"
OTHER = [version for version in supported() if version != THIS]
ANSWERS = '#!/bin/sh\necho {version}\necho "$0"\n'
BROKEN = "#!/bin/sh\necho 'pyenv: command not found' >&2\nexit 127\n"


class Machine:
    """A machine with the Pythons that a test puts there."""

    def __init__(self, folder: Path) -> None:
        self.path, self.pyenv = folder / "bin", folder / "pyenv"
        self.path.mkdir()

    def put(self, file: Path, program: str) -> str:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(program, encoding="utf-8")
        file.chmod(0o755)
        return str(file)

    def on_path(self, version: str, program: str = ANSWERS) -> str:
        return self.put(self.path / f"python{version}", program.format(version=version))

    def in_pyenv(self, version: str, patch: int) -> str:
        folder = self.pyenv / "versions" / f"{version}.{patch}"
        return self.put(folder / "bin" / f"python{version}", ANSWERS.format(version=version))

    def run(self, *command: str, code: int = 0) -> list[str]:
        """What is said, line by line. The command runs once for each Python that was chosen."""
        program = [sys.executable, str(ROOT / "tests" / "pythons.py"), *(command or ["/bin/echo", "make"])]
        given = {"PATH": str(self.path), "PYENV_ROOT": str(self.pyenv)}
        done = subprocess.run(program, env=given, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stderr
        return (done.stdout + done.stderr).splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def run_with(version: str, path: str) -> list[str]:
    return [f"Python {version}: {path}", f"make PYTHON={path} VENV=.venv-{version}"]


def test_the_oldest_and_the_newest_are_chosen(machine: Machine) -> None:
    oldest, *_, newest = supported()
    machine.on_path(newest, BROKEN)
    machine.in_pyenv(newest, 2)
    last = machine.in_pyenv(newest, 10)
    for version in supported()[1:-1]:
        machine.on_path(version)
    first = machine.on_path(oldest)
    machine.in_pyenv(oldest, 4)
    machine.in_pyenv("3.6", 15)
    assert machine.run() == [*run_with(oldest, first), *run_with(newest, last)]


def test_one_is_enough(machine: Machine) -> None:
    (machine.path / "python3").symlink_to(sys.executable)
    said, *rest = machine.run()
    assert said == f"Of Python {', '.join(supported())}, only {THIS} is installed here, so this runs once."
    assert len(rest) == 2 and rest[1].endswith(f" VENV=.venv-{THIS}")


def test_none_is_too_few(machine: Machine) -> None:
    machine.on_path(supported()[0], BROKEN)
    assert machine.run(code=2) == [f"No supported Python is installed here: install one of {', '.join(supported())}."]


def test_what_fails_with_one_is_run_with_the_other_too(machine: Machine) -> None:
    for version in supported():
        machine.on_path(version)
    assert len(machine.run("/bin/false", code=1)) == 2


def test_the_oldest_is_the_one_that_is_required() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        assert tomllib.load(file)["project"]["requires-python"] == f">={supported()[0]}"


def test_make_uses_the_python_and_the_environment_that_it_is_told(machine: Machine) -> None:
    """A dry run: nothing is installed."""
    other = machine.on_path(OTHER[0])
    command = ["make", "-n", "-C", str(ROOT), "test", f"PYTHON={other}", "VENV=.venv-other"]
    given = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    said = subprocess.run(command, env=given, capture_output=True, text=True, check=True).stdout
    assert f"{other} -m venv .venv-other" in said
    assert ".venv-other/bin/python -m pytest" in said and ".venv/" not in said
