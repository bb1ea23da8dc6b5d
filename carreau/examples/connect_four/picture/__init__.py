"""Connect Four drawn: the stones, and the board as one seat sees it."""
