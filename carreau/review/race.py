"""Where all act at once: who saw a place that was there, how long that took, and who saw one that was not."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from carreau.bots.levels import LEVELS
from carreau.bots.reaction import Reaction
from carreau.core.game import Game
from carreau.core.types import Ply, Seat
from carreau.review.moments import Moment

FOUND, WRONG, OVERLOOKED = "found", "wrong", "overlooked"
LOOK = Reaction().look  # seconds for one place alone, at a skill of 1


@dataclass(frozen=True)
class Sight:
    """What a player did about what there was to see.

    Attributes:
        ply: How many actions had been played.
        seat: Whose action it was.
        kind: `found` (a place that was there), `wrong` (one that was not), `overlooked` (saying that there is none).
        places: How many places the seat could have seen.
        seconds: Since what it looked at had come to lie there; None if the record does not say when things were played.
    """

    ply: Ply
    seat: Seat
    kind: str
    places: int
    seconds: float | None


@dataclass(frozen=True)
class Runner:
    """One seat's part in a race.

    Attributes:
        found: Places it saw.
        wrong: Places that it saw and that were not there.
        overlooked: How often it said that there is none, and there was one.
        seconds: How long it took to see a place, on average; None if that is not known.
        skill: How many times faster than a practised player it looked, by all the time that it looked, whoever was first; the
            levels of bots are such skills.
        level: The level of bots that comes nearest.
    """

    found: int
    wrong: int
    overlooked: int
    seconds: float | None
    skill: float | None
    level: int | None


@dataclass(frozen=True)
class Race:
    """What everybody saw.

    Attributes:
        runners: By seat.
        sights: One for every action that says what somebody saw.
    """

    runners: tuple[Runner, ...]
    sights: tuple[Sight, ...]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Race:
        return cls(tuple(Runner(**one) for one in data["runners"]), tuple(Sight(**one) for one in data["sights"]))


def race_of(game: Game, players: int, moments: Sequence[Moment], times: Sequence[float] | None) -> Race:
    """From what everybody could see; `times` says when each ply was played, in seconds since the first cards lay there."""
    watch = Watch(game, times)
    for moment in moments:
        watch.see(moment)
    sights = tuple(watch.sights)
    return Race(tuple(runner_of(sights, seat, watch.looked.get(seat)) for seat in range(players)), sights)


class Watch:
    """Follows what each seat looks at, and since when."""

    def __init__(self, game: Game, times: Sequence[float] | None) -> None:
        assert game.realtime is not None
        self.realtime, self.times = game.realtime, times
        self.scenes: dict[Seat, tuple[Any, float]] = {}
        self.sights: list[Sight] = []
        self.looked: dict[Seat, float] = {}  # for how many seconds, times the places that could be seen
        self.doing: dict[Seat, int] = {}  # whose plan takes another action, and which sight it goes back to

    def see(self, moment: Moment) -> None:
        """Another action. The second of a plan is no other sight: it shows what the first was worth."""
        sight, first = self.sight(moment), self.doing.pop(moment.seat, None)
        if sight is not None and first is not None:
            self.sights[first] = replace(self.sights[first], kind=sight.kind)
        elif sight is not None:
            self.sights.append(sight)
            if self.takes_another(moment):
                self.doing[moment.seat] = len(self.sights) - 1

    def takes_another(self, moment: Moment) -> bool:
        view = moment.seen[moment.seat].state
        plans = [*self.realtime.places(view, moment.seat), *self.realtime.mistakes(view, moment.seat)]
        return any(plan[0] == moment.action and len(plan) > 1 for plan in plans)

    def sight(self, moment: Moment) -> Sight | None:
        """What an action says about what its player saw; nothing if it says nothing."""
        self.look(moment)
        if moment.seat < 0:
            return None
        view = moment.seen[moment.seat].state
        places = self.realtime.places(view, moment.seat)
        kind = self.kind(view, moment, places)
        since = self.scenes[moment.seat][1]
        seconds = None if self.times is None else max(0.0, self.times[moment.ply] - since)
        return Sight(moment.ply, moment.seat, kind, len(places), seconds) if kind else None

    def look(self, moment: Moment) -> None:
        """Notice whose scene has changed."""
        now = 0.0 if self.times is None or moment.ply == 0 else self.times[moment.ply - 1]
        lasts = 0.0 if self.times is None else max(0.0, self.times[moment.ply] - now)
        for seat, seen in enumerate(moment.seen):
            if lasts > 0:
                self.looked[seat] = self.looked.get(seat, 0.0) + lasts * len(self.realtime.places(seen.state, seat))
            scene = self.realtime.scene(seen.state, seat)
            if seat not in self.scenes or self.scenes[seat][0] != scene:
                self.scenes[seat] = scene, now

    def kind(self, view: Any, moment: Moment, places: list[list[int]]) -> str:
        if any(moment.action == plan[0] for plan in places) or self.is_double(view, moment, places):
            return FOUND
        if moment.action == self.realtime.quiet(view, moment.seat):
            return OVERLOOKED if places else ""
        return WRONG if any(moment.action == plan[0] for plan in self.realtime.mistakes(view, moment.seat)) else ""

    def is_double(self, view: Any, moment: Moment, places: list[list[int]]) -> bool:
        return any([moment.action] in self.realtime.doubles(view, moment.seat, place) for place in places)


def runner_of(sights: Sequence[Sight], seat: Seat, looked: float | None) -> Runner:
    """If others are quicker, only the quickest of one's finds are seen, so all the time one has looked counts."""
    own = [sight for sight in sights if sight.seat == seat]
    kinds = [sight.kind for sight in own]
    timed = [sight.seconds for sight in own if sight.kind == FOUND and sight.seconds is not None]
    skill = len(timed) * LOOK / looked if looked and timed else None
    return Runner(
        kinds.count(FOUND), kinds.count(WRONG), kinds.count(OVERLOOKED), sum(timed) / len(timed) if timed else None, skill,
        None if skill is None else nearest_level(skill),
    )  # fmt: skip


def nearest_level(skill: float) -> int:
    return min(LEVELS, key=lambda number: abs(math.log(LEVELS[number].reaction.skill / skill)))
