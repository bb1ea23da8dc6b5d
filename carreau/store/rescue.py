"""Saves what can be saved of a damaged log into a new one. The damaged files are only read."""

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
from carreau.store.permissions import SIDES, make_files_private
from carreau.store.seal import KEY_FILE, Seal
from carreau.store.sqlite_log import SQLiteLog
from carreau.store.sqlite_pages import Pages, Value
from carreau.store.sqlite_schema import INVITATIONS, REVIEWS, SCHEMA, VERSION

KINDS: dict[str, type | tuple[type, ...]] = {"TEXT": str, "INTEGER": int, "REAL": (int, float), "BLOB": bytes}
Row = dict[str, Any]
SEALED = ",\n    seed BLOB NOT NULL"  # a column that version 1 did not have
FIRST_SCHEMA = SCHEMA.removesuffix(INVITATIONS + REVIEWS).replace(SEALED, "") + "PRAGMA user_version = 1;"


@dataclass
class Saved:
    """What was saved, and what was lost."""

    whole: int = 0  # tables, as far as can be told
    parts: dict[str, int] = field(default_factory=dict)  # how many entries were saved of tables that have lost some
    lost: list[str] = field(default_factory=list)  # tables of which there are only traces
    entries: int = 0
    entries_lost: int = 0  # that were read but are useless, because earlier ones are missing
    pages: int = 0  # of the file that could not be read
    sealed: int = 0  # tables, among those saved, whose seed the key does not open

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
    optional: bool

    def fits(self, value: Value) -> bool:
        return self.optional if value is None else isinstance(value, KINDS[self.kind])


Tables = dict[str, list[Column]]


def rescue(damaged: Path, target: Path) -> Saved:
    """Save every table with its entries, up to the first that is missing."""
    target = Path(os.path.realpath(target))
    if target.exists():
        raise BadFolder(f"There is a file {target} already: choose another with --to.")
    seal = seal_of(damaged)
    pages = Pages(Path(os.path.realpath(damaged)))
    rows = list(pages.rows())
    saved = Saved(pages=len(pages.broken) + pages.missing)
    with all_or_nothing(target):
        with closing(sqlite3.connect(target)) as sql:
            sql.executescript(f"{SCHEMA} PRAGMA user_version = {VERSION};" if is_new(rows) else FIRST_SCHEMA)
            save(sql, sort_rows(rows, tables_of(sql)), saved, seal)
        if not saved.matches:
            raise BadFolder(f"Nothing could be saved: no match in {damaged} can be read.")
        if seal and not is_beside(damaged, target):
            seal_again(seal, target)
    return saved


def is_beside(damaged: Path, target: Path) -> bool:
    """Whether both use the same key."""
    return os.path.realpath(damaged.parent) == os.path.realpath(target.parent)


def seal_of(damaged: Path) -> Seal | None:
    """The key of a damaged log; none is created."""
    key = damaged.with_name(KEY_FILE)
    try:
        return Seal(damaged.parent) if key.exists() else None
    except BadFolder as error:
        raise BadFolder(f"{error} Without any key, matches are saved as well, but cannot be opened until it is back.") from error


@contextmanager
def all_or_nothing(target: Path) -> Iterator[None]:
    """Create a private file; after a failure, leave neither it nor a new key behind."""
    key = target.with_name(KEY_FILE)
    made = [target, *(Path(f"{target}{side}") for side in SIDES), *([] if key.exists() else [key])]
    try:
        make_files_private(target)
        yield
    except BaseException as error:
        for file in made:
            file.unlink(missing_ok=True)
        cause = error if isinstance(error, sqlite3.Error) else error.__cause__
        if isinstance(cause, sqlite3.Error):
            raise BadFolder(f"Nothing was saved, because {target} cannot be written: {cause}.") from error
        raise


def is_new(rows: Iterable[list[Value]]) -> bool:
    """Whether a log has sealed seeds; one of version 1 is upgraded when it is next opened."""
    sealed = [Column("", kind, False) for kind in ("TEXT", "REAL", "TEXT", "BLOB")]
    return any(fits(values, sealed) for values in rows)


def seal_again(old: Seal, target: Path) -> None:
    """Seal with the key of another folder. What cannot be opened stays as it is."""
    with closing(SQLiteLog(target)) as log:
        log.writer.create_function("again", 1, lambda sealed: log.seal.close(text) if (text := old.open(sealed)) else sealed)
        with log.writing() as sql:
            sql.execute("UPDATE matches SET seed = again(seed)")
            sql.execute("UPDATE invitations SET secret = again(secret)")


def tables_of(sql: sqlite3.Connection) -> Tables:
    """The columns of every table in the order in which SQLite stores them: those of the key first."""
    names = [name for (name,) in sql.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {name: sql.execute(f"PRAGMA table_info({name})").fetchall() for name in names}
    return {
        name: [Column(column, kind, not needed) for _, column, kind, needed, _, key in sorted(columns, key=storage_order)]
        for name, columns in found.items()
    }


def storage_order(column: tuple[int, str, str, int, Any, int]) -> tuple[int, int]:
    return column[5] or 1000, column[0]


def sort_rows(rows: Iterable[list[Value]], tables: Tables) -> dict[str, list[Row]]:
    """Sort rows by table: their values tell to which one they belong."""
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
        usable = first_of(entries) if id in matches else []
        insert(sql, "entries", usable)
        count(saved, id, id in matches, len(usable), len(entries))
    for name, rows in found.items():
        if name not in ("matches", "entries"):
            insert(sql, name, (row for row in rows if row.get("match", "") in matches))
    sql.commit()


def count(saved: Saved, id: str, known: bool, usable: int, read: int) -> None:
    saved.entries, saved.entries_lost = saved.entries + usable, saved.entries_lost + read - usable
    if not known:
        saved.lost.append(id)
    elif usable < read:
        saved.parts[id] = usable
    else:
        saved.whole += 1


def first_of(entries: Mapping[int, Row]) -> list[Row]:
    """The entries up to the first gap."""
    found: list[Row] = []
    while len(found) in entries:
        found.append(entries[len(found)])
    return found


def insert(sql: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    for row in rows:
        marks = ", ".join("?" * len(row))
        sql.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(row)}) VALUES ({marks})", list(row.values()))


def is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False
