"""A server with a fault: what it calls written may still be only in memory."""

import sqlite3
from pathlib import Path

from carreau.cli import main
from carreau.store import sqlite_connection

connect = sqlite_connection.connect


def lazily(file: Path) -> sqlite3.Connection:
    sql = connect(file)
    sql.execute("PRAGMA synchronous = OFF")
    return sql


sqlite_connection.connect = lazily

if __name__ == "__main__":
    main()
