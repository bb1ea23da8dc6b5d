"""Kings in the Corner in words: cards, actions, and the table for those who listen."""

from __future__ import annotations

from typing import Any

from carreau.core.kept import kept
from carreau.core.words import Words, message

from ..constants import CELLS, PASS, RANKS
from ..rules import GRID, NONE
from ..show import pile_at

SUITS = (message("{rank} of clubs"), message("{rank} of diamonds"), message("{rank} of hearts"), message("{rank} of spades"))
COURT = {0: message("ace"), 10: message("jack"), 11: message("queen"), 12: message("king")}


@kept
def card_words(card: int, words: Words) -> str:
    rank = card % RANKS
    return words.say(SUITS[card // RANKS], rank=words.say(COURT[rank]) if rank in COURT else rank + 1)


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    if action == PASS:
        return words.say("Pass")
    number, cell = divmod(action, CELLS)
    card, name = card_words(number, words), GRID.name(cell)
    if number in s.bottom:
        return words.say("move the pile of the {card} to {cell}", card=card, cell=name)
    if s.top[cell] == NONE:
        return words.say("lay the {card} on {cell}, which is free", card=card, cell=name)
    return words.say("lay the {card} on the {other} on {cell}", card=card, other=card_words(int(s.top[cell]), words), cell=name)


def pile_words(s: Any, cell: int, words: Words) -> str:
    top, bottom = (card_words(int(card), words) for card in (s.top[cell], s.bottom[cell]))
    if s.top[cell] == s.bottom[cell]:
        return words.say("{card} on {cell}", card=top, cell=GRID.name(cell))
    return words.say("{top} on {cell}, on a pile from the {bottom}", top=top, cell=GRID.name(cell), bottom=bottom)


def told(s: Any, words: Words) -> tuple[str, ...]:
    """The table in sentences, every pile whole."""
    stock = words.count("The stock has {n} card.", "The stock has {n} cards.", int(s.left))
    piles = {cell: [card_words(card, words) for card in pile_at(s, cell)] for cell in range(CELLS) if s.top[cell] != NONE}
    return (stock, *(f"{GRID.name(cell)}: {', '.join(cards)}." for cell, cards in piles.items()))
