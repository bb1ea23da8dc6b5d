"""From the log back to a table. What cannot be replayed is closed with an explanation, and left as it was."""

from __future__ import annotations

from collections.abc import Iterable

from carreau.core.errors import CarreauError, UnknownGame
from carreau.core.game import Game
from carreau.core.phrase import Phrase
from carreau.core.words import message
from carreau.games import load
from carreau.store.row import Kept, Row
from carreau.table.entry import Entry
from carreau.table.settings import Settings, read_settings
from carreau.table.table import Table


class Closed(CarreauError):
    """This table cannot be played or shown with the rules of this program; its log stays as it is."""

    code = "closed"


UNREADABLE = message("This table is closed: it was set up in a way that this program cannot read. Its log is kept.")
MISMATCH = (ValueError, TypeError, KeyError, IndexError, AssertionError, CarreauError)  # how an entry can fail to fit


def settings_of(kept: Kept) -> Settings:
    try:
        return read_settings(kept.settings)
    except MISMATCH as error:
        raise Closed(UNREADABLE) from error


def game_of(settings: Settings) -> Game:
    """The game of a table, if it is here in the version with which the table was begun."""
    try:
        game = load(settings.game)
    except UnknownGame as error:
        raise Closed(
            Phrase("This table is closed: its game, {game}, is not here any more. Its log is kept.", game=settings.game[:40])
        ) from error
    if game.version != settings.version:
        raise Closed(
            Phrase(
                "This table is closed: it was begun with {game} version {old}, and this program plays version {new}. "
                "Its log is kept.",
                game=game.name, old=settings.version, new=game.version,
            )
        )  # fmt: skip
    return game


def rebuild(kept: Kept, rows: Iterable[Row], now: float) -> Table:
    """A table as it was, entry by entry."""
    settings = settings_of(kept)
    game = game_of(settings)
    try:
        table = Table(settings, game, [], now)
    except MISMATCH as error:
        raise Closed(UNREADABLE) from error
    for row in rows:
        try:
            table.apply(Entry(*row), now)
        except MISMATCH as error:
            raise Closed(
                Phrase(
                    "This table is closed: with the rules of this program, entry {number} of its log is not possible. "
                    "Its log is kept.",
                    number=row.sequence + 1,
                )
            ) from error
    return table


def why(closed: Closed) -> str:
    """The sentence, and what was found if that says more."""
    cause = closed.__cause__
    return f"{closed} {cause}" if cause is not None and not isinstance(cause, UnknownGame) else str(closed)
