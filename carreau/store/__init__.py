"""The append-only log of matches. Knows the core, and no game."""
