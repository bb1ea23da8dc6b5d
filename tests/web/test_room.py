"""A room shares what its screens show, and never blocks the event loop."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from carreau.core.match import Match
from carreau.table.claim import MOST_PER_SEAT
from carreau.web import room
from carreau.web.language import words_of
from carreau.web.messages import encode
from carreau.web.room import Room
from carreau.web.routes.websocket import read
from carreau.web.screen import LOOK_BACK, closing, plain_message, screen_message
from carreau.web.viewer import Viewer
from proofs.tools.plans import Plan, at_once
from tests.some import QUICK, plan_name, racing, with_rounds
from tests.table.tables import do, short_table, table
from tests.web.loops import count_passes, run


def viewer(room: Room, seats: list[int], language: str = "en", since: int = 0) -> Viewer:
    socket: Any = SimpleNamespace()
    return Viewer(socket, words_of(language, room.table.game), seats, "wide", since)


def test_those_who_see_the_same_share_a_drawing() -> None:
    t = short_table(QUICK, "me", "me")
    watched = Room("x", t, None)  # type: ignore[arg-type]
    screens = [viewer(watched, seats, language) for seats in ([0], [1], []) for language in ("en", "fr") for _ in range(20)]
    for count in (1, 2):
        for screen in screens:
            screen_message(watched, screen, 0.0)
        assert watched.screens.made == count * 6
        do(t, t.rename(0, f"Name {count}", 0.0))


@pytest.mark.parametrize("plan", racing(), ids=plan_name)
def test_programs_share_the_list_of_what_they_may_do(plan: Plan) -> None:
    """It can hold thirty thousand names; making it again for every page used to stop the network."""
    t = table(plan.game, "me", "me", **plan.options)

    async def whole() -> int:
        watched = Room("x", t, None)  # type: ignore[arg-type]
        texts = {encode(plain_message(watched, viewer(watched, [0]), 0.0)) for _ in range(8)}
        other = encode(plain_message(watched, viewer(watched, [1]), 0.0))
        assert len(texts) == 1 and other not in texts
        return watched.screens.made

    assert run(whole()) == 2


def test_a_long_log_is_told_without_holding_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SLICE", 0.0)  # one line at a time
    t = short_table(QUICK, "me", "me")
    for number in range(40):
        do(t, t.rename(0, f"Name {number}", 0.0))

    async def whole() -> int:
        watched, passes = Room("x", t, None), 0  # type: ignore[arg-type]
        preparing = asyncio.create_task(watched.prepare_lines(viewer(watched, [], "fr")))
        while not preparing.done():
            await asyncio.sleep(0)
            passes += 1
        assert watched.log_texts["fr"].behind <= 1
        return passes

    assert run(whole()) >= 39


def test_the_end_of_a_round_is_looked_for_without_playing_the_match_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(with_rounds()[0], 2, {}, 3)
    while match.closing(None) is None:
        match.play(match.actions(match.acting[0])[0])
    for _ in range(LOOK_BACK - 1):
        match.play(match.actions(match.acting[0])[0])
    monkeypatch.setattr(match.game._drive, "play_at", None)
    assert closing(match, None, words_of("en", match.game), ["Ana", "Bo"], "wide").guidance


@pytest.mark.parametrize("plan", at_once(4), ids=plan_name)
def test_claims_are_refused_without_holding_the_loop(plan: Plan) -> None:
    t = table(plan.game, "me", "me", "me", "me", **plan.options)
    heard: list[object] = []

    async def whole() -> int:
        watched = Room("x", t, None)  # type: ignore[arg-type]
        watched.frozen_since = None
        for seat in range(4):
            for _ in range(MOST_PER_SEAT):
                t.claims.add(seat, "none", 99, 0.0, 0.0, SimpleNamespace(refuse=heard.append))
        return await count_passes(watched.take_claims())

    assert run(whole()) >= 4 * MOST_PER_SEAT - 1 and len(heard) == 4 * MOST_PER_SEAT


def test_messages_that_come_at_once_are_dealt_with_one_by_one() -> None:
    said = [{"type": "websocket.receive", "text": '{"type": "form", "form": "phone"}'}] * 20 + [{"type": "websocket.disconnect"}]

    async def whole() -> int:
        watched = Room("x", short_table(QUICK, "me", "me"), None)  # type: ignore[arg-type]
        page = viewer(watched, [0])
        coming = iter(said)

        async def receive() -> dict[str, str]:
            return next(coming)

        page.socket = SimpleNamespace(receive=receive)  # type: ignore[assignment]
        return await count_passes(read(None, watched, page))  # type: ignore[arg-type]

    assert run(whole()) >= 20
