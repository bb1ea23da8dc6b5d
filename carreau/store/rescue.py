"""What can be saved of a damaged log, into a new one. The damaged files are only read."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from carreau.store.folder import BadFolder
from carreau.store.log import INVITATIONS, SCHEMA, VERSION, Log
from carreau.store.permissions import SIDES, close_files
from carreau.store.seal import KEY_FILE, Seal
from carreau.store.sqlite_pages import Pages, Value

KINDS: dict[str, type | tuple[type, ...]] = {"TEXT": str, "INTEGER": int, "REAL": (int, float), "BLOB": bytes}
Row = dict[str, Any]
SEALED = ",\n    seed BLOB NOT NULL"  # what the first edition had not
FIRST_SCHEMA = SCHEMA.removesuffix(INVITATIONS).replace(SEALED, "") + "PRAGMA user_version = 1;"


@dataclass
class Saved:
    """What has come of it."""

    whole: int = 0  # matches, as far as can be told
    parts: dict[str, int] = field(default_factory=dict)  # how many entries were saved of matches that have lost some
    lost: list[str] = field(default_factory=list)  # matches of which there are traces only
    entries: int = 0
    entries_lost: int = 0  # that were read but cannot be used, because others before them are missing
    pages: int = 0  # of the file that could not be read
    sealed: int = 0  # matches, among those saved, whose seed the key does not open

    @property
    def matches(self) -> int:
        return self.whole + len(self.parts)

    @property
    def complete(self) -> bool:
        return not (self.parts or self.lost or self.pages or self.sealed)


@dataclass(frozen=True)
class Column:
    name: str
    kind: str
    empty: bool  # whether it may be missing

    def fits(self, value: Value) -> bool:
        return self.empty if value is None else isinstance(value, KINDS[self.kind])


Tables = dict[str, list[Column]]


def rescue(damaged: Path, target: Path) -> Saved:
    """Every match with its entries up to the first that is missing."""
    target = Path(os.path.realpath(target))
    if target.exists():
        raise BadFolder(f"There is a file {target} already: choose another with --to.")
    seal = seal_of(damaged)
    pages = Pages(Path(os.path.realpath(damaged)))
    rows = list(pages.rows())
    saved = Saved(pages=len(pages.broken) + pages.missing)
    with made_whole(target):
        with closing(sqlite3.connect(target)) as sql:
            sql.executescript(f"{SCHEMA} PRAGMA user_version = {VERSION};" if is_new(rows) else FIRST_SCHEMA)
            save(sql, sort_rows(rows, tables_of(sql)), saved, seal)
        if not saved.matches:
            raise BadFolder(f"Nothing could be saved: no match in {damaged} can be read.")
        if seal and not is_beside(damaged, target):
            seal_again(seal, target)
    return saved


def is_beside(damaged: Path, target: Path) -> bool:
    """Whether the same key is for both."""
    return os.path.realpath(damaged.parent) == os.path.realpath(target.parent)


def seal_of(damaged: Path) -> Seal | None:
    """The key of a damaged log; none is made."""
    key = damaged.with_name(KEY_FILE)
    try:
        return Seal(damaged.parent) if key.exists() else None
    except BadFolder as error:
        raise BadFolder(f"{error} Without any key, matches are saved as well, but cannot be opened until it is back.") from error


@contextmanager
def made_whole(target: Path) -> Iterator[None]:
    """A new file that only its user can read; it is not left behind if something is in the way, nor is a new key beside it."""
    key = target.with_name(KEY_FILE)
    made = [target, *(Path(f"{target}{side}") for side in SIDES), *([] if key.exists() else [key])]
    try:
        close_files(target)
        yield
    except BaseException as error:
        for file in made:
            file.unlink(missing_ok=True)
        cause = error if isinstance(error, sqlite3.Error) else error.__cause__
        if isinstance(cause, sqlite3.Error):
            raise BadFolder(f"Nothing was saved, because {target} cannot be written: {cause}.") from error
        raise


def is_new(rows: Iterable[list[Value]]) -> bool:
    """Whether a log has sealed seeds; the first edition's becomes new when it is opened."""
    sealed = [Column("", kind, False) for kind in ("TEXT", "REAL", "TEXT", "BLOB")]
    return any(fits(values, sealed) for values in rows)


def seal_again(old: Seal, target: Path) -> None:
    """In another folder there is another key. What cannot be opened stays as it is."""
    with closing(Log(target)) as log:
        log.pen.create_function("again", 1, lambda sealed: log.seal.close(text) if (text := old.open(sealed)) else sealed)
        with log.writing() as sql:
            sql.execute("UPDATE matches SET seed = again(seed)")
            sql.execute("UPDATE invitations SET secret = again(secret)")


def tables_of(sql: sqlite3.Connection) -> Tables:
    """The columns of every table in the order in which they are stored: those of the key first."""
    names = [name for (name,) in sql.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {name: sql.execute(f"PRAGMA table_info({name})").fetchall() for name in names}
    return {
        name: [Column(column, kind, not needed) for _, column, kind, needed, _, key in sorted(columns, key=stored)]
        for name, columns in found.items()
    }


def stored(column: tuple[int, str, str, int, Any, int]) -> tuple[int, int]:
    return column[5] or 1000, column[0]


def sort_rows(rows: Iterable[list[Value]], tables: Tables) -> dict[str, list[Row]]:
    """To which table each row belongs can be told from its values."""
    found: dict[str, list[Row]] = {name: [] for name in tables}
    for values in rows:
        for name, columns in tables.items():
            if fits(values, columns):
                found[name].append({column.name: value for column, value in zip(columns, values)})
                break
    return found


def fits(values: Sequence[Value], columns: Sequence[Column]) -> bool:
    return len(values) == len(columns) and all(column.fits(value) for column, value in zip(columns, values))


def save(sql: sqlite3.Connection, found: Mapping[str, list[Row]], saved: Saved, seal: Seal | None) -> None:
    matches = {row["id"]: row for row in found["matches"] if is_json(row["settings"])}
    saved.sealed = sum("seed" in row and not (seal and seal.open(row["seed"])) for row in matches.values())
    insert(sql, "matches", matches.values())
    by_match: dict[str, dict[int, Row]] = {id: {} for id in matches}
    for row in found["entries"]:
        by_match.setdefault(row["match"], {})[row["sequence"]] = row
    for id, entries in sorted(by_match.items()):
        kept = first_of(entries) if id in matches else []
        insert(sql, "entries", kept)
        count(saved, id, id in matches, len(kept), len(entries))
    for name, rows in found.items():
        if name not in ("matches", "entries"):
            insert(sql, name, (row for row in rows if row.get("match", "") in matches))
    sql.commit()


def count(saved: Saved, id: str, known: bool, kept: int, read: int) -> None:
    saved.entries, saved.entries_lost = saved.entries + kept, saved.entries_lost + read - kept
    if not known:
        saved.lost.append(id)
    elif kept < read:
        saved.parts[id] = kept
    else:
        saved.whole += 1


def first_of(entries: Mapping[int, Row]) -> list[Row]:
    """The entries from the first to the one before the first gap."""
    kept: list[Row] = []
    while len(kept) in entries:
        kept.append(entries[len(kept)])
    return kept


def insert(sql: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    for row in rows:
        marks = ", ".join("?" * len(row))
        sql.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(row)}) VALUES ({marks})", list(row.values()))


def is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False
