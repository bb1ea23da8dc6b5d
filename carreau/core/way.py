"""Ways to play: what people choose first when they set up a table, each with a picture and a sentence.

They are the values of one option of the game, and are written down in `ways.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from carreau.core.errors import CarreauError

if TYPE_CHECKING:
    from carreau.core.game import Game

FILE = "ways.toml"
KEYS = {"picture", "title", "line"}


@dataclass(frozen=True)
class Way:
    """A way to play.

    Attributes:
        option: The option of the game that chooses it.
        value: The value that this option has then.
        picture: An example that shows it.
        title: What it is called, by language.
        line: How it goes, in one sentence, by language.
    """

    option: str
    value: str
    picture: str
    title: Mapping[str, str]
    line: Mapping[str, str]

    def players(self, game: Game) -> list[int]:
        """How many can play it."""
        return [number for number in game.players if game.accepts(number, {self.option: self.value})]


def read_ways(game: Game) -> list[Way]:
    """The ways to play a game, the usual one first; none if there is only one."""
    file = game.texts / FILE
    if not file.exists():
        return []
    facts = tomllib.loads(file.read_text(encoding="utf-8"))
    option = facts.pop("option", "")
    if not isinstance(option, str) or option not in {one.name for one in game.options}:
        raise CarreauError(f"{FILE} is about an option {option!r}, which the game does not have.")
    return [read_way(option, value, about) for value, about in facts.items()]


def read_way(option: str, value: str, facts: Any) -> Way:
    if not isinstance(facts, dict) or facts.keys() != KEYS:
        raise CarreauError(f"The way {value!r} in {FILE} needs exactly {', '.join(sorted(KEYS))}.")
    return Way(option, value, **facts)
