"""What the commands share: reading options and records, showing progress, saying that code is being compiled."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from carreau.cli.stream_tools import can_write
from carreau.core import policy
from carreau.core.errors import BadOption, UnknownGame
from carreau.core.game import Game
from carreau.core.policy import Policy
from carreau.core.record import read_record
from carreau.core.seed import SEED_DIGITS
from carreau.core.types import Record
from carreau.core.words import LANGUAGES
from carreau.games import load

if TYPE_CHECKING:
    from carreau.bots.levels import Level
    from carreau.core.work import Work

LARGEST_RECORD = 50_000_000
LONG = 1000  # moves, which take plain Python longer than loading machine code
MOST_DIGITS = 100  # of a seed that is a number; more are none

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def read_pairs(pairs: list[str] | None) -> dict[str, str]:
    """Options given as name=value."""
    options = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"An option is written name=value, as in rounds=3, not {pair[:40]!r}.")
        options[name.strip()] = value.strip()
    return options


def find_game(name: str) -> Game:
    """A game by its id or folder; a subfolder of the current one needs no slash."""
    try:
        return load(name)
    except UnknownGame:
        if "/" not in name and "\\" not in name and (Path(name) / "__init__.py").is_file():
            return load(Path(name))
        raise


def find_bot(name: str) -> Level:
    """A bot by its name; your own may also be in the current folder."""
    from carreau.bots.levels import read_player

    if (here := os.getcwd()) not in sys.path:
        sys.path.insert(0, here)
    return read_player(name)


def seed_number(seed: str | None) -> int | str | None:
    """A seed as typed: a whole number, or 64 hexadecimal digits."""
    if seed is not None and seed.isascii() and seed.isdigit() and len(seed) != SEED_DIGITS and len(seed) <= MOST_DIGITS:
        return int(seed)
    return seed


def read_language(language: str | None) -> str:
    """One of the supported languages; the system's if left out."""
    chosen = language or system_language()
    if chosen not in LANGUAGES:
        raise BadOption(f"There is no language {chosen[:20]!r} here: the languages are {', '.join(LANGUAGES)}.")
    return chosen


def system_language() -> str:
    words = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "en"
    return "fr" if words.startswith("fr") else "en"


def load_record(file: Path) -> Record:
    with file.open("rb") as source:  # a device or a pipe does not say how much there is
        content = source.read(LARGEST_RECORD + 1)
    if len(content) > LARGEST_RECORD:
        raise BadOption(f"{file.name} is too large to be a record.")
    return read_record(content)


def print_json(data: Any) -> None:
    text = json.dumps(data, indent=2, ensure_ascii=False)
    print(text if can_write(text) else json.dumps(data, indent=2))


def in_plain_python(moves: int = 0) -> None:
    """For commands that are done sooner than machine code could be loaded; for a long match it is used if it is there."""
    policy.choose(Policy.NEVER if moves <= LONG else Policy.FOUND)


def prepare(game: Game, *works: Work) -> None:
    """Wait until a game is compiled for some work, and show how far that is."""
    missing = [work for work in works if not work.is_used(game) and not work.is_made(game)]
    if policy.current() == Policy.NEVER or not missing:
        return
    from carreau.core.progress import watching

    sign = f"Compiling {game.name} for this machine ({how_often(game)})"
    if not errors.is_terminal:
        print(f"{sign}: a few seconds …", file=sys.stderr, flush=True)
    with Progress(TextColumn(sign), BarColumn(), console=errors, transient=True, disable=not errors.is_terminal) as bar:
        for work in missing:
            task = bar.add_task("", total=1.0)
            with watching(lambda share, task=task: bar.update(task, completed=share)):  # type: ignore[misc]
                work.need(game)
            bar.update(task, visible=False)


def how_often(game: Game) -> str:
    from carreau.core.cache import cache_root, lasts
    from carreau.core.code_folder import writable
    from carreau.core.engine import code_folder

    if lasts(writable(code_folder(game))):
        return "once"
    root = cache_root()
    return "each time, because " + (f"{root} cannot be written to" if lasts(root) else "there is no home folder to keep it in")
