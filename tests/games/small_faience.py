"""What is known in Faïence, worked out again from views alone, and positions that only a few worlds fit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from math import factorial, prod
from typing import Any

from carreau.core.match import Match
from carreau.core.state import SPECTATOR
from carreau.games.faience.constants import CHOOSE, LAY
from carreau.games.faience.rules.cards import CARDS
from tests.games.faience_table import GAME, Chooser, run, wastefully
from tests.probe import view

SMALL = 40

Groups = dict[int, tuple[list[int], list[int], int]]


class Watcher:
    """What a spectator can know, worked out from views alone: each hidden card of a hand is a slot, and each slot
    was filled from the draw pile of one generation."""

    def __init__(self, seen: Any) -> None:
        self.begin(seen)

    def begin(self, seen: Any) -> None:
        self.round = int(seen.begun)
        self.generation = 0
        self.sight = in_sight(seen)
        self.of = {card: 0 for card in range(1, CARDS + 1) if card not in self.sight}  # the generation of a hidden card
        self.slots = [[0] * 5 for _ in range(seen.players)]
        self.seen = seen

    def watch(self, seat: int, seen: Any) -> None:
        if seen.begun != self.round:
            self.begin(seen)
            return
        sight = in_sight(seen)
        before = self.seen
        shuffled = self.sight - sight
        new = sight - self.sight
        laid_or_dropped = {card for card in new if len(new) == 1 or card not in seen.discard}  # else turned up (F6)
        for card in new:
            if before.phase not in (CHOOSE, LAY) and card in laid_or_dropped:
                self.slots[seat].remove(self.of[card])
            del self.of[card]
        if shuffled:
            for card in shuffled:
                self.of[card] = self.generation + 1
        drawn = max(0, int(seen.held[seat]) - int(before.held[seat]))
        old = min(drawn, int(before.left)) if shuffled else drawn
        self.slots[seat] += [self.generation] * old
        self.generation += bool(shuffled)
        self.slots[seat] += [self.generation] * (drawn - old)
        self.seen, self.sight = seen, sight

    def groups(self, state: Any, seat: int) -> Groups:
        """Per generation: the cards a seat cannot place, how many are in each hand that it does not see, and in the pile."""
        own = {int(card) for card in state.hand[seat] if card} if seat >= 0 else set()
        result = {}
        for generation in set(self.of.values()):
            cards = sorted(card for card, of in self.of.items() if of == generation and card not in own)
            hands = [0 if other == seat else slots.count(generation) for other, slots in enumerate(self.slots)]
            result[generation] = cards, hands, int(state.left) if generation == self.generation else 0
        return result


def in_sight(seen: Any) -> set[int]:
    return {int(card) for field in (seen.cell, seen.outside, seen.up, seen.discard) for card in field.flat if card}


def count_worlds(groups: Groups) -> int:
    return prod(factorial(len(cards)) // prod(factorial(n) for n in hands) for cards, hands, _ in groups.values())


def all_worlds(groups: Groups, players: int) -> set[Any]:
    """Every way to place the hidden cards: the hands as sets, and the pile in its order."""
    worlds: set[Any] = {((frozenset(),) * players, ())}
    for cards, hands, _ in groups.values():
        dealt = deal(frozenset(cards), hands)
        worlds = {
            (tuple(held | more for held, more in zip(before, added, strict=True)), pile + rest)
            for before, pile in worlds
            for added, rest in dealt
        }
    return worlds


def deal(cards: frozenset[int], hands: list[int]) -> list[tuple[tuple[frozenset[int], ...], tuple[int, ...]]]:
    if not hands:
        return [((), order) for order in permutations(sorted(cards))]
    return [
        ((frozenset(chosen), *others), rest)
        for chosen in combinations(sorted(cards), hands[0])
        for others, rest in deal(cards - set(chosen), hands[1:])
    ]


def as_world(state: Any, seat: int) -> Any:
    hands = tuple(
        frozenset() if other == seat else frozenset(int(card) for card in state.hand[other] if card)
        for other in range(state.players)
    )
    return hands, tuple(int(card) for card in state.pile[: state.left])


def watched(players: int, seed: int, choose: Chooser, rounds: int = 60) -> Iterator[tuple[Match, Watcher]]:
    watcher = None
    for match in run(players, seed, choose, rounds, target=200):
        seen = view(GAME, match.state, SPECTATOR)
        if watcher is None:
            watcher = Watcher(seen)
        else:
            watcher.watch(match.history[-1][0], seen)
        yield match, watcher


def positions(players: tuple[int, ...] = (2, 3), wanted: int = 8) -> list[tuple[Any, int]]:
    """Positions with few worlds, which random matches hardly ever reach; tests/test_conformance.py uses them too."""
    return [(state, seat) for state, seat, _ in watched_positions(players, wanted) if seat >= 0]


def watched_positions(players: tuple[int, ...], wanted: int) -> list[tuple[Any, int, Groups]]:
    found: list[tuple[Any, int, Groups]] = []
    for count in players:
        most = len(found) + wanted
        for seed in range(30):
            last = -50
            for match, watcher in watched(count, seed, wastefully, rounds=3):
                seats = [seat for seat in range(-1, count) if 2 <= count_worlds(watcher.groups(match.state, seat)) <= SMALL]
                if seats and len(found) < most and match.ply > last + 20:
                    seat, last = seats[seed % len(seats)], match.ply
                    found.append((match.state.copy(), seat, watcher.groups(match.state, seat)))
            if len(found) >= most:
                break
    return found
