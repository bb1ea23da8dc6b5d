"""What a check is given: a game, or one way to play it; in plain Python or compiled."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from carreau.bots.anything import choose
from carreau.check.registry import Wrong
from carreau.core.errors import IllegalAction
from carreau.core.game import Game, Mode
from carreau.core.match import Match
from carreau.core.state import SPECTATOR

POSITIONS = 30  # of a random match that the checks look at


@dataclass(eq=False)
class Case:
    """One way to play: a game, a mode and how many take part."""

    game: Game  # whose drive is plain Python, or compiled
    mode: Mode
    players: int
    effort: int = 1
    plain: bool = False

    @property
    def name(self) -> str:
        return f"{self.game.id}-{self.players}" + (f"-{self.mode.name}" if self.mode.name else "")

    def __str__(self) -> str:
        mode = f", mode {self.mode.name}" if self.mode.name else ""
        return f"{self.players} player{'s' * (self.players > 1)}{mode}"

    def size(self, compiled: int, plain: int) -> int:
        """How much to try: less where a rule takes a thousand times as long."""
        return plain if self.plain else compiled * self.effort

    def new(self, seed: int) -> Match:
        return self.game.new(self.players, seed, **self.mode.options)

    @cached_property
    def most(self) -> int:
        """The most plies that a match can have, as the game declares."""
        return self.game.plies(self.players, self.game.read_options(self.mode.options, self.players))

    @property
    def viewers(self) -> list[int]:
        """All seats, and a spectator."""
        return [*range(self.players), SPECTATOR]

    @cached_property
    def sample(self) -> Any:
        """States spread over a random match, with seed 1."""
        return positions(self, 1, self.size(POSITIONS, 4))

    @cached_property
    def finished(self) -> tuple[Match, list[Any]]:
        """A random match with seed 1 that is over, and all its states."""
        states = []
        for match in walk(self, 1):
            states.append(match._states.copy())
        return match, states

    def at(self, state: Any, seat: int | None = None, seed: int = 1) -> str:
        """Where to find a position again."""
        who = "" if seat is None else ", a spectator" if seat == SPECTATOR else f", seat {seat}"
        return f"({self}, seed {seed}, ply {int(state.ply)}{who})"


@dataclass(eq=False)
class Subject:
    """A game to check, with all the ways to play it."""

    game: Game
    effort: int = 1
    plain: bool = False

    @cached_property
    def cases(self) -> list[Case]:
        game = self.game
        return [Case(game, mode, players, self.effort, self.plain) for mode in game.modes for players in mode.players]

    @property
    def leading(self) -> list[Case]:
        """All cases; only the one with the most players in each mode if the rules are slow."""
        return [case for case in self.cases if not self.plain or case.players == case.mode.players[-1]]

    def size(self, compiled: int, plain: int) -> int:
        return plain if self.plain else compiled * self.effort


def walk(case: Case, seed: int) -> Iterator[Match]:
    """A random match, ply by ply, starting with the deal; Wrong if it never ends."""
    match, chooser = case.new(seed), random.Random(seed)
    yield match
    while not match.over:
        before = match.ply
        if before >= case.most:
            raise Wrong(
                f"A match without end: the game says that no match is longer than {case.most} plies, but this one goes on "
                f"{case.at(match.state, seed=seed)}."
            )
        if not match.acting:
            raise Wrong(f"Nobody can act, although the match is not over {case.at(match.state, seed=seed)}.")
        seat, action = choose_from(case, match, chooser, seed)
        play(match, action, seat)
        if match.ply <= before:
            raise Wrong(f"play does not count the ply: s.ply has to grow by one {case.at(match.state, seat, seed)}.")
        yield match


def play(match: Match, action: int, seat: int) -> None:
    """An action of the list, even if looking it up fails because the list is not ascending: another check reports that."""
    try:
        match.play(action, seat)
    except IllegalAction:
        if action not in match.actions(seat):
            raise
        match._put(seat, action)


def choose_from(case: Case, match: Match, chooser: random.Random, seed: int) -> tuple[int, int]:
    try:
        return choose(match, chooser)
    except IndexError:
        stuck = [seat for seat in match.acting if not match.actions(seat)]
        if not stuck:
            raise
        raise Wrong(f"A seat that acts has no legal action {case.at(match.state, stuck[0], seed)}.") from None


def play_to_the_end(case: Case, seed: int, plies: int | None = None) -> Match:
    """A finished random match, or this many plies of it."""
    for match in walk(case, seed):
        if match.ply == plies:
            break
    return match


def positions(case: Case, seed: int, count: int) -> Any:
    """States spread over a random match."""
    states = case.finished[1] if seed == 1 else [match._states.copy() for match in walk(case, seed)]
    chosen = states if len(states) <= count else [states[i * (len(states) - 1) // (count - 1)] for i in range(count)]
    return np.concatenate(chosen)
