"""The tables of the database, and how those of an older version become today's."""

from __future__ import annotations

VERSION = 3
INVITATIONS = """
CREATE TABLE invitations (
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    until REAL NOT NULL,
    secret BLOB NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
"""
REVIEWS = """
CREATE TABLE reviews (
    match TEXT NOT NULL REFERENCES matches (id),
    version INTEGER NOT NULL,
    format INTEGER NOT NULL,
    made REAL NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (match, version, format)
) WITHOUT ROWID;
"""
SCHEMA = (
    """
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    made REAL NOT NULL,
    settings TEXT NOT NULL,
    seed BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE entries (
    match TEXT NOT NULL REFERENCES matches (id),
    sequence INTEGER NOT NULL,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    data TEXT NOT NULL,
    spent REAL NOT NULL,
    PRIMARY KEY (match, sequence)
) WITHOUT ROWID;
CREATE TABLE keys (
    hash BLOB NOT NULL,
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    PRIMARY KEY (hash, match, seat)
) WITHOUT ROWID;
"""
    + INVITATIONS
    + REVIEWS
)
UPGRADES = {
    1: INVITATIONS
    + """
ALTER TABLE matches ADD COLUMN seed BLOB NOT NULL DEFAULT x'';
UPDATE matches SET seed = seal(json_extract(settings, '$.seed')), settings = json_remove(settings, '$.seed')
    WHERE json_valid(settings) AND json_type(settings, '$.seed') = 'text';
DELETE FROM keys WHERE (SELECT json_extract(settings, '$.chairs[' || seat || '].kind') FROM matches
    WHERE id = match AND json_valid(settings)) NOT IN ('me', 'hot');
""",  # seeds become sealed; hosts used to hold a key to every seat, and no one can tell it from the player's own: these keys go
    2: REVIEWS,
}
