"""The checks before a commit (.pre-commit-config.yaml) let good files through and refuse bad ones."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.make_wheel import ROOT, tracked

HOOKS = ("ruff", "ruff-format", "mypy", "rooms")
GOOD = '"""Twice."""\n\n\ndef twice(number: int) -> int:\n    return 2 * number\n'
BAD = {
    "ruff": "import os\n",
    "ruff-format": "number = {  1:2 }\n",
    "mypy": 'number: int = "one"\n',
    "rooms": "from carreau.web import room\n\n__all__ = [room.__name__]\n",
}


class Clone:
    """The repository in a folder of its own, with the hooks installed and the environment in which this test runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in tracked():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
        (folder / ".venv").symlink_to(sys.prefix)
        if (ROOT / ".mypy_cache").exists():  # from `make check`: mypy need not read everything again
            shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT", "PYTEST"))}
        self.environment = {
            **kept, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PRE_COMMIT_HOME": str(folder / "pre-commit"),
        }  # fmt: skip
        self.git("init", "-q")
        self.git("config", "user.name", "Ana")
        self.git("config", "user.email", "ana@example.org")
        (folder / ".git" / "info" / "exclude").write_text("/.venv\n/pre-commit\n", encoding="utf-8")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "everything")
        self.run([sys.executable, "-m", "pre_commit", "install"])

    def run(
        self, command: list[str], code: int = 0, environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            command, cwd=self.folder, env={**self.environment, **(environment or {})}, capture_output=True, text=True
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done

    def git(self, *words: str) -> str:
        return self.run(["git", *words]).stdout.strip()

    def commit(self, name: str, text: str, *hooks: str, refused: bool = False) -> dict[str, str]:
        """Try to commit a file, with these hooks; what each of them says: Passed, Failed or Skipped."""
        (self.folder / name).write_text(text, encoding="utf-8")
        self.git("add", name)
        skipped = ",".join(hook for hook in HOOKS if hook not in hooks)
        done = self.run(["git", "commit", "-m", name], int(refused), {"SKIP": skipped})
        said = re.findall(r"\.{3}(Passed|Failed|Skipped)$", done.stderr, re.MULTILINE)
        return dict(zip(HOOKS, said, strict=True))


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def test_a_good_file_is_committed_and_a_bad_one_is_refused(clone: Clone) -> None:
    assert set(clone.commit("carreau/core/twice.py", GOOD, *HOOKS).values()) == {"Passed"}
    last = clone.git("rev-parse", "HEAD")
    for hook, text in BAD.items():
        said = clone.commit(f"carreau/bots/{hook.replace('-', '_')}.py", text, hook, refused=True)
        assert said == {**dict.fromkeys(HOOKS, "Skipped"), hook: "Failed"}
        clone.git("reset", "-q", "--hard")
    assert clone.git("rev-parse", "HEAD") == last
    assert clone.git("show", "--name-only", "--format=%s") == "carreau/core/twice.py\n\ncarreau/core/twice.py"


def test_every_hook_is_tested() -> None:
    config = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert tuple(line.split()[-1] for line in config.splitlines() if "- id:" in line) == HOOKS == tuple(BAD)
