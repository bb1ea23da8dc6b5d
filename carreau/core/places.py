"""Places of cards: every card has one, a number in an array `where`; how many cards a place has is known to all.

A pile needs no order: which card is on top is settled when it is drawn, each being equally likely. In a view the cards of
hidden places are UNKNOWN, so that hiding, dealing and dealing again are a line each:

    view      for every place that the seat cannot see into: hide(s.where, place)
    redeal    the same; then for every such place but one: deal(s, s.where, UNKNOWN, place, what it lacks), and
              move_all(s.where, UNKNOWN, the last one)

What is known of cards that went back: mark a card that a seat has seen in an array `seen` (bit k: seat k knows where it is)
and hide with `hide_unseen`, which leaves what the seat knows where it is; `lacking` counts the rest. Where cards were dealt at
different times, so that a hand cannot hold what came later, give each such group a number, its pool, and hide its cards as
UNKNOWN - pool (`hide_pool`): each pool is then dealt again by itself.
"""

from __future__ import annotations

from typing import Any

from carreau.core.chance import draw
from carreau.core.compile import rule

UNKNOWN = -1  # in a view; of pool p: UNKNOWN - p


@rule
def count_at(where: Any, place: int) -> int:
    """How many cards a place has."""
    n = 0
    for card in range(len(where)):
        n += where[card] == place
    return n


@rule
def nth_at(where: Any, place: int, n: int) -> int:
    """The n-th card of a place, counted from 0."""
    for card in range(len(where)):
        if where[card] == place:
            if n == 0:
                return card
            n -= 1
    return -1


@rule
def draw_card(s: Any, where: Any, source: int, target: int) -> int:
    """Any card of a place goes to another; which."""
    card = nth_at(where, source, draw(s, count_at(where, source)))
    where[card] = target
    return card


@rule
def deal(s: Any, where: Any, source: int, target: int, n: int) -> None:
    """Any n cards of a place go to another, every choice equally likely."""
    left = count_at(where, source)
    for card in range(len(where)):
        if n and where[card] == source:
            if draw(s, left) < n:
                where[card] = target
                n -= 1
            left -= 1


@rule
def move_all(where: Any, source: int, target: int) -> None:
    """All cards of a place go to another: the discard becomes the pile."""
    for card in range(len(where)):
        if where[card] == source:
            where[card] = target


# what is hidden


@rule
def hide(where: Any, place: int) -> None:
    move_all(where, place, UNKNOWN)


@rule
def hide_unseen(where: Any, seen: Any, place: int, seat: int) -> None:
    """Hide the cards of a place but for those that a seat has seen go there; a spectator (-1) has seen what all have."""
    for card in range(len(where)):
        if where[card] == place and not knows(seen[card], seat):
            where[card] = UNKNOWN


@rule
def knows(seen: int, seat: int) -> bool:
    """Whether a seat is among those who have seen a card; -1 as `seen` means everybody."""
    return seen == -1 or (seat >= 0 and (seen >> max(seat, 0)) & 1 == 1)


@rule
def hide_pool(where: Any, pool: Any, place: int) -> None:
    """Hide the cards of a place, each as one of its pool."""
    for card in range(len(where)):
        if where[card] == place:
            where[card] = UNKNOWN - pool[card]


@rule
def lacking(where: Any, place: int, held: int) -> int:
    """How many cards of a place, which has `held` in all, are unknown."""
    return held - count_at(where, place)


# hands and a pile, for most games: `where` and `held` are the names of their fields


@rule
def hide_hands(s: Any, seat: int, pile: int, hand: int) -> None:
    """Hide the pile and every hand but the seat's own; that of seat k is the place hand + k."""
    hide(s.where, pile)
    for other in range(s.players):
        if other != seat:
            hide(s.where, hand + other)


@rule
def redeal_hands(s: Any, seat: int, pile: int, hand: int) -> None:
    """Deal what a seat cannot know again: to every hand what it lacks, the rest is the pile."""
    hide_hands(s, seat, pile, hand)
    for other in range(s.players):
        if other != seat:
            deal(s, s.where, UNKNOWN, hand + other, lacking(s.where, hand + other, s.held[other]))
    move_all(s.where, UNKNOWN, pile)


# in plain Python


def cards_at(where: Any, place: int) -> list[int]:
    """The cards of a place, ascending."""
    return [card for card, here in enumerate(where) if here == place]


def known_at(where: Any, place: int, held: Any) -> list[int] | None:
    """The same, or none where some of the `held` cards are not known."""
    cards = cards_at(where, place)
    return cards if len(cards) == held else None
