"""Another deal of the same match, in which everything a seat has ever seen is the same.

`redeal` deals again what is hidden now, but replays and logs show the past as well. So two hidden cards are swapped in the
deal itself, and the swap is kept only if the whole match can be played again from it and the seat sees the same at every ply.
No game is named here: what a redeal changes is hidden.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from carreau.core.bits import members
from carreau.core.errors import IllegalAction
from carreau.core.match import Match
from carreau.core.state import GENERATOR, SPECTATOR

History = Sequence[tuple[int, int]]
PROBES = 6  # redeals that show which places are hidden
TRIES = 40  # swaps to try
Place = tuple[str, int]  # a field and a number in it
Entry = tuple[str, list[int]]


class OtherDeal:
    """A seat's match, and what the seat has seen of it."""

    def __init__(self, match: Match, seat: int, chance: random.Random) -> None:
        self.match, self.seat, self.chance = match, seat, chance
        self.first = match.at(0)
        self.deck = match.game.show.inventory(self.first.state)
        self.seen = self.course(self.first._states)
        self.slots, self.sets = self.hidden()

    def find(self) -> Any | None:
        """A deal that the seat could not have told from the true one so far, with other cards now; None if none was found."""
        deal = self.first._states.copy()
        for _ in range(TRIES):
            other = self.swap(deal)
            if other is not None and self.course(other) == self.seen:
                deal = other
        if self.truth(deal) == self.truth(self.first._states):
            return None
        keyed = self.with_other_chance(deal)
        return keyed if self.course(keyed) == self.seen else deal

    def course(self, deal: Any) -> list[bytes] | None:
        """What the seat sees from this deal on, ply by ply; None if the match cannot be played from it."""
        if self.match.game.show.inventory(deal[0]) != self.deck:
            return None
        play, own = self.first.copy(), None if self.seat == SPECTATOR else self.seat
        play._states[:] = deal
        seen = [play.seen(own).tobytes()]
        for seat, action in self.match.history:
            try:
                play.check(action, seat, recorded=True)
            except IllegalAction:
                return None
            play._put(seat, action)
            seen.append(play.seen(own).tobytes())
        return seen

    def truth(self, deal: Any) -> bytes:
        """The whole state after the match, without the generator."""
        play = self.first.copy()
        play._states[:] = deal
        for seat, action in self.match.history:
            play.game._drive.play_at(play._address, seat, action)
        for name in GENERATOR:
            play._states[name] = 0
        return bytes(play._states.tobytes())

    def hidden(self) -> tuple[list[Place], list[Place]]:
        """Places that hold one hidden card each, and sets of hidden cards, as bits."""
        slots: list[Place] = []
        sets: list[Place] = []
        worlds = [self.first.copy() for _ in range(PROBES)]
        for world in worlds:
            world.game._drive.redeal_at(world._address, self.seat, self.chance.getrandbits(60))
        for name in self.first._states.dtype.names:
            now = flat(self.first._states, name)
            changed = np.any([flat(world._states, name) != now for world in worlds], axis=0)
            places = [(name, int(place)) for place in np.flatnonzero(changed)]
            if name not in GENERATOR:
                (slots if now.itemsize == 1 else sets).extend(places)
        self.rows = [row for row in rows_of(slots, self.first._states) if all(is_ordered(row, one._states) for one in worlds)]
        return slots, sets

    def swap(self, deal: Any) -> Any | None:
        """Two hidden cards swap places."""
        other = deal.copy()
        if len(self.slots) > 1 and (len(self.sets) < 2 or self.chance.random() < 0.5):
            (one, i), (two, j) = self.chance.sample(self.slots, 2)
            flat(other, one)[i], flat(other, two)[j] = flat(deal, two)[j], flat(deal, one)[i]
            for name, places in self.rows:
                flat(other, name)[places] = np.sort(flat(other, name)[places])
            return other
        return self.swap_in_sets(deal, other) if len(self.sets) > 1 else None

    def swap_in_sets(self, deal: Any, other: Any) -> Any | None:
        (one, i), (two, j) = self.chance.sample(self.sets, 2)
        left, right = int(flat(deal, one)[i]), int(flat(deal, two)[j])
        here, there = members(left & ~right), members(right & ~left)
        if not here or not there:
            return None
        swapped = 1 << self.chance.choice(here) | 1 << self.chance.choice(there)
        flat(other, one)[i], flat(other, two)[j] = left ^ swapped, right ^ swapped
        return other

    def with_other_chance(self, deal: Any) -> Any:
        other = deal.copy()
        for name in ("key", "block"):
            flat(other, name)[:] = [self.chance.getrandbits(32) for _ in flat(other, name)]
        return other


def rows_of(slots: Sequence[Place], states: Any) -> list[Entry]:
    """The hidden places of one hand, or of one pile."""
    found: dict[tuple[str, int], list[int]] = {}
    for name, place in slots:
        shape = states[name].shape[1:]
        found.setdefault((name, place // shape[-1] if len(shape) > 1 else 0), []).append(place)
    return [(name, places) for (name, _), places in found.items() if len(places) > 1]


def is_ordered(row: Entry, states: Any) -> bool:
    """Whether the cards of a row are in ascending order: if they are in every world, they always are."""
    cards = flat(states, row[0])[row[1]]
    return bool(np.all(cards[:-1] <= cards[1:]))


def flat(states: Any, name: str) -> Any:
    """A field of the only state, as a row of numbers that you can change."""
    return states[name].reshape(-1)
