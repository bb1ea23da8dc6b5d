"""A new game: a small whole one that already runs, to be changed into another."""
