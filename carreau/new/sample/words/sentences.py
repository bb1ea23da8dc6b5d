"""Sample in words: cards, actions, and the table for those who listen."""

from __future__ import annotations

from typing import Any

from carreau.core.kept import kept
from carreau.core.words import Words, message

from ..constants import CELLS, VALUES
from ..rules import FREE, GRID

CARDS = (message("red {value}"), message("blue {value}"), message("green {value}"), message("yellow {value}"))


@kept
def card_words(card: int, words: Words) -> str:
    return words.say(CARDS[card // VALUES], value=card % VALUES + 1)


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    card, cell = divmod(action, CELLS)
    return words.say("lay {card} on {cell}", card=card_words(card, words), cell=GRID.name(cell))


def told(s: Any, words: Words) -> tuple[str, ...]:
    """The table in sentences."""
    pile = words.count("The pile has {n} card.", "The pile has {n} cards.", int(s.left))
    laid = [(cell, card) for cell, card in enumerate(s.cell.tolist()) if card != FREE]
    cards = [words.say("{card} on {cell}", card=card_words(card, words), cell=GRID.name(cell)) for cell, card in laid]
    return (pile, words.say("On the table: {cards}.", cards=", ".join(cards))) if cards else (pile,)
