"""How a table is set up: everything that stays the same during the match."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from carreau.bots.levels import LEVELS, OWN_LEVEL, own_bot_name
from carreau.core.errors import CarreauError
from carreau.core.game import Game, Options
from carreau.core.phrase import Phrase
from carreau.core.seed import read_seed

ME, BOT, OPEN, HOT = CHAIRS = ("me", "bot", "open", "hot")
FRIEND = "friend"  # somebody who has taken a free seat
MIDDLE = 3
LONGEST_NAME = 24
BOTLIKE = re.compile(r"\W*(bots?\b|free seat|place libre)")
LOOKALIKES = str.maketrans("\u0432\u043e\u03bf\u0442\u03c40", "bootto")  # letters of other alphabets that look the same
LONGEST_CLOCK = 3 * 60 * 60
NO_COACH, ASKED, WARNING = COACHES = ("", "asked", "warning")  # it says nothing; only when asked; also before a blunder


def levels() -> tuple[int, ...]:
    """The bots that a table offers, by level."""
    return (*LEVELS, OWN_LEVEL) if own_bot_name() else tuple(LEVELS)


class BadSettings(CarreauError):
    """A table cannot be set up like this."""

    code = "bad-settings"


@dataclass(frozen=True)
class Chair:
    """Who sits there: me, a bot, a friend who is invited (open), or another person at my screen (hot)."""

    kind: str
    level: int = MIDDLE  # of the bot, or of the bot that stands in
    name: str = ""


@dataclass(frozen=True)
class Settings:
    """A match and the chairs around it."""

    game: str
    version: int
    options: Options
    seed: str  # of the deal; if players add to the shuffle, the server's part of it
    chairs: tuple[Chair, ...]
    clock: int = 0  # seconds that every person has for the whole match; 0: no clock
    puzzle: str = ""  # the date, of a puzzle of the day
    first: int = 0  # how many actions were played before the table was set up, if a match is played on
    before: str = ""  # the id of the table of which this is a rematch
    mixed: bool = False  # whether the players add to the shuffle (table/shuffle.py)
    coach: str = NO_COACH  # what the coach does (table/coach.py)

    @property
    def players(self) -> int:
        return len(self.chairs)

    def text(self) -> str:
        """JSON, without the seed, which is stored apart."""
        data = {name: value for name, value in asdict(self).items() if name != "seed"}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    def rotated(self, seed: str) -> Settings:
        """The same people again, everybody one seat further on."""
        return replace(self, chairs=self.chairs[-1:] + self.chairs[:-1], seed=seed, first=0, puzzle="", mixed=True)


def read_settings(text: str, seed: str) -> Settings:
    data: dict[str, Any] = json.loads(text)
    return Settings(**{**data, "seed": seed, "chairs": tuple(Chair(**chair) for chair in data["chairs"])})


def make_settings(
    game: Game, chairs: list[Chair], options: Mapping[str, Any], clock: int = 0, seed: int | str | None = None, **more: Any
) -> Settings:
    """Settings that can be played; BadSettings, with a sentence, if something is wrong."""
    players = game.read_players(len(chairs), options)
    for chair in chairs:
        if chair.kind not in CHAIRS or chair.level not in levels():
            raise BadSettings("Each seat is for you, a bot of level 1 to 5, a friend, or somebody at this screen.")
    if not 0 <= clock <= LONGEST_CLOCK:
        raise BadSettings(Phrase("A clock goes from 0 to {longest} seconds.", longest=LONGEST_CLOCK))
    named = tuple(replace(chair, name=clean_name(chair.name)) for chair in chairs)
    return Settings(game.id, game.version, game.read_options(options, players), read_seed(seed), named, clock, **more)


def clean_name(name: str) -> str:
    """A name as it is shown: one line, no invisible characters, not too long, and not one that looks like a bot's."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    cleaned = " ".join(shown.split())[:LONGEST_NAME].strip()
    return "" if BOTLIKE.match(unicodedata.normalize("NFKC", cleaned).casefold().translate(LOOKALIKES)) else cleaned
