"""Copies all matches from one store to another, and compares each of them afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from carreau.core.errors import CarreauError
from carreau.store.log import Log
from carreau.store.stored import Invitation, NewTable, StoredReview, StoredTable
from carreau.table.entry import Entry

NAMED = 3  # matches to name


class NotCopied(CarreauError):
    """The stores do not fit together."""

    code = "not-copied"


@dataclass
class Copied:
    """What is now in both stores, and how much of it was there before."""

    matches: int = 0
    entries: int = 0
    before: int = 0  # matches that an earlier copy had brought


def copy(source: Log, target: Log, progress: Callable[[int, int], object] = lambda done, all: None) -> Copied:
    """Nobody may write to either store meanwhile. Matches are copied whole or not at all, so a copy that was interrupted can be
    continued."""
    ids, there = source.ids(), set(target.ids())
    if others := sorted(there - set(ids)):
        raise NotCopied(f"The target holds other matches already ({names(others)}): choose an empty one.")
    if sealed := source.sealed_otherwise():
        raise NotCopied(f"The key does not open all matches ({names(sealed)}): put the right carreau.key back first.")
    copied = Copied(before=len(there))
    for number, id in enumerate(ids, 1):
        match = read(source, id)
        if id not in there:
            target.create(match)
        if read(target, id) != match:
            raise NotCopied(
                f"Match {id} is not the same in both stores: it was played on, or the copy failed. Stop the server, and copy "
                "into an empty target."
            )
        copied.matches, copied.entries = number, copied.entries + len(match.entries)
        progress(number, len(ids))
    if sorted(target.ids()) != sorted(ids) or len(source.ids()) != len(ids):
        raise NotCopied("Somebody has set up matches during the copy: stop the server, and copy again.")
    return copied


def read(log: Log, id: str) -> NewTable:
    """Everything that is stored about a match, opened; what is sealed is sealed with the other key when it is written."""
    table: StoredTable = log.match(id)
    if not table.settings:
        raise NotCopied(f"Match {id} is damaged: save what can be saved with `carreau rescue` first.")
    keys: list[tuple[bytes, int]] = sorted((bytes(hash), seat) for hash, seat in log.keys(id))
    invitations: list[Invitation] = log.invitations(id)
    entries: list[Entry] = log.entries(id)
    reviews: list[StoredReview] = log.reviews(id)
    return NewTable(table, tuple(keys), tuple(invitations), tuple(entries), tuple(reviews))


def names(ids: list[str]) -> str:
    return ", ".join(ids[:NAMED]) + (f" and {len(ids) - NAMED} more" if len(ids) > NAMED else "")
