"""A table: one match and who sits around it, as a pure function of settings, entries and the time that is passed in.

Whatever somebody wants is first checked (`play`, `undo`, `sit` …) and becomes an entry. The caller writes the entry to
the log, and only then applies it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from carreau.core.errors import BadRecord, IllegalAction, StaleAction
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.phrase import Phrase
from carreau.core.record import with_deal
from carreau.core.seed import read_seed
from carreau.core.state import CLOCK
from carreau.table import entry as kinds
from carreau.table.claim import Claims
from carreau.table.clock import Clock
from carreau.table.entry import Entry
from carreau.table.realtime_bots import RealtimeBots
from carreau.table.seating import NotNow, Seating
from carreau.table.settings import BOT, FRIEND, ME, OPEN, Settings, clean_name
from carreau.table.shuffle import PATIENCE, Shuffle
from carreau.table.undo import reveals

BLANK = read_seed(0)


class Table(Seating):
    """Who sits where, what was played, and what comes due."""

    def __init__(self, settings: Settings, game: Game, entries: Iterable[Entry], now: float) -> None:
        if settings.version != game.version:
            raise NotNow(
                Phrase(
                    "This table was begun with {game} version {old}; this program plays version {new}.",
                    game=game.name, old=settings.version, new=game.version,
                )
            )  # fmt: skip
        super().__init__(settings)
        self.game = game
        self.shuffle = Shuffle(settings.seed) if settings.mixed else None
        self.match = self.deal_with(BLANK if settings.mixed else settings.seed)  # before the deal, nobody is shown anything of it
        self.started = False
        self.next = ""  # the id of the rematch
        self.entries: list[Entry] = []
        self.checked: tuple[Entry | None, int] = None, 0  # the last action that was found to be possible
        self.changed = now  # when something was last played
        self.lent_at = -math.inf  # when a seat was last handed to a bot
        self.times = [now]  # when each ply was reached
        self.by_bots: list[bool] = []  # whether each action was a bot's
        self.clock = Clock(settings.clock, settings.players, now)
        self.claims = Claims()
        self.realtime_bots = self.make_realtime_bots()
        self.undoable: tuple[int, bool] | None = None  # the answer for a sequence number
        self.gather(now)
        for entry in entries:
            self.apply(entry, now)

    def deal_with(self, seed: str) -> Match:
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
        """The acting seats for which a bot acts."""
        return [seat for seat in self.match.acting if self.is_bot(seat)] if self.playing else []

    @property
    def people(self) -> list[int]:
        """The acting seats of persons."""
        return [seat for seat in self.match.acting if not self.is_bot(seat)] if self.playing else []

    def is_up(self, seat: int) -> bool:
        """Whether a person may act from a seat now."""
        return self.playing and self.match.may_act(seat) and not self.is_bot(seat)

    # what somebody wants: checked, and made an entry

    def entry(self, now: float, kind: str, seat: int = -1, data: str = "", spent: float = 0.0) -> Entry:
        return Entry(self.sequence, now, kind, seat, data, spent)

    def sit(self, seat: int, name: str, now: float) -> Entry:
        self.check_seat(seat)
        if not self.is_open(seat):
            raise NotNow("This seat is taken.")
        return self.entry(now, kinds.SIT, seat, self.free_name(clean_name(name), seat))

    def start(self, now: float) -> Entry:
        """Begin although seats are open: bots take them."""
        if self.started or self.whole:
            raise NotNow("The match has begun already.")
        return self.entry(now, kinds.START)

    def pledge(self, seat: int, pledge: str, now: float) -> Entry | None:
        """A screen pledges its part of the deal; it may ask twice."""
        self.check_seat(seat)
        fits = not self.dealt and self.shuffle and seat in self.screens and self.shuffle.may_pledge(seat, pledge)
        return self.entry(now, kinds.PLEDGE, seat, pledge) if fits else None

    def show_part(self, seat: int, part: str, now: float) -> Entry | None:
        """A screen shows what it has pledged, when all have."""
        self.check_seat(seat)
        fits = not self.dealt and self.shuffle and self.shuffle.may_show(seat, part)
        return self.entry(now, kinds.PART, seat, part) if fits else None

    def add_device(self, seat: int, now: float) -> Entry:
        """Somebody opens their seat from another device, with a link that was made at the first."""
        self.check_seat(seat)
        if self.is_open(seat) or self.chairs[seat].kind == BOT:
            raise NotNow("Nobody sits there who could have made this link.")
        return self.entry(now, kinds.DEVICE, seat)

    def play(
        self, seat: int, action: str, ply: int, now: float, by_bot: bool = False, seen: int | None = None
    ) -> Entry:  # fmt: skip
        """An action that may be played now. For those who have left, bots alone act.

        `ply` is what its player had seen, and `seen` the number of the next entry then: the same ply may have been reached twice,
        with another position, if something was taken back meanwhile.
        """
        self.check_seat(seat)
        self.check_playing()
        if self.is_bot(seat) and not by_bot:
            raise NotNow("A bot plays for you: take your seat back first.")
        if seen is not None and ply == self.match.ply and self.was_taken_back(seen):
            raise StaleAction(Phrase("A move was taken back since you last looked: choose again."))
        seat, number = self.match.check(action, seat, ply)
        if (seat, number) in self.match.history[ply:]:  # the same wish once more, after a lost connection
            raise self.match.moved_on(ply)
        entry = self.entry(now, kinds.PLAY, seat, self.game.name_action(number), self.spent(seat, now))
        self.checked = entry, number
        return entry

    def was_taken_back(self, since: int) -> bool:
        """Whether something was taken back since an entry."""
        return not self.match.in_real_time and any(entry.kind == kinds.UNDO for entry in self.entries[since:])

    def spent(self, seat: int, now: float) -> float:
        """What an action costs a person who has a clock."""
        timed = self.clock.budget and seat in self.people and not self.match.in_real_time
        return self.clock.running(self.people, now) if timed else 0.0

    def undo(self, seat: int, now: float) -> Entry:
        self.check_seat(seat)
        if not self.can_undo(seat):
            raise NotNow("This cannot be taken back: something was revealed since, or somebody has acted.")
        thought = 0.0 if self.match.in_real_time else self.clock.running([seat], now)  # since the action, whoever's turn it was
        return self.entry(now, kinds.UNDO, seat, spent=thought)

    def leave(self, seat: int, now: float) -> Entry:
        self.check_seat(seat)
        if self.is_open(seat) or self.is_bot(seat):
            raise NotNow("Nobody sits there who could leave.")
        if not self.playing:
            raise NotNow("There is nothing for a bot to play now.")
        return self.entry(now, kinds.LEAVE, seat, spent=self.spent(seat, now))

    def lend(self, host: int, seat: int, here: Collection[int], now: float) -> Entry:
        """The host lets a bot play for somebody who is not among those `here`."""
        self.check_seat(host)
        self.check_seat(seat)
        if self.chairs[host].kind != ME:
            raise NotNow("Only the host can do that.")
        if not self.can_lend(seat, here):
            raise NotNow("A bot can play for those alone who are not here, while the match is on.")
        return self.entry(now, kinds.LEND, seat, spent=self.spent(seat, now))

    def can_lend(self, seat: int, here: Collection[int]) -> bool:
        return self.playing and self.chairs[seat].kind == FRIEND and not self.is_bot(seat) and seat not in here

    def back(self, seat: int, now: float) -> Entry:
        self.check_seat(seat)
        if seat not in self.away:
            raise NotNow("The time of this seat has run out." if seat in self.lost else "You are here already.")
        return self.entry(now, kinds.BACK, seat)

    def rename(self, seat: int, name: str, now: float) -> Entry:
        self.check_seat(seat)
        if self.is_open(seat) or self.chairs[seat].kind == BOT or not clean_name(name):
            raise NotNow("A name is at least one letter, and yours to give.")
        if self.has_name(clean_name(name), seat):
            raise NotNow("Somebody else at this table has this name.")
        return self.entry(now, kinds.NAME, seat, clean_name(name))

    def rematch(self, table: str, now: float) -> Entry:
        """The next table with the same people; there is only one."""
        if not self.match.over:
            raise NotNow("The match is not over yet.")
        if self.next:
            raise NotNow("The next match has been set up already.")
        return self.entry(now, kinds.REMATCH, data=table)

    def again(self, seed: str) -> Settings:
        """The settings of a rematch: who has taken an open seat keeps it, everybody one seat further on."""
        return replace(self.settings, chairs=tuple(self.chairs)).rotated(seed)

    def record(self) -> dict[str, Any]:
        """The match's record, and how its seed came about."""
        record = self.match.record()
        return with_deal(record, self.shuffle.deal) if self.shuffle else record

    def check_playing(self) -> None:
        if not self.started:
            raise NotNow("The match has not begun: somebody is still expected.")
        if self.match.over:
            raise IllegalAction(Phrase("The match is over: nothing more can be played."))

    def can_undo(self, seat: int) -> bool:
        """Whether the last action is this seat's, nobody has acted since, and it has revealed nothing."""
        if not self.playing or self.match.in_real_time or self.match.ply <= self.settings.first or self.is_bot(seat):
            return False
        by, action = self.match.history[-1]
        if by != seat or self.by_bots[-1]:
            return False
        if self.undoable is None or self.undoable[0] != self.sequence:
            self.undoable = self.sequence, not reveals(self.match.at(self.match.ply - 1), seat, action)
        return self.undoable[1]

    # what comes due

    def due(self, now: float) -> float | None:
        """When `tick` will next have something to do, bots that take turns aside."""
        if self.is_shuffling:
            return self.changed + PATIENCE
        times = [self.claims.due()]
        if self.playing and self.match.in_real_time:
            times += [
                *(time for time, _ in self.timers()),
                self.realtime_bots.due(self.bots, now) if self.realtime_bots else None,
            ]
        elif self.clock.budget:
            times += [self.clock.ends(seat) for seat in self.people]
        return min((time for time in times if time is not None), default=None)

    def timers(self) -> list[tuple[float, int]]:
        """When the clock of a game with real time acts, and how."""
        assert self.game.realtime is not None
        timers = self.game.realtime.timers(self.match.state)
        return [(self.times[since] + seconds, action) for action, seconds, since in timers]

    @property
    def is_shuffling(self) -> bool:
        """Whether all have sat down, and not all have added to the deal yet."""
        return self.whole and not self.started

    @property
    def is_timed(self) -> bool:
        """Whether time alone can bring something about."""
        return self.is_shuffling or (self.playing and (bool(self.clock.budget) or self.match.in_real_time))

    @property
    def is_watched(self) -> bool:
        """Whether something can happen here that no person does."""
        return self.is_timed or bool(self.bots)

    def tick(self, now: float) -> Entry | None:
        """The next thing that time brings about, claims of persons aside."""
        if self.is_shuffling and self.changed + PATIENCE <= now:
            missing = sorted(self.shuffle.missing()) if self.shuffle else []
            return self.entry(now, kinds.WAITED, data=",".join(map(str, missing)))
        if not self.playing:
            return None
        if self.match.in_real_time:
            return self.reflex(now) or self.ring(now)
        for seat in self.people if self.clock.budget else []:
            if self.clock.ends(seat) <= now:
                return self.entry(now, kinds.TIME, seat)
        return None

    def reflex(self, now: float) -> Entry | None:
        """A bot acts in real time."""
        assert self.realtime_bots is not None
        while taken := self.realtime_bots.take(self.bots, now):
            seat, action, ply = taken
            try:
                return self.play(seat, self.game.name_action(action), ply, now, by_bot=True)
            except (StaleAction, IllegalAction):
                self.realtime_bots.forget(seat)
        return None

    def ring(self, now: float) -> Entry | None:
        """A timer of the game has run out; whoever pressed before that is heard first."""
        time, action = min(self.timers(), default=(now + 1, 0))
        waits = self.claims.due()
        if time > now or (waits is not None and waits <= time):
            return None
        return self.entry(now, kinds.PLAY, CLOCK, self.game.name_action(action))

    def turn(self) -> tuple[int, int] | None:
        """The seat and level of a bot whose turn it is, where turns are taken."""
        if not self.bots or self.match.in_real_time or self.people:
            return None
        seat = self.bots[0]
        return seat, self.chairs[seat].level

    # what has happened

    def apply(self, entry: Entry, now: float) -> None:
        """Make an entry of the log true. `now` is when it counts from: after a restart, the restart."""
        if entry.sequence != self.sequence:
            raise BadRecord(Phrase("Entry {number} of this table is missing.", number=self.sequence + 1))
        seat = entry.seat
        self.entries.append(entry)
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
            self.gather(now)
        elif entry.kind == kinds.START:
            self.chairs = [replace(chair, kind=BOT) if chair.kind == OPEN else chair for chair in self.chairs]
            self.gather(now)
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
        if checked is entry:  # its number is next: nothing has happened since
            self.match.put(entry.seat, number)
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
                self.lent.add(entry.seat)
                self.lent_at = now
        elif entry.kind == kinds.BACK:
            self.away.discard(entry.seat)
            self.lent.discard(entry.seat)
            if self.people == [entry.seat]:  # nobody else's clock is running
                self.clock.restart(now)
        elif entry.kind == kinds.TIME:
            self.clock.charge(entry.seat, self.clock.left(entry.seat))
            self.lost.add(entry.seat)
            self.away.discard(entry.seat)
            self.lent.discard(entry.seat)

    def gather(self, now: float) -> None:
        """When all have sat down, the match begins; or the shuffle does."""
        if not self.whole:
            return
        if self.shuffle and not self.shuffle.begun:
            self.shuffle.begin(self.screens)
            self.changed = now
        if self.shuffle is None or self.shuffle.done:
            self.begin(now)

    def apply_shuffle(self, entry: Entry, now: float) -> None:
        if self.shuffle is None or self.started:
            return  # too late to change the deal
        sealed = self.shuffle.sealed
        if entry.kind == kinds.PLEDGE:
            self.shuffle.pledge(entry.seat, entry.data)
        elif entry.kind == kinds.PART:
            self.shuffle.show(entry.seat, entry.data)
        else:
            self.shuffle.go_on()
        if self.shuffle.sealed != sealed:
            self.changed = now  # from now on, parts are waited for
        if self.shuffle.done and self.whole:
            self.begin(now)

    def begin(self, now: float) -> None:
        """Deal, if it has not been done, and start the clocks."""
        if self.started:
            return
        if self.shuffle:
            self.match = self.deal_with(self.shuffle.deal.seed)
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
            self.changed = now
        if self.realtime_bots is not None:
            for seat in range(self.settings.players):
                self.realtime_bots.forget(seat)

    def restart(self, now: float) -> None:
        self.changed = now
        self.clock.restart(now)
