"""A way to play, drawn from all that the games allow, and what a random player does in it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from carreau.bots.anything import choose
from carreau.core.errors import BadOption
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.option import Number, Option
from carreau.games import games, load

__all__ = ["Case", "choose", "draw_case"]

OFTEN = 0.5  # of the options are left as they are


class Case(NamedTuple):
    """A game, how many play, and by which options."""

    game: Game
    players: int
    options: dict[str, Any]

    def __str__(self) -> str:
        chosen = [f"{option.name}={self.options[option.name]}" for option in self.game.options if self.is_chosen(option)]
        return ", ".join([self.game.id, f"{self.players} players", *chosen])

    def is_chosen(self, option: Option) -> bool:
        return bool(self.options[option.name] != option.default)

    def new(self, seed: int) -> Match:
        return Match(self.game, self.players, self.options, seed)


def draw_case(chance: random.Random, among: Sequence[str] = ()) -> Case:
    """Any game, any of its numbers of players, and any options that go together with them."""
    game = load(chance.choice(among or games()))
    while True:
        players = chance.choice(game.players)
        given = {one.name: draw_value(one, players, chance) for one in game.options if chance.random() > OFTEN}
        try:
            return Case(game, players, game.read_options(given, players))
        except BadOption:
            continue


def draw_value(option: Option, players: int, chance: random.Random) -> Any:
    if isinstance(option, Number) and chance.random() < 0.5:
        return chance.randint(option.low, option.high)
    return chance.choice(option.samples(players))
