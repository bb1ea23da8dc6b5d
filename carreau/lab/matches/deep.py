"""What the positions of a match were worth: when it was decided, and how much its decisions mattered.

A match is looked into at twenty points, spread evenly. There quick playouts to the very end say what chance everybody has, in
worlds that fit what all can see: hidden hands and what is still to be drawn are dealt again, piles are shuffled. The chance of a
match's winner is that of all who share the win.

And at a few decisions, drawn at random. There the choice of a search, that of the middle level, is followed by quick play, in
worlds that the seat could not tell apart, next to the same worlds with a legal action drawn at random. These are other worlds
than those of the search, so the mean difference is what its choice is worth, without the luck of having looked best; the very
best action may be worth a little more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from carreau.bots.levels import LEVELS
from carreau.bots.seen import Seen
from carreau.bots.turn import SEED_BITS
from carreau.core.match import Match
from carreau.core.state import MOST_PLAYERS
from carreau.core.types import Action, Ply, Seat
from carreau.lab.matches.look_for import look_for

POINTS = 20  # of a match at which chances are estimated
CERTAIN = 0.95
BEGUN = 0.1  # the part of a match after which a low chance of the winner counts
DECISIONS = 6  # that are looked at
PLAYOUTS, PAIRS, FEWEST = 100, 200, 20  # worlds at a point, worlds for a decision; as few where matches are long
EFFORT = 300_000  # plies of quick play for either, about
ERRORS = 2.0  # a difference of more standard errors is real
SEARCHER = LEVELS[3].bot


@dataclass(frozen=True)
class Depth:
    """What was found in a match; NaN where nothing was."""

    decided: float  # the part of the match after which the winner's chance stays certain; 1 if never
    lowest: float  # the winner's lowest chance once the match had begun
    real: tuple[float, ...]  # per seat, the share of its decisions in which the choice made a real difference
    stake: tuple[float, ...]  # per seat, how much more the choice was worth than any action, on average


class Look:
    """A match that is looked into from its start on, and played once more to its end."""

    def __init__(self, match: Match, history: Sequence[tuple[Seat, Action]], rounds: int, seed: int) -> None:
        self.match, self.history, self.plies = match, history, len(history)
        self.chance = Random(seed)
        self.look = look_for(match.game)
        self.worlds = affordable(POINTS * self.plies / 2, PLAYOUTS)
        self.pairs = affordable(2 * DECISIONS * self.plies / rounds, PAIRS)

    def depth(self, shares: Sequence[float]) -> Depth:
        """What is found in a match that ended with these shares."""
        winners = [seat for seat, share in enumerate(shares) if share > 0]
        points = self.points() if 0 < len(winners) < len(shares) else set[Ply]()
        decisions = self.decisions()
        chances: list[tuple[Ply, float]] = []
        gains: list[tuple[Seat, float, bool]] = []
        for ply, (seat, action) in enumerate(self.history):
            if ply in points:
                chances.append((ply, self.chance_of(winners)))
            if ply in decisions:
                gains.append((seat, *self.gain(seat)))
            self.match.play(action, seat)
        return Depth(*self.tension(chances), *by_seat(gains, len(shares)))

    def points(self) -> set[Ply]:
        """Where chances are estimated."""
        return {self.plies * k // POINTS for k in range(POINTS)}

    def decisions(self) -> set[Ply]:
        """Some of the plies with several legal actions, drawn at random."""
        match, found = self.match.copy(), []
        for ply, (seat, action) in enumerate(self.history):
            if len(match.actions(seat)) > 1:
                found.append(ply)
            match.play(action, seat)
        return set(self.chance.sample(found, min(DECISIONS, len(found))))

    def chance_of(self, winners: Sequence[Seat]) -> float:
        """That the win goes to one of these seats."""
        sums = np.zeros(MOST_PLAYERS)
        self.look.expect(self.match._address, self.worlds, self.seed(), sums)
        return float(sums[list(winners)].sum()) / self.worlds

    def gain(self, seat: Seat) -> tuple[float, bool]:
        """What the choice of a search is worth there, and whether that is beyond its error."""
        sums = np.zeros(2)
        action = SEARCHER.choose(Seen.of(self.match, seat), self.match.actions(seat), self.seed())
        self.look.weigh(self.match._address, seat, action, self.pairs, self.seed(), sums)
        mean = float(sums[0]) / self.pairs
        error = math.sqrt(max(float(sums[1]) / self.pairs - mean * mean, 0.0) / (self.pairs - 1))
        return mean, mean > ERRORS * error

    def tension(self, chances: Sequence[tuple[Ply, float]]) -> tuple[float, float]:
        """When the match was decided, and the lowest chance of its winners."""
        if not chances:
            return math.nan, math.nan
        open_at = [place for place, (_, chance) in enumerate(chances) if chance <= CERTAIN]
        after = open_at[-1] + 1 if open_at else 0
        decided = chances[after][0] / self.plies if after < len(chances) else 1.0
        return decided, min((chance for ply, chance in chances if ply >= BEGUN * self.plies), default=math.nan)

    def seed(self) -> int:
        return self.chance.getrandbits(SEED_BITS)


def affordable(plies: float, most: int) -> int:
    """How many worlds, if each takes about so many plies of quick play in all."""
    return max(FEWEST, min(most, int(EFFORT / plies)))


def by_seat(gains: Sequence[tuple[Seat, float, bool]], players: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Per seat, the share of the decisions that were real, and what a choice was worth on average."""
    real, stake = [], []
    for seat in range(players):
        own = [(gain, is_real) for who, gain, is_real in gains if who == seat]
        real.append(sum(is_real for _, is_real in own) / len(own) if own else math.nan)
        stake.append(sum(gain for gain, _ in own) / len(own) if own else math.nan)
    return tuple(real), tuple(stake)
