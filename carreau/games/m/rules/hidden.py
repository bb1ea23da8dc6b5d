"""Cards that lie face down: in hands, in the pile, removed; who knows them, and what passes have ruled out.

A card keeps its place in a hand until it leaves, and the card drawn for it takes that place. Which place a card leaves
is for all to see, as at a table; so what is known of a hidden card stays with it wherever it goes.
"""

from __future__ import annotations

from typing import Any

from carreau.core.bits import count_bits, nth_bit
from carreau.core.chance import draw
from carreau.core.compile import rule

from ..constants import CELLS, EMPTY, HAND, KEPT, SEATS, START_CARDS
from .cards import ALL, CARDS, KIND, LOW
from .layout import fitting_cards, put

# places, as numbers: four for each hand, then the pile's ring, then the cards removed, which nobody ever sees

PILE = SEATS * HAND
RING = CARDS - START_CARDS - SEATS * HAND + 1  # the highest pile, and a card put under it before one is drawn
OUT = PILE + RING
PLACES = OUT + CARDS - KEPT[2]


# sets of cards, in two halves

Cards = tuple[int, int]


@rule
def size(cards: Cards) -> int:
    return count_bits(cards[0]) + count_bits(cards[1])


@rule
def nth_card(cards: Cards, n: int) -> int:
    low, high = cards
    lows = count_bits(low)
    return nth_bit(low, n) if n < lows else LOW + nth_bit(high, n - lows)


@rule
def without(cards: Cards, card: int) -> Cards:
    low = 1 << int(card) if card < LOW else 0
    high = 1 << int(card) - LOW if card >= LOW else 0
    return cards[0] & ~low, cards[1] & ~high


# dealing


@rule
def deal(s: Any, cells: Any) -> None:
    """M5, M6, M7: cards drawn one by one are shuffled cards."""
    cards, left, hands = ALL, CARDS, s.players * HAND
    for i in range(START_CARDS):
        card = nth_card(cards, draw(s, left))
        cards, left = without(cards, card), left - 1
        put(s, card, cells[i])
    s.left = KEPT[s.players] - START_CARDS - hands
    for place in range(OUT):
        s.card[place] = EMPTY
        if place < hands or PILE <= place < PILE + s.left:
            s.card[place] = nth_card(cards, draw(s, left))
            cards, left = without(cards, s.card[place]), left - 1
    for place in range(hands):
        s.knows[place] = 1 << place // HAND
    remove(s, cards)


@rule
def remove(s: Any, cards: Cards) -> None:
    """Put the cards that take no part aside, in their order."""
    for place in range(OUT, PLACES):
        s.card[place] = EMPTY
        if cards[0] or cards[1]:
            s.card[place] = nth_card(cards, 0)
            cards = without(cards, s.card[place])


# cards move


@rule
def find(s: Any, seat: int, kind: int) -> int:
    """The slot of a card; of two equal cards chance takes one, so that it says nothing about the other."""
    slot, found = 0, 0
    for i in range(HAND):
        card = s.card[seat * HAND + i]
        if card != EMPTY and KIND[s.deck, card] == kind:
            found += 1
            if found == 1 or draw(s, found) == 0:
                slot = i
    return slot


@rule
def clear(s: Any, place: int) -> None:
    s.card[place], s.knows[place] = EMPTY, 0
    s.never_low[place], s.never_high[place] = 0, 0


@rule
def move(s: Any, place: int, to: int) -> None:
    """Move a card with everything known about it."""
    s.card[to], s.knows[to] = s.card[place], s.knows[place]
    s.never_low[to], s.never_high[to] = s.never_low[place], s.never_high[place]
    clear(s, place)


@rule
def leave_hand(s: Any, seat: int, kind: int) -> int:
    s.slot = find(s, seat, kind)
    place = seat * HAND + s.slot
    card = int(s.card[place])
    clear(s, place)
    return card


@rule
def draw_card(s: Any, seat: int, slot: int) -> None:
    if s.left == 0:
        return
    place = seat * HAND + slot
    move(s, PILE + s.top, place)
    s.knows[place] |= 1 << seat
    s.top = (s.top + 1) % RING
    s.left -= 1


@rule
def change(s: Any, seat: int, kind: int) -> None:
    """Put a card under the pile and draw the top (M11)."""
    s.slot = find(s, seat, kind)
    move(s, seat * HAND + s.slot, PILE + (s.top + s.left) % RING)
    s.left += 1
    draw_card(s, seat, s.slot)


# what is known


@rule
def rule_out(s: Any, seat: int) -> None:
    """A pass where laying is compulsory: no card of this hand fitted."""
    low, high = fitting_cards(s, 0), fitting_cards(s, 1)
    for place in range(seat * HAND, (seat + 1) * HAND):
        if s.card[place] != EMPTY:
            s.never_low[place] |= low
            s.never_high[place] |= high


@rule
def is_hidden(s: Any, place: int, seat: int) -> bool:
    """Whether a card lies there that the seat does not know; seat -1 knows none."""
    if s.card[place] == EMPTY:
        return False
    return seat < 0 or place >= OUT or (s.knows[place] >> max(seat, 0)) & 1 == 0


# dealing again


@rule
def deal_again(s: Any, seat: int) -> None:
    """Deal the cards that a seat does not know, every way that no pass rules out being equally likely.

    A try may fail, but the true deal is one of those that can come out; on average one or two tries are enough.
    """
    cards = unseen_cards(s, seat)
    places = put_in_order(s, seat, cards)
    while not deal_in_order(s, places, cards):
        pass
    for i in range(places):
        cards = without(cards, s.card[s.order[i]])
        s.order[i] = 0
    remove(s, cards)


@rule
def unseen_cards(s: Any, seat: int) -> Cards:
    low, high = ALL
    for other in range(s.players):
        low, high = low & ~s.taken[other, 0], high & ~s.taken[other, 1]
    cards = low, high
    for cell in range(CELLS):
        if s.table[cell] != EMPTY:
            cards = without(cards, s.table[cell])
    for place in range(OUT):
        if s.card[place] != EMPTY and not is_hidden(s, place, seat):
            cards = without(cards, s.card[place])
    return cards


@rule
def barred(s: Any, place: int, cards: Cards) -> Cards:
    """Those of some cards that have been ruled out for a place."""
    return cards[0] & s.never_low[place], cards[1] & s.never_high[place]


@rule
def allowed(s: Any, place: int, cards: Cards) -> Cards:
    """The others."""
    return cards[0] & ~s.never_low[place], cards[1] & ~s.never_high[place]


@rule
def put_in_order(s: Any, seat: int, cards: Cards) -> int:
    """List the hidden places, those with the most cards ruled out first; how many there are."""
    n = 0
    for place in range(OUT):
        bars = size(barred(s, place, cards))
        if bars and is_hidden(s, place, seat):
            i = n
            while i and size(barred(s, s.order[i - 1], cards)) < bars:
                s.order[i] = s.order[i - 1]
                i -= 1
            s.order[i] = place
            n += 1
    for place in range(OUT):
        if is_hidden(s, place, seat) and size(barred(s, place, cards)) == 0:
            s.order[n] = place
            n += 1
    return n


@rule
def deal_in_order(s: Any, places: int, cards: Cards) -> bool:
    """Deal to the listed places in turn; false if it has to be tried again.

    Each place draws one of as many lots as cards can ever fit there, and only those that do fit now have one. So every
    complete deal has the same chance, one in the product of the lots, whichever cards fit where.
    """
    left, n = cards, size(cards)
    for i in range(places):
        place = s.order[i]
        fitting = allowed(s, place, left)
        lot = draw(s, n - i - certainly_barred(s, i, cards))
        if lot >= size(fitting):
            return False
        s.card[place] = nth_card(fitting, lot)
        left = without(left, s.card[place])
    return True


@rule
def certainly_barred(s: Any, i: int, cards: Cards) -> int:
    """The fewest cards that are still there and ruled out for the i-th place when its turn comes.

    The others have gone to earlier places: no more of them than places that allow one, or than cards that one allows.
    """
    bars = barred(s, s.order[i], cards)
    takers, low, high = 0, 0, 0
    for earlier in range(i if bars[0] or bars[1] else 0):
        taken = allowed(s, s.order[earlier], bars)
        takers += 1 if taken[0] or taken[1] else 0
        low, high = low | taken[0], high | taken[1]
    return size(bars) - min(takers, count_bits(low) + count_bits(high))
