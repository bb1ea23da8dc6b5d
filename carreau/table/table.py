"""A table: what may happen next. What players ask for, and what comes due, is checked and becomes an entry.

The caller writes the entry to the log, and only then applies it (state.py).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from carreau.core.errors import IllegalAction, StaleAction
from carreau.core.phrase import Phrase
from carreau.core.record import with_deal, with_fact
from carreau.core.refusal import moved_on
from carreau.core.state import CLOCK
from carreau.core.types import Record
from carreau.table import entry as kinds
from carreau.table.entry import Entry
from carreau.table.seating import NotNow
from carreau.table.settings import BOT, FRIEND, ME, NO_COACH, Settings, clean_name
from carreau.table.shuffle import PATIENCE
from carreau.table.state import TableState
from carreau.table.undo import reveals


class Table(TableState):
    """One match and the people around it. It has no clock of its own: `now` is passed in."""

    # what players ask for

    def entry(self, now: float, kind: str, seat: int = -1, data: str = "", spent: float = 0.0) -> Entry:
        return Entry(self.sequence, now, kind, seat, data, spent)

    def sit(self, seat: int, name: str, now: float) -> Entry:
        self.check_seat(seat)
        if not self.is_open(seat):
            raise NotNow("This seat is taken.")
        return self.entry(now, kinds.SIT, seat, self.free_name(clean_name(name), seat))

    def start(self, now: float) -> Entry:
        """Begin although some seats are free: bots take them."""
        if self.started or self.is_full:
            raise NotNow("The match has already begun.")
        return self.entry(now, kinds.START)

    def pledge(self, seat: int, pledge: str, now: float) -> Entry | None:
        """A screen pledges its part of the shuffle. None if it has done so before."""
        self.check_seat(seat)
        fits = not self.dealt and self.shuffle and seat in self.screens and self.shuffle.may_pledge(seat, pledge)
        return self.entry(now, kinds.PLEDGE, seat, pledge) if fits else None

    def show_part(self, seat: int, part: str, now: float) -> Entry | None:
        """A screen shows what it pledged, once all have pledged."""
        self.check_seat(seat)
        fits = not self.dealt and self.shuffle and self.shuffle.may_show(seat, part)
        return self.entry(now, kinds.PART, seat, part) if fits else None

    def add_device(self, seat: int, now: float) -> Entry:
        """Somebody opens their seat on another device, with a link that they made."""
        self.check_seat(seat)
        if self.is_open(seat) or self.chairs[seat].kind == BOT:
            raise NotNow("Nobody in that seat can have made this link.")
        return self.entry(now, kinds.DEVICE, seat)

    def play(
        self, seat: int, action: str, ply: int, now: float, by_bot: bool = False, seen: int | None = None
    ) -> Entry:  # fmt: skip
        """Play an action. For whoever has left, only a bot may act.

        `ply` is what the player had seen, and `seen` was the number of the next entry then: if a move was taken back meanwhile,
        the same ply may have been reached again, with another position.
        """
        self.check_seat(seat)
        self.check_playing()
        if self.is_bot(seat) and not by_bot:
            raise NotNow("A bot is playing for you: take your seat back first.")
        if seen is not None and ply == self.match.ply and self.was_taken_back(seen):
            raise StaleAction(Phrase("A move has been taken back since you last looked: choose again."))
        seat, number = self.match.check(action, seat, ply)
        if (seat, number) in self.match.history[ply:]:  # sent again after a lost connection
            raise moved_on(ply, self.match.ply)
        entry = self.entry(now, kinds.PLAY, seat, self.game.name_action(number), self.spent(seat, now))
        self.checked = entry, number
        return entry

    def was_taken_back(self, since: int) -> bool:
        """Whether a move was taken back since an entry."""
        return not self.match.in_real_time and any(entry.kind == kinds.UNDO for entry in self.entries[since:])

    def spent(self, seat: int, now: float) -> float:
        """The seconds that an action costs on the clock of a person."""
        return self.clock.running(self.people, now) if self.is_timed_turn(seat) else 0.0

    def undo(self, seat: int, now: float) -> Entry:
        self.check_seat(seat)
        if not self.can_undo(seat):
            raise NotNow("This move can't be taken back: something has been revealed since, or somebody has played.")
        thought = 0.0 if self.match.in_real_time else self.clock.running([seat], now)  # since the action, whoever's turn it was
        return self.entry(now, kinds.UNDO, seat, spent=thought)

    def leave(self, seat: int, now: float) -> Entry:
        self.check_seat(seat)
        if self.is_open(seat) or self.is_bot(seat):
            raise NotNow("Nobody is sitting there.")
        if not self.playing:
            raise NotNow("There is nothing for a bot to do right now.")
        return self.entry(now, kinds.LEAVE, seat, spent=self.spent(seat, now))

    def hand_over(self, host: int, seat: int, here: Collection[int], now: float) -> Entry:
        """The host hands the seat of somebody who is not among those `here` over to a bot."""
        self.check_seat(host)
        self.check_seat(seat)
        if self.chairs[host].kind != ME:
            raise NotNow("Only the host can do that.")
        if not self.can_hand_over(seat, here):
            raise NotNow("A bot can only stand in for someone who is away.")
        return self.entry(now, kinds.LEND, seat, spent=self.spent(seat, now))

    def can_hand_over(self, seat: int, here: Collection[int]) -> bool:
        return self.playing and self.chairs[seat].kind == FRIEND and not self.is_bot(seat) and seat not in here

    def back(self, seat: int, now: float) -> Entry:
        self.check_seat(seat)
        if seat not in self.away:
            raise NotNow("This seat has run out of time." if seat in self.timed_out else "You are already here.")
        return self.entry(now, kinds.BACK, seat)

    def rename(self, seat: int, name: str, now: float) -> Entry:
        self.check_seat(seat)
        if self.is_open(seat) or self.chairs[seat].kind == BOT or not clean_name(name):
            raise NotNow("A name needs at least one letter, and you can only change your own.")
        if self.has_name(clean_name(name), seat):
            raise NotNow("Somebody else at this table already has that name.")
        return self.entry(now, kinds.NAME, seat, clean_name(name))

    def rematch(self, table: str, now: float) -> Entry:
        """The next table of the same people; there can be only one."""
        if not self.match.over:
            raise NotNow("The match is not over yet.")
        if self.next:
            raise NotNow("The next match is already set up.")
        return self.entry(now, kinds.REMATCH, data=table)

    def rematch_settings(self, seed: str) -> Settings:
        """The settings of a rematch: the same people, everybody one seat further on."""
        return replace(self.settings, chairs=tuple(self.chairs)).rotated(seed)

    def record(self) -> Record:
        """The record of the match, how its seed came about, and whether there was a coach."""
        record = self.match.record()
        if self.settings.coach != NO_COACH:
            record = with_fact(record, "coach", self.settings.coach)
        return with_deal(record, self.shuffle.deal) if self.shuffle else record

    def check_playing(self) -> None:
        if not self.started:
            raise NotNow("The match has not begun yet: somebody is still missing.")
        if self.match.over:
            raise IllegalAction(Phrase("The match is over: there is nothing left to play."))

    def can_undo(self, seat: int) -> bool:
        """Whether the last action was this seat's, and revealed nothing."""
        if not self.playing or self.match.in_real_time or self.match.ply <= self.settings.first or self.is_bot(seat):
            return False
        by, action = self.match.history[-1]
        if by != seat or self.by_bots[-1]:
            return False
        if self.undoable is None or self.undoable[0] != self.sequence:
            self.undoable = self.sequence, not reveals(self.game, self.match._state_before(), seat, action)
        return self.undoable[1]

    # what comes due

    def due(self, now: float) -> float | None:
        """When `tick` will next have something to do. Bots that take turns are not part of it (`bot_turn`)."""
        if self.is_shuffling:
            return self.changed_at + PATIENCE
        times = [self.claims.due()]
        if self.playing and self.match.in_real_time:
            times += [
                *(time + self.grace for time, _ in self.timers() if not self.claims.pressed_by(time)),
                self.realtime_bots.due(self.bots, now) if self.realtime_bots else None,
            ]
        elif self.clock.budget:
            times += [self.clock.ends(seat) + self.grace for seat in self.people]
        return min((time for time in times if time is not None), default=None)

    def timers(self) -> list[tuple[float, int]]:
        """When each timer of a real-time game runs out, and the action that follows."""
        assert self.game.realtime is not None
        timers = self.game.realtime.timers(self.match.state)
        return [(self.times[since] + seconds, action) for action, seconds, since in timers]

    def ages(self, now: float) -> dict[int, float]:
        """How long ago the plies were reached from which timers of a real-time game count."""
        if not self.playing or not self.match.in_real_time or self.game.realtime is None:
            return {}
        return {since: now - self.times[since] for _, _, since in self.game.realtime.timers(self.match.state)}

    @property
    def is_timed(self) -> bool:
        """Whether something can happen here because time passes."""
        return self.is_shuffling or (self.playing and (bool(self.clock.budget) or self.match.in_real_time))

    @property
    def acts_by_itself(self) -> bool:
        """Whether something can happen here without any person."""
        return self.is_timed or bool(self.bots)

    def tick(self, now: float) -> Entry | None:
        """The next thing that happens because time has passed, or None. Claims of people are not part of it."""
        if self.is_shuffling and self.changed_at + PATIENCE <= now:
            missing = sorted(self.shuffle.missing()) if self.shuffle else []
            return self.entry(now, kinds.WAITED, data=",".join(map(str, missing)))
        if not self.playing:
            return None
        if self.match.in_real_time:
            return self.realtime_bot_entry(now) or self.timer_entry(now)
        for seat in self.people if self.clock.budget else []:
            if self.clock.ends(seat) + self.grace <= now:
                return self.entry(now, kinds.TIME, seat)
        return None

    def realtime_bot_entry(self, now: float) -> Entry | None:
        """What a bot does in real time."""
        assert self.realtime_bots is not None
        while taken := self.realtime_bots.take(self.bots, now):
            seat, action, ply = taken
            try:
                return self.play(seat, self.game.name_action(action), ply, now, by_bot=True)
            except (StaleAction, IllegalAction):
                self.realtime_bots.forget(seat)
        return None

    def timer_entry(self, now: float) -> Entry | None:
        """What a timer of the game does when it runs out. Whoever pressed before that comes first."""
        time, action = min(self.timers(), default=(now + 1, 0))
        if time + self.grace > now or self.claims.pressed_by(time):
            return None
        return self.entry(now, kinds.PLAY, CLOCK, self.game.name_action(action))

    def bot_turn(self) -> tuple[int, int] | None:
        """The seat and level of the bot whose turn it is, if players take turns."""
        if not self.bots or self.match.in_real_time or self.people:
            return None
        seat = self.bots[0]
        return seat, self.chairs[seat].level

    # what the clocks show

    def is_timed_turn(self, seat: int) -> bool:
        """Whether a seat's clock is the one that runs, or would if anybody were here to play."""
        return bool(self.clock.budget) and seat in self.people and not self.match.in_real_time

    def is_clock_running(self, seat: int) -> bool:
        return self.is_timed_turn(seat) and self.clock.stopped is None

    def time_left(self, seat: int, now: float) -> float | None:
        """Seconds on a seat's clock, if there are clocks."""
        if not self.clock.budget:
            return None
        return self.clock.left_at(seat, now) if self.is_timed_turn(seat) else self.clock.left(seat)

    def countdown(self, now: float) -> float | None:
        """Seconds until a timer of a real-time game runs out."""
        if not self.playing or not self.match.in_real_time:
            return None
        return max(0.0, min(time for time, _ in self.timers()) - now)
