"""Little in words."""
