"""The coach of one table: it answers the person who plays alone there, from what their seat may know and nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from carreau.core.errors import CarreauError
from carreau.core.words import Words
from carreau.review.coach import Counsel
from carreau.table import coach as rules
from carreau.table.seating import NotNow
from carreau.table.settings import WARNING
from carreau.web.coach_question import BlunderQuestion, CoachQuestion, coach_question
from carreau.web.coach_text import advice
from carreau.web.messages import Checked

if TYPE_CHECKING:
    from carreau.web.room import Room
    from carreau.web.viewer import Viewer

PATIENCE = 0.7  # seconds that a move waits for the coach, at most


class Coach:
    """Keeps its last answer: the same view is not looked at twice."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.asked: CoachQuestion | None = None
        self.answer: asyncio.Task[Counsel | None] | None = None
        self.looked_at = -1  # the sequence number up to which we have thought ahead
        self.talks: set[asyncio.Task[None]] = set()
        self.checking = False

    # thinking

    def think_ahead(self) -> None:
        """Where the coach warns of blunders, have its answer ready before somebody moves."""
        table = self.room.table
        if table.settings.coach != WARNING or self.looked_at == table.sequence or not rules.has_coach(table):
            return
        for seat in self.room.own_seats() & set(table.people):
            self.looked_at = table.sequence
            self.counsel(seat)

    def counsel(self, seat: int) -> asyncio.Task[Counsel | None]:
        """The coach's answer for a seat, which may be on its way."""
        asked = coach_question(self.room.table.match, seat)
        if self.answer is None or asked != self.asked or (self.answer.done() and not answered(self.answer)):
            self.asked = asked
            self.answer = asyncio.create_task(self.think(asked))
            self.answer.add_done_callback(lambda task: task.cancelled() or task.exception())  # perhaps nobody waits for it
        return self.answer

    async def think(self, asked: CoachQuestion) -> Counsel | None:
        """None while the game is not compiled."""
        if said := await self.ask(asked, asked):
            return msgspec.msgpack.decode(said, type=Counsel | None)
        raise NotNow("The coach has no answer just now: ask again.")

    async def ask(self, asked: CoachQuestion | BlunderQuestion, position: CoachQuestion) -> bytes | None:
        """Ask a process, in turn with the bots of all tables, as long as somebody looks at this position."""
        room = self.room
        wanted = lambda: bool(room.viewers) and self.asked == position  # noqa: E731
        return await room.workers.bots.coach(room.table.game, asked, room.network(), room.id, wanted)

    # what a page asks

    def advise(self, viewer: Viewer, seat: int) -> None:
        """Tell a page what the coach would do, when it is ready. The page can go on in the meantime."""
        rules.check_question(self.room.table, seat)
        self.talk(self.give_advice(viewer, seat))

    def check(self, viewer: Viewer, seat: int, action: str, sequence: int) -> None:
        """Tell a page whether an action is a blunder; it waits for a moment only."""
        rules.check_question(self.room.table, seat)
        if self.room.table.settings.coach != WARNING:
            raise NotNow("The coach does not warn at this table.")
        self.talk(self.give_warning(viewer, seat, action, sequence))

    def talk(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.talks.add(task)
        task.add_done_callback(self.talked)

    def talked(self, task: asyncio.Task[None]) -> None:
        self.talks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logging.getLogger("carreau").error("the coach could not answer", exc_info=error)

    async def give_advice(self, viewer: Viewer, seat: int) -> None:
        table = self.room.table
        sequence, match = table.sequence, table.match.copy()
        try:
            found = await asyncio.shield(self.counsel(seat))
            if found is None:
                raise NotNow("The coach can think once the game is prepared for this machine: ask again in a minute.")
        except CarreauError as error:
            viewer.refuse(error)
            return
        if match.ply == table.match.ply and not table.was_taken_back(sequence):  # otherwise the page shows something else
            viewer.tell(advice(match, seat, found, viewer.words, table.sequence))

    async def give_warning(self, viewer: Viewer, seat: int, action: str, sequence: int) -> None:
        warns = False
        with suppress(TimeoutError, CarreauError):
            async with asyncio.timeout(PATIENCE):
                warns = sequence == self.room.table.sequence and await self.is_blunder(seat, action)
        viewer.tell(Checked(action, sequence, warning(viewer.words) if warns else ""))

    async def is_blunder(self, seat: int, action: str) -> bool:
        """Whether a move is a blunder for certain."""
        number = self.room.table.match.check(action, seat)[1]
        found = await asyncio.shield(self.counsel(seat))
        if found is None or self.asked is None:
            return False
        for move in found.moves:
            if move.action == number:
                return move.is_blunder
        return number in found.suspicious and await self.look_closer(self.asked, found.moves[0].action, number)

    async def look_closer(self, position: CoachQuestion, best: int, action: int) -> bool:
        """Compare a move with the best; one at a time."""
        if self.checking:
            return False
        self.checking = True
        try:
            said = await self.ask(BlunderQuestion(position, best, action), position)
            return bool(said) and msgspec.msgpack.decode(said or b"", type=bool)
        finally:
            self.checking = False


def answered(task: asyncio.Task[Counsel | None]) -> bool:
    """Whether a task that is done has brought an answer."""
    return not task.cancelled() and task.exception() is None and task.result() is not None


def warning(words: Words) -> str:
    return words.say("Sure? There is a better move.")
