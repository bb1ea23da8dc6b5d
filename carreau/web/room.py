"""A table that people look at: the only place where entries are written and applied.

An entry is made and applied while nobody else makes one at this table; between the two it is written to the disk. Only the
disk's thread and the bots, who think on a copy, work elsewhere.
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
from carreau.store.stored import Change, Row
from carreau.table.bot import question
from carreau.table.entry import Entry
from carreau.table.log_text import LogText
from carreau.table.seating import NotNow
from carreau.table.shared_screen import fingerprint
from carreau.table.table import Table
from carreau.web.log_writer import LogWriter
from carreau.web.middleware import RateLimiter
from carreau.web.screen import names_at
from carreau.web.screen_cache import ScreenCache
from carreau.web.viewer import Viewer
from carreau.web.workers import Workers

PACE = 0.9  # seconds before a bot acts, so that everybody can follow
BASE = time.time() - time.monotonic()
ABSENT_SECONDS = 30.0  # that somebody has to be gone before the host may let a bot play for them
LENT_PACES = 5  # that such a bot waits first
PATIENCE = 1.0  # seconds until something is tried again that the disk has refused
SLICE = 0.004  # seconds that the log is told in one go
SELDOM, SELDOM_A_SECOND = 20, 2.0  # how often a seat may change something that people do not change often


def clock() -> float:
    """Seconds since 1970 that never run backwards."""
    return BASE + time.monotonic()


class Room:
    """One table, its viewers, and what comes due."""

    def __init__(self, id: str, table: Table, writer: LogWriter, pace: float = PACE, workers: Workers | None = None) -> None:
        self.id, self.table, self.writer, self.pace = id, table, writer, pace
        self.workers = workers or Workers()
        self.one = asyncio.Lock()
        self.viewers: list[Viewer] = []
        self.left = clock()  # when somebody was last here
        self.seated: set[int] = set()  # seats from which somebody looks on
        self.gone: dict[int, float] = {}  # when somebody was last at a seat; for those who never were, since this room is open
        self.opened = clock()
        self.reminder: asyncio.TimerHandle | None = None
        self.giving: asyncio.Task[None] | None = None
        self.frozen: float | None = clock()  # since when nobody has been at a seat: then no time passes for the game
        self.table.clock.stop(self.table.clock.since)
        self.screens = ScreenCache(table)
        self.seldom = RateLimiter(SELDOM, SELDOM_A_SECOND)
        self.log_texts: dict[str, LogText] = {}
        self.seen = -1, ""  # the hash of what everybody sees, for a sequence number
        self.stirred = asyncio.Event()
        self.thinking: asyncio.Task[None] | None = None
        self.running: asyncio.Task[None] | None = None

    # people

    async def enter(self, viewer: Viewer) -> None:
        self.viewers.append(viewer)
        self.keep_time()
        self.wake()
        self.remind()
        if self.running is None or self.running.done():
            self.running = asyncio.create_task(self.run())
        await self.give_back()

    async def give_back(self) -> None:
        """Whoever is here plays: a bot that the host has let play for somebody absent steps back."""
        for seat in self.table.lent & self.seated:
            with suppress(CarreauError):
                await self.commit(lambda seat=seat: self.table.back(seat, clock()))  # type: ignore[misc]

    def exit(self, viewer: Viewer) -> None:
        self.viewers.remove(viewer)
        self.left = clock()
        self.keep_time()
        self.wake()
        self.stirred.set()  # `run` ends, or waits for something else
        self.remind()

    def remind(self) -> None:
        """Look again when somebody has been gone for long enough: then the host may let a bot play for them."""
        if self.reminder is None and self.viewers and self.lately() != self.seated:
            self.reminder = asyncio.get_running_loop().call_later(ABSENT_SECONDS + 0.1, self.look_again)

    def look_again(self) -> None:
        self.reminder = None
        self.wake()
        self.remind()

    def keep_time(self) -> None:
        """Time counts while somebody is here who plays; whoever only watches lets nobody's time pass."""
        now, table = clock(), self.table
        before, self.seated = self.seated, {seat for viewer in self.viewers for seat in viewer.seats}
        self.gone.update(dict.fromkeys(before - self.seated, now))
        if any(not table.is_bot(seat) for seat in self.seated):
            table.clock.go_on(now)
        else:
            table.clock.stop(now)
        if self.seated and self.frozen is not None:
            table.resume(self.frozen, now)
            self.frozen = None
        elif not self.seated and self.frozen is None:
            self.frozen = now

    def here(self) -> set[int]:
        """The seats from which somebody looks on."""
        return self.seated

    def lately(self) -> set[int]:
        """The seats from which somebody looks on, and of friends who did a moment ago: a lost line is no absence."""
        friends = [seat for seat in self.table.screens if seat not in self.seated]
        since = clock() - ABSENT_SECONDS
        return self.seated | {seat for seat in friends if self.gone.get(seat, self.opened) > since}

    def household(self) -> str:
        """Whose table it is, for fair shares: the household of a player who is here."""
        return next(
            (viewer.household for viewer in self.viewers if viewer.seats), self.viewers[0].household if self.viewers else ""
        )

    def log_text(self, words: Words) -> LogText:
        if words.language not in self.log_texts:
            self.log_texts[words.language] = LogText(self.table, words, lambda: names_at(self.table, words))
        return self.log_texts[words.language]

    def lines(self, words: Words) -> list[str]:
        """The log in words."""
        return self.log_text(words).up_to_now()

    async def tell(self, viewer: Viewer) -> None:
        """Make the log's lines in a language, a few at a time, so that nobody else waits for a long log."""
        log_text = self.log_text(viewer.words)
        while log_text.behind > 1:
            async with self.workers.drawing.turn(viewer.household, self.id):
                log_text.go_on(SLICE)

    def public(self) -> str:
        """What everybody may see, as a fingerprint; made once for all who are told."""
        sequence, known = self.seen
        if sequence != self.table.sequence:
            known = fingerprint(self.table.match)
            self.seen = self.table.sequence, known
        return known

    # what happens

    async def commit(self, make: Callable[[], Entry | None], change: Change | None = None) -> bool:
        """Write what is made, if anything, and only then let it be true: also if whoever asked has gone away meanwhile.

        `change` is written in the same transaction.
        """
        await self.one.acquire()
        try:
            entry = make()
        except BaseException:
            self.one.release()
            raise
        if entry is None:
            self.one.release()
            return False
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.writer.write(self.id, Row(*entry), lambda error: self.written(entry, error, done), change)
        await done
        return True

    async def commit_seldom(self, viewer: Viewer, make: Callable[[], Entry]) -> None:
        """The same for what costs everybody at the table a new drawing and brings the match no further."""

        def counted() -> Entry:
            entry = make()
            self.count(viewer)
            return entry

        await self.commit(counted)

    def count(self, viewer: Viewer) -> None:
        self.count_for(viewer.seats)

    def count_for(self, seats: Sequence[int]) -> None:
        if not self.seldom.take(tuple(seats), time.monotonic()):
            raise NotNow("That was too often: wait a moment.")

    def written(self, entry: Entry, error: Exception | None, done: asyncio.Future[None]) -> None:
        """The entry is on the disk; or it is not, and the log is right."""
        try:
            if error is None:
                self.table.apply(entry, clock())
                self.after_entries()
            else:
                with suppress(Unwritten):  # nor can it be read: what was read before is true
                    self.catch_up()
        finally:
            self.one.release()
            if not done.done():
                done.set_exception(error) if error else done.set_result(None)

    def catch_up(self) -> None:
        """Somebody else has written to the log: it is right."""
        rows = self.writer.log.rows(self.id, self.table.sequence)
        for row in rows:
            self.table.apply(Entry(*row), clock())
        if rows:
            self.after_entries()

    def after_entries(self) -> None:
        self.keep_time()
        self.wake()
        if self.table.lent & self.seated:  # somebody came while their seat was being handed to a bot
            self.giving = asyncio.create_task(self.give_back())

    async def follow(self) -> None:
        """Apply what another process has written meanwhile."""
        async with self.one:
            self.catch_up()

    def wake(self) -> None:
        if self.table.is_watched:
            self.stirred.set()
        for viewer in self.viewers:
            viewer.stir()

    async def run(self) -> None:
        """Let happen what comes due, as long as somebody looks on."""
        while self.viewers:
            self.stirred.clear()
            try:
                await self.settle()
            except Conflict:
                continue
            except Unwritten:
                await asyncio.sleep(PATIENCE)
                continue
            due = None if self.is_frozen else self.table.due(clock())
            wait = None if due is None or due == math.inf else max(0.0, due - clock())
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self.stirred.wait()

    @property
    def is_frozen(self) -> bool:
        """Whether a shuffle, or a match in real time, waits for somebody who plays."""
        return self.frozen is not None and (self.table.is_shuffling or self.table.match.in_real_time)

    async def settle(self) -> None:
        if self.is_frozen:
            return
        await self.settle_claims()
        while self.table.is_timed:
            await self.let_others_go_first()
            if not await self.commit(lambda: self.table.tick(clock())):
                break
        if self.table.turn() and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.create_task(self.think())

    async def let_others_go_first(self) -> None:
        """In real time much can come due at once: every household has its turn, as it has at drawing."""
        if self.table.match.in_real_time:
            async with self.workers.drawing.turn(self.household(), self.id):
                pass

    async def settle_claims(self) -> None:
        while claim := self.table.claims.take(clock()):
            await self.let_others_go_first()
            try:
                await self.commit(lambda claim=claim: self.table.play(claim.seat, claim.action, claim.ply, clock()))  # type: ignore[misc]
            except CarreauError as error:
                claim.who.refuse(error)

    async def think(self) -> None:
        """One action of the bot whose turn it is."""
        turn = self.table.turn()
        if turn is None:
            return
        ply, sequence = self.table.match.ply, self.table.sequence
        try:
            wanted = lambda: bool(self.viewers) and self.is_still(turn, sequence)  # noqa: E731
            asked = question(self.table.match, *turn)
            action = await self.workers.bots.think(self.table.game, asked, self.household(), self.id, wanted)
            if action is None:
                return
            await asyncio.sleep(max(0.0, self.earliest(turn[0]) - clock()))
            await self.commit(lambda: self.play_for(turn, action, ply) if self.is_still(turn, sequence) else None)
        except Conflict:
            pass
        except Unwritten:
            await asyncio.sleep(PATIENCE)
        except Exception:
            logging.getLogger("carreau").exception("a bot could not act")
            await asyncio.sleep(1)
        finally:
            asyncio.get_running_loop().call_soon(self.stirred.set)

    def earliest(self, seat: int) -> float:
        """When a bot may act: so that everybody can follow, and whoever was thought to be absent can still come."""
        lent = self.table.lent_at + LENT_PACES * self.pace if seat in self.table.lent else 0.0
        return max(self.table.changed + self.pace, lent)

    def play_for(self, turn: tuple[int, int], action: int, ply: int) -> Entry:
        return self.table.play(turn[0], self.table.game.name_action(action), ply, clock(), by_bot=True)

    def is_still(self, turn: tuple[int, int], sequence: int) -> bool:
        """Whether nothing has happened while a bot was thinking."""
        return self.table.turn() == turn and self.table.sequence == sequence
