"""Matches between bots, noted: in turns, or all at once in simulated time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from carreau.bots.bot import Bot
from carreau.bots.reaction import Race, Reaction
from carreau.bots.seen import Seen
from carreau.bots.turn import SEED_BITS
from carreau.core.match import Match
from carreau.core.quick import quick_below, quick_next
from carreau.core.types import Action, Ply, Seat
from carreau.lab.matches.watcher import Watcher

SEEDS = (1 << SEED_BITS) - 1


def take_turns(match: Match, bots: Sequence[Bot], chance: int, watcher: Watcher) -> None:
    """Play to the end. Every ply takes the next number of one sequence, so that what happened before does not change the rest."""
    while not match.over:
        seat = match.acting[0]
        if len(match.acting) > 1:
            chance = quick_next(chance)
            seat = match.acting[quick_below(chance, len(match.acting))]
        legal = match.actions(seat)
        chance = quick_next(chance)
        action = bots[seat].choose(Seen.of(match, seat), legal, chance & SEEDS)
        watcher.before(seat, action, legal)
        match.play(action, seat)
        watcher.after(seat, len(legal))
    watcher.finish()


class WatchedRace(Race):
    """A match in simulated time, noted. What is legal says nothing there: nearly all of it is a mistake."""

    def __init__(self, match: Match, players: Sequence[Reaction], chance: int, watcher: Watcher) -> None:
        super().__init__(match, players, Random(chance & SEEDS), None)
        self.watcher = watcher

    def play(self, seat: Seat, action: Action, ply: Ply) -> bool:
        done = super().play(seat, action, ply)
        if done:
            self.watcher.after(seat, 0)
        return done


def race(match: Match, players: Sequence[Reaction], chance: int, watcher: Watcher) -> float:
    """Play to the end; the seconds that it would have taken."""
    running = WatchedRace(match, players, chance, watcher)
    while not match.over:
        running.step()
    watcher.finish()
    return running.now
