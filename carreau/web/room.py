"""A table that people are looking at: the only place where entries are written and applied.

While an entry is made, written to the disk and applied, nobody else makes one at this table. Only the thread that writes, and the
bots, which think about a copy, work elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from carreau.core.errors import CarreauError
from carreau.core.words import Words
from carreau.store.log import Conflict, Unwritten
from carreau.store.stored import Change
from carreau.table.bot import question
from carreau.table.claim import CAP
from carreau.table.clock import clock
from carreau.table.entry import Entry
from carreau.table.fingerprint import fingerprint
from carreau.table.seating import NotNow
from carreau.table.table import Table
from carreau.table.text import LogText, names_at
from carreau.web.coach import Coach
from carreau.web.house import Alone
from carreau.web.log_writer import LogWriter
from carreau.web.presence import Here
from carreau.web.rate_limit import RateLimiter
from carreau.web.screen_cache import ScreenCache
from carreau.web.viewer import Viewer
from carreau.web.workers import Workers

PACE = 0.9  # seconds before a bot acts, so that everybody can follow
ABSENT_SECONDS = 30.0  # that somebody has to be gone before the host may hand their seat to a bot
HAND_OVER_PACES = 5  # that this bot waits before it first acts
RETURN_SECONDS = 5.0  # for the pages of a process that has ended to come back; until then, nobody's time passes
SHARED_GRACE = CAP + 0.05  # seconds that timers wait for what somebody does in another process
MOST_TRIES = 8  # to write an entry while other processes write at the same table
RETRY_SECONDS = 1.0  # until something is tried again that the disk refused
SLICE = 0.004  # seconds of putting the log into words in one turn
CHANGES, CHANGES_A_SECOND = 20, 2.0  # how often a seat may change something that people rarely change


class Room:
    """One table, its viewers, and what comes due."""

    def __init__(
        self, id: str, table: Table, writer: LogWriter, pace: float = PACE, workers: Workers | None = None,
        house: Alone | None = None,
    ) -> None:  # fmt: skip
        self.id, self.table, self.writer, self.pace = id, table, writer, pace
        self.house = house or Alone()
        self.workers = workers or Workers()
        self.lock = asyncio.Lock()  # held while an entry is made, written and applied
        self.viewers: list[Viewer] = []
        self.last_visit = clock()
        self.present: set[int] = set()  # seats from which somebody looks on, in any process
        self.lost: dict[int, float] = {}  # seats whose process has ended, and until when we wait for them
        self.left_at: dict[int, float] = {}  # when somebody was last at a seat; nobody was before this room was opened
        self.opened = self.since = clock()  # `since`: when the first of the viewers came
        self.leads_from = -math.inf  # when all other processes have had time to say that they are here
        self.reminder: asyncio.TimerHandle | None = None
        self.returning: asyncio.Task[None] | None = None
        self.frozen_since: float | None = clock()  # since nobody has been at a seat: then no time passes for the game
        self.table.clock.stop(self.table.clock.since)
        self.screens = ScreenCache(table)
        self.coach = Coach(self)
        self.change_limit = RateLimiter(CHANGES, CHANGES_A_SECOND)
        self.log_texts: dict[str, LogText] = {}
        self.public_hash = -1, ""  # of what everybody sees, for a sequence number
        self.updated = asyncio.Event()  # something has happened that `run` has to look at
        self.thinking: asyncio.Task[None] | None = None
        self.running: asyncio.Task[None] | None = None

    # people

    async def enter(self, viewer: Viewer) -> None:
        if not self.viewers:
            self.since = clock()
            self.leads_from = self.since + self.house.ask(self.id)
        self.viewers.append(viewer)
        self.changed_viewers()
        self.set_reminder()
        if self.running is None or self.running.done():
            self.running = asyncio.create_task(self.run())
        await self.return_seats()

    async def return_seats(self) -> None:
        """Whoever is here plays: a bot to which the host handed their seat gives it back."""
        for seat in self.table.handed_over & self.present:
            with suppress(CarreauError):
                await self.commit(lambda seat=seat: self.table.back(seat, clock()))  # type: ignore[misc]

    def exit(self, viewer: Viewer) -> None:
        self.viewers.remove(viewer)
        self.last_visit = clock()
        self.changed_viewers()
        self.updated.set()  # `run` ends, or waits for something else
        self.set_reminder()

    def changed_viewers(self) -> None:
        self.update_presence()
        self.notify()
        self.house.announce(self)

    def set_reminder(self) -> None:
        """Look again when somebody has been gone for long enough that the host may hand their seat to a bot."""
        if self.reminder is None and self.viewers and self.recently_present() != self.present:
            self.reminder = asyncio.get_running_loop().call_later(ABSENT_SECONDS + 0.1, self.look_again)

    def look_again(self) -> None:
        self.reminder = None
        self.notify()
        self.set_reminder()

    def update_presence(self) -> None:
        """Note who is here. Time only counts while somebody is here who plays; spectators let nobody's time pass."""
        now, table = clock(), self.table
        own, elsewhere = self.own_seats(), {seat for here in self.house.at(self.id).values() for seat in here.seats}
        self.lost = {seat: until for seat, until in self.lost.items() if until > now and seat not in own | elsewhere}
        before, self.present = self.present, own | elsewhere | self.lost.keys()
        self.left_at.update(dict.fromkeys(before - self.present, now))
        table.grace = SHARED_GRACE if elsewhere else 0.0
        if not self.lost and any(not table.is_bot(seat) for seat in self.present):
            table.clock.go_on(now)
        else:
            table.clock.stop(now)
        time_passes = bool(self.present) and not self.lost
        if time_passes and self.frozen_since is not None:
            table.resume(self.frozen_since, now)
            self.frozen_since = None
        elif not time_passes and self.frozen_since is None:
            self.frozen_since = now

    def own_seats(self) -> set[int]:
        """The seats from which somebody looks on in this process."""
        return {seat for viewer in self.viewers for seat in viewer.seats}

    def recently_present(self) -> set[int]:
        """The seats from which somebody looks on, and those of friends who did a moment ago: a lost connection is no absence."""
        friends = [seat for seat in self.table.screens if seat not in self.present]
        since = clock() - ABSENT_SECONDS
        return self.present | {seat for seat in friends if self.left_at.get(seat, self.opened) > since}

    def network(self) -> str:
        """Whose fair share this table uses: the network of a player who is here, or of the first viewer."""
        return next((viewer.network for viewer in self.viewers if viewer.seats), self.viewers[0].network if self.viewers else "")

    # other processes with open pages of this table

    def here(self) -> Here:
        """What we tell them."""
        table, now = self.table, clock()
        running = table.clock.running(table.people, now)
        return Here(self.since, sorted(self.own_seats()), table.sequence, running, table.ages(now))

    def hear(self, here: Here | None) -> None:
        """One of them has told us something; None: nobody is there any more."""
        now = clock()
        if here and here.since < self.since and here.sequence == self.table.sequence and now < self.leads_from:
            self.table.adopt(here.running, here.ages, now)
        self.update_presence()
        self.notify()
        self.updated.set()

    def lose(self, seats: Sequence[int], at: float) -> None:
        """One of them has ended at that moment. Its pages will be back: until then, nobody is charged for the time."""
        self.lost.update(dict.fromkeys(seats, clock() + RETURN_SECONDS))
        if self.lost:
            self.table.clock.stop(at)
            self.frozen_since = self.frozen_since or at
            asyncio.get_running_loop().call_later(RETURN_SECONDS + 0.05, self.hear, None)
        self.hear(None)

    @property
    def leads(self) -> bool:
        """Whether we see to what comes due here."""
        return self.leads_from <= clock() and self.house.leads(self.id, self.since)

    # what screens show

    def log_text(self, words: Words) -> LogText:
        if words.language not in self.log_texts:
            self.log_texts[words.language] = LogText(self.table, words, lambda: names_at(self.table, words))
        return self.log_texts[words.language]

    def lines(self, words: Words) -> list[str]:
        """The log in words."""
        return self.log_text(words).up_to_now()

    async def prepare_lines(self, viewer: Viewer) -> None:
        """Put the log into words a few lines at a time, so that nobody else waits for a long log."""
        log_text = self.log_text(viewer.words)
        while log_text.behind > 1:
            async with self.workers.drawing.turn(viewer.network, self.id):
                log_text.continue_for(SLICE)

    def public(self) -> str:
        """A fingerprint of what everybody may see; made once for all who are told."""
        sequence, known = self.public_hash
        if sequence != self.table.sequence:
            known = fingerprint(self.table.match)
            self.public_hash = self.table.sequence, known
        return known

    def notify(self) -> None:
        """Something has changed: have every screen sent what is new."""
        if self.table.acts_by_itself:
            self.updated.set()
        for viewer in self.viewers:
            viewer.notify()
        self.coach.think_ahead()

    # entries

    async def commit(self, make: Callable[[], Entry | None], change: Change | None = None) -> bool:
        """Make an entry, write it to the disk, and only then apply it. False if `make` made none.

        `change` is written in the same transaction. An entry that is on its way to the disk is applied even if whoever asked
        for it is cancelled meanwhile.
        """
        async with self.lock:
            for tries_left in reversed(range(MOST_TRIES)):
                entry = make()
                if entry is None:
                    return False
                written = self.writer.write(self.id, entry, change)
                try:
                    await written
                    break
                except Conflict:  # another process was quicker: perhaps it is still possible after what that one wrote
                    if not tries_left:
                        raise
                finally:  # the disk has answered, though perhaps to somebody who was cancelled
                    self.apply(entry, written.exception())
        return True

    def apply(self, entry: Entry, error: BaseException | None) -> None:
        """The entry is on the disk: it has happened. Or it is not, and what is in the log counts."""
        try:
            if error is None:
                self.table.apply(entry, clock())
                self.after_entries()
            else:
                with suppress(Unwritten):  # the log cannot even be read: what was read before is true
                    self.catch_up()
        except Exception:
            logging.getLogger("carreau").exception("an entry is written, but could not be applied")

    def catch_up(self) -> None:
        """Apply what another process has written."""
        self.apply_all(self.writer.log.entries(self.id, self.table.sequence))

    def apply_all(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.table.apply(entry, clock())
        if entries:
            self.after_entries()

    def after_entries(self) -> None:
        self.update_presence()
        self.notify()
        if self.table.handed_over & self.present:  # somebody came while their seat was being handed to a bot
            self.returning = asyncio.create_task(self.return_seats())

    async def follow(self, entries: Sequence[Entry]) -> None:
        """Apply what another process has written, except for what has been applied since it was read."""
        async with self.lock:
            self.apply_all([entry for entry in entries if entry.sequence >= self.table.sequence])

    async def commit_limited(self, viewer: Viewer, make: Callable[[], Entry]) -> None:
        """Commit what costs everybody a new drawing and does not advance the match: only so often."""

        def make_and_count() -> Entry:
            entry = make()
            self.check_rate(viewer.seats)
            return entry

        await self.commit(make_and_count)

    def check_rate(self, seats: Sequence[int]) -> None:
        if not self.change_limit.take(tuple(seats), time.monotonic()):
            raise NotNow("Not so fast: wait a moment.")

    # what comes due

    async def run(self) -> None:
        """Let happen what comes due, as long as somebody looks on."""
        while self.viewers:
            self.updated.clear()
            try:
                await self.do_what_is_due()
            except Conflict:
                continue
            except Unwritten:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            due = self.due()
            wait = None if due == math.inf else max(0.0, due - clock())
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self.updated.wait()

    def due(self) -> float:
        """When we have something to do; infinity if that is never."""
        if self.is_frozen:
            return math.inf
        if self.leads_from > clock():
            return self.leads_from
        due = self.table.due(clock()) if self.leads else self.table.claims.due()
        return math.inf if due is None else due

    @property
    def is_frozen(self) -> bool:
        """Whether a shuffle, or a match in real time, waits for somebody who plays."""
        return self.frozen_since is not None and (self.table.is_shuffling or self.table.match.in_real_time)

    async def do_what_is_due(self) -> None:
        if self.is_frozen:
            return
        await self.take_claims()
        if not self.leads:
            return
        while self.table.is_timed:
            await self.let_others_go_first()
            if not await self.commit(lambda: self.table.tick(clock())):
                break
        if self.table.bot_turn() and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.create_task(self.think())

    async def let_others_go_first(self) -> None:
        """In real time much can come due at once: networks take turns, as they do at drawing."""
        if self.table.match.in_real_time:
            async with self.workers.drawing.turn(self.network(), self.id):
                pass

    async def take_claims(self) -> None:
        while claim := self.table.claims.take(clock()):
            await self.let_others_go_first()
            try:
                await self.commit(lambda claim=claim: self.table.play(claim.seat, claim.action, claim.ply, clock()))  # type: ignore[misc]
            except CarreauError as error:
                claim.who.refuse(error)

    # bots

    async def think(self) -> None:
        """One action of the bot whose turn it is."""
        turn = self.table.bot_turn()
        if turn is None:
            return
        ply, sequence = self.table.match.ply, self.table.sequence
        try:
            wanted = lambda: bool(self.viewers) and self.is_still(turn, sequence)  # noqa: E731
            asked = question(self.table.match, *turn)
            action = await self.workers.bots.think(self.table.game, asked, self.network(), self.id, wanted)
            if action is None:
                return
            await asyncio.sleep(max(0.0, self.earliest(turn[0]) - clock()))
            await self.commit(lambda: self.play_for(turn, action, ply) if self.is_still(turn, sequence) else None)
        except Conflict:
            pass
        except Unwritten:
            await asyncio.sleep(RETRY_SECONDS)
        except Exception:
            logging.getLogger("carreau").exception("a bot could not act")
            await asyncio.sleep(1)
        finally:
            asyncio.get_running_loop().call_soon(self.updated.set)

    def earliest(self, seat: int) -> float:
        """When a bot may act: late enough for everybody to follow, and for an absent player to come back first."""
        handed_over = self.table.handed_over_at + HAND_OVER_PACES * self.pace if seat in self.table.handed_over else 0.0
        return max(self.table.changed_at + self.pace, handed_over)

    def play_for(self, turn: tuple[int, int], action: int, ply: int) -> Entry:
        return self.table.play(turn[0], self.table.game.name_action(action), ply, clock(), by_bot=True)

    def is_still(self, turn: tuple[int, int], sequence: int) -> bool:
        """Whether nothing has happened while a bot was thinking."""
        return self.table.bot_turn() == turn and self.table.sequence == sequence
