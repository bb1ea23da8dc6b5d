"""Cards that lie face down: in hands, in the pile, removed; who knows them, and what passes have ruled out.

A card keeps its place in a hand until it leaves, and the card drawn for it takes that place. Which place a card leaves
is for all to see, as at a table; so what is known of a hidden card stays with it wherever it goes.
"""

from __future__ import annotations

from typing import Any

from carreau.core.bits import count_bits, nth_bit
from carreau.core.chance import draw, hide_chance
from carreau.core.compile import rule

from .cards import ALL, CARDS, KEPT, KIND, LOW
from .grid import CELLS
from .layout import fitting_cards, put
from .places import EMPTY, HAND, HIDDEN, OUT, PILE, PLACES, RING, START_CARDS

# sets of cards, in two halves


@rule
def low_bit(card: int) -> int:
    return 1 << int(card) if card < LOW else 0


@rule
def high_bit(card: int) -> int:
    return 1 << int(card) - LOW if card >= LOW else 0


@rule
def nth_card(low: int, high: int, n: int) -> int:
    lows = count_bits(low)
    return nth_bit(low, n) if n < lows else LOW + nth_bit(high, n - lows)


# dealing


@rule
def deal(s: Any, cells: Any) -> None:
    """M5, M6, M7: cards drawn one by one are shuffled cards."""
    low, high = ALL
    hands, left = s.players * HAND, CARDS
    for i in range(START_CARDS):
        card = nth_card(low, high, draw(s, left))
        low, high, left = low & ~low_bit(card), high & ~high_bit(card), left - 1
        put(s, card, cells[i])
    s.left = KEPT[s.players] - START_CARDS - hands
    for place in range(OUT):
        s.card[place] = EMPTY
        if place < hands or PILE <= place < PILE + s.left:
            card = nth_card(low, high, draw(s, left))
            low, high, left = low & ~low_bit(card), high & ~high_bit(card), left - 1
            s.card[place] = card
    for place in range(hands):
        s.knows[place] = 1 << place // HAND
    remove(s, low, high)


@rule
def remove(s: Any, low: int, high: int) -> None:
    """Put the cards that take no part aside, in their order."""
    for place in range(OUT, PLACES):
        s.card[place] = EMPTY
        if low or high:
            card = nth_card(low, high, 0)
            low, high = low & ~low_bit(card), high & ~high_bit(card)
            s.card[place] = card


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
    """Move a card with all that is known about it."""
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


@rule
def hide(s: Any, seat: int) -> None:
    hide_chance(s)
    for place in range(PLACES):
        if is_hidden(s, place, seat):
            s.card[place] = HIDDEN


# dealing again


@rule
def deal_again(s: Any, seat: int) -> None:
    """Deal the cards that a seat does not know, every way that no pass rules out being equally likely.

    A try may fail, but the true deal is one of those that can come out; on average one or two tries are enough.
    """
    low, high = unseen_cards(s, seat)
    places = put_in_order(s, seat, low, high)
    while not deal_in_order(s, places, low, high):
        pass
    for i in range(places):
        card = s.card[s.order[i]]
        low, high = low & ~low_bit(card), high & ~high_bit(card)
        s.order[i] = 0
    remove(s, low, high)


@rule
def unseen_cards(s: Any, seat: int) -> tuple[int, int]:
    low, high = ALL
    for other in range(s.players):
        low, high = low & ~s.taken[other, 0], high & ~s.taken[other, 1]
    for cell in range(CELLS):
        card = s.table[cell]
        if card != EMPTY:
            low, high = low & ~low_bit(card), high & ~high_bit(card)
    for place in range(OUT):
        card = s.card[place]
        if card != EMPTY and not is_hidden(s, place, seat):
            low, high = low & ~low_bit(card), high & ~high_bit(card)
    return low, high


@rule
def barred(s: Any, place: int, low: int, high: int) -> int:
    """How many cards of a set have been ruled out for a place."""
    return count_bits(s.never_low[place] & low) + count_bits(s.never_high[place] & high)


@rule
def put_in_order(s: Any, seat: int, low: int, high: int) -> int:
    """List the hidden places, those with the most cards ruled out first; how many there are."""
    n = 0
    for place in range(OUT):
        bars = barred(s, place, low, high)
        if bars and is_hidden(s, place, seat):
            i = n
            while i and barred(s, s.order[i - 1], low, high) < bars:
                s.order[i] = s.order[i - 1]
                i -= 1
            s.order[i] = place
            n += 1
    for place in range(OUT):
        if is_hidden(s, place, seat) and barred(s, place, low, high) == 0:
            s.order[n] = place
            n += 1
    return n


@rule
def deal_in_order(s: Any, places: int, low: int, high: int) -> bool:
    """Deal to the listed places in turn; false if it has to be tried again.

    Each place draws one of as many lots as cards can ever fit there, and only those that do fit now have one. So every
    complete deal has the same chance, one in the product of the lots, whichever cards fit where.
    """
    left_low, left_high = low, high
    cards = count_bits(low) + count_bits(high)
    for i in range(places):
        place = s.order[i]
        fit_low, fit_high = left_low & ~s.never_low[place], left_high & ~s.never_high[place]
        lot = draw(s, cards - i - certainly_barred(s, i, low, high))
        if lot >= count_bits(fit_low) + count_bits(fit_high):
            return False
        card = nth_card(fit_low, fit_high, lot)
        left_low, left_high = left_low & ~low_bit(card), left_high & ~high_bit(card)
        s.card[place] = card
    return True


@rule
def certainly_barred(s: Any, i: int, low: int, high: int) -> int:
    """The fewest cards that are still there and ruled out for the i-th place when its turn comes.

    The others have gone to earlier places: no more of them than places that allow one, or than cards that one allows.
    """
    place = s.order[i]
    low, high = s.never_low[place] & low, s.never_high[place] & high
    takers, taken_low, taken_high = 0, 0, 0
    for earlier in range(i if low or high else 0):
        other = s.order[earlier]
        open_low, open_high = low & ~s.never_low[other], high & ~s.never_high[other]
        takers += 1 if open_low or open_high else 0
        taken_low, taken_high = taken_low | open_low, taken_high | open_high
    return count_bits(low) + count_bits(high) - min(takers, count_bits(taken_low) + count_bits(taken_high))
