"""The form for a new table: what can be chosen, and what was chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from carreau.core.game import Game
from carreau.core.option import Choice, Flag, Number, Option, PerSeat, Seat, meanings
from carreau.core.way import Way, read_ways
from carreau.core.words import Words
from carreau.table.coach import check_coach
from carreau.table.settings import ASKED, BOT, ME, MIDDLE, NO_COACH, WARNING, BadSettings, Chair, Settings, levels, make_settings
from carreau.table.text import LEVEL_NAMES

CLOCKS = (0, 5, 10, 20, 30)  # minutes
RULE = re.compile(r"\s*\([A-Z]\d+[^)]*\)")


@dataclass(frozen=True)
class Field:
    """An option of the game as a field of the form."""

    name: str
    kind: str  # number, flag, choice
    label: str
    value: str
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()  # (value, label)


@dataclass(frozen=True)
class WayField:
    """A way to play as a choice of the form."""

    value: str
    title: str
    line: str
    picture: str  # the name of an example
    players: str  # how many can play it, separated by spaces
    chosen: bool


def fields(game: Game, words: Words, given: Mapping[str, str]) -> list[Field]:
    return [field(option, game, words, given.get(f"option-{option.name}")) for option in game.options]


def way_fields(game: Game, words: Words, given: Mapping[str, str]) -> list[WayField]:
    """The ways to play, of which one is chosen; none if there is only one."""
    ways = ways_of(game)
    chosen = given.get(f"option-{ways[0].option}", ways[0].value) if ways else ""
    return [
        WayField(
            way.value, way.title[words.language], way.line[words.language], way.picture,
            " ".join(map(str, way.players(game))), way.value == chosen,
        )
        for way in ways
    ]  # fmt: skip


@cache
def ways_of(game: Game) -> tuple[Way, ...]:
    return tuple(read_ways(game))


@cache
def belongs_to(game: Game) -> dict[str, tuple[str, ...]]:
    """The ways to play in which an option can be changed, by the option's name."""
    return {
        option.name: tuple(way.value for way in ways_of(game) if any(can_change(game, option, way, n) for n in way.players(game)))
        for option in game.options
    }


@cache
def suggested_in(game: Game) -> list[str]:
    """The ways to play in which everything that is suggested belongs."""
    names = game.suggestion.options if game.suggestion else {}
    return [way.value for way in ways_of(game) if all(way.value in belongs_to(game)[name] for name in names)]


def can_change(game: Game, option: Option, way: Way, players: int) -> bool:
    others = (value for value in option.samples(players) if value != option.default)
    return any(game.accepts(players, {way.option: way.value, option.name: value}) for value in others)


def field(option: Option, game: Game, words: Words, given: str | None) -> Field:
    label = RULE.sub("", words.say(option.about.replace("{", "").replace("}", "")))
    label = label[:1].upper() + label[1:]
    name = f"option-{option.name}"
    if isinstance(option, Flag):
        value = given if given is not None else "on" if option.default else "off"
        return Field(name, "flag", label, value)
    value = given if given is not None else "random" if option.default is None else str(option.default)
    if isinstance(option, Number):
        return Field(name, "number", label, value, option.low, option.high)
    if isinstance(option, Choice):
        title, labels = meanings(label, len(option.words)) or (label, [words.say(word) for word in option.words])
        return Field(name, "choice", title, value, choices=tuple(zip(option.words, labels)))
    if isinstance(option, Seat):
        seats = [(str(seat), words.say("seat {number}", number=seat + 1)) for seat in range(max(game.players))]
        return Field(name, "choice", label, value, choices=(("random", words.say("at random")), *seats))
    assert isinstance(option, PerSeat)
    return Field(name, "text", label, value)


def suggested(game: Game) -> dict[str, str]:
    """What the game suggests, as the form has it."""
    options = game.suggestion.options if game.suggestion else {}
    return {
        f"option-{name}": ("on" if value else "off") if isinstance(value, bool) else str(value) for name, value in options.items()
    }


def without_suggestion(game: Game, players: int, options: dict[str, Any]) -> dict[str, Any]:
    """The options; where what was suggested does not go with the others, as the rulebook has it."""
    left = suggested(game)
    if not left or game.accepts(players, options):
        return options
    plain = {name: value for name, value in options.items() if left.get(f"option-{name}") != value}
    return plain if game.accepts(players, plain) else options


def seat_choices(words: Words) -> list[tuple[str, str]]:
    bots = [(f"bot-{level}", words.say("bot: {level}", level=words.say(LEVEL_NAMES[level]))) for level in levels()]
    people = [("me", words.say("me")), ("open", words.say("a friend, by link")), ("hot", words.say("somebody at this screen"))]
    return [*people, *bots]


def coach_choices(words: Words) -> list[tuple[str, str]]:
    asked, warning = words.say("answers when I ask"), words.say("answers when I ask, and warns me before a blunder")
    return [(NO_COACH, words.say("no coach")), (ASKED, asked), (WARNING, warning)]


def presets(game: Game, given: Mapping[str, str]) -> list[str]:
    """Who is in each seat by default: me against bots of medium level."""
    return [given.get(f"seat-{k}", "me" if k == 0 else f"bot-{MIDDLE}") for k in range(max(game.players))]


def default_players(game: Game) -> int:
    return game.read_players(None)


def read_table_form(game: Game, form: Mapping[str, Any], words: Words) -> Settings:
    """The table that was asked for; BadSettings, with a sentence, if something is wrong."""
    players = number(str(form.get("players", "")), words)
    options: dict[str, Any] = {}
    for option in chosen_options(game, form):
        given = form.get(f"option-{option.name}")
        if isinstance(option, Flag):
            options[option.name] = given == "on"
        elif isinstance(given, str) and given:
            options[option.name] = given[:100]
    game.read_players(players)
    name = str(form.get("name", ""))
    chairs = [read_chair(str(form.get(f"seat-{k}", "")), name, words) for k in range(players)]
    if not any(chair.kind == ME for chair in chairs):
        raise BadSettings(words.say("One seat has to be yours."))
    clock, coach = 60 * number(str(form.get("clock", "0")), words), str(form.get("coach", NO_COACH))
    options = without_suggestion(game, players, options)
    return check_coach(game, make_settings(game, chairs, options, clock, mixed=True, coach=coach))


def chosen_options(game: Game, form: Mapping[str, Any]) -> list[Option]:
    """The options that can be changed in the way to play that was chosen: what was filled in for another way does not matter."""
    ways = ways_of(game)
    if not ways:
        return list(game.options)
    way = form.get(f"option-{ways[0].option}", ways[0].value)
    if way not in {one.value for one in ways}:
        return list(game.options)
    return [option for option in game.options if option.name == ways[0].option or way in belongs_to(game)[option.name]]


def read_chair(text: str, name: str, words: Words) -> Chair:
    kind, _, level = text.partition("-")
    if kind == BOT:
        return Chair(BOT, number(level, words))
    return Chair(kind, MIDDLE, name if kind == ME else "")


def number(text: str, words: Words) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise BadSettings(words.say("A number is missing here."))
    return int(text)
