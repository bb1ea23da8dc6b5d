"""Experiments made in Python instead of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from carreau.core.game import Game
from carreau.core.types import Seed
from carreau.games import LOADED
from carreau.lab.experiment.build import build
from carreau.lab.experiment.experiment import Experiment
from carreau.lab.experiment.setting import Strategy
from carreau.lab.experiment.thinking import Thinking
from carreau.lab.experiment.write import written

Names = str | Sequence[str]


def new_experiment(
    game: Game | str | Path | Sequence[Game | str | Path],
    *,
    title: str | None = None,
    players: int | Sequence[int] | None = None,
    options: Mapping[str, Any] | None = None,
    bots: Names = "random",
    deals: int | None = None,
    precision: float | None = None,
    again: int | None = None,
    deep: int | None = None,
    measure: Sequence[str] | None = None,
    strategies: Sequence[Strategy] = (),
    test: Mapping[str, Any] | None = None,
    thinking: Thinking | None = None,
    seed: Seed | None = None,
) -> Experiment:
    """Ask something of the lab.

    Whatever has a list instead of a value is varied: every combination becomes a setting. The keywords are the keys of an
    experiment's file, and what is left out is as there; `source` of the experiment is that file.

    Args:
        game: A game, its id or its folder; or several.
        title: What to call it.
        players: How many take part.
        options: Options of the game, by name.
        bots: Who plays: one bot for all seats or one for each, separated by commas.
        deals: How many deals each setting plays; with a precision, at most.
        precision: How wide half of the 95 % interval of the first seat's share may be.
        again: How often each deal is played at each table.
        deep: In how many deals positions are looked into.
        measure: What is measured, by name.
        strategies: Restricted players.
        test: Two settings against each other, with the keys of [test].
        thinking: How long people think.
        seed: The seed of the first deal.

    Raises:
        BadExperiment: If something is not right; the sentence says what.
    """
    games = list(game) if isinstance(game, Sequence) and not isinstance(game, str) else [game]
    given = {
        "title": title, "seed": seed, "game": name_of(games[0]) if len(games) == 1 else None,
        "games": [name_of(one) for one in games] if len(games) > 1 else None,
        "players": plain(players), "bots": plain(bots), "deals": deals, "precision": precision, "again": again, "deep": deep,
        "measure": plain(measure), "options": {name: plain(value) for name, value in (options or {}).items()} or None,
        "thinking": vars(thinking) if thinking else None, "strategy": [dict(vars(one)) for one in strategies] or None,
        "test": test,
    }  # fmt: skip
    asked = {name: value for name, value in given.items() if value is not None}
    return build(asked, written(asked))


def name_of(game: Game | str | Path) -> str:
    """The name by which a game can be loaded again."""
    if isinstance(game, Game):
        return str(game.folder) if LOADED.get(game.id) is game else game.id
    return str(game)


def plain(value: Any) -> Any:
    """Lists as lists; anything else as it is."""
    return list(value) if isinstance(value, Sequence | range) and not isinstance(value, str) else value
