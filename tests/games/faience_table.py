"""Tables of Faïence to try the rules on: built card by card, or reached by playing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import carreau
from carreau.core.match import Match
from carreau.games.faience.constants import CELLS, CHOOSE, LAY, PLACES
from carreau.games.faience.rules.cards import CARD_NAMES, CARDS, motif_and_value

GAME = carreau.load("faience")
CELL_NAMES = [column + row for row in "12345" for column in "abcde"]
FULL = "s+1 l+1 w+1 / k+1 f+1 r+1 / s+2 l+2 w+2"  # nine zones of one card
EIGHT = "s+1 l+1 w+1 / k+1 f+1 r+1 / s+2 l+2 ."  # d4 is free
SQUARE = (0, 1, 4, 9, 16, 25, 36, 49, 64)  # F20
LINEAR = (0, 1, 4, 7, 10, 13, 16, 19, 22)


# positions


class Deck:
    """Hands out the copies of a card one by one."""

    def __init__(self) -> None:
        self.left = list(range(1, CARDS + 1))

    def take(self, name: str) -> int:
        card = next(card for card in self.left if CARD_NAMES[card] == name)
        self.left.remove(card)
        return card


def grid(text: str) -> dict[str, str]:
    """Three rows of cards from b2 to d4; a dot is an empty cell."""
    rows = [row.split() for row in text.split("/")]
    cards = {CELL_NAMES[5 * (row + 1) + column + 1]: name for row, names in enumerate(rows) for column, name in enumerate(names)}
    return {cell: name for cell, name in cards.items() if name != "."}


def position(
    areas: tuple[str, ...] = (),
    hands: tuple[str, ...] = (),
    discard: str = "f+3",
    pile: str | None = None,
    top: str = "",
    players: int = 2,
    **options: Any,
) -> Match:
    """A table at the start of seat 0's turn. `discard`, `pile` and `top` have their uppermost card first.

    Cards not named lie under the draw pile; if `pile` is given it is the whole pile, and they lie under the discard.
    """
    match = GAME.new(players, 1, **{"first": 0, **options})
    s, deck = match.state, Deck()
    for field in ("laid", "cell", "outside", "hand", "held", "pile", "discard", "pool", "share"):
        s[field] = 0
    for seat, text in enumerate(areas):
        for cell, name in grid(text).items():
            s.cell[seat, CELL_NAMES.index(cell)] = deck.take(name)
            s.laid[seat] |= 1 << CELL_NAMES.index(cell)
    for seat, text in enumerate(hands):
        cards = sorted(deck.take(name) for name in text.split())
        s.hand[seat, : len(cards)] = cards
        s.held[seat] = s.share[1, seat] = len(cards)
    thrown = [deck.take(name) for name in discard.split()][::-1]
    drawn = [deck.take(name) for name in (top if pile is None else pile).split()][::-1]
    if pile is None:
        drawn = deck.left + drawn
    else:
        thrown = deck.left + thrown
    s.discard[: len(thrown)], s.thrown = thrown, len(thrown)
    s.pile[: len(drawn)], s.left = drawn, len(drawn)
    s.pile_pool = 1
    for card in [*drawn, *(card for card in s.hand.flat if card)]:
        s.pool[card] = 1
    assert GAME.show.inventory(s) == list(range(1, CARDS + 1))
    return match


def play(match: Match, *names: str) -> Match:
    for name in names:
        match.play(name)
    return match


def area(match: Match, seat: int = 0) -> dict[str, str]:
    cards: dict[str, str] = match.reveal()["areas"][seat]
    return cards


def hand(match: Match, seat: int = 0) -> list[str]:
    cards: list[str] = match.reveal()["hands"][seat]
    return cards


def places(match: Match, card: str) -> list[str]:
    """Where the acting seat may put a card."""
    moves = [name.split() for name in match.legal(match.acting[0])]
    return [place for name, place in moves if name == card]


def end_of_round(match: Match) -> tuple[list[int], list[int]]:
    ended = match.reveal()["ended"]
    return ended["values"], ended["zones"]


# random matches


Chooser = Callable[[Match, random.Random], int]


def at_random(match: Match, chooser: random.Random) -> int:
    return chooser.choice(match.actions(match.acting[0]))


def wastefully(match: Match, chooser: random.Random) -> int:
    """Turn up and draw as much as possible, and replace rather than lay beside: rounds are long and piles run out."""
    actions = match.actions(match.acting[0])
    if chooser.random() < 0.1:
        return chooser.choice(actions)
    if match.state.phase == CHOOSE:
        return actions[-1]
    cells = match.state.cell[match.acting[0]]
    places = [(action % PLACES, motif_and_value(action // PLACES)[1]) for action in actions]
    replacing = [a for a, (place, _) in zip(actions, places, strict=True) if place < CELLS and cells[place]]
    drawing = [a for a, (place, value) in zip(actions, places, strict=True) if place < CELLS and not cells[place] and value > 0]
    few = match.state.phase == LAY and np.count_nonzero(cells) < 4
    return chooser.choice((drawing if few else replacing) or replacing or actions)


def run(players: int, seed: int, choose: Chooser = at_random, rounds: int = 60, **options: Any) -> Iterator[Match]:
    """The same match again and again, each time one action further, until it is over or this many rounds have ended."""
    chooser = random.Random(seed)
    match = GAME.new(players, seed, **options)
    yield match
    while not match.over and match.state.begun <= rounds:
        match.play(choose(match, chooser))
        yield match
