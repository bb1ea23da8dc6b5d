"""Real time without a clock: players who take a while to see, and now and then see what is not there.

Time is simulated. How long a player looks before seeing a place depends on how many places there are, on skill and on
chance; the order in which players come to act is the order of a match. What they do is computed from their seat's view
alone. A game with a clock tells what there is to see, and which timers run, in its `realtime.py`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from carreau.core.errors import IllegalAction, StaleAction
from carreau.core.match import Match
from carreau.core.state import CLOCK


@dataclass(frozen=True)
class Reaction:
    """How quickly and how surely a player sees; all times in seconds."""

    look: float = 40.0  # on average until a place is seen, if it is the only one; with n places, 1/n of that
    skill: float = 1.0  # how many times faster this player looks
    slip: float = 0.03  # how often a player sees a place that is not there, for each real one
    reach: float = 0.8  # from seeing to laying, on average
    patience: float = 45.0  # on average until a player of skill 1 who sees nothing says so
    double: float = 0.3  # how often a player looks for a second card to lay at once


@dataclass
class Intent:
    """What a player is about to do."""

    scene: Any  # what the player looked at
    ply: int  # and when
    sees: float  # until then the player keeps looking, and notices any change
    acts: float  # when the next action is made
    actions: list[int]


class Race:
    """A match in simulated time."""

    def __init__(self, match: Match, players: Sequence[Reaction], chance: Random, totals: Any) -> None:
        assert match.game.realtime is not None and len(players) == match.players
        self.match, self.players, self.chance, self.totals = match, players, chance, totals
        self.realtime = match.game.realtime
        self.now = 0.0
        self.times = [0.0] * (match.ply + 1)  # when each ply was reached
        self.intents: dict[int, Intent] = {}

    def step(self) -> None:
        """Let the next thing happen: a player acts, or a timer runs out."""
        for seat in self.match.acting:
            self.notice(seat)
        due = [(intent.acts, seat) for seat, intent in self.intents.items()]
        acts, seat = min(due, default=(math.inf, CLOCK))
        timers = [(self.times[since] + seconds, action) for action, seconds, since in self.realtime.timers(self.match.state)]
        rings, action = min(timers, default=(math.inf, -1))
        if acts <= rings:
            self.now = acts
            self.act(seat)
        else:
            self.now = max(self.now, rings)
            self.play(CLOCK, action, self.match.ply)

    def notice(self, seat: int) -> None:
        """Start looking, or start again if the scene changed before anything was seen."""
        view = self.match.seen(seat)
        scene = self.realtime.scene(view, seat)
        intent = self.intents.get(seat)
        if intent is None or (intent.scene != scene and self.now < intent.sees):
            self.intents[seat] = self.look(view, seat, scene)
        elif intent.scene == scene:
            intent.ply = self.match.ply  # what was seen there can still be seen

    def look(self, view: Any, seat: int, scene: Any) -> Intent:
        """What is seen first: a place, a ghost of one, or that there is nothing to see."""
        player, realtime, chance = self.players[seat], self.realtime, self.chance
        places, quiet = realtime.places(view, seat), realtime.quiet(view, seat)
        pace = player.skill / player.look
        right = chance.expovariate(pace * len(places)) if places else math.inf
        searching = quiet is not None  # players who said that there is nothing may still see a place, but no ghosts
        wrong = chance.expovariate(pace * player.slip) if searching and player.slip > 0 else math.inf
        bored = player.patience / player.skill * chance.uniform(0.5, 1.5) if searching else math.inf
        wait = min(right, wrong, bored)
        actions: list[int] = []
        if wait == bored:
            actions = [quiet] if quiet is not None else []
        elif wait == right:
            actions = self.perhaps_double(view, seat, chance.choice(places))
        elif mistakes := realtime.mistakes(view, seat):
            actions = chance.choice(mistakes)
        sees = self.now + wait if actions else math.inf
        return Intent(scene, self.match.ply, sees, sees + self.reach(seat), list(actions))

    def perhaps_double(self, view: Any, seat: int, place: list[int]) -> list[int]:
        doubles = self.realtime.doubles(view, seat, place) if self.chance.random() < self.players[seat].double else []
        return self.chance.choice(doubles) if doubles else place

    def reach(self, seat: int) -> float:
        return self.players[seat].reach * self.chance.uniform(0.5, 1.5)

    def act(self, seat: int) -> None:
        """Make the next action of a seat; one that comes too late is dropped, and the seat looks again."""
        intent = self.intents[seat]
        done = self.play(seat, intent.actions.pop(0), intent.ply)
        if done and intent.actions:
            intent.acts = self.now + self.reach(seat)
        else:
            del self.intents[seat]

    def play(self, seat: int, action: int, ply: int) -> bool:
        try:
            self.match.play(action, seat, ply)
        except (StaleAction, IllegalAction):
            return False
        self.times.append(self.now)
        if self.totals is not None:
            self.match.game._drive.tally_at(self.match._address, seat, action, self.totals)
        return True


def play_real_time(match: Match, players: Sequence[Reaction], seed: int, totals: Any = None) -> float:
    """Play a match to the end, with one Reaction per seat. Returns the seconds it would have taken.

    The same match, players and seed give the same actions. `totals` is what the game's tally adds to.
    """
    race = Race(match, players, Random(seed), totals)
    while not match.over:
        race.step()
    return race.now
