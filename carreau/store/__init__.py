"""The append-only log of every table, in SQLite. Knows the core, and what an entry is."""
