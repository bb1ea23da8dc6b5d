"""What a seat is sent is the same in every world that it cannot tell from the true one."""

from __future__ import annotations

import asyncio
import datetime
import random
import re
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from carreau.core.errors import CarreauError
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.table.claim import Claims
from carreau.table.entry import Entry
from carreau.table.table import Table
from carreau.table.text import EntryText
from carreau.table.undo import reveals
from carreau.web import messages
from carreau.web.language import words_of
from carreau.web.messages import encode
from carreau.web.room import Room
from carreau.web.routes.websocket import handle, write
from carreau.web.screen import screen_message
from carreau.web.screen_cache import ScreenCache
from carreau.web.viewer import Viewer
from proofs.tools.plans import Plan
from tests.some import EVERY, PUZZLES, plan_name, racing
from tests.table.tables import do, table

MOMENT = re.compile(r'"clock":[0-9.]+')  # how long a timer still has to run, which changes during the test


def sent(room: Room, seat: int | None) -> Any:
    socket: Any = SimpleNamespace()
    viewer = Viewer(socket, words_of("en", room.table.game), [] if seat is None else [seat], "wide", 10**6)
    room.screens = ScreenCache(room.table)
    return msgspec.json.decode(encode(screen_message(room, viewer, 0.0)))


PLANS = [Plan(game.id, 2, game.short) for game in EVERY if 2 in game.players] + racing()


@pytest.mark.parametrize("plan", PLANS, ids=plan_name)
def test_no_event_tells_what_is_hidden(plan: Plan) -> None:
    chance = random.Random(3)
    t = table(plan.game, "me", "me", seed=3, **plan.options)
    room = Room("x", t, None)  # type: ignore[arg-type]
    for _ in range(25):
        if t.match.over:
            break
        actor = chance.choice(t.match.acting)
        action = chance.choice(t.match.legal(actor))
        before = t.match.copy()
        do(t, t.play(actor, action, t.match.ply, 1.0))
        for seat in (0, 1, None):
            told = sent(room, seat)
            truth = t.match._states.copy()
            for world in (1, 2):
                t.game._drive.redeal_at(t.match._address, -1 if seat is None else seat, world)
                t.undoable = None
                assert sent(room, seat) == told
                t.match._states[:] = truth
        check_line(t, actor, before)
        check_undo(before, actor, t.match.history[-1][1])
        if t.match.ply % 5 == 1:
            check_messages(room, chance)


def seen_after(match: Match, by: int, action: int, seat: int | None) -> bytes:
    then = match.copy()
    match.game._drive.play_at(then._address, by, action)
    return bytes(then.seen(seat).tobytes())


def line(t: Table, match: Match, by: int, action: int) -> str:
    """How the log would put an action into words."""
    text = EntryText(match.copy(), words_of("en", t.game), lambda: ["Ana", "Bo"])
    return text.tell(Entry(0, 0.0, "play", by, t.game.name_action(action)))


def check_line(t: Table, by: int, before: Match) -> None:
    """Everyone reads the same log: it says the same about an action in every world that anyone may believe in."""
    action = t.match.history[-1][1]
    told = line(t, before, by, action)
    for seat in (1 - by, None):
        after = seen_after(before, by, action, seat)
        for world in (1, 2, 3):
            other = before.copy()
            t.game._drive.redeal_at(other._address, -1 if seat is None else seat, world)
            if action in other.actions(by) and seen_after(other, by, action, seat) == after:
                assert line(t, other, by, action) == told


def check_undo(before: Match, by: int, action: int) -> None:
    """Whether an action can be taken back is the same in every world that its player cannot tell from the true one."""
    after, can = seen_after(before, by, action, by), reveals(before.game, before._states, by, action)
    for world in (20, 21):
        other = before.copy()
        before.game._drive.redeal_at(other._address, by, world)
        if seen_after(other, by, action, by) == after:
            assert reveals(other.game, other._states, by, action) == can


def check_messages(room: Room, chance: random.Random) -> None:
    """The same messages get the same answers, in the same order and number, in every such world."""
    match = room.table.match
    every = [match.game.name_action(chance.randrange(match.game.actions)) for _ in range(8)]
    for seat in (0, 1, None):
        illegal = [name for name in every if seat is None or seat not in match.acting or name not in match.legal(seat)]
        commands: list[Any] = [messages.Play(seat or 0, name, match.ply) for name in ("?", *illegal)]
        commands += [
            messages.Play(seat or 0, "?", 999),
            messages.Play(1 - (seat or 0), "?", 0),
            messages.Start(),
            messages.Hint(),
        ]
        commands += [messages.Advise(seat or 0), messages.Check(seat or 0, "?", 0)]
        commands += [messages.Lend(1 - (seat or 0)), messages.Back(seat or 0), messages.Look(seat or 0)]
        answers = run(answered(room, seat, commands))
        truth = match._states.copy()
        for world in (1, 2):
            match.game._drive.redeal_at(match._address, -1 if seat is None else seat, world)
            room.screens = ScreenCache(room.table)
            assert run(answered(room, seat, commands)) == answers
            match._states[:] = truth
        assert len(answers) > 1 or match.in_real_time


def run(work: Coroutine[Any, Any, list[str]]) -> list[str]:
    """In a separate thread, because other tests' browser has a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def answered(room: Room, seat: int | None, commands: list[Any]) -> list[str]:
    """Everything that is sent to a page that asks for this."""
    heard: list[str] = []

    async def hear(text: str) -> None:
        heard.append(text)

    socket: Any = SimpleNamespace(send_text=hear)
    hub: Any = SimpleNamespace(start=lambda room: room.commit(lambda: room.table.start(0.0)))
    viewer = Viewer(socket, words_of("en", room.table.game), [] if seat is None else [seat], "wide", 10**6)
    writing = asyncio.create_task(write(room, viewer))
    for command in commands:
        await asyncio.sleep(0)
        try:
            await handle(hub, room, viewer, command)
        except CarreauError as error:
            viewer.refuse(error)
    for _ in range(5):
        await asyncio.sleep(0)
    writing.cancel()
    room.table.claims = Claims()
    return [MOMENT.sub("", text) for text in heard]


@pytest.mark.parametrize("game", PUZZLES, ids=lambda game: game.id)
def test_a_hint_is_the_same_in_every_world(game: Game) -> None:
    assert game.puzzle is not None
    match, hint = game.puzzle.puzzle_of(datetime.date(2026, 1, 2)), game.puzzle.hint
    told = hint(match)
    for world in (1, 2, 3):
        other = match.copy()
        match.game._drive.redeal_at(other._address, 0, world)
        assert hint(other) == told
