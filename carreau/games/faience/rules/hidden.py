"""Hands, the draw pile and the discard, and what all know of them.

Every hidden card belongs to a pool: the cards that once made up a draw pile together, first those that were dealt, later
the discard at each reshuffle. Everybody knows a pool's cards, because nothing else is out of sight, and how many
of them each hand holds, because everybody sees who draws and, later, what is laid or dropped. All that a seat does not
know is which: so every way to hand out the pools' cards is equally likely. The pile's cards are all of one pool.
"""

from __future__ import annotations

from typing import Any

from carreau.core.chance import draw, shuffle
from carreau.core.compile import rule

from ..constants import HIGHEST, MOST_SEATS
from .cards import CARDS, KIND, NONE

HAND = 5  # F2, F10
MOST_HELD = HAND + HIGHEST
IN_SIGHT = 0  # in place of a pool
POOLS = MOST_SEATS * HAND + HIGHEST + 1  # at a reshuffle at most 27 cards are in hands: their pools, the new one, and IN_SIGHT


@rule
def discard(s: Any, card: int) -> None:
    s.discard[s.thrown] = card
    s.thrown += 1


@rule
def take_discard(s: Any) -> int:
    s.thrown -= 1
    card = int(s.discard[s.thrown])
    s.discard[s.thrown] = NONE
    return card


@rule
def take_pile(s: Any) -> int:
    """The top of the draw pile, made again from the discard if it is empty (F6)."""
    if s.left == 0:
        reshuffle(s)
    s.left -= 1
    card = int(s.pile[s.left])
    s.pile[s.left] = NONE
    return card


@rule
def turn_up(s: Any) -> int:
    """The top of the draw pile, for all to see."""
    card = take_pile(s)
    s.pool[card] = IN_SIGHT
    return card


@rule
def reshuffle(s: Any) -> None:
    s.pile_pool = free_pool(s)
    while s.thrown:
        card = take_discard(s)
        s.pool[card] = s.pile_pool
        s.pile[s.left] = card
        s.left += 1
    shuffle(s, s.pile, 0, s.left)


@rule
def free_pool(s: Any) -> int:
    pool = IN_SIGHT + 1
    while in_hands(s, pool, -1):
        pool += 1
    return pool


@rule
def in_hands(s: Any, pool: int, seat: int) -> int:
    """How many cards of a pool are in hands, not counting this seat's."""
    n = 0
    for other in range(s.players):
        if other != seat:
            n += s.share[pool, other]
    return n


@rule
def draw_card(s: Any, seat: int) -> None:
    card = take_pile(s)
    s.share[s.pile_pool, seat] += 1
    hold(s, seat, card)


@rule
def hold(s: Any, seat: int, card: int) -> None:
    """Put a card into a hand, which is sorted."""
    i = int(s.held[seat])
    while i > 0 and s.hand[seat, i - 1] > card:
        s.hand[seat, i] = s.hand[seat, i - 1]
        i -= 1
    s.hand[seat, i] = card
    s.held[seat] += 1


@rule
def take_hand(s: Any, seat: int, kind: int) -> int:
    """A card of this kind from the hand; any one of several copies, so that nobody learns anything from which."""
    slot, copies = 0, 1
    while KIND[s.hand[seat, slot]] != kind:
        slot += 1
    while slot + copies < s.held[seat] and KIND[s.hand[seat, slot + copies]] == kind:
        copies += 1
    if copies > 1:
        slot += draw(s, copies)
    card = int(s.hand[seat, slot])
    s.held[seat] -= 1
    for i in range(slot, s.held[seat]):
        s.hand[seat, i] = s.hand[seat, i + 1]
    s.hand[seat, s.held[seat]] = NONE
    s.share[s.pool[card], seat] -= 1
    s.pool[card] = IN_SIGHT
    return card


# what is hidden


@rule
def hide(s: Any, seat: int) -> None:
    """Blank the draw pile and the hands of the others."""
    for i in range(s.left):
        s.pile[i] = NONE
    for other in range(s.players):
        if other != seat:
            for i in range(s.held[other]):
                s.hand[other, i] = NONE


@rule
def deal_pools(s: Any, seat: int) -> None:
    """Hand out again everything a seat cannot know, the pool of the draw pile last, because what remains of it is the pile."""
    hide(s, seat)
    for other in range(s.players):
        if other != seat:
            s.held[other] = 0
    for i in range(POOLS - 1):
        pool = (s.pile_pool + i) % (POOLS - 1) + 1
        if pool == s.pile_pool or in_hands(s, pool, seat):
            deal_pool(s, seat, pool)


@rule
def deal_pool(s: Any, seat: int, pool: int) -> None:
    n = gather(s, seat, pool)
    shuffle(s, s.pile, 0, n)
    for other in range(s.players):
        if other != seat:
            for _ in range(s.share[pool, other]):
                n -= 1
                hold(s, other, int(s.pile[n]))
                s.pile[n] = NONE


@rule
def gather(s: Any, seat: int, pool: int) -> int:
    """Put the cards of a pool that are not in this seat's hand where the pile is, and count them."""
    n, own = 0, 0
    for card in range(1, CARDS + 1):
        if seat >= 0 and own < s.held[seat] and s.hand[seat, own] == card:
            own += 1
        elif s.pool[card] == pool:
            s.pile[n] = card
            n += 1
    return n
