"""Prepares a database: creates or upgrades its tables, and finds the key that belongs to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

from carreau.core.errors import CarreauError
from carreau.store import postgres_schema
from carreau.store.postgres_connection import Connection, connect
from carreau.store.postgres_schema import LOCK, SPACE
from carreau.store.seal import KEY_FILE, Seal

OLDEST_SERVER = 130000  # PostgreSQL 13


class BadDatabase(CarreauError):
    """The database cannot be used."""

    code = "bad-database"


def open_house(address: str, folder: Path) -> Seal:
    place = name_of(address)
    with one_sentence(address), connect(address) as sql:
        if sql.info.server_version < OLDEST_SERVER:
            raise BadDatabase(f"The database {place} runs on PostgreSQL {sql.info.server_version // 10000}: 13 is needed.")
        return prepare(sql, place, folder)


@contextmanager
def one_sentence(address: str) -> Iterator[None]:
    """Whatever is wrong is one sentence, which never contains the password."""
    try:
        yield
    except psycopg.Error as error:
        raise BadDatabase(f"The database {name_of(address)} cannot be used: {reason(error)}.") from None


def prepare(sql: Connection, place: str, folder: Path) -> Seal:
    """One process at a time, all or nothing."""
    with sql.transaction():
        sql.execute("SELECT set_config('lock_timeout', '0', true), pg_advisory_xact_lock(%s)", (LOCK,))
        found = sql.execute("SELECT to_regclass(%s)", (f"{SPACE}.house",)).fetchone()
        if found is None or found[0] is None:
            seal = Seal(folder)
            run(sql, postgres_schema.SCHEMA)
            sql.execute(f"INSERT INTO {SPACE}.house VALUES (%s, %s)", (postgres_schema.VERSION, seal.name))
            return seal
        ((version, key),) = sql.execute(f"SELECT version, key FROM {SPACE}.house").fetchall()
        seal = fitting_seal(folder, key, place)
        upgrade(sql, version, place)
    return seal


def upgrade(sql: Connection, version: int, place: str) -> None:
    if version > postgres_schema.VERSION:
        raise BadDatabase(f"The database {place} was written by a newer version of this program.")
    if version < postgres_schema.VERSION:
        for old in range(version, postgres_schema.VERSION):
            run(sql, postgres_schema.UPGRADES[old])
        sql.execute(f"UPDATE {SPACE}.house SET version = %s", (postgres_schema.VERSION,))


def run(sql: Connection, script: str) -> None:
    sql.execute(script.encode())


def fitting_seal(folder: Path, key: bytes, place: str) -> Seal:
    """The key of the database; none is made up if it is missing."""
    file = folder / KEY_FILE
    if file.exists() and (seal := Seal(folder)).name == key:
        return seal
    wrong = "is not the one" if file.exists() else "is missing, the one"
    raise BadDatabase(
        f"The key {file} {wrong} with which the matches in {place} were sealed: copy it from a machine that uses this database."
    )


def name_of(address: str) -> str:
    """Which database, without user and password."""
    try:
        given = conninfo_to_dict(address)
    except psycopg.Error:  # whose sentence quotes the part that it does not understand
        raise BadDatabase(
            "The address of the database cannot be read: it must look like postgresql://user@host:5432/name, with special "
            "characters in a password written as %40 and the like."
        ) from None
    host, name = given.get("host") or given.get("hostaddr"), given.get("dbname") or given.get("service")
    return " at ".join(str(part) for part in (name, host) if part) or "of this machine"


def reason(error: psycopg.Error) -> str:
    """The last line of what the server or the library says."""
    said = [line.strip() for line in str(error).splitlines() if line.strip() and not line.lstrip().startswith(("LINE", "^"))]
    text = (said[0] if said else type(error).__name__).removesuffix(".")
    return text.rpartition("FATAL:")[2].strip() if "FATAL:" in text else text
