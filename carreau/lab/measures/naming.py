"""What settings, bots and cards are called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, SupportsIndex

from carreau.core.amount import amount
from carreau.core.errors import CarreauError
from carreau.core.game import Game
from carreau.core.phrase import Phrase
from carreau.core.types import Value
from carreau.core.words import Words
from carreau.games import load
from carreau.lab.experiment import Setting
from carreau.lab.matches.kinds import action_with, kind_name
from carreau.lab.matches.watch_for import kinds_of


def name_of(setting: Setting) -> Phrase:
    """A setting by what tells it from the others of its experiment; by its game if it is the only one."""
    if not setting.varied:
        return Phrase("{part}", part=setting.game.name)
    return chained([part_of(name, value) for name, value in setting.varied.items()])


def part_of(name: str, value: Value) -> str:
    if name == "game":
        return game_name(str(value))
    if name == "players":
        return Phrase("{n} players", n=value)
    if name == "bots":
        return line_up(str(value).split(","))
    return Phrase("{option} = {value}", option=name, value=value_name(value))


def game_name(id: str) -> str:
    try:
        return load(id).name
    except CarreauError:  # one from a folder of its own
        return id


def value_name(value: Value) -> str:
    """An option's value."""
    if isinstance(value, bool):
        return Phrase("on") if value else Phrase("off")
    if value is None:
        return Phrase("random")
    return amount(value) if isinstance(value, int | float) else value


def line_up(bots: Sequence[str]) -> str:
    """Who plays: one name if all are the same."""
    return chained([bot_name(bot) for bot in (bots if len(set(bots)) > 1 else bots[:1])])


def bot_name(bot: str) -> str:
    return Phrase("level {n}", n=bot) if bot in "12345" else bot


def chained(parts: Sequence[str]) -> Phrase:
    """Joined with commas."""
    phrase = Phrase("{part}", part=parts[0])
    for part in parts[1:]:
        phrase = Phrase("{before}, {part}", before=phrase, part=part)
    return phrase


# cards


class Whole(Phrase):
    """A phrase that stays one where a game makes its spaces firm."""

    def replace(self, old: str, new: str, count: SupportsIndex = -1, /) -> Whole:
        return self


class Phrasing(Words):
    """Says everything as a phrase, which can be said in another language later."""

    def say(self, message: str, **values: Any) -> str:
        return Whole(message, **values)


PHRASING = Phrasing("en")


@cache
def card_labels(game: Game) -> tuple[str, ...]:
    """Cards in words, by the number in the field `card`."""
    return tuple(kind_name(game, kind, PHRASING) for kind in range(kinds_of(game)))


@cache
def card_names(game: Game) -> tuple[str, ...]:
    """Cards as the notation calls them; these numbers if it does not tell them apart."""
    found = [game.name_action(action_with(game, kind)).split()[0] for kind in range(kinds_of(game))]
    return tuple(found if len(set(found)) == len(found) else map(str, range(len(found))))
