"""The page of all commands says what the command line itself says, and its examples can be typed."""

from __future__ import annotations

import re

import pytest

from carreau.cli.app_tools import app
from tests.docs.blocks import ROOT

PAGE = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(\w+)` \| (.*) \| `carreau (.*)` \|$", PAGE, re.MULTILINE)


def test_every_command_is_listed_with_its_own_sentence() -> None:
    commands = {name: app[name].help for name in app if not name.startswith("-")}
    assert len(ROWS) == len(commands)
    assert {name: sentence for name, sentence, _ in ROWS} == commands


@pytest.mark.parametrize(("name", "example"), [(name, example) for name, _, example in ROWS])
def test_every_example_can_be_typed(name: str, example: str) -> None:
    """The real parser takes it; what the commands then do is tested elsewhere."""
    command, *_ = app.parse_args(example.split(), exit_on_error=False, print_error=False)
    assert command.__name__ == name == example.split()[0]
