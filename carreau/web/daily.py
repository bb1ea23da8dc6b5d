"""The position of the day: which game's, and which of them. The same for everyone, and none twice before all were shown."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from carreau.core.errors import CarreauError
from carreau.core.game import Game
from carreau.core.position import Position, positions_of

FIRST = datetime.date(2026, 1, 1)  # before that there was none
ONE_DAY = datetime.timedelta(1)


class NoPosition(CarreauError):
    """There is no position of this day."""

    code = "no-position"


@dataclass(frozen=True)
class Daily:
    """A position, and its place among all of its game."""

    day: datetime.date
    game: Game
    number: int

    @property
    def position(self) -> Position:
        found = positions_of(self.game)
        assert found is not None
        return found.found[self.number]

    @property
    def before(self) -> datetime.date | None:
        return self.day - ONE_DAY if self.day > FIRST else None


def daily(games: Sequence[Game], day: datetime.date, today: datetime.date) -> Daily:
    """The position of a day up to today."""
    having = sorted((game for game in games if has_positions(game)), key=lambda game: game.id)
    if not having or not FIRST <= day <= today:
        raise NoPosition("There is no position of this day.")
    turn, place = divmod((day - FIRST).days, len(having))
    game = shuffled([game.id for game in having], f"games {turn}")[place]
    return numbered(next(one for one in having if one.id == game), day, turn)


def has_positions(game: Game) -> bool:
    found = positions_of(game)
    return found is not None and found.version == game.version and len(found.found) > 0


def numbered(game: Game, day: datetime.date, turn: int) -> Daily:
    """Each turn of all games shows another of this game's positions, until all were shown."""
    found = positions_of(game)
    assert found is not None
    count = len(found.found)
    order = shuffled([str(number) for number in range(count)], f"{game.id} {turn // count}")
    return Daily(day, game, int(order[turn % count]))


def shuffled(names: Sequence[str], seed: str) -> list[str]:
    """In an order that stays the same everywhere and forever."""
    return sorted(names, key=lambda name: sha256(f"{seed} {name}".encode()).digest())


def read_day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise NoPosition("There is no position of this day.") from None
