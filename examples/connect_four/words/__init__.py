"""Connect Four in words."""
