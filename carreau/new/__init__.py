"""A new game: small but complete, it already runs, and its author turns it into another."""
