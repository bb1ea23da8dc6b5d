"""The tutorial is followed to the letter: its commands run, its edits apply, and the output is what it says."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.docs.blocks import run_command

ROOT = Path(__file__).parent.parent
TUTORIAL = (ROOT / "docs" / "game" / "tutorial.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
REPLACE, ADD = re.compile(r"^In `([^`]+)` replace$", re.MULTILINE), re.compile(r"^At the end of `([^`]+)` add$", re.MULTILINE)


class Step(NamedTuple):
    """A block, its kind, and the file named before it."""

    kind: str  # console, text, replace, with, add
    text: str
    file: str


def steps() -> Iterator[Step]:
    end, file = 0, ""
    for block in BLOCK.finditer(TUTORIAL):
        before, end = TUTORIAL[end : block.start()], block.end()
        replaced, added = REPLACE.findall(before), ADD.findall(before)
        if replaced or added:
            (file,) = replaced or added
            yield Step("replace" if replaced else "add", block[2], file)
        elif before.strip() == "with":
            yield Step("with", block[2], file)
        elif block[1] != "toml":  # part of the reader's own file
            assert block[1] in ("console", "text"), block[0]
            yield Step(block[1], block[2], "")


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    plain = {"NUMBA_DISABLE_JIT": "1", "PYTEST_ADDOPTS": f"-q -p no:cacheprovider -c {os.devnull}"}
    return run_command(command, folder, **(plain if command.startswith("pytest") else {}))


def test_the_tutorial_holds_from_beginning_to_end(tmp_path: Path) -> None:
    told = old = ""
    whole = [*steps(), Step("console", "", "")]
    for step, following in zip(whole, whole[1:]):
        if step.kind == "console":
            for number, command in enumerate(step.text.splitlines(), 1):
                done = run(command, tmp_path)
                told = done.stdout + done.stderr
                fails = following.kind == "text" and number == len(step.text.splitlines())
                assert (done.returncode != 0) == fails, f"{command}: {told}"
        elif step.kind == "text":
            assert all(line in told for line in step.text.splitlines()), f"{step.text} is not in: {told}"
        elif step.kind == "replace":
            old = step.text
        else:
            file = tmp_path / step.file
            text = file.read_text(encoding="utf-8")
            assert step.kind == "add" or text.count(old) == 1, f"{step.file} has {text.count(old)} of: {old}"
            file.write_text(text + step.text if step.kind == "add" else text.replace(old, step.text), encoding="utf-8")


def test_the_tutorial_has_something_to_follow() -> None:
    kinds = [step.kind for step in steps()]
    assert kinds.count("console") >= 8 and kinds.count("replace") == kinds.count("with") > 10 and kinds.count("text") > 4
