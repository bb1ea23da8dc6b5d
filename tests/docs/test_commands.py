"""The page of all commands says what the command line itself says, and its examples can be typed."""

from __future__ import annotations

import re

import pytest

from carreau.cli.app_tools import app
from tests.docs.blocks import ROOT

PAGE = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
LISTED = re.findall(r"^`carreau (.*)`\n:   (.*)$", PAGE, re.MULTILINE)  # an example, and what the command does


def test_every_command_is_listed_with_its_own_sentence() -> None:
    commands = {name: app[name].help for name in app if not name.startswith("-")}
    assert len(LISTED) == len(commands)
    assert {example.split()[0]: sentence for example, sentence in LISTED} == commands


@pytest.mark.parametrize("example", [example for example, _ in LISTED])
def test_every_example_can_be_typed(example: str) -> None:
    """The real parser takes it; what the commands then do is tested elsewhere."""
    command, *_ = app.parse_args(example.split(), exit_on_error=False, print_error=False)
    assert command.__name__ == example.split()[0]
