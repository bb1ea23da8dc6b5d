"""Quatuor's ways in real time, in a browser."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser import Server, event, invite, set_up, target, until
from tests.web.test_middleware import attend, hear, new_table


def test_a_race_of_two_browsers(server: Server, open_page: Callable[..., Page]) -> None:
    """Both press stop at the same moment: one of them gets it, the other is told so or sees it."""
    ana, bo = open_page(), open_page()
    set_up(ana, server, "quatuor", ("me", "open"), way="b")
    invite(ana, bo)
    for _ in range(2):
        for page in (ana, bo):
            until(page, "carreau.event.acting && carreau.event.choices.some((one) => one.action === 'stop')")
        ply = event(ana, "ply")
        for page in (ana, bo):
            page.evaluate(f"setTimeout(() => carreau.chooser.play('stop', {ply}), 60)")
        for page in (ana, bo):
            until(page, f"carreau.event.ply > {ply}")
        acting = [event(page, "acting") for page in (ana, bo)]
        assert sorted(acting) == [False, True] and event(ana, "ply") == ply + 1
        assert ana.locator("#countdown").is_visible()
        winner = ana if acting[0] else bo
        winner.evaluate("carreau.send({type: 'play', seat: carreau.event.seat, action: 'none', ply: carreau.event.ply})")
        until(ana, f"carreau.event.ply > {ply + 1}")
        if event(ana, "state") == "over":
            break


def test_two_cards_at_once_by_taps(server: Server, open_page: Callable[..., Page]) -> None:
    ana, bo = open_page(), open_page()
    set_up(ana, server, "quatuor", ("me", "open"), way="c")
    invite(ana, bo)
    until(ana, "carreau.event.steps.length")
    first = ana.evaluate("carreau.chooser.steps[0]")
    others = ana.evaluate("carreau.chooser.singles.filter((one) => one.turned === 0 && one.taps.length === 2)")
    second = next(one for one in others if not set(one["taps"]) & set(first["taps"]))
    for tap in ("two", *first["taps"], *second["taps"]):
        ana.mouse.click(*target(ana, tap))
    until(bo, "carreau.event.ply === 1")
    until(ana, "carreau.event.ply === 1 && document.querySelectorAll('#log li').length === 2")


def test_a_table_where_two_cards_are_laid_at_once_costs_under_30_kb(server: Server) -> None:
    path, cookie = new_table(server, "quatuor", ("me", "open", "open", "open"), **{"option-way": "c"})
    with attend(server, path, cookie) as socket:
        hear(socket)
        socket.send('{"type": "start"}')
        event = hear(socket)
        assert event["steps"] and len(zlib.compress(json.dumps(event).encode())) < 30_000
