"""What is hidden in Punto, dealt again: all worlds that fit what is known, each as often as any other.

An observer follows a match of three players by what everyone sees, and at a moment with few hidden cards lists all ways
in which they can lie, by trying every order of them.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest

from carreau.core.match import Match
from tests.games.punto_tools import GAME, build, coming, from_the_middle, name, order_of_laying, quiet_picture, rise, write_piles
from tests.probe import redeal, view

HIDDEN, UP = 0, 1
FIRST_NEUTRAL = 54
DRAWS = 25  # redeals per world

World = tuple[tuple[int, ...], ...]  # per seat, the pile from the top


class Observer:
    """Knows what any player knows: who turned up which card, what was dealt out together, what left the game."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.deals: list[set[int]] = []  # neutral cards dealt out together, as many to each seat
        self.turned: list[list[int]] = []  # per deal, how many of its cards each seat has turned up since
        self.holder: dict[int, int] = {}  # neutral cards that a seat has turned up
        self.laid = set(range(FIRST_NEUTRAL, 72))  # neutral cards to be dealt out (P3, P22)
        self.round = 0

    def look(self) -> None:
        s = self.match.state
        if s.begun != self.round:
            self.round = int(s.begun)
            self.new_deal({card for card in self.laid if s.where[card] <= UP})
        for seat in range(3):
            for card in s.up[seat]:
                self.turn_up(int(card) - 1, seat)

    def new_deal(self, cards: set[int]) -> None:
        assert len(cards) == len(self.laid) // 3 * 3
        for card in self.laid:
            self.holder.pop(card, None)
        self.deals.append(cards)
        self.turned.append([0, 0, 0])
        self.laid = set()

    def turn_up(self, card: int, seat: int) -> None:
        if card >= FIRST_NEUTRAL and card not in self.holder:
            self.holder[card] = seat
            self.turned[self.deal_of(card)][seat] += 1

    def deal_of(self, card: int) -> int:
        return max(i for i, cards in enumerate(self.deals) if card in cards)

    def play(self, move: str) -> None:
        """Plays it, and watches: the card laid, and the next card, even if it cannot be placed and the round ends."""
        self.look()
        seat = self.match.acting[0]
        following = (seat + 1) % 3
        laid, turned_up = coming(self.match, seat)[0], coming(self.match, following)[0]
        self.match.play(move)
        if laid >= FIRST_NEUTRAL:
            self.laid.add(laid)
        self.turn_up(turned_up, following)

    def worlds(self) -> set[World]:
        """Every order of the hidden cards that could be true."""
        s = self.match.state
        hidden = [card for card in range(72) if s.where[card] == HIDDEN]
        sizes = [int(n) for n in s.left[:3]]
        found: set[World] = set()
        for order in permutations(hidden):
            world = order[: sizes[0]], order[sizes[0] : sizes[0] + sizes[1]], order[sizes[0] + sizes[1] :]
            if all(self.own_or_neutral(seat, pile) for seat, pile in enumerate(world)) and self.fits(world):
                found.add(world)
        return found

    def own_or_neutral(self, seat: int, pile: tuple[int, ...]) -> bool:
        return all(card // 18 == seat or (card >= FIRST_NEUTRAL and self.holder.get(card, seat) == seat) for card in pile)

    def fits(self, world: World) -> bool:
        """Of every deal, each seat has turned up and still hides together as many cards as it was dealt."""
        hides = [[0, 0, 0] for _ in self.deals]
        for seat, pile in enumerate(world):
            for card in pile:
                if card >= FIRST_NEUTRAL and card not in self.holder:
                    hides[self.deal_of(card)][seat] += 1
        return all(
            turned[seat] + hidden[seat] == len(cards) // 3
            for cards, turned, hidden in zip(self.deals, self.turned, hides, strict=True)
            for seat in range(3)
        )


def world_of(state: Any) -> World:
    piles, start, left = state.pile.tolist(), state.start, state.left
    return tuple(tuple(piles[start[seat] : start[seat] + left[seat]][::-1]) for seat in range(state.players))


def check_redeals(match: Match, expected: set[World]) -> None:
    """All the expected worlds, no others, and each equally often, whoever looks, from nothing but the view."""
    assert world_of(match.state) in expected
    for seat in (-1, 1):
        seen = view(GAME, match.state, seat)
        counts = Counter(world_of(redeal(GAME, seen, seat, number)) for number in range(DRAWS * len(expected)))
        assert set(counts) == expected
        square = sum((n - DRAWS) ** 2 / DRAWS for n in counts.values())
        free = len(expected) - 1
        assert abs(square - free) < 5 * (2 * free) ** 0.5, f"{len(expected)} worlds, chi-square {square:.0f}"


# three players


PICTURE = """
    y3 r2 b2 b2 g2 g2
    b3 y8 g3 g3 r3 r3
    g4 y4 r4 y9 b4 b4
    r5 y5 b5 b5 g5 g5
    b6 y6 g6 g6 r6 r6
    y7 g7 r7 r7 b7 b7
"""  # no series; seven neutral cards


def second_round() -> tuple[Match, Observer]:
    """Seven neutral cards have been dealt out again, one has left, seat 0 could not place its y1; the piles are set so
    that the last cards are neutral ones of both deals, and this y1."""
    match = GAME.new(3, 3, first=0, rounds=3)
    observer = Observer(match)
    build(match, PICTURE, "y1", play=observer.play)
    observer.look()
    rows = [coming(match, seat) for seat in range(3)]
    for seat, row in enumerate(rows):
        bottom = last_cards(observer, seat, row)
        ups = int((match.state.up[seat] > 0).sum())
        rest = sorted((card for card in row[ups:] if card not in bottom), key=lambda card: name(card)[1])
        row[:] = row[:ups] + rest + bottom
    write_piles(match, rows)
    return match, observer


def last_cards(observer: Observer, seat: int, row: list[int]) -> list[int]:
    hidden = [card for card in row[1:] if card >= FIRST_NEUTRAL and card not in observer.holder]
    first, second = ([card for card in hidden if observer.deal_of(card) == deal] for deal in (0, 1))
    if seat == 0:
        known = next(card for card in row if observer.holder.get(card) == 0)
        assert name(known) == "y1"
        return [first[0], known]
    return [first[0], second[0]]


def lay_rising(match: Match, observer: Observer, turns: int) -> None:
    """Everyone lays on their own cells of a square without series: on a free one, or else on their own lowest card."""
    cards = {(i // 6, i % 6): card for i, card in enumerate(quiet_picture(match).split())}
    order = order_of_laying(match, cards)
    mine: list[dict[str, int]] = [{}, {}, {}]
    free = from_the_middle(order)
    while match.ply < turns:
        seat = match.acting[0]
        card = name(coming(match, seat)[0])
        cell = free.pop(0) if free else min(mine[seat], key=lambda place: mine[seat][place])
        mine[seat][cell] = int(card[1])
        observer.play(f"{card} {cell}")


@pytest.mark.parametrize("turns", [63, 65])
def test_p22_redeals_keep_to_what_earlier_rounds_showed(turns: int) -> None:
    match, observer = second_round()
    lay_rising(match, observer, match.ply + turns)
    assert match.state.begun == 2
    expected = observer.worlds()
    assert 8 < len(expected) < 600  # few enough to count, but more than one
    check_redeals(match, expected)


# four players and teams


@pytest.mark.parametrize(("teams", "worlds"), [(False, 8), (True, 144)])
def test_p23_redeals_of_piles_and_of_a_teams_halves(teams: bool, worlds: int) -> None:
    match = GAME.new(4, 3, first=0, teams=teams)
    rise(match, 64)
    sides = [(0, 2), (1, 3)] if teams else [(0,), (1,), (2,), (3,)]
    truth = world_of(match.state)
    expected = set()
    orders = [list(permutations([card for seat in side for card in truth[seat]])) for side in sides]
    for chosen in product(*orders):
        piles: list[tuple[int, ...]] = [()] * 4
        for side, cards in zip(sides, chosen, strict=True):
            size = len(truth[side[0]])
            piles[side[0]] = cards[:size]
            piles[side[-1]] = cards[size:] if teams else cards
        expected.add(tuple(piles))
    assert len(expected) == worlds
    check_redeals(match, expected)
