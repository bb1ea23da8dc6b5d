"""What lies face down, the stack and the hands: dealing it, hiding it, dealing it again."""

from __future__ import annotations

from typing import Any

from carreau.core.bits import lowest_bit
from carreau.core.chance import shuffle
from carreau.core.compile import rule

from ..constants import CARDS, HAND
from .grid import BIT

EVERY_CARD = (1 << CARDS) - 1  # as bits
NONE = -1


@rule
def take_top(s: Any) -> Any:
    s.left -= 1
    card = s.stack[s.left]
    s.stack[s.left] = NONE
    return card


@rule
def deal(s: Any, cards: int, but: int) -> None:
    """Shuffle these cards into the stack, and deal four from its top to every seat but one."""
    s.left = 0
    while cards:
        s.stack[s.left] = lowest_bit(cards)
        s.left += 1
        cards &= cards - 1
    shuffle(s, s.stack, 0, s.left)
    for seat in range(s.players):
        if seat != but:
            s.hand[seat] = 0
            for _ in range(HAND):
                s.hand[seat] |= BIT[take_top(s)]


@rule
def hide(s: Any, seat: int) -> None:
    for i in range(CARDS):
        s.stack[i] = NONE
    for other in range(s.players):
        if other != seat:
            s.hand[other] = 0


@rule
def deal_again(s: Any, seat: int) -> None:
    """Shuffle all cards that the seat has not seen; no move proves what a hand lacks, so all orders fit."""
    unseen = EVERY_CARD & ~s.laid & ~s.open
    if seat >= 0:
        unseen &= ~s.hand[seat]
    deal(s, unseen, seat)
