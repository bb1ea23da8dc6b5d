"""Numbers and names that the facts, the rules and the drawings share."""

from __future__ import annotations

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = 13  # K1: ace low, king high
CARDS = len(SUITS) * RANKS
SIDE = 3
CELLS = SIDE * SIDE
STOCK = CELLS // 2  # the cell in the middle
PASS = CARDS * CELLS  # the action that ends a turn
