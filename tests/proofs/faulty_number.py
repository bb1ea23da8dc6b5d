"""A server with a fault: an entry takes the next number that is free, whatever was written in the meantime."""

from carreau.cli import main
from carreau.store import sqlite_log

sqlite_log.APPEND = """
INSERT INTO entries SELECT id, (SELECT COALESCE(MAX(sequence) + 1, 0) FROM entries WHERE match = id), ?2, ?3, ?4, ?5, ?6
FROM matches WHERE id = ?7 AND ?1 = ?8
"""

if __name__ == "__main__":
    main()
