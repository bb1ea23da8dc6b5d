"""The keys of an experiment's file: which there are, and what they take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from carreau.core.number import shown, whole_number
from carreau.core.phrase import Phrase
from carreau.core.words import message
from carreau.lab.experiment.errors import BadExperiment, Path

MOST_DEALS = 10_000_000
MOST_AGAIN = 1000
LONGEST_TEXT = 200
LONGEST_THOUGHT = 3600.0  # seconds


@dataclass(frozen=True)
class Key:
    """A key, what it takes in words, and whether a value is that."""

    name: str
    expects: str
    fits: Callable[[Any], bool]


def is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value.strip()) > 0 and len(value) <= LONGEST_TEXT


def is_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) > 0 and all(map(is_text, value))


def is_whole(low: int, high: int) -> Callable[[Any], bool]:
    def fits(value: Any) -> bool:
        number = whole_number(value)
        return number is not None and low <= number <= high

    return fits


def is_number(low: float, high: float) -> Callable[[Any], bool]:
    """Between two bounds, both included."""

    def fits(value: Any) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high

    return fits


def is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def is_players(value: Any) -> bool:
    several = list(value) if isinstance(value, list | tuple) else [value]
    return bool(several) and all(map(is_whole(1, 1000), several))


TEXT, TABLE = message("a text in quotation marks"), message("a table")
TOP = (
    Key("title", TEXT, is_text),
    Key("seed", message("a whole number, or 64 hexadecimal digits in quotation marks"), lambda value: True),
    Key("game", message("a game’s id, or the path of its folder, in quotation marks"), is_text),
    Key("games", message("a list of games, each in quotation marks"), is_texts),
    Key("players", message("a number of players, or a list of them"), is_players),
    Key(
        "bots",
        message("a bot in quotation marks, one for each seat separated by commas, or a list of these"),
        lambda value: is_text(value) or is_texts(value),
    ),
    Key("deals", message("a whole number from 1 to 10,000,000"), is_whole(1, MOST_DEALS)),
    Key("precision", message("a number from 0.0005 to 0.5"), is_number(0.0005, 0.5)),
    Key("again", message("a whole number from 1 to 1,000"), is_whole(1, MOST_AGAIN)),
    Key("deep", message("a whole number from 0 to 10,000,000"), is_whole(0, MOST_DEALS)),
    Key("measure", message("a list of measures, each in quotation marks"), is_texts),
    Key("options", TABLE, is_table),
    Key("thinking", TABLE, is_table),
    Key(
        "strategy",
        message("one or more tables that begin with [[strategy]]"),
        lambda value: isinstance(value, list | tuple) and all(map(is_table, value)),
    ),
    Key("test", TABLE, is_table),
)
THINKING = (
    Key("base", message("a number of seconds from 0 to 3,600"), is_number(0, LONGEST_THOUGHT)),
    Key("per_choice", message("a number of seconds from 0 to 3,600"), is_number(0, LONGEST_THOUGHT)),
)
STRATEGY = (Key("name", TEXT, is_text), Key("bot", TEXT, is_text), Key("allow", TEXT, is_text))
CONDITIONS = message("a table such as {{ players = 2 }}")
TEST = (
    Key("first", CONDITIONS, is_table),
    Key("second", CONDITIONS, is_table),
    Key("of", TEXT, is_text),
    Key("apart", message("a number above 0"), lambda value: is_number(0, 1e9)(value) and value > 0),
    Key("alpha", message("a number from 0.001 to 0.4"), is_number(0.001, 0.4)),
    Key("beta", message("a number from 0.001 to 0.4"), is_number(0.001, 0.4)),
)


def check_table(given: Mapping[str, Any], keys: Sequence[Key], path: Path = ()) -> None:
    """Refuse a key that there is not, or a value that it does not take."""
    known = {one.name: one for one in keys}
    for name, value in given.items():
        if name not in known:
            raise BadExperiment(unknown(name, list(known)), (*path, name))
        if not known[name].fits(value):
            raise BadExperiment(
                Phrase(
                    "{key} cannot be {value}: it takes {kind}.", key=name, value=shown(value), kind=Phrase(known[name].expects)
                ),
                (*path, name),
            )


def unknown(name: str, known: Sequence[str]) -> Phrase:
    """There is no such key; the nearest there is, or all of them."""
    if near := nearest(name, known):
        return Phrase("There is no key {name!r} here: did you mean {near!r}?", name=name[:40], near=near)
    return Phrase("There is no key {name!r} here; the keys are: {known}.", name=name[:40], known=", ".join(known))


def nearest(name: str, known: Sequence[str]) -> str:
    """The name that was probably meant; empty if none is near."""
    return next(iter(get_close_matches(name, known, n=1)), "")


def needed(given: Mapping[str, Any], names: Sequence[str], path: Path) -> None:
    """Refuse a table without one of its keys."""
    for name in names:
        if name not in given:
            raise BadExperiment(Phrase("The key {name!r} is missing here.", name=name), path)
