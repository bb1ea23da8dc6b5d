"""Pictures: what every game draws with. It knows the core but no game, and does no I/O."""
