"""Where a log is kept, and how it is opened: a folder of this machine, or a PostgreSQL database."""

from __future__ import annotations

import os
from pathlib import Path

from carreau.core.errors import BadOption
from carreau.core.extra import need
from carreau.store.folder import BadFolder, data_folder, prepare_folder
from carreau.store.log import Log
from carreau.store.sqlite_log import SQLiteLog

FILE = "carreau.db"
POSTGRES = ("postgresql:", "postgres:")


def is_database(address: object) -> bool:
    return str(address).startswith(POSTGRES)


def chosen_store(store: str) -> str:
    """As told, or CARREAU_STORE; empty for the data folder."""
    return store or os.environ.get("CARREAU_STORE", "")


def open_log(store: str = "", data: Path | None = None) -> Log:
    """The log at an address, created if it is new: a database, whose key is in the data folder, or a folder; the data folder
    if no address is given."""
    folder = folder_of(store, data)
    if not is_database(store):
        return SQLiteLog(prepare_folder(folder) / FILE)
    need("A PostgreSQL database", "postgres", psycopg="psycopg")
    from carreau.store.postgres_log import PostgresLog

    return PostgresLog(store, prepare_folder(folder))


def check_folder(data: Path | None) -> None:
    if is_database(data):
        raise BadOption("--data is a folder: a database is given with --store.")


def check_filled(store: str, data: Path | None = None) -> None:
    """Refuse a folder without matches: opening it would make a new log there."""
    if not is_database(store) and not (folder_of(store, data) / FILE).is_file():
        raise BadFolder(f"There are no matches in {folder_of(store, data)}: choose a folder with --data.")


def folder_of(store: str, data: Path | None) -> Path:
    """The folder with the file and its key; with a database, the folder with the key alone."""
    check_folder(data)
    return Path(store) if store and not is_database(store) else data or data_folder()


def place_of(store: str, data: Path | None = None) -> str:
    """Where matches are kept, in words that contain no password."""
    if not is_database(store):
        return str(folder_of(store, data))
    from carreau.store.postgres_house import name_of

    return f"the database {name_of(store)}"
