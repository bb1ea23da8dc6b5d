"""The code blocks in the documentation, and how to run a command in one."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FENCE = re.compile(r"^```(\{[^\n]*\}|\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ATTRIBUTE = re.compile(r'data-(\w+)="([^"]*)"')
SERVING = "Carreau is at "


class Block(NamedTuple):
    """A block on a page. `test` names the test that runs it instead, `why` the reason."""

    page: str
    kind: str
    text: str
    test: str = ""
    why: str = ""


def blocks_of(page: str) -> list[Block]:
    """All blocks on a page: ```python, or with a reason ```{.console data-test="tests/…" data-why="…"}."""
    found = []
    for info, text in FENCE.findall((ROOT / page).read_text(encoding="utf-8")):
        kind = re.match(r"\{\.(\w+)|(\w+)|", info)
        assert kind is not None
        found.append(Block(page, kind[1] or kind[2] or "", text, **dict(ATTRIBUTE.findall(info))))
    return found


def commands_in(block: Block) -> list[str]:
    """Its lines without their comments."""
    return [line.partition("  #")[0].strip() for line in block.text.splitlines() if line.strip()]


def run_command(command: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """A command as a user types it, with nobody at the keyboard. A server is stopped with Ctrl-C once it is running."""
    program, *words = command.split()
    assert program in ("carreau", "pytest"), command
    environment = {
        **os.environ, "COLUMNS": "200", "NO_COLOR": "1", "LANG": "en_US.UTF-8", "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1",
        "CARREAU_DATA": str(folder / "data"), "BROWSER": "true", **variables,
    }  # fmt: skip
    line = [sys.executable, "-m", program, *words]
    if words[0] == "serve":
        return serve_and_stop([*line, "--port", "0"], folder, environment)
    return subprocess.run(line, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def serve_and_stop(words: list[str], folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    process = subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    said = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=60)
    assert said.startswith(SERVING), said + errors
    return subprocess.CompletedProcess(words, 0 if process.returncode in (0, 130) else process.returncode, said + rest, errors)
