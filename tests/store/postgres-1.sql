CREATE SCHEMA IF NOT EXISTS carreau;
CREATE TABLE carreau.house (
    version integer NOT NULL,
    key bytea NOT NULL  -- which key seals the seeds and links: the first bytes of its hash
);
CREATE TABLE carreau.matches (
    id text COLLATE "C" PRIMARY KEY,
    made double precision NOT NULL,
    settings text NOT NULL,
    seed bytea NOT NULL
);
CREATE TABLE carreau.entries (
    match text COLLATE "C" NOT NULL,
    sequence integer NOT NULL,
    at double precision NOT NULL,
    kind text NOT NULL,
    seat integer NOT NULL,
    data text NOT NULL,
    spent double precision NOT NULL,
    PRIMARY KEY (match, sequence)
);
CREATE TABLE carreau.keys (
    hash bytea NOT NULL,
    match text COLLATE "C" NOT NULL REFERENCES carreau.matches (id),
    seat integer NOT NULL,
    PRIMARY KEY (hash, match, seat)
);
CREATE INDEX keys_match ON carreau.keys (match);
CREATE TABLE carreau.invitations (
    match text COLLATE "C" NOT NULL REFERENCES carreau.matches (id),
    seat integer NOT NULL,
    until double precision NOT NULL,
    secret bytea NOT NULL,
    PRIMARY KEY (match, seat)
);
