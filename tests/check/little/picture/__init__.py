"""Little drawn."""
