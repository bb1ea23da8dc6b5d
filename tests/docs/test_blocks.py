"""Every code block in the documentation works: Python runs, commands run, data can be read, the rest says why it is not run."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.docs.blocks import PAGES, ROOT, Block, blocks_of, commands_in, run_command

FOLLOWED = {"docs/game/tutorial.md": "tests/test_tutorial.py"}  # pages with their own test, which follows them block by block
READ: dict[str, Callable[[str], Any]] = {"toml": tomllib.loads, "json": json.loads}
ELSEWHERE = {"nginx": "tests/web/test_proxy.py"}  # kinds that another test runs, on any page
FREE = {"text"}  # what is neither code nor data
EVERY = [block for page in PAGES for block in blocks_of(page)]
BLOCKS = [block for block in EVERY if block.page not in FOLLOWED]


def pages_with(kind: str) -> list[str]:
    return sorted({block.page for block in BLOCKS if block.kind == kind and not block.why})


def blocks(page: str, kind: str) -> list[Block]:
    return [block for block in BLOCKS if (block.page, block.kind, block.why) == (page, kind, "")]


@pytest.mark.parametrize("page", pages_with("python"))
def test_python_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page one after the other, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in blocks(page, "python"):
        exec(compile(block.text, page, "exec"), names)


@pytest.mark.parametrize("page", pages_with("console"))
def test_commands_run(page: str, tmp_path: Path) -> None:
    """The commands of a page one after the other, in one folder."""
    for block in blocks(page, "console"):
        for command in commands_in(block):
            done = run_command(command, tmp_path)
            assert done.returncode == 0, f"{command}: {done.stderr}"
            assert done.stdout + done.stderr and "Traceback" not in done.stdout + done.stderr, command


@pytest.mark.parametrize("block", [block for block in EVERY if block.kind in READ], ids=lambda one: one.page)
def test_data_can_be_read(block: Block) -> None:
    assert READ[block.kind](block.text)


def test_no_block_is_left_out() -> None:
    """A block that is not run says why, and which test runs it instead, if there is one."""
    for block in BLOCKS:
        assert block.kind in {"python", "console", *READ, *ELSEWHERE, *FREE} or block.why, f"{block.page}: {block.text}"
        assert bool(block.why) or not block.test, f"{block.page} gives no reason: {block.text}"
    for test in {block.test for block in BLOCKS if block.test} | set(ELSEWHERE.values()) | set(FOLLOWED.values()):
        assert (ROOT / test).is_file(), test


def test_indented_blocks_are_not_code() -> None:
    """Code goes between fences, where it is run. Only the README shows two commands without them."""
    for page in PAGES:
        if page != "README.md":
            lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
            assert not any(line.startswith(("    carreau ", "    make ", "    import ")) for line in lines), page
