"""Real time over a slow connection: whoever pressed first is first, as far as the delay is made up for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.browser import Server, event, invite, set_up, until
from tests.web.slow_line import SlowLine

STOP = """(at) => new Promise((done) => setTimeout(() => { carreau.chooser.play("stop"); done(); }, at - Date.now()))"""
CAP = 0.1  # seconds, as in docs/host/table.md
CLEAR = 0.02  # seconds between two claims that leave no doubt about who was first
TRIES = 6


@pytest.fixture
def lay_line(server: Server) -> Iterator[Callable[[float], SlowLine]]:
    lines: list[SlowLine] = []

    def make(delay: float) -> SlowLine:
        lines.append(SlowLine(server.port, delay))
        return lines[-1]

    yield make
    for line in lines:
        line.close()


def sit_down(server: Server, ana: Page, bo: Page, near: SlowLine, far: SlowLine) -> None:
    """Ana on one connection, Bo on the other; both have been measured."""
    pongs = {ana: 0, bo: 0}

    def count(page: Page, text: str | bytes) -> None:
        pongs[page] += '"pong"' in str(text)

    def listen(page: Page) -> None:
        page.on("websocket", lambda socket: socket.on("framesent", lambda text: count(page, text)))

    listen(ana)
    listen(bo)
    set_up(ana, near, "quatuor", ("me", "open"), way="b")
    link = ana.locator(".link").first.input_value()
    invite(ana, bo, link=link.replace(f":{near.port}/", f":{far.port}/"))
    for page in (ana, bo):
        until(page, "carreau.event.acting && carreau.event.choices.some((one) => one.action === 'stop')")
    while min(pongs.values()) < 4:
        ana.wait_for_timeout(20)
    ana.wait_for_timeout(1000 * far.delay + 20)


def race(ana: Page, bo: Page, later: int) -> Page:
    """Bo says stop, Ana a little later: whose stop counts?"""
    start = bo.evaluate("Date.now() + 150")
    ana.evaluate(f"({STOP})({start + later}); 0")
    bo.evaluate(STOP, start)
    for page in (ana, bo):
        until(page, "carreau.event.ply > 0")
    assert event(ana, "acting") != event(bo, "acting")
    return ana if event(ana, "acting") else bo


@pytest.mark.parametrize(("delay", "later"), [(0.06, 30), (0.35, 60)], ids=["made up for", "beyond the cap"])
def test_a_race_over_a_slow_line(
    delay: float, later: int, server: Server, open_page: Callable[..., Page], lay_line: Callable[[float], SlowLine]
) -> None:
    """Bo presses first and is heard last. On a busy machine it may turn out differently: then try again."""
    near, far = lay_line(0.0), lay_line(delay)
    for _ in range(TRIES):
        ana, bo = open_page(), open_page()
        sit_down(server, ana, bo, near, far)
        winner = race(ana, bo, later)
        behind = far.heard - near.heard
        if behind > CLEAR and winner is (bo if delay < CAP else ana):
            return
        for page in (ana, bo):
            page.context.close()
    pytest.fail("whoever is heard first wins" if delay < CAP else "more than the cap is made up for")
