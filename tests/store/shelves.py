"""Logs with many matches, and ways to damage them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from carreau.store.seal import KEY_FILE
from carreau.store.sqlite_log import SQLiteLog
from carreau.store.stored import FREE, Invitation, NewTable, StoredReview, StoredTable
from carreau.table.entry import Entry

PAGE = 4096
LONG = 3000  # characters: too long for one page


def row(sequence: int, data: str = "r5 f6", seat: int = 0) -> Entry:
    return Entry(sequence, 1.5, "play", seat, data, 0.25)


def settings(number: int) -> str:
    return f'{{"game": "any", "number": {number}, "rest": "{"x" * (LONG if number % 10 == 3 else 60)}"}}'


def fill(file: Path, matches: int = 40, entries: int = 30) -> SQLiteLog:
    log = SQLiteLog(file)
    for number in range(matches):
        id = f"match-{number:03}"
        keys = ((bytes([number]) * 32, 0), (bytes([number, 7]) * 16, 1))
        rows = tuple(row(k, f"r{k % 9} a{k}") for k in range(entries))
        invited = (Invitation(1, FREE, f"link-{number}"),) if number % 3 == 0 else ()
        reviewed = (StoredReview(1, 1, number + 0.75, f'{{"number": {number}}}'),) if number % 4 == 1 else ()
        log.create(NewTable(StoredTable(id, number + 0.5, settings(number), f"seed-{number}"), keys, invited, rows, reviewed))
    return log


# what a log knows of a match
Kept = tuple[StoredTable, list[Entry], list[tuple[bytes, int]], list[Invitation], list[StoredReview]]


def everything(file: Path) -> dict[str, Kept]:
    """Everything in an undamaged log."""
    log = SQLiteLog(file)
    try:
        return {
            kept.id: (
                kept, log.entries(kept.id), sorted(log.keys(kept.id)), log.invitations(kept.id), log.reviews(kept.id),
            )
            for kept in log.all()
        }  # fmt: skip
    finally:
        log.close()


def roots(file: Path) -> dict[str, int]:
    """The first page of every table."""
    log = SQLiteLog(file)
    found = dict(log.read("SELECT name, rootpage FROM sqlite_master"))
    log.close()
    return found


@contextmanager
def spoilt(file: Path) -> Iterator[bytearray]:
    """The bytes of a file, to be changed."""
    content = bytearray(file.read_bytes())
    yield content
    file.write_bytes(content)


def pages_with(content: bytes | bytearray, mark: bytes) -> list[int]:
    """The pages, counted from 0, that contain something."""
    return [k for k in range(len(content) // PAGE) if mark in content[k * PAGE : (k + 1) * PAGE]]


def blot(content: bytearray, page: int, first: int = 0, length: int = PAGE) -> None:
    content[page * PAGE + first : page * PAGE + first + length] = b"\xa5" * length


def snapshot(folder: Path, name: str = "carreau.") -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.glob(f"{name}*"))}


def copy_of(log: Path, folder: Path) -> Path:
    """A copy of the files of a log as they are now."""
    folder.mkdir()
    for file in (*log.parent.glob(f"{log.name}*"), log.parent / KEY_FILE):
        shutil.copy(file, folder / file.name)
    return folder / log.name
