"""Which games a proof plays, and by which options: chosen by what they are, so that none is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from carreau.core.engine import in_real_time
from carreau.core.game import Game, Mode
from carreau.core.option import Number, Value
from carreau.games import games, load, quickest

CLOCK = 3600  # seconds: a clock that runs, and does not run out
SECONDS = "_seconds"  # ends the names of options that are times


@dataclass(frozen=True)
class Plan:
    """A kind of table."""

    game: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: int = 0
    bots: int = 0

    @cached_property
    def in_turn(self) -> bool:
        return not in_real_time(load(self.game), self.players, self.options)


def drawn_games() -> list[Game]:
    """All that can be played at the web table."""
    return [game for game in map(load, games()) if game.has("picture.scene")]


# in turns


def quick(players: int = 2) -> Game:
    """Where one game is enough, and in turns."""
    return quickest(players, drawn_games())


def short(players: int = 2, bots: int = 0, clock: int = 0) -> Plan:
    """A short match of the quickest game."""
    game = quick(players)
    return Plan(game.id, players, game.short, clock, bots)


def long(game: Game) -> dict[str, Value]:
    """What makes a match short, at its other end."""
    return {option.name: option.high for option in game.options if isinstance(option, Number) and option.name in game.short}


def short_of_every_game() -> list[Plan]:
    """Two people, three with a clock, one and a bot, two and two bots; as far as a game is for so many."""
    tables = ((2, 0, 0), (3, CLOCK, 0), (2, CLOCK, 1), (4, 0, 2))
    return [
        Plan(game.id, players, game.short, clock, bots)
        for game in drawn_games()
        for players, clock, bots in tables
        if players in game.players and game.accepts(players, game.short)
    ]


def alone() -> Plan:
    """One person: in a game for one if there is any, otherwise beside a bot."""
    ways = [Plan(game.id, 1, mode.options) for game in drawn_games() for mode in game.modes if 1 in mode.players]
    return ways[0] if ways else Plan(quick().id, 2, bots=1)


# in real time


def at_once(players: int = 2, bots: int = 0) -> list[Plan]:
    """Every way to play in real time, for so many, with all times as short as they may be."""
    return [Plan(game.id, players, hasty(game, players, mode.options), bots=bots) for game, mode in races(players)]


def races(players: int = 2) -> list[tuple[Game, Mode]]:
    """The ways to play in real time, as they are."""
    return [
        (game, mode)
        for game in drawn_games()
        for mode in game.modes
        if players in mode.players and in_real_time(game, players, mode.options)
    ]


def hasty(game: Game, players: int, options: Mapping[str, Value]) -> dict[str, Value]:
    chosen = dict(options)
    for option in game.options:
        if isinstance(option, Number) and option.name.endswith(SECONDS):
            shorter = {**chosen, option.name: option.low}
            chosen = shorter if game.accepts(players, shorter) else chosen
    return chosen
