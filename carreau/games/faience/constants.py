"""What the facts, the rules and the drawings share."""

from __future__ import annotations

PLAYERS = (2, 3, 4, 5)
MOST_SEATS = PLAYERS[-1]
MOST_ROUNDS = 60  # F24
MOST_LAPS = 40  # F25

# cards: the rulebook shows its six motifs only as pictures, which are lost; these six are ours
MOTIF_NAMES = ("star", "leaf", "wave", "knot", "fan", "rose")
MOTIFS = len(MOTIF_NAMES)
LOWEST, HIGHEST = -2, 3
VALUES = HIGHEST - LOWEST + 1
KINDS = MOTIFS * VALUES  # motif and value together

# places: where the square will lie is open until its box is 3x3; so an area is 5x5, with the first card in the middle
LIMIT = 3  # F9
SQUARE = LIMIT * LIMIT
SIDE = 2 * LIMIT - 1
CELLS = SIDE * SIDE
MIDDLE = CELLS // 2
PLACES = CELLS + 5
OUTSIDE, SWAP, DROP, TAKE, REVEAL = range(CELLS, PLACES)  # in place of a cell; SWAP: instead of the card outside

PHASES = ("choose", "lay", "owe", "owe_beside", "drop")  # of a turn
CHOOSE, LAY, OWE, OWE_BESIDE, DROP_DOWN = range(len(PHASES))
ENDINGS = (None, "square", "limit")  # of a round
BY_SQUARE, BY_LIMIT = 1, 2
ZONE_TABLES = ("square", "linear")  # F20
