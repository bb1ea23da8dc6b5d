"""The form of the lab: what can be chosen, and the experiment's file that comes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from carreau.core.game import Game
from carreau.core.option import Choice, Flag, Number, Option, PerSeat
from carreau.core.phrase import Phrase
from carreau.core.words import Words, message
from carreau.lab.experiment.experiment import Experiment
from carreau.lab.experiment.read import parse
from carreau.lab.experiment.write import written
from carreau.table.settings import BadSettings
from carreau.table.text import LEVEL_NAMES
from carreau.web.lab.limits import MOST_DEALS, MOST_SETTINGS, TOO_MANY_SETTINGS, TooMuch
from carreau.web.table_form import Field, default_players, fields

RANDOM, GREEDY, LEVELS = "random", "greedy", ("1", "2", "3", "4")
SMALL, MEDIUM, LARGE = "small", "medium", "large"
SIZES = {SMALL: message("small, quick"), MEDIUM: message("medium"), LARGE: message("large, precise")}
DEALS = {  # by who plays: a level takes longer than the one before it
    RANDOM: (1000, 10_000, 100_000), GREEDY: (100, 500, 2000), "1": (100, 400, 1500), "2": (60, 250, 1000),
    "3": (20, 80, 300), "4": (10, 40, 150),
}  # fmt: skip
DEEP = (4, 15, 50)  # deals in which positions are looked into
PLAYERS, BOTS, OPTION = "players", "bots", "option-"
FIELDS = (PLAYERS, BOTS, OPTION, "size", "vary", "value-", "values-")  # how they begin
FEW = 12  # values that are offered one by one
NUMBERS = re.compile(r"[\s,;]+")


@dataclass(frozen=True)
class Varied:
    """Something that can be varied, with its values as choices; without any, they are typed in."""

    name: str
    label: str
    values: tuple[tuple[str, str, bool], ...]  # (value, label, whether it is chosen)
    typed: str = ""


def player_choices(words: Words) -> list[tuple[str, str]]:
    levels = [(level, words.say("bot: {level}", level=words.say(LEVEL_NAMES[int(level)]))) for level in LEVELS]
    return [(RANDOM, words.say("at random")), (GREEDY, words.say("greedy: the best now")), *levels]


def filled_in(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """What the form begins with."""
    plain = {PLAYERS: str(default_players(game)), BOTS: GREEDY if not game.clock else RANDOM, "size": SMALL, "vary": ""}
    return {**plain, **given}


def everything_varied(game: Game, words: Words, given: Mapping[str, str]) -> list[Varied]:
    """All that can be varied: the players, who they are, and every option with values that can be listed."""
    players = [(str(number), str(number)) for number in game.players]
    found = [
        varied(PLAYERS, words.say("Number of players"), players, given),
        varied(BOTS, words.say("Who plays"), player_choices(words), given),
    ]
    for option, field in zip(game.options, fields(game, words, {})):
        if not isinstance(option, PerSeat):
            found.append(varied(field.name, field.label, values_of(option, field, words), given))
    return found


def varied(name: str, label: str, values: list[tuple[str, str]], given: Mapping[str, str]) -> Varied:
    fresh = given.get("vary") != name  # then all are chosen
    chosen = [(value, text, fresh or f"value-{name}-{value}" in given) for value, text in values]
    return Varied(name, label, tuple(chosen), given.get(f"values-{name}", ""))


def values_of(option: Option, field: Field, words: Words) -> list[tuple[str, str]]:
    if isinstance(option, Flag):
        return [("on", words.say("on")), ("off", words.say("off"))]
    if isinstance(option, Number):
        numbers = range(option.low, option.high + 1)
        return [(str(number), str(number)) for number in numbers] if len(numbers) <= FEW else []
    return list(field.choices)


# what was filled in


def kept(game: Game, form: Mapping[str, str]) -> dict[str, str]:
    """What of a form is worth keeping, complete: a browser says nothing of a box that is not checked."""
    off = {f"{OPTION}{option.name}": "off" for option in game.options if isinstance(option, Flag)}
    return off | {name[:60]: value[:100] for name, value in form.items() if name.startswith(FIELDS)}


def read_form(game: Game, form: Mapping[str, str], words: Words) -> tuple[str, Experiment]:
    """The experiment's file, and what it asks for. A CarreauError, with a sentence, if something is wrong."""
    source = written(asked_for(game, form, words))
    experiment = parse(source)
    if len(experiment.settings) > MOST_SETTINGS:
        raise TooMuch(TOO_MANY_SETTINGS)
    return source, experiment


def asked_for(game: Game, form: Mapping[str, str], words: Words) -> dict[str, Any]:
    """The keys of the file."""
    plays: dict[str, list[Any]] = {PLAYERS: [whole(form.get(PLAYERS, ""))], BOTS: [bot(form.get(BOTS, ""))]}
    options = options_of(game, form)
    if vary := form.get("vary", ""):
        values = chosen_values(known(game, form, words, vary), form)
        if vary in plays:
            plays[vary] = [whole(value) if vary == PLAYERS else bot(value) for value in values]
        else:
            option = next(one for one in game.options if OPTION + one.name == vary)
            options[option.name] = [read_value(option, value) for value in values]
    size = size_of(form.get("size", ""))
    ways = max(len(values) for values in (*plays.values(), *(one for one in options.values() if isinstance(one, list))))
    deals = min(MOST_DEALS // ways, *(DEALS[str(one)][size] for one in plays[BOTS]))
    asked = {name: values if len(values) > 1 else values[0] for name, values in plays.items()}
    named = {"title": title_of(game, form, words), "game": game.id}
    return {**named, **asked, "deals": deals, "deep": min(DEEP[size], deals), **({"options": options} if options else {})}


def known(game: Game, form: Mapping[str, str], words: Words, name: str) -> Varied:
    """What is varied, by its name."""
    found = [one for one in everything_varied(game, words, form) if one.name == name]
    if not found:
        raise BadSettings("This can't be read.")
    return found[0]


def options_of(game: Game, form: Mapping[str, str]) -> dict[str, Any]:
    """Those that are not at their defaults."""
    found = {}
    for option in game.options:
        given = form.get(f"{OPTION}{option.name}", "off" if isinstance(option, Flag) else "")
        if given and not is_default(option, given):
            found[option.name] = read_value(option, given[:100])
    return found


def is_default(option: Option, given: str) -> bool:
    """Whether a field holds what the option is if nothing is said."""
    if isinstance(option, Flag):
        return (given == "on") == option.default
    return given == ("random" if option.default is None else str(option.default))


def read_value(option: Option, given: str) -> Any:
    """As it stands in a file: what the option does not take is refused when the file is read."""
    if isinstance(option, Flag):
        return given == "on"
    return int(given) if re.fullmatch(r"-?\d{1,9}", given, re.ASCII) and not isinstance(option, Choice) else given


def chosen_values(one: Varied, form: Mapping[str, str]) -> list[str]:
    """The chosen values."""
    if not one.values:
        found = [part for part in NUMBERS.split(form.get(f"values-{one.name}", "")[:200]) if part]
    else:
        found = [value for value, _, is_chosen in one.values if is_chosen]
    if len(found) < 2:
        raise BadSettings(Phrase("Choose at least two values to compare."))
    if len(found) > MOST_SETTINGS:
        raise TooMuch(TOO_MANY_SETTINGS)
    return list(dict.fromkeys(found))


def whole(given: str) -> int:
    if not (given.isascii() and given.isdigit() and len(given) < 4):
        raise BadSettings("A number is missing here.")
    return int(given)


def bot(given: str) -> str:
    """One of ours; never somebody's own program."""
    if given not in DEALS:
        raise BadSettings("This can't be read.")
    return given


def size_of(given: str) -> int:
    if given not in SIZES:
        raise BadSettings("This can't be read.")
    return list(SIZES).index(given)


# in words


def title_of(game: Game, form: Mapping[str, str], words: Words) -> str:
    """The game, and what is compared."""
    compared = [one.label for one in everything_varied(game, words, form) if one.name == form.get("vary")]
    return words.say("{label}: {value}", label=game.name, value=compared[0]) if compared else game.name


def summary(game: Game, form: Mapping[str, str], words: Words) -> list[tuple[str, str]]:
    """What was asked: labels with what was chosen."""
    varied = {one.name: one for one in everything_varied(game, words, form)}
    bots, vary = dict(player_choices(words)), form.get("vary", "")
    shown = {PLAYERS: form.get(PLAYERS, ""), BOTS: bots.get(form.get(BOTS, ""), "")}
    for option, field in zip(game.options, fields(game, words, form)):
        given = form.get(field.name, "off" if isinstance(option, Flag) else "")
        if given and not is_default(option, given):
            shown[field.name] = dict(values_of(option, field, words)).get(given, given)
    if vary in varied:
        labels = {value: label for value, label, _ in varied[vary].values}
        shown[vary] = " / ".join(labels.get(value, value) for value in chosen_values(varied[vary], form))
    return [(varied[name].label, value) for name, value in shown.items() if name in varied]
