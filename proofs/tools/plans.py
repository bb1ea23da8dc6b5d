"""Which games a proof plays, and with which options. They are chosen by their properties, so that no game is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from carreau.core.engine import in_real_time
from carreau.core.errors import BadOption
from carreau.core.game import Game, Mode
from carreau.core.match import Match
from carreau.core.option import Number, Option
from carreau.core.types import Value
from carreau.games import games, load, quickest

CLOCK = 3600  # seconds: a clock that runs but does not run out
SECONDS = "_seconds"  # ends the names of options that are times


@dataclass(frozen=True)
class Plan:
    """A kind of table: which game, and how many players."""

    game: str  # its id
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: int = 0
    bots: int = 0

    @property
    def loaded(self) -> Game:
        return load(self.game)

    @cached_property
    def in_turn(self) -> bool:
        return not in_real_time(self.loaded, self.players, self.options)

    def new(self, seed: int) -> Match:
        return Match(self.loaded, self.players, self.options, seed)

    def __str__(self) -> str:
        defaults = {option.name: option.default for option in self.loaded.options}
        chosen = [f"{name}={value}" for name, value in self.options.items() if value != defaults[name]]
        return ", ".join([self.game, f"{self.players} players", *chosen])


def drawn_games() -> list[Game]:
    """All games that can be played at the web table."""
    return [game for game in map(load, games()) if game.has("picture.scene")]


# in turns


def quick(players: int = 2) -> Game:
    """The quickest game that goes in turns, for when one game is enough."""
    return quickest(players, drawn_games())


def short(players: int = 2, bots: int = 0, clock: int = 0) -> Plan:
    """A short match of the quickest game."""
    game = quick(players)
    return Plan(game.id, players, game.short, clock, bots)


def long(players: int = 2, bots: int = 0) -> Plan:
    """A long match of the quickest game: the options that make it short, at their largest."""
    game = quick(players)
    numbers = [option for option in game.options if isinstance(option, Number) and option.name in game.short]
    return Plan(game.id, players, {option.name: option.high for option in numbers}, bots=bots)


def short_of_every_game() -> list[Plan]:
    """Two people, three with a clock, one and a bot, two and two bots, if the game is for that many."""
    tables = ((2, 0, 0), (3, CLOCK, 0), (2, CLOCK, 1), (4, 0, 2))
    return [
        Plan(game.id, players, game.short, clock, bots)
        for game in drawn_games()
        for players, clock, bots in tables
        if players in game.players and game.accepts(players, game.short)
    ]


def alone() -> Plan:
    """One person: in a game for one if there is any, otherwise against a bot."""
    ways = [Plan(game.id, 1, mode.options) for game in drawn_games() for mode in game.modes if 1 in mode.players]
    return ways[0] if ways else Plan(quick().id, 2, bots=1)


# in real time


def at_once(players: int = 2, bots: int = 0) -> list[Plan]:
    """Every way to play in real time, for this many players, with all times as short as possible."""
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
    """With every time as short as possible."""
    chosen = dict(options)
    for option in times_of(game):
        shorter = {**chosen, option.name: option.low}
        chosen = shorter if game.accepts(players, shorter) else chosen
    return chosen


def times_of(game: Game) -> list[Number]:
    return [option for option in game.options if isinstance(option, Number) and option.name.endswith(SECONDS)]


# at random


def draw_plan(chance: Random, among: Sequence[str] = ()) -> Plan:
    """Any game, any of its numbers of players, and any options that fit; about half of them are left at their defaults."""
    game = load(chance.choice(among or games()))
    while True:
        players = chance.choice(game.players)
        given = {one.name: draw_value(one, players, chance) for one in game.options if chance.random() > 0.5}
        try:
            return Plan(game.id, players, game.read_options(given, players))
        except BadOption:
            continue


def draw_value(option: Option, players: int, chance: Random) -> Any:
    if isinstance(option, Number) and chance.random() < 0.5:
        return chance.randint(option.low, option.high)
    return chance.choice(option.samples(players))
