"""The end of a match as an exact game tree, which OpenSpiel solves.

Who could hold what is enumerated: beginning with the true world, every seat's doubts about every world (the game's `redeal`) are
followed until no new world appears. Where these are too many, a few of them are all that can be, and both seats know that. All
worlds are equally likely, and no choice that led to the position counts as a hint. A new deal ends the tree, and counts as even.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np

from carreau.bots.seen import Seen
from carreau.core.errors import BadOption
from carreau.core.game import Game
from carreau.core.state import GENERATOR, State, copied
from carreau.core.types import Seat
from carreau.rl.episode import Episode

FEW, EACH = 16, 3  # worlds if there are too many for a tree, and how many of them each seat adds to one
ENOUGH = 40  # tries that bring no new world before we believe that there is none
EVEN = (0.0, 0.0)  # what a new deal is worth to both


class TooLarge(BadOption):
    """There are too many worlds or positions."""


@dataclass
class Knowledge:
    """All positions that a seat cannot tell apart, and what it may choose there."""

    seat: Seat
    number: int  # among those of its seat, from 1 on
    choices: list[int]
    seen: Seen = field(repr=False)

    @property
    def name(self) -> str:
        return f"{self.seat}:{self.number}"


@dataclass
class Tree:
    """A game tree for two players in Gambit's format, which OpenSpiel reads."""

    text: str
    worlds: int
    whole: bool  # whether these are all
    positions: int
    known: dict[str, Knowledge]  # by name

    @property
    def spiel(self) -> Any:
        import pyspiel

        return pyspiel.load_efg_game(self.text)


def find_worlds(game: Game, state: State, seats: int, most: int) -> list[Any]:
    """All worlds that somebody could think of who thinks of what others could think of, with the same generator."""
    first = without_chance(np.array([state]))
    found, new = {first.tobytes(): first}, [first]
    while new:
        world, tries, seed = new.pop(), 0, 0
        while tries < ENOUGH:
            for seat in range(seats):
                seed, other = seed + 1, copied(world)
                game._drive.redeal_at(other.ctypes.data, seat, seed)
                key = without_chance(other).tobytes()
                if key not in found:
                    found[key], tries = other, 0
                    new.append(other)
            if len(found) > most:
                raise TooLarge(f"There are more than {most} worlds.")
            tries += seats
    return [found[key] for key in sorted(found)]


def some_worlds(game: Game, state: State, seats: int, count: int) -> list[Any]:
    """So many of these worlds, those first that need the fewest doubts about doubts: a deal from a smaller box."""
    first = without_chance(np.array([state]))
    found, line = {first.tobytes(): first}, [first]
    for world in line:
        for seed in range(seats * EACH):
            other = copied(world)
            game._drive.redeal_at(other.ctypes.data, seed % seats, seed)
            if len(found) < count and found.setdefault(without_chance(other).tobytes(), other) is other:
                line.append(other)
    return [found[key] for key in sorted(found)]


def without_chance(states: Any) -> Any:
    for name in GENERATOR:
        states[name] = 0
    return states


def make_tree(game: Game, state: State, options: Mapping[str, Any], most_worlds: int = 200, most: int = 20_000) -> Tree:
    """The tree from a position to the end of the match, with all worlds if they are at most so many.

    Raises:
        BadOption: If the match is not one for two in which an action is one choice.
        TooLarge: If there are more positions than that.
    """
    episode = Episode(game, int(state.players), options)
    if episode.players != 2 or game.clock:
        raise BadOption("A tree is for two players who take turns.")
    try:
        worlds, whole = find_worlds(game, state, 2, most_worlds), True
    except TooLarge:
        worlds, whole = some_worlds(game, state, 2, FEW), False
    grower = Grower(episode, most)
    for world in worlds:
        grower.grow(world)
    deals = " ".join(f'"{i}" {1 / len(worlds):.17g}' for i in range(len(worlds)))
    head = f'EFG 2 R "{game.id}" {{ "0" "1" }} ""\nc "" 1 "" {{ {deals} }} 0\n'
    known = {one.name: one for one in grower.known.values()}
    return Tree(head + "\n".join(grower.lines) + "\n", len(worlds), whole, grower.positions, known)


class Grower:
    """Writes one line for each position, in the order of a walk through the tree."""

    def __init__(self, episode: Episode, most: int) -> None:
        self.episode, self.most = episode, most
        self.known: dict[tuple[Seat, bytes], Knowledge] = {}
        self.numbers, self.positions, self.ends = [0, 0], 0, 0
        self.lines: list[str] = []

    def grow(self, world: Any) -> None:
        episode = self.episode.copy()
        episode.hold(copied(world), episode.turn.copy())
        episode.drive.begin_at(episode.address, episode.whose)
        episode.over = False
        episode.look()
        self.walk(episode, (b"", b""), world["counter"].item())

    def walk(self, episode: Episode, memory: tuple[bytes, ...], counter: int) -> None:
        self.positions += 1
        if self.positions > self.most:
            raise TooLarge(f"There are more than {self.most} positions.")
        if episode.over or episode.state.counter != counter:
            self.ends += 1
            one, other = episode.rewards if episode.over else EVEN
            self.lines.append(f't "" {self.ends} "" {{ {one:.17g} {other:.17g} }}')
            return
        seat = episode.seat
        memory = tuple(remember(memory[one], episode.observed(one).tobytes()) for one in range(2))
        known = self.meet(episode, seat, memory[seat])
        labels = " ".join(f'"{choice}"' for choice in known.choices)
        self.lines.append(f'p "" {seat + 1} {known.number} "{known.name}" {{ {labels} }} 0')
        for choice in known.choices:
            after = episode.copy()
            after.choose(choice)
            if after.half >= 0:
                raise BadOption("In a tree, an action must be one choice.")
            own = [remember(memory[one], str((seat, choice if one == seat else -1)).encode()) for one in range(2)]
            self.walk(after, tuple(own), counter)

    def meet(self, episode: Episode, seat: Seat, memory: bytes) -> Knowledge:
        key = (seat, memory)
        if key not in self.known:
            self.numbers[seat] += 1
            choices = np.flatnonzero(episode.mask).tolist()
            self.known[key] = Knowledge(seat, self.numbers[seat], choices, episode.seen(seat))
        return self.known[key]


def remember(before: bytes, what: bytes) -> bytes:
    return blake2b(before + what, digest_size=16).digest()
