"""M again, in plain Python on an endless table: no bits, no ring, no tables. And a way to set up any position."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

import carreau
from carreau.core.match import Match
from carreau.games.m.constants import EMPTY, HAND
from carreau.games.m.rules.cards import COLOUR, KIND, KIND_OF_NAME, LOW, SYMBOL, TENTH
from carreau.games.m.rules.hidden import OUT, PILE, PLACES

GAME = carreau.load("m")
Spot = tuple[int, int]

ORTHOGONAL = [(-1, 0), (0, -1), (0, 1), (1, 0)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


# features, read from the names of cards


def features(card: str) -> tuple[str, str, str]:
    found = re.fullmatch(r"([bnrgy])(\d+)([ctmfs]?)", card)
    assert found
    return found[1], found[2], found[3]


def share(card: str, other: str, blank: bool = False) -> int:
    """How many features two cards share."""
    pairs = list(zip(features(card), features(other)))
    return sum(a == b and (a != "" or blank) for a, b in pairs)


def spots_beside(spot: Spot, directions: Sequence[Spot] = ORTHOGONAL) -> list[Spot]:
    return [(spot[0] + down, spot[1] + right) for down, right in directions]


def cell(spot: Spot) -> str:
    return f"{'abcdefg'[spot[1] % 7]}{spot[0] % 7 + 1}"


def spot_of(name: str) -> Spot:
    return int(name[1]) - 1, "abcdefg".index(name[0])


def pieces(spots: Iterable[Spot]) -> int:
    """How many groups these spots form, joined by sides or corners: a plain graph search."""
    left, groups = set(spots), 0
    while left:
        groups += 1
        queue = [left.pop()]
        while queue:
            near = [spot for spot in spots_beside(queue.pop(), ORTHOGONAL + DIAGONAL) if spot in left]
            left.difference_update(near)
            queue += near
    return groups


def best_two(cards: Iterable[str]) -> int:
    """The score of taken cards: every choice of two colours tried (M21)."""
    cards = list(cards)
    choices = [(a, b) for a in "bnrgy" for b in "bnrgy" if a != b]
    return max(sum(int(features(c)[1]) * (1 if c[0] in two else -1) for c in cards) for two in choices)


class Plain:
    """A match that starts like a given one, and gets the same actions."""

    def __init__(self, match: Match) -> None:
        world = match.reveal()
        self.players, self.options = match.players, match.options
        self.grid: dict[Spot, str] = {spot_of(name): card for name, card in world["table"].items()}
        self.hands: list[list[str]] = [[card for card in hand if card] for hand in world["hands"]]
        self.pile: list[str] = list(world["pile_cards"])
        self.tokens: list[int] = list(world["tokens"])
        self.taken: list[list[str]] = [list(cards) for cards in world["taken"]]
        self.seat = match.acting[0]
        self.passes = 0
        self.line: list[Spot] | None = None
        self.choice: dict[str, list[Spot]] = {}
        self.trigger = -1
        self.last_line = False
        self.over = False
        self.widest = 0  # how far from the start a card was ever laid

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(10 * self.tokens[seat] + best_two(self.taken[seat]) for seat in range(self.players))

    # what may be done

    def legal(self) -> list[str]:
        if self.line is not None:
            return [f"take {cell(spot)}" for spot in self.takeable()]
        if self.choice:
            return ["choose row", "choose column"]
        lays = [f"{card} {cell(spot)}" for card in set(self.hands[self.seat]) for spot in self.spots_for(card)]
        if lays and not self.options["voluntary_pass"]:
            return lays
        changes = [f"change {card}" for card in set(self.hands[self.seat])] if self.pile else []
        return [*lays, *changes, "pass"]

    def spots_for(self, card: str) -> list[Spot]:
        spots = {spot for laid in self.grid for spot in spots_beside(laid)} - set(self.grid)
        return [spot for spot in spots if self.inside(spot) and all(share(card, other) for other in self.near(spot))]

    def near(self, spot: Spot) -> list[str]:
        return [self.grid[other] for other in spots_beside(spot) if other in self.grid]

    def inside(self, spot: Spot) -> bool:
        rows, columns = ([place[way] for place in [*self.grid, spot]] for way in (0, 1))
        return max(rows) - min(rows) < 6 and max(columns) - min(columns) < 6

    def takeable(self) -> list[Spot]:
        assert self.line is not None
        left = [spot for spot in self.line if spot in self.grid]
        if len(left) == 1:
            return []
        return [spot for spot in left if pieces(set(self.grid) - {spot}) == 1]

    # what is done

    def play(self, name: str) -> None:
        first, _, second = name.partition(" ")
        if first == "take":
            self.take(next(spot for spot in self.grid if cell(spot) == second))
        elif first == "choose":
            self.line, self.choice = self.choice[second], {}
        elif first in ("pass", "change"):
            self.make_pass(second)
        else:
            self.lay(first, next(spot for spot in self.spots_for(first) if cell(spot) == second))

    def lay(self, card: str, spot: Spot) -> None:
        owed = len(self.near(spot)) - 1
        self.hands[self.seat].remove(card)
        self.grid[spot] = card
        self.widest = max(self.widest, abs(spot[0] - 3), abs(spot[1] - 3))
        self.passes, self.trigger, self.last_line = 0, self.seat, not self.pile
        for _ in range(owed):
            self.rob()
        row = [other for other in self.grid if other[0] == spot[0]]
        column = [other for other in self.grid if other[1] == spot[1]]
        self.choice = {
            name: sorted(line) for name, line in (("row", row), ("column", column)) if self.scores(card, spot, sorted(line))
        }
        if len(self.choice) == 1:
            (self.line,) = self.choice.values()
            self.choice = {}
        elif not self.choice:
            self.end_turn()

    def rob(self) -> None:
        for step in range(1, self.players):
            other = (self.seat - step) % self.players
            if self.tokens[other]:
                self.tokens[other] -= 1
                self.tokens[self.seat] += 1
                return

    def scores(self, card: str, spot: Spot, line: list[Spot]) -> bool:
        beside = [other for other in spots_beside(spot) if other in line]
        unbroken = sum(b in spots_beside(a) for a, b in zip(line, line[1:])) == len(line) - 1
        close = any(share(card, self.grid[other], bool(self.options["blank"])) >= 2 for other in beside)
        return len(line) in (5, 6) and close and bool(self.options["gaps"] or unbroken)

    def end_turn(self) -> None:
        if self.pile:
            self.hands[self.trigger].append(self.pile.pop(0))
        self.seat = (self.trigger + 1) % self.players

    def take(self, spot: Spot) -> None:
        self.taken[self.seat].append(self.grid.pop(spot))
        self.seat = (self.seat + 1) % self.players
        if not self.takeable():
            self.line = None
            if self.last_line:
                self.over = True
            else:
                self.end_turn()

    def make_pass(self, changed: str) -> None:
        hand = self.hands[self.seat]
        if hand and self.tokens[self.seat]:
            self.tokens[self.seat] -= 1
            self.tokens[(self.seat - 1) % self.players] += 1
        if changed:
            hand.remove(changed)
            self.pile.append(changed)
            hand.append(self.pile.pop(0))
        self.passes += 1
        self.seat = (self.seat + 1) % self.players
        if self.passes == (self.players + len(self.pile) if self.pile else self.players):
            self.over = True


# any position


def position(
    table: Mapping[str, str],
    hands: Sequence[Sequence[str]] = (),
    pile: Sequence[str] = (),
    tokens: Sequence[int] = (),
    taken: Sequence[Sequence[str]] = (),
    rest: str = "removed",
    players: int = 3,
    first: int = 0,
    **options: Any,
) -> Match:
    """A match in a position of our choice; cards not named are removed from the game, or `taken` by the last seat."""
    match = GAME.new(players, 1, first=first, **options)
    s = match.state
    left = {name: [c for c in range(90) if KIND[s.deck, c] == kind] for name, kind in KIND_OF_NAME.items()}

    def number(name: str) -> int:
        return left[name].pop(0)

    for name in ("laid", "colour", "tenth", "symbol", "taken", "knows", "never_low", "never_high", "top"):
        s[name] = 0
    s.table[:], s.card[:] = EMPTY, EMPTY
    for place, name in table.items():
        put(s, spot_of(place), number(name))
    for seat, hand in enumerate(hands):
        for slot, name in enumerate(hand):
            s.card[seat * HAND + slot], s.knows[seat * HAND + slot] = number(name), 1 << seat
    for depth, name in enumerate(pile):
        s.card[PILE + depth] = number(name)
    s.left = len(pile)
    for seat, amount in enumerate(tokens):
        s.tokens[seat] = amount
    for seat, cards in enumerate(taken):
        take(s, seat, [number(name) for name in cards])
    others = sorted(card for cards in left.values() for card in cards)
    if rest == "taken":
        take(s, players - 1, others)
    else:
        s.card[OUT : min(OUT + len(others), PLACES)] = others[: PLACES - OUT]
    for seat in range(players):
        names = [GAME.show.card_name(s, card) for card in GAME.show.taken_cards(s, seat)]
        s.points[seat] = 10 * int(s.tokens[seat]) + best_two(names)
    return match


def put(s: Any, spot: Spot, card: int) -> None:
    number = spot[0] * 7 + spot[1]
    s.table[number] = card
    for board in (s.colour[COLOUR[card] :], s.tenth[TENTH[card] :], s.symbol[SYMBOL[s.deck, card] :]):
        board[0] |= 1 << number
    s.laid |= 1 << number


def take(s: Any, seat: int, cards: Iterable[int]) -> None:
    for card in cards:
        s.taken[seat, card // LOW] |= 1 << card % LOW


def drawn(picture: str, corner: str = "b2") -> dict[str, str]:
    """A table drawn as text: cards in rows, a dot for a free cell."""
    row, column = spot_of(corner)
    rows = [line.split() for line in picture.strip().splitlines()]
    return {cell((row + i, column + j)): card for i, cards in enumerate(rows) for j, card in enumerate(cards) if card != "."}


LONE = {"c3": "b10c"}  # nothing fits here but a blue card, a 10 or a cube


def random_match(match: Match, seed: int, plies: int = 10**6) -> Match:
    chooser = random.Random(seed)
    while not match.over and match.ply < plies:
        seat = match.acting[0]
        match.play(chooser.choice(match.actions(seat)), seat)
    return match


MODES = [(mode, players) for mode in GAME.modes for players in mode.players]
each_mode = pytest.mark.parametrize(("mode", "players"), MODES, ids=lambda part: str(getattr(part, "name", part)) or "plain")
