"""Bots in games in which all act at once: they need time to see something, and sometimes err (bots/reaction.py)."""

from __future__ import annotations

from random import SystemRandom

from carreau.bots.levels import level_of
from carreau.bots.reaction import Race
from carreau.core.match import Match


class RealtimeBots:
    """What the bots of a match are about to do."""

    def __init__(self, match: Match, levels: list[int]) -> None:
        self.race = Race(match, [level_of(level).reaction for level in levels], SystemRandom(), None)
        self.looked = -1  # the ply at which they last looked

    def due(self, bots: list[int], now: float) -> float | None:
        """When the next of these seats acts; they look at the table first."""
        self.look(bots, now)
        times = [self.race.intents[seat].acts for seat in bots if seat in self.race.intents]
        return min((time for time in times if time != float("inf")), default=None)

    def look(self, bots: list[int], now: float) -> None:
        self.race.now = now
        for seat in list(self.race.intents):
            if seat not in bots:
                del self.race.intents[seat]
        ply = self.race.match.ply
        for seat in bots:
            if seat not in self.race.intents or ply != self.looked:  # otherwise there is nothing new to see
                self.race.notice(seat)
        self.looked = ply

    def take(self, bots: list[int], now: float) -> tuple[int, int, int] | None:
        """The seat and action of a bot whose moment has come, and the ply that it had seen."""
        self.look(bots, now)
        for seat in bots:
            intent = self.race.intents[seat]
            if intent.acts <= now:
                action = intent.actions.pop(0)
                if intent.actions:
                    intent.acts = now + self.race.reach(seat)
                else:
                    del self.race.intents[seat]
                return seat, action, intent.ply
        return None

    def forget(self, seat: int) -> None:
        """Drop what a seat was about to do: it came too late."""
        self.race.intents.pop(seat, None)
