"""What has happened at a table: a pure function of its settings, its entries, and the times at which they are applied."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

from carreau.core.errors import BadRecord
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.phrase import Phrase
from carreau.core.seed import read_seed
from carreau.core.state import CLOCK
from carreau.table import entry as kinds
from carreau.table.claim import Claims
from carreau.table.clock import Clock
from carreau.table.entry import Entry
from carreau.table.realtime_bots import RealtimeBots
from carreau.table.seating import NotNow, Seating
from carreau.table.settings import BOT, FRIEND, OPEN, Settings
from carreau.table.shuffle import Shuffle

BLANK = read_seed(0)


class TableState(Seating):
    """The match, its players and their clocks, after every entry so far."""

    def __init__(self, settings: Settings, game: Game, entries: Iterable[Entry], now: float) -> None:
        if settings.version != game.version:
            raise NotNow(
                Phrase(
                    "This table was started with {game} version {old}; this program plays version {new}.",
                    game=game.name, old=settings.version, new=game.version,
                )
            )  # fmt: skip
        super().__init__(settings)
        self.game = game
        self.shuffle = Shuffle(settings.seed) if settings.mixed else None
        self.match = self.deal(BLANK if settings.mixed else settings.seed)  # the deal is blank: nobody is shown anything
        self.started = False
        self.next = ""  # the id of the rematch
        self.entries: list[Entry] = []
        self.plies: list[int] = []  # per entry: how many actions had been played then, without those taken back
        self.checked: tuple[Entry | None, int] = None, 0  # the last action that was found to be legal
        self.changed_at = now  # when something was last played
        self.handed_over_at = -math.inf  # when a seat was last handed over to a bot
        self.times = [now]  # when each ply was reached
        self.by_bots: list[bool] = []  # whether each action was a bot's
        self.clock = Clock(settings.clock, settings.players, now)
        self.claims = Claims()
        self.grace = 0.0  # seconds by which timers are late, because claims may be waiting elsewhere
        self.realtime_bots = self.make_realtime_bots()
        self.undoable: tuple[int, bool] | None = None  # by sequence number: whether the last action can be taken back
        self.begin_if_full(now)
        for entry in entries:
            self.apply(entry, now)

    def deal(self, seed: str) -> Match:
        return Match(self.game, self.settings.players, self.settings.options, seed)

    # who is here

    @property
    def sequence(self) -> int:
        """The number of the next entry."""
        return len(self.entries)

    @property
    def dealt(self) -> bool:
        """Whether there are cards to be seen."""
        return self.started or self.shuffle is None

    @property
    def playing(self) -> bool:
        return self.started and not self.match.over

    @property
    def bots(self) -> list[int]:
        """The acting seats for which a bot plays."""
        return [seat for seat in self.match.acting if self.is_bot(seat)] if self.playing else []

    @property
    def people(self) -> list[int]:
        """The acting seats of people."""
        return [seat for seat in self.match.acting if not self.is_bot(seat)] if self.playing else []

    def can_act(self, seat: int) -> bool:
        """Whether the person at a seat may act now."""
        return self.playing and self.match.may_act(seat) and not self.is_bot(seat)

    @property
    def is_shuffling(self) -> bool:
        """Whether all have sat down, and the cards are not dealt yet."""
        return self.is_full and not self.started

    # applying entries

    def apply(self, entry: Entry, now: float) -> None:
        """Let an entry of the log take effect. Clocks count from `now`: after a restart, that is the time of the restart."""
        if entry.sequence != self.sequence:
            raise BadRecord(Phrase("Entry {number} of this table is missing.", number=self.sequence + 1))
        seat = entry.seat
        self.entries.append(entry)
        self.plies.append(self.match.ply + kinds.STEPS.get(entry.kind, 0))
        if entry.kind == kinds.PLAY:
            self.apply_play(entry, now)
        elif entry.kind == kinds.UNDO:
            self.match = self.match.at(self.match.ply - 1)
            self.times.pop()
            self.by_bots.pop()
            self.clock.charge(seat, entry.spent)
            self.restart(now)
        elif entry.kind == kinds.SIT:
            self.chairs[seat] = replace(self.chairs[seat], kind=FRIEND, name=entry.data)
            self.begin_if_full(now)
        elif entry.kind == kinds.START:
            self.chairs = [replace(chair, kind=BOT) if chair.kind == OPEN else chair for chair in self.chairs]
            self.begin_if_full(now)
        elif entry.kind in (kinds.PLEDGE, kinds.PART, kinds.WAITED):
            self.apply_shuffle(entry, now)
        elif entry.kind == kinds.NAME:
            self.chairs[seat] = replace(self.chairs[seat], name=entry.data)
        elif entry.kind == kinds.REMATCH:
            self.next = entry.data
        else:
            self.apply_presence(entry, now)

    def apply_play(self, entry: Entry, now: float) -> None:
        checked, number = self.checked
        if checked is entry:  # nothing has happened since it was checked
            self.match._put(entry.seat, number)
        else:
            self.match.play(entry.data, entry.seat, recorded=True)
        if entry.seat != CLOCK:
            self.clock.charge(entry.seat, entry.spent)
        self.times.append(now)
        self.by_bots.append(entry.seat != CLOCK and self.is_bot(entry.seat))
        self.restart(now)

    def apply_presence(self, entry: Entry, now: float) -> None:
        if entry.kind in (kinds.LEAVE, kinds.LEND):
            self.clock.charge(entry.seat, entry.spent)
            self.away.add(entry.seat)
            if entry.kind == kinds.LEND:
                self.handed_over.add(entry.seat)
                self.handed_over_at = now
        elif entry.kind == kinds.BACK:
            self.away.discard(entry.seat)
            self.handed_over.discard(entry.seat)
            if self.people == [entry.seat]:  # nobody else's clock is running
                self.clock.restart(now)
        elif entry.kind == kinds.TIME:
            self.clock.charge(entry.seat, self.clock.left(entry.seat))
            self.timed_out.add(entry.seat)
            self.away.discard(entry.seat)
            self.handed_over.discard(entry.seat)

    def begin_if_full(self, now: float) -> None:
        """When all have sat down, the shuffle begins, or the match if there is none."""
        if not self.is_full:
            return
        if self.shuffle and not self.shuffle.begun:
            self.shuffle.begin(self.screens)
            self.changed_at = now
        if self.shuffle is None or self.shuffle.done:
            self.begin(now)

    def apply_shuffle(self, entry: Entry, now: float) -> None:
        if self.shuffle is None or self.started:
            return  # too late: the cards are dealt
        sealed = self.shuffle.sealed
        if entry.kind == kinds.PLEDGE:
            self.shuffle.pledge(entry.seat, entry.data)
        elif entry.kind == kinds.PART:
            self.shuffle.show(entry.seat, entry.data)
        else:
            self.shuffle.go_on()
        if self.shuffle.sealed != sealed:
            self.changed_at = now  # from now on, we wait for parts
        if self.shuffle.done and self.is_full:
            self.begin(now)

    def begin(self, now: float) -> None:
        """Deal the cards of a shuffle, and start the clocks."""
        if self.started:
            return
        if self.shuffle:
            self.match = self.deal(self.shuffle.deal.seed)
            self.realtime_bots = self.make_realtime_bots()
        self.started = True
        self.times = [now]
        self.restart(now)

    def make_realtime_bots(self) -> RealtimeBots | None:
        return RealtimeBots(self.match, [chair.level for chair in self.chairs]) if self.game.realtime else None

    def resume(self, left: float, now: float) -> None:
        """Nobody was here between these moments: timers go on from where they were, and bots look again."""
        self.times = [time + max(0.0, now - max(left, time)) for time in self.times]
        if self.is_shuffling:
            self.changed_at = now
        if self.realtime_bots is not None:
            for seat in range(self.settings.players):
                self.realtime_bots.forget(seat)

    def adopt(self, running: float, ages: Mapping[int, float], now: float) -> None:
        """Somebody has followed this table for longer, and knows for how long clocks and timers have been running."""
        self.clock.adopt(running, now)
        for ply in ages.keys() & set(range(len(self.times))):
            self.times[ply] = now - ages[ply]

    def restart(self, now: float) -> None:
        self.changed_at = now
        self.clock.restart(now)
