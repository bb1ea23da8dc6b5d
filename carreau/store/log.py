"""The log of all tables: what every store of it can do. When a write returns, it is on the disk.

Reading is here, in SQL that both databases understand. Writing, and noticing what others write, is each store's own.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from carreau.core.errors import CarreauError
from carreau.core.words import message
from carreau.store.damage import DAMAGED
from carreau.store.seal import NAME_BYTES, Seal
from carreau.store.stored import Change, Invitation, NewTable, StoredReview, StoredTable, read_entry, read_review, read_table
from carreau.table.entry import Entry

NAME_LENGTH = 8  # characters of the name of a process
REFUSED = message("The disk is full or can't be written to, so nothing was saved. Try again.")
NEWEST = """
SELECT id, made, settings, seed FROM matches WHERE id IN (SELECT match FROM keys WHERE hash = ?) ORDER BY made DESC LIMIT ?
"""  # DISTINCT would compare whole rows
SEALED_OTHERWISE = f"SELECT id FROM matches WHERE substr(seed, 1, {NAME_BYTES}) != ? AND length(seed) > 0 ORDER BY id"

Write = tuple[str, Entry, Change | None]  # the table, what happened there, and what is written together with it
Tell = Callable[[Collection[str] | None], object]  # called with the tables at which others wrote; None: it may be any of them
Hear = Callable[[str, str], object]  # called with the name of another process and what it says


class Conflict(CarreauError):
    """Another process has already written an entry with this number."""

    code = "conflict"


class Unwritten(CarreauError):
    """The store refused or cannot be reached: nothing was written, or nobody can tell yet."""

    code = "unwritten"


class Damaged(Unwritten):
    """A part of the store can be neither read nor written."""

    code = "damaged"


class NoMatch(CarreauError):
    """There is no such match."""

    code = "no-match"


class Log(ABC):
    """All tables of one store. Several processes may use the same store: the key (match, sequence) decides between them."""

    seal: Seal

    def __init__(self) -> None:
        self.name = secrets.token_hex(NAME_LENGTH // 2)  # what this process is called by the others

    @abstractmethod
    def close(self) -> None: ...

    def damage(self) -> list[str]:
        """What a thorough check finds, which may take long; a database server checks itself."""
        return []

    def problems(self, seconds: float | None = None) -> list[str]:
        """Sentences for whoever runs the server, found within this many seconds."""
        return []

    # writing

    @abstractmethod
    def create(self, table: NewTable) -> None:
        """Write a new table and everything that belongs to it."""

    @abstractmethod
    def invite(self, match: str, invitation: Invitation) -> None:
        """Write a link to a seat; it replaces an earlier one."""

    @abstractmethod
    def keep_review(self, match: str, review: StoredReview) -> None:
        """Write the review of a match; it replaces an earlier one of the same version and format."""

    @abstractmethod
    def append_all(self, entries: Sequence[Write]) -> list[bool]:
        """Write entries of many tables in one transaction. For each: whether its number was the next one of its table."""

    def append(self, match: str, entry: Entry, change: Change | None = None) -> None:
        """Write an entry; Conflict if its number is taken. Numbers have no gaps."""
        if not self.append_all([(match, entry, change)])[0]:
            raise Conflict("The match has moved on in the meantime.")

    # other processes

    @abstractmethod
    def listen(self, tell: Tell, hear: Hear) -> None:
        """From now on, call these, in any thread, as soon as others have written or say something. Nothing is sure to arrive:
        whoever follows the log asks `others_wrote` now and then, too."""

    @abstractmethod
    def say(self, text: str) -> bool:
        """Tell the other processes something that need not arrive. Called by the thread that writes. False: it was not said."""

    @property
    @abstractmethod
    def alone(self) -> bool:
        """Whether surely no other process is listening."""

    @abstractmethod
    def others_wrote(self) -> bool:
        """Whether others may have written since the last call. Asked between two writes, by the thread that writes."""

    def news(self, known: Mapping[str, int]) -> dict[str, list[Entry]]:
        """What happened at these tables since the given numbers. Damaged tables have no news."""
        found: dict[str, list[Entry]] = {}
        for match, first in known.items():
            with suppress(Damaged):
                found[match] = self.entries(match, first)
        return {match: entries for match, entries in found.items() if entries}

    def checkpoint(self) -> None:  # noqa: B027  (not every store has to)
        """Called now and then, in any thread: tidy up what would otherwise make writers wait."""

    # reading

    @abstractmethod
    def read(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        """All rows that a statement finds; Damaged or Unwritten, with a sentence, if they cannot be read."""

    def check(self) -> None:
        """Raise Unwritten, with a sentence, if nothing can be written or read now. For the thread that writes."""
        self.read("SELECT id FROM matches LIMIT 1")

    def match(self, match: str) -> StoredTable:
        for row in self.read("SELECT id, made, settings, seed FROM matches WHERE id = ?", match):
            return self.stored_table(*row)
        raise NoMatch("There is no table at this address.")

    def stored_table(self, id: str, made: float, settings: str, seed: bytes) -> StoredTable:
        try:
            return read_table((id, made, settings, self.seal.read(seed)))
        except (TypeError, ValueError):  # garbled
            return StoredTable(str(id), 0.0, "")

    def match_or_id(self, match: str) -> StoredTable:
        try:
            return self.match(match)
        except (Damaged, NoMatch):
            return StoredTable(match, 0.0, "")

    def ids(self) -> list[str]:
        """The ids of all tables, the oldest first."""
        return [str(id) for (id,) in self.read("SELECT id FROM matches ORDER BY made, id")]

    def all(self) -> Iterator[StoredTable]:
        """Every table, the oldest first; only the id of one that cannot be read."""
        return map(self.match_or_id, self.ids())

    def sealed_otherwise(self) -> list[str]:
        """The tables that were sealed with another key, as far as they can be read."""
        try:
            found = self.read(SEALED_OTHERWISE, self.seal.name)
        except Unwritten:
            return []
        return [str(id) for (id,) in found]

    def entries(self, match: str, first: int = 0) -> list[Entry]:
        """What happened at a table, in order."""
        statement = (
            "SELECT sequence, at, kind, seat, data, spent FROM entries WHERE match = ? AND sequence >= ? ORDER BY sequence"
        )
        found = [read_entry(row) for row in self.read(statement, match, first)]
        if None in found:
            raise Damaged(DAMAGED)
        return [entry for entry in found if entry is not None]

    def seats(self, match: str, hash: bytes) -> list[int]:
        """The seats that a secret opens."""
        return [seat for (seat,) in self.read("SELECT seat FROM keys WHERE hash = ? AND match = ? ORDER BY seat", hash, match)]

    def knows(self, hash: bytes) -> bool:
        """Whether a secret opens any seat anywhere."""
        return bool(self.read("SELECT 1 FROM keys WHERE hash = ? LIMIT 1", hash))

    def keys(self, match: str) -> list[tuple[bytes, int]]:
        """All hashes and the seat that each opens."""
        return [(hash, seat) for hash, seat in self.read("SELECT hash, seat FROM keys WHERE match = ?", match)]

    def invitations(self, match: str) -> list[Invitation]:
        """The links that nobody has used yet."""
        found = self.read("SELECT seat, until, secret FROM invitations WHERE match = ? ORDER BY seat", match)
        return [Invitation(seat, until, self.seal.open(secret)) for seat, until, secret in found]

    def reviews(self, match: str) -> list[StoredReview]:
        """What was said about a match, as far as it can be read."""
        statement = "SELECT version, format, made, data FROM reviews WHERE match = ? ORDER BY version, format"
        return [review for row in self.read(statement, match) if (review := read_review(row)) is not None]

    def matches(self, hash: bytes, most: int = 12) -> list[StoredTable]:
        """The tables at which a secret opens a seat, the newest first."""
        try:
            return [self.stored_table(*row) for row in self.read(NEWEST, hash, most)]
        except Damaged:
            found = self.read("SELECT DISTINCT match FROM keys WHERE hash = ?", hash)
            return sorted((self.match_or_id(id) for (id,) in found), key=lambda table: -table.made)[:most]
