"""The small game with a mistake in it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from carreau.check.case import Case, Subject
from carreau.check.checked import checked
from carreau.check.registry import PLAIN, SOURCE
from carreau.check.run import Result, all_checks, perform, run
from carreau.core.game import Game
from carreau.games import load

LITTLE = Path(__file__).parent / "little"
COUNT = iter(range(1000))
Changes = dict[str, list[tuple[str, str]]]  # by file: old text and new text


def planted(folder: Path, changes: Changes) -> Path:
    """A copy of the game with something wrong in it; it has its own name, because modules are found by name."""
    copy = folder / f"little_{next(COUNT)}"
    shutil.copytree(LITTLE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for file, replacements in {
        **changes,
        "__init__.py": [*changes.get("__init__.py", []), ('"little"', f'"{copy.name}"')],
    }.items():
        text = (copy / file).read_text(encoding="utf-8")
        for old, new in replacements:
            assert old in text, f"{file} has no {old!r}"
            text = text.replace(old, new, 1)
        (copy / file).write_text(text, encoding="utf-8")
    return copy


def loaded(folder: Path, changes: Changes) -> Game:
    return load(planted(folder, changes))


def in_plain_python(game: Game) -> list[Result]:
    """What the quick stages find."""
    return [result for result in run(game, (SOURCE, PLAIN)) if not result.kept]


def of_check(game: Game, name: str) -> Result:
    """One check, in plain Python; on the first way to play, if it is about a way to play."""
    check = next(check for check in all_checks() if check.name == name)
    twin = checked(game)
    subject = Subject(twin, plain=True)
    return perform(check, Case(twin, game.modes[0], game.players[0], plain=True) if check.each_case else subject)


def forget(game: Game) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == game.package]:
        del sys.modules[name]
