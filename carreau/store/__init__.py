"""The append-only log of every table, in SQLite or PostgreSQL. Knows the core, and what an entry is."""
