"""From the log back to a table. What cannot be replayed is closed with an explanation, and left as it was."""

from __future__ import annotations

from collections.abc import Iterable

from carreau.core.errors import CarreauError, UnknownGame
from carreau.core.game import Game
from carreau.core.phrase import Phrase
from carreau.core.words import message
from carreau.games import load_id
from carreau.store.log import Damaged, Log
from carreau.store.stored import Row, StoredTable, is_a
from carreau.table.entry import Entry
from carreau.table.settings import Settings, read_settings
from carreau.table.table import Table


class Closed(CarreauError):
    """This table cannot be played or shown with the rules of this program; its log stays as it is."""

    code = "closed"


UNREADABLE = message("This table is closed: it was set up in a way that this program cannot read. Its log is kept.")
SEALED = message("This table is closed: the key with which its deal was sealed is not here. Put carreau.key back from a copy.")
DAMAGED = message(
    "This table is closed: a part of the file in which matches are kept is damaged. Whoever runs this server can save what is "
    "left, with carreau rescue."
)
MISMATCH = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    OverflowError,
    AssertionError,
    CarreauError,
)  # how an entry can fail to fit


def read_log(log: Log, id: str) -> tuple[StoredTable, list[Row]]:
    """All that is kept of a table."""
    try:
        return log.match(id), log.rows(id)
    except Damaged as error:
        raise Closed(DAMAGED) from error


def settings_of(kept: StoredTable) -> Settings:
    if not kept.settings:
        raise Closed(DAMAGED)
    if not kept.seed:
        raise Closed(SEALED)
    try:
        settings = read_settings(kept.settings, kept.seed)
    except MISMATCH as error:
        raise Closed(UNREADABLE) from error
    if not is_readable(settings):
        raise Closed(UNREADABLE)
    return settings


def is_readable(settings: Settings) -> bool:
    """Whether everything is of its kind: in a damaged file there may be anything."""
    texts = [
        settings.game,
        settings.puzzle,
        settings.before,
        *(text for chair in settings.chairs for text in (chair.kind, chair.name)),
    ]
    numbers = [settings.version, settings.clock, settings.first, *(chair.level for chair in settings.chairs)]
    return is_a(str, *texts) and is_a(int, *numbers) and is_a(dict, settings.options)


def game_of(settings: Settings) -> Game:
    """The game of a table, if it is here in the version with which the table was begun."""
    try:
        game = load_id(settings.game)  # never by a path
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


def rebuild(kept: StoredTable, rows: Iterable[Row], now: float) -> Table:
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
