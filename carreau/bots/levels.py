"""Five levels for people, the same in every game, and the names of bots."""

from __future__ import annotations

import importlib
import os
import re
import sys
from dataclasses import dataclass
from typing import Any

from carreau.bots.bot import Bot, Greedy, Ismcts, Random, flat
from carreau.bots.reaction import Reaction
from carreau.core.errors import BadOption
from carreau.core.number import shown
from carreau.core.words import message

MOST = 1_000_000
OWN_LEVEL, OWN_BOT = 6, "CARREAU_BOT"  # a bot of the host's own, and the variable of the environment that names it
OWN = re.compile(r"(?P<module>[^\W\d]\w*(\.[^\W\d]\w*)*):(?P<name>[^\W\d]\w*)")


@dataclass(frozen=True)
class Level:
    """How strong an opponent is."""

    number: int
    name: str
    about: str
    bot: Bot
    reaction: Reaction  # where all act at once


LEVELS = {
    level.number: level
    for level in (
        Level(
            1, message("beginner"), "looks one move ahead, and often misjudges it",
            Greedy(worlds=1, blur=0.1), Reaction(skill=0.4, slip=0.15, reach=1.5, double=0.0),
        ),
        Level(
            2, message("casual"), "takes what looks best right now, and misjudges close calls",
            Greedy(worlds=4, blur=0.055), Reaction(skill=0.8, slip=0.06, reach=1.0, double=0.1),
        ),
        Level(
            3, message("club"), "thinks a little ahead",
            Ismcts(100), Reaction(skill=1.6, slip=0.03, reach=0.8, double=0.3),
        ),
        Level(
            4, message("expert"), "thinks ahead and weighs what others may hold",
            Ismcts(600), Reaction(skill=4.0, slip=0.01, reach=0.5, double=0.6),
        ),
        Level(
            5, message("master"), "thinks for up to a second on two cores",
            Ismcts(6000, seconds=0.9, cores=2), Reaction(skill=15.0, slip=0.0, reach=0.25, double=1.0),
        ),
    )
}  # fmt: skip


def level_of(number: int) -> Level:
    """A level by its number; the host's own bot plays as its own level, and the middle one if there is none any more."""
    if number == OWN_LEVEL and (name := own_bot_name()):
        if (here := os.getcwd()) not in sys.path:
            sys.path.insert(0, here)
        return Level(OWN_LEVEL, name, "", read_bot(name), LEVELS[3].reaction)
    return LEVELS.get(number, LEVELS[3])


def own_bot_name() -> str:
    """The bot of the host's own that tables offer, as module:Name; nothing if there is none."""
    return os.environ.get(OWN_BOT, "")


def read_player(name: str) -> Level:
    """A bot by its name, with its level's reaction for real time (the middle level's if it is not a level)."""
    try:
        return read_level(name)
    except BadOption:
        return Level(0, name, "", read_bot(name), LEVELS[3].reaction)


def read_bot(name: str) -> Bot:
    """random, greedy, flat:N, ismcts:N (N iterations), a level by number or name, or your own as module:Name."""
    if not isinstance(name, str):
        raise no_bot(name)
    kind, colon, count = name.strip().lower().partition(":")
    iterations = int(count) if count.isascii() and count.isdigit() and len(count) < 8 else 0
    if colon and kind in ("flat", "ismcts") and 1 <= iterations <= MOST:
        return flat(iterations) if kind == "flat" else Ismcts(iterations)
    plain: dict[str, Bot] = {"random": Random(), "greedy": Greedy(), "flat": flat(), "ismcts": Ismcts()}
    if not colon and kind in plain:
        return plain[kind]
    if colon and kind not in plain and (found := OWN.fullmatch(name.strip())):
        return import_bot(found["module"], found["name"])
    return read_level(name).bot


def read_level(name: str) -> Level:
    for level in LEVELS.values():
        if name.strip().lower() in (str(level.number), level.name):
            return level
    raise no_bot(name[:40])


def no_bot(name: object) -> BadOption:
    levels = ", ".join(f"{level.number} ({level.name})" for level in LEVELS.values())
    return BadOption(
        f"There is no bot {shown(name, 60)}: choose a level {levels}, random, greedy, flat:N or ismcts:N (N iterations), "
        "or your own bot as module:Name."
    )


def import_bot(module: str, name: str) -> Bot:
    """A user's own bot: an object with a method `choose`, or a class of such objects."""
    try:
        found: Any = getattr(importlib.import_module(module), name)
    except (ImportError, SyntaxError) as error:
        raise BadOption(f"The module {module!r} cannot be imported: {error}.") from error
    except AttributeError:
        raise BadOption(f"There is no {name!r} in the module {module!r}.") from None
    if isinstance(found, type) and callable(getattr(found, "choose", None)):
        try:
            found = found()
        except TypeError as error:
            raise BadOption(f"{module}:{name} cannot be made without arguments: {error}.") from error
    if not callable(getattr(found, "choose", None)):
        raise BadOption(f"{module}:{name} is not a bot: it has no method 'choose'.")
    bot: Bot = found
    return bot
