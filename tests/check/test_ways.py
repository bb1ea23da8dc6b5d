"""Mistakes planted in ways to play and in leaflets: each is found, and the sentence says where."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from carreau.core.way import read_ways
from carreau.games import load
from tests.check.plant import of_check
from tests.some import EVERY

GAME = min((game for game in EVERY if read_ways(game)), key=lambda game: len(read_ways(game)))
SHOWN, COMPLETE = "ways-are-shown", "ways-are-complete"
WAYS = (GAME.texts / "ways.toml").read_text(encoding="utf-8")
FIRST, SECOND = read_ways(GAME)[:2]


def planted(folder: Path, text: str) -> Path:
    copy = folder / f"{GAME.id}_{folder.name.replace('-', '_')}"
    shutil.copytree(GAME.folder, copy, ignore=shutil.ignore_patterns("__pycache__"))
    facts = copy / "__init__.py"
    facts.write_text(facts.read_text(encoding="utf-8").replace(f'id="{GAME.id}"', f'id="{copy.name}"'), encoding="utf-8")
    (copy / "words" / "ways.toml").write_text(text, encoding="utf-8")
    return copy


@pytest.mark.parametrize(
    ("check", "old", "new", "said"),
    [
        (SHOWN, FIRST.title["fr"], "", "title says nothing in 'fr'"),
        (SHOWN, FIRST.line["en"], "and so on " * 12, "line has more than 90 letters in 'en'"),
        (SHOWN, f'picture = "{FIRST.picture}"', 'picture = "none"', "shows 'none', which words/examples.toml does not have"),
        (SHOWN, f'picture = "{SECOND.picture}"', f'picture = "{FIRST.picture}"', f"shows '{FIRST.picture}', in which"),
        (COMPLETE, f"[{SECOND.value}]", "[other]", "differ in"),
        (COMPLETE, WAYS[WAYS.index(f"[{SECOND.value}]") :], "", "differ in"),
    ],
)
def test_a_mistake_in_the_ways_is_found(check: str, old: str, new: str, said: str, tmp_path: Path) -> None:
    assert old in WAYS
    result = of_check(load(planted(tmp_path, WAYS.replace(old, new, 1))), check)
    assert not result.kept and said in result.wrong, result.wrong


def test_the_usual_way_comes_first(tmp_path: Path) -> None:
    head, first, second = WAYS.partition(f"[{FIRST.value}]")[0], FIRST.value, WAYS.index(f"[{SECOND.value}]")
    swapped = head + WAYS[second:] + "\n" + WAYS[WAYS.index(f"[{first}]") : second]
    result = of_check(load(planted(tmp_path, swapped)), COMPLETE)
    assert not result.kept and "begins with" in result.wrong, result.wrong
