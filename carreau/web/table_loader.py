"""Rebuilds a table from its log. A table that cannot be replayed is closed, with the reason; its log stays as it is."""

from __future__ import annotations

from collections.abc import Iterable

from carreau.core.errors import CarreauError, UnknownGame
from carreau.core.game import Game
from carreau.core.phrase import Phrase
from carreau.core.words import message
from carreau.games import load_id
from carreau.store.log import Damaged, Log
from carreau.store.stored import StoredTable, is_a
from carreau.table.entry import Entry
from carreau.table.settings import Settings, read_settings
from carreau.table.table import Table


class Closed(CarreauError):
    """This table cannot be played or shown with today's rules; its log stays as it is."""

    code = "closed"


UNREADABLE = message("This table is closed: it was set up in a way that this program cannot read. Its log is kept.")
SEALED = message("This table is closed: the key for its deal is missing. Put carreau.key back from a copy.")
DAMAGED = message(
    "This table is closed: part of the file with the matches is damaged. Whoever runs this server can save what is "
    "left with carreau rescue."
)
MISMATCH = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    OverflowError,
    AssertionError,
    CarreauError,
)  # what an entry that does not fit can raise


def read_log(log: Log, id: str) -> tuple[StoredTable, list[Entry]]:
    """Everything that is stored about a table."""
    try:
        return log.match(id), log.entries(id)
    except Damaged as error:
        raise Closed(DAMAGED) from error


def settings_of(stored: StoredTable) -> Settings:
    if not stored.settings:
        raise Closed(DAMAGED)
    if not stored.seed:
        raise Closed(SEALED)
    try:
        settings = read_settings(stored.settings, stored.seed)
    except MISMATCH as error:
        raise Closed(UNREADABLE) from error
    if not is_readable(settings):
        raise Closed(UNREADABLE)
    return settings


def is_readable(settings: Settings) -> bool:
    """Whether every value has its right type: a damaged file may hold anything."""
    texts = [
        settings.game,
        settings.puzzle,
        settings.before,
        *(text for chair in settings.chairs for text in (chair.kind, chair.name)),
    ]
    numbers = [settings.version, settings.clock, settings.first, *(chair.level for chair in settings.chairs)]
    return is_a(str, *texts) and is_a(int, *numbers) and is_a(dict, settings.options)


def game_of(settings: Settings) -> Game:
    """The game of a table, in the exact version the table was started with."""
    try:
        game = load_id(settings.game)  # never by a path
    except UnknownGame as error:
        raise Closed(
            Phrase("This table is closed: its game, {game}, is no longer here. Its log is kept.", game=settings.game[:40])
        ) from error
    if game.version != settings.version:
        raise Closed(
            Phrase(
                "This table is closed: it was started with {game} version {old}, and this program plays version {new}. "
                "Its log is kept.",
                game=game.name, old=settings.version, new=game.version,
            )
        )  # fmt: skip
    return game


def rebuild(stored: StoredTable, entries: Iterable[Entry], now: float) -> Table:
    """A table as it was, entry by entry."""
    settings = settings_of(stored)
    game = game_of(settings)
    try:
        table = Table(settings, game, [], now)
    except MISMATCH as error:
        raise Closed(UNREADABLE) from error
    for entry in entries:
        try:
            table.apply(entry, now)
        except MISMATCH as error:
            raise Closed(
                Phrase(
                    "This table is closed: with the rules of this program, entry {number} of its log is not possible. "
                    "Its log is kept.",
                    number=entry.sequence + 1,
                )
            ) from error
    return table


def why(closed: Closed) -> str:
    """The sentence, and the cause if that says more."""
    cause = closed.__cause__
    return f"{closed} {cause}" if cause is not None and not isinstance(cause, UnknownGame) else str(closed)
