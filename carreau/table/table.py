"""A table: one match and who sits around it, as a pure function of settings, entries and the time that is passed in.

Whatever somebody wants is first checked (`play`, `undo`, `sit` …) and becomes an entry. The caller writes the entry to
the log, and only then applies it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from carreau.core.errors import CarreauError, IllegalAction, StaleAction
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.phrase import Phrase
from carreau.core.state import CLOCK
from carreau.table import entry as kinds
from carreau.table.claim import Claims
from carreau.table.clock import Clock
from carreau.table.entry import Entry
from carreau.table.reflex import Reflexes
from carreau.table.settings import BOT, FRIEND, ME, OPEN, Chair, Settings, clean_name
from carreau.table.undo import reveals


class NotNow(CarreauError):
    """What somebody wants cannot be done at this table, or not now."""

    code = "not-now"


class Table:
    """Who sits where, what was played, and what comes due."""

    def __init__(self, settings: Settings, game: Game, entries: Iterable[Entry], now: float) -> None:
        if settings.version != game.version:
            raise NotNow(
                Phrase(
                    "This table was begun with {game} version {old}; this program plays version {new}.",
                    game=game.name, old=settings.version, new=game.version,
                )
            )  # fmt: skip
        self.settings = settings
        self.game = game
        self.match = Match(game, settings.players, settings.options, settings.seed)
        self.chairs: list[Chair] = list(settings.chairs)
        self.away: set[int] = set()  # persons for whom a bot plays
        self.lent: set[int] = set()  # those of them who were not here: they get their seat back when they come
        self.lost: set[int] = set()  # persons whose time has run out
        self.started = not any(chair.kind == OPEN for chair in self.chairs)
        self.next = ""  # the id of the rematch
        self.entries: list[Entry] = []
        self.checked: tuple[Entry | None, int] = None, 0  # the last action that was found to be possible
        self.changed = now  # when something was last played
        self.times = [now]  # when each ply was reached
        self.clock = Clock(settings.clock, settings.players, now)
        self.claims = Claims()
        self.reflexes = Reflexes(self.match, [chair.level for chair in self.chairs]) if game.realtime else None
        self.undoable: tuple[int, bool] | None = None  # the answer for a sequence number
        for entry in entries:
            self.apply(entry, now)

    # who is here

    @property
    def sequence(self) -> int:
        """The number of the next entry."""
        return len(self.entries)

    @property
    def playing(self) -> bool:
        return self.started and not self.match.over

    def is_bot(self, seat: int) -> bool:
        """Whether a bot acts for a seat now."""
        return self.chairs[seat].kind == BOT or seat in self.away or seat in self.lost

    def is_open(self, seat: int) -> bool:
        return self.chairs[seat].kind == OPEN

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
        return self.entry(now, kinds.SIT, seat, clean_name(name))

    def start(self, now: float) -> Entry:
        """Begin although seats are open: bots take them."""
        if self.started:
            raise NotNow("The match has begun already.")
        return self.entry(now, kinds.START)

    def play(self, seat: int, action: str, ply: int, now: float) -> Entry:
        """An action that may be played now; `ply` is what its player had seen."""
        self.check_seat(seat)
        self.check_playing()
        seat, number = self.match.check(action, seat, ply)
        if (seat, number) in self.match.history[ply:]:  # the same wish once more, after a lost connection
            raise self.match.moved_on(ply)
        entry = self.entry(now, kinds.PLAY, seat, self.game.name_action(number), self.spent(seat, now))
        self.checked = entry, number
        return entry

    def spent(self, seat: int, now: float) -> float:
        """What an action costs a person who has a clock."""
        timed = self.clock.budget and seat in self.people and not self.match.in_real_time
        return self.clock.running(self.people, now) if timed else 0.0

    def undo(self, seat: int, now: float) -> Entry:
        self.check_seat(seat)
        if not self.can_undo(seat):
            raise NotNow("This cannot be taken back: something was revealed since, or somebody has acted.")
        return self.entry(now, kinds.UNDO, seat)

    def leave(self, seat: int, now: float) -> Entry:
        self.check_seat(seat)
        if self.is_open(seat) or self.is_bot(seat):
            raise NotNow("Nobody sits there who could leave.")
        if not self.playing:
            raise NotNow("There is nothing for a bot to play now.")
        return self.entry(now, kinds.LEAVE, seat)

    def lend(self, host: int, seat: int, here: Collection[int], now: float) -> Entry:
        """The host lets a bot play for somebody who is not among those `here`."""
        self.check_seat(host)
        self.check_seat(seat)
        if self.chairs[host].kind != ME:
            raise NotNow("Only who has set up this table can let a bot play for somebody.")
        if not self.can_lend(seat, here):
            raise NotNow("A bot can play for those alone who are not here, while the match is on.")
        return self.entry(now, kinds.LEND, seat)

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

    def check_playing(self) -> None:
        if not self.started:
            raise NotNow("The match has not begun: somebody is still expected.")
        if self.match.over:
            raise IllegalAction(Phrase("The match is over: nothing more can be played."))

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.settings.players:
            raise NotNow("There is no such seat at this table.")

    def can_undo(self, seat: int) -> bool:
        """Whether the last action is this seat's, nobody has acted since, and it has revealed nothing."""
        if not self.playing or self.match.in_real_time or self.match.ply <= self.settings.first or self.is_bot(seat):
            return False
        by, action = self.match.history[-1]
        if by != seat:
            return False
        if self.undoable is None or self.undoable[0] != self.sequence:
            self.undoable = self.sequence, not reveals(self.match.at(self.match.ply - 1), seat, action)
        return self.undoable[1]

    # what comes due

    def due(self, now: float) -> float | None:
        """When `tick` will next have something to do, bots that take turns aside."""
        times = [self.claims.due()]
        if self.playing and self.match.in_real_time:
            times += [*(time for time, _ in self.timers()), self.reflexes.due(self.bots, now) if self.reflexes else None]
        elif self.clock.budget:
            times += [self.clock.ends(seat) for seat in self.people]
        return min((time for time in times if time is not None), default=None)

    def timers(self) -> list[tuple[float, int]]:
        """When the clock of a game with real time acts, and how."""
        assert self.game.realtime is not None
        timers = self.game.realtime.timers(self.match.state)
        return [(self.times[since] + seconds, action) for action, seconds, since in timers]

    @property
    def is_timed(self) -> bool:
        """Whether time alone can bring something about."""
        return self.playing and (bool(self.clock.budget) or self.match.in_real_time)

    @property
    def is_watched(self) -> bool:
        """Whether something can happen here that no person does."""
        return self.is_timed or bool(self.bots)

    def tick(self, now: float) -> Entry | None:
        """The next thing that time brings about, claims of persons aside."""
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
        assert self.reflexes is not None
        while taken := self.reflexes.take(self.bots, now):
            seat, action, ply = taken
            try:
                return self.play(seat, self.game.name_action(action), ply, now)
            except (StaleAction, IllegalAction):
                self.reflexes.forget(seat)
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
        assert entry.sequence == self.sequence, "an entry is missing"
        seat = entry.seat
        self.entries.append(entry)
        if entry.kind == kinds.PLAY:
            self.apply_play(entry, now)
        elif entry.kind == kinds.UNDO:
            self.match = self.match.at(self.match.ply - 1)
            self.times.pop()
            self.restart(now)
        elif entry.kind == kinds.SIT:
            self.chairs[seat] = replace(self.chairs[seat], kind=FRIEND, name=entry.data)
            self.begin(not any(chair.kind == OPEN for chair in self.chairs), now)
        elif entry.kind == kinds.START:
            self.chairs = [replace(chair, kind=BOT) if chair.kind == OPEN else chair for chair in self.chairs]
            self.begin(True, now)
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
            self.match.play(entry.data, entry.seat)
        if entry.seat != CLOCK:
            self.clock.charge(entry.seat, entry.spent)
        self.times.append(now)
        self.restart(now)

    def apply_presence(self, entry: Entry, now: float) -> None:
        if entry.kind in (kinds.LEAVE, kinds.LEND):
            self.away.add(entry.seat)
            self.lent |= {entry.seat} if entry.kind == kinds.LEND else set()
        elif entry.kind == kinds.BACK:
            self.away.discard(entry.seat)
            self.lent.discard(entry.seat)
            self.clock.restart(now)
        elif entry.kind == kinds.TIME:
            self.clock.charge(entry.seat, self.clock.left(entry.seat))
            self.lost.add(entry.seat)
            self.away.discard(entry.seat)
            self.lent.discard(entry.seat)

    def begin(self, whole: bool, now: float) -> None:
        if whole and not self.started:
            self.started = True
            self.times = [now]
            self.restart(now)

    def restart(self, now: float) -> None:
        self.changed = now
        self.clock.restart(now)
