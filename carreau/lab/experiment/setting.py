"""A setting: a game with players, options and who plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from carreau.core.game import Game
from carreau.core.types import Value


@dataclass(frozen=True)
class Strategy:
    """A restricted player: a bot that only chooses among some of its actions.

    Attributes:
        name: What it is called among the bots of a setting.
        bot: The bot that chooses.
        allow: A Python expression over the parts of an action (allow.py), or `module:function`. Where it allows nothing,
            everything is allowed.
    """

    name: str
    bot: str
    allow: str


@dataclass(frozen=True)
class Setting:
    """One way to play that is measured.

    Attributes:
        id: Short, unique within its experiment, and fit for the name of a file.
        game: The game.
        players: How many take part.
        options: All options of the game with their values.
        varied: What differs between the settings of the experiment: `game`, `players`, `bots`, and options by their names.
        bots: Who plays at the first table, one name for each seat: `random`, `greedy`, `1` to `5`, `ismcts:N`, `flat:N`,
            `module:Name`, or the name of a strategy.
        strategies: All strategies of the experiment.
    """

    id: str
    game: Game
    players: int
    options: Mapping[str, Value]
    varied: Mapping[str, Value]
    bots: tuple[str, ...]
    strategies: tuple[Strategy, ...] = ()

    @property
    def entrants(self) -> tuple[str, ...]:
        """The different bots, in the order of their first seats: what the column `bot` counts."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def tables(self) -> int:
        """How many tables each deal is played at: one if all bots are the same, otherwise one for each rotation."""
        return 1 if len(self.entrants) == 1 else self.players

    def line_up(self, table: int) -> tuple[str, ...]:
        """Who plays at a table, by seat: everybody sits one seat further than at the table before."""
        return tuple(self.bots[(seat - table) % self.players] for seat in range(self.players))
