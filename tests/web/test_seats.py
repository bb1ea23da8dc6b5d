"""Links, devices and rematches: what belongs together is written together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from carreau.store.sqlite_log import SQLiteLog
from carreau.table.settings import Chair, make_settings
from carreau.web.hub import Hub, actions_of
from proofs.tools.run_async import run_async
from tests.browser import Server, ask, event, invite, set_up, until
from tests.some import QUICK


async def press_again_often(folder: Path, times: int) -> tuple[set[str], int]:
    game = QUICK
    match = game.new(players=2, seed=3, **QUICK.short)
    while not match.over:
        match.play(match.legal(match.acting[0])[-1])
    log = SQLiteLog(folder / "carreau.db")
    hub = Hub(log)
    settings = make_settings(game, [Chair("me"), Chair("me")], match.options, seed=match.seed)
    room = await hub.room(await hub.create(settings, "a-secret", actions_of(match)))
    found = await asyncio.gather(*(hub.rematch(room) for _ in range(times)))
    tables = len(list(log.all()))
    hub.close()
    log.close()
    return set(found), tables


def test_again_pressed_at_many_pages_makes_one_table(tmp_path: Path) -> None:
    found, tables = run_async(press_again_often(tmp_path, 50))
    assert len(found) == 1 and "" not in found
    assert tables == 2, "a table that no entry names was set up"


async def sit_twice_at_once(folder: Path) -> tuple[list[str], list[int]]:
    game = QUICK
    log = SQLiteLog(folder / "carreau.db")
    hub = Hub(log)
    settings = make_settings(game, [Chair("me"), Chair("open"), Chair("open")], {}, mixed=True)
    room = await hub.room(await hub.create(settings, "a-secret"))
    sitting = (hub.sit(room, link, "Bo", "one-browser") for link in log.invitations(room.id))
    found = await asyncio.gather(*sitting, return_exceptions=True)
    seats = hub.seats(room.id, "one-browser")
    hub.close()
    log.close()
    return [type(one).__name__ for one in found], seats


def test_one_browser_does_not_take_two_seats_at_once(tmp_path: Path) -> None:
    found, seats = run_async(sit_twice_at_once(tmp_path))
    assert sorted(found) == ["NoneType", "NotNow"] and len(seats) == 1


def test_a_link_is_gone_once_somebody_sits_there(server: Server, open_page: Callable[..., Page]) -> None:
    ana, bo, eve = open_page(), open_page(), open_page()
    set_up(ana, server, QUICK.id, ("me", "open", "open"))
    links = [link.input_value() for link in ana.locator(".link").all()]
    bo.goto(links[0])
    bo.fill("[name=name]", "Bo")
    bo.click("button.main")
    until(ana, "carreau.event.players[1].kind === 'person'")
    assert [link.input_value() for link in ana.locator(".link").all()] == links[1:]
    assert links[0].rpartition("/")[2] not in ana.content()
    ana.reload()
    until(ana, "Boolean(globalThis.carreau?.event)")
    assert [link.input_value() for link in ana.locator(".link").all()] == links[1:]
    eve.goto(links[0])
    assert "no longer works" in eve.locator("main").inner_text()
    bo.evaluate("carreau.send({type: 'start'})")
    bo.wait_for_selector("text=Only the host can do that.")
    ana.click("#start")
    until(ana, "carreau.event.state === 'playing'")
    eve.goto(links[1])
    assert "no longer works" in eve.locator("main").inner_text()


def test_another_device_is_added_from_the_first_and_everybody_is_told(server: Server, open_page: Callable[..., Page]) -> None:
    ana, bo, phone = open_page(), open_page(), open_page(360, 640)
    set_up(ana, server, QUICK.id, ("me", "open"), first="1")
    invite(ana, bo)
    table = bo.url
    bo.click(".menu summary")
    bo.click("#device button")
    phone.goto(bo.locator(".link").input_value())
    assert "Bo" in phone.locator("main").inner_text()
    phone.click("button.main")
    until(phone, "carreau.event?.acting")
    assert event(phone, "seats") == [1] and phone.url == table
    until(ana, "document.getElementById('log').textContent.includes('another device')")
    assert ask(phone, "carreau.event.choices.length")
