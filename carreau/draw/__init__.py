"""Pictures: what every game draws with. Knows the core, no game, and does no I/O."""
