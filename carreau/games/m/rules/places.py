"""Where cards lie face down, as numbers: four places for each hand, then the pile's ring, then the cards removed."""

from __future__ import annotations

from .cards import CARDS, KEPT

SEATS = 6
HAND = 4  # M7
START_CARDS = 5  # M6
PILE = SEATS * HAND  # the first place of the pile's ring
RING = CARDS - START_CARDS - SEATS * HAND + 1  # the highest pile, and a card put under it before one is drawn
OUT = PILE + RING  # the first place of the cards removed, which nobody ever sees
PLACES = OUT + CARDS - int(KEPT[2])

EMPTY = -1  # no card lies there
HIDDEN = -2  # in a view: a card that the seat does not know
