"""The line of a value in a TOML file, however it is written there."""

from __future__ import annotations

import pytest

from carreau.lab.experiment.lines import line_of

TEXT = '''# a comment
title = "one = 1"

bots = [
  "random",   # the first
  "greedy", "1",
  "2"]
about = """
[options]
"""
dotted.key = 3

[options]
hand = [1, 2]
"first" = 0

[[strategy]]
name = "a"

[[strategy]]
  name = "b"

[test]
first = { players = 2, hand = 1 }
'''
WHERE = [
    (("title",), 2), (("bots",), 4), (("bots", 0), 5), (("bots", 2), 6), (("bots", 3), 7), (("about",), 8),
    (("dotted", "key"), 11), (("options",), 13), (("options", "hand"), 14), (("options", "hand", 1), 14),
    (("options", "first"), 15), (("strategy", 0), 17), (("strategy", 1), 20),
    (("strategy", 1, "name"), 21), (("strategy", 1, "allow"), 20), (("test", "first", "hand"), 24),
    (("missing",), 1), ((), 1),
]  # fmt: skip


@pytest.mark.parametrize(("path", "line"), WHERE, ids=str)
def test_a_value_is_found(path: tuple[str | int, ...], line: int) -> None:
    assert line_of(TEXT, path) == line
