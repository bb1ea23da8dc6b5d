"""What the commands share: reading options and records, showing progress, saying that code is being compiled."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console

from carreau.core.errors import BadOption
from carreau.core.game import Game
from carreau.core.record import read_record
from carreau.core.seed import SEED_DIGITS

LARGEST_RECORD = 50_000_000

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


def seed_number(seed: str | None) -> int | str | None:
    """A seed as typed: a whole number, or 64 hexadecimal digits."""
    if seed is not None and seed.isascii() and seed.isdigit() and len(seed) != SEED_DIGITS:
        return int(seed)
    return seed


def load_record(file: Path) -> dict[str, Any]:
    if file.stat().st_size > LARGEST_RECORD:
        raise BadOption(f"{file.name} is too large to be a record.")
    return read_record(file.read_bytes())


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


def prepare(game: Game, work: str = "match") -> None:
    """Prepare a game's rules, with a visible sign if that takes time."""
    from carreau.core.engine import is_ready, make_ready

    if not is_ready(game, work):
        sign = f"Compiling {game.name} for this machine: once, some seconds …"
        if errors.is_terminal:
            with errors.status(sign):
                make_ready(game, work)
        else:
            print(sign, file=sys.stderr, flush=True)
            make_ready(game, work)
