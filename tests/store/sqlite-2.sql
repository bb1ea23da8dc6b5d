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

CREATE TABLE invitations (
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    until REAL NOT NULL,
    secret BLOB NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
PRAGMA user_version = 2;
