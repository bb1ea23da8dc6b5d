"""How strong the bots are, game by game: plays the comparisons that the documentation shows, and writes them down.

    python -m carreau.lab.strength docs/bots/strength.json [GAME …]

What has been played is saved, so you can stop it and continue later.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import carreau
from carreau.bots.bot import Ismcts
from carreau.bots.levels import Level, read_player
from carreau.core.game import Game
from carreau.lab.ladder import compare, weigh

MATCHES = 400
PAIRS = [
    ("1", "random"), ("2", "1"), ("3", "2"), ("4", "3"), ("3", "1"), ("ismcts:1000", "3"), ("ismcts:1000", "greedy"),
    ("ismcts:400", "ismcts:100"), ("5", "greedy"), ("5", "3"), ("ismcts:1600", "ismcts:400"),
]  # fmt: skip
SEED = 20_000
PERCENT = "{share:.0%} ({low:.0%} to {high:.0%})"


def measure(game: Game, first: str, second: str, matches: int) -> dict[str, Any]:
    players = 2
    options = game.read_options({}, players)
    one, other = unhurried(read_player(first)), unhurried(read_player(second))
    deals = compare(game, players, options, one, other, matches, SEED, lambda n: None, early=False)
    pair = asdict(weigh(first, second, players, deals, matches))
    return {"game": game.id, "version": game.version, **{key: value for key, value in pair.items() if key != "deals"}}


def unhurried(level: Level) -> Level:
    """The same player without a time limit, so that a busy machine does not weaken it."""
    bot = level.bot
    return replace(level, bot=replace(bot, seconds=None, cores=1)) if isinstance(bot, Ismcts) else level


def table(rows: list[dict[str, Any]]) -> str:
    """The comparisons as a Markdown table, one line per game."""
    games = list(dict.fromkeys(row["game"] for row in rows))
    pairs = list(dict.fromkeys((row["first"], row["second"]) for row in rows))
    found = {(row["game"], row["first"], row["second"]): PERCENT.format(**row) for row in rows}
    lines = ["| game | " + " | ".join(f"{a} against {b}" for a, b in pairs) + " |", "| --- |" + " --- |" * len(pairs)]
    for game in games:
        cells = [found.get((game, *pair), "") for pair in pairs]
        lines.append(f"| {carreau.load(game).name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main(file: Path, names: list[str]) -> None:
    rows: list[dict[str, Any]] = json.loads(file.read_text()) if file.exists() else []
    done = {(row["game"], row["version"], row["first"], row["second"]) for row in rows}
    for first, second in PAIRS:
        for name in names or carreau.games():
            game = carreau.load(name)
            if (game.id, game.version, first, second) not in done:
                rows.append(measure(game, first, second, MATCHES))
                print(f"{game.name}: {first} against {second} " + PERCENT.format(**rows[-1]), flush=True)
                file.write_text(json.dumps(rows, indent=1))
    print(table(rows))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
