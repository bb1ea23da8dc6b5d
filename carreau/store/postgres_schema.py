"""The tables in PostgreSQL, and how those of an older version become today's. Versions only go up."""

from __future__ import annotations

VERSION = 2
SPACE = "carreau"  # the schema that holds our tables, and the channel on which processes tell each other what they wrote
LOCK = 0x6361727265  # "carre": held by whoever creates or upgrades the tables
REVIEWS = f"""
CREATE TABLE {SPACE}.reviews (
    match text COLLATE "C" NOT NULL REFERENCES {SPACE}.matches (id),
    version integer NOT NULL,
    format integer NOT NULL,
    made double precision NOT NULL,
    data text NOT NULL,
    PRIMARY KEY (match, version, format)
);
"""
SCHEMA = f"""
CREATE SCHEMA IF NOT EXISTS {SPACE};
CREATE TABLE {SPACE}.house (
    version integer NOT NULL,
    key bytea NOT NULL  -- which key seals the seeds and links: the first bytes of its hash
);
CREATE TABLE {SPACE}.matches (
    id text COLLATE "C" PRIMARY KEY,
    made double precision NOT NULL,
    settings text NOT NULL,
    seed bytea NOT NULL
);
CREATE TABLE {SPACE}.entries (
    match text COLLATE "C" NOT NULL,
    sequence integer NOT NULL,
    at double precision NOT NULL,
    kind text NOT NULL,
    seat integer NOT NULL,
    data text NOT NULL,
    spent double precision NOT NULL,
    PRIMARY KEY (match, sequence)
);
CREATE TABLE {SPACE}.keys (
    hash bytea NOT NULL,
    match text COLLATE "C" NOT NULL REFERENCES {SPACE}.matches (id),
    seat integer NOT NULL,
    PRIMARY KEY (hash, match, seat)
);
CREATE INDEX keys_match ON {SPACE}.keys (match);
CREATE TABLE {SPACE}.invitations (
    match text COLLATE "C" NOT NULL REFERENCES {SPACE}.matches (id),
    seat integer NOT NULL,
    until double precision NOT NULL,
    secret bytea NOT NULL,
    PRIMARY KEY (match, seat)
);
{REVIEWS}"""
# entries name their match without a foreign key, which would lock and rewrite its row at every move: writing checks it
UPGRADES: dict[int, str] = {1: REVIEWS}  # by the version they start from
